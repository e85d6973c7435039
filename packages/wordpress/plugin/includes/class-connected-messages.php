<?php
/**
 * What a site owner reads about connected accounts: their states, and how connecting one can end.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Returns whole sentences, not yet escaped.
 */
final class Connected_Messages {

	/** Why no account was connected: a code of `connect_error` or of the service, or one of this site's own. */
	public static function for_error( string $code ): string {
		switch ( $code ) {
			case 'connection_denied':
				return __( 'No account was connected, because permission was declined. Connect the account again and allow access.', 'central-posts' );
			case 'connection_incomplete':
				return __( 'No account was connected: reading posts needs more permissions than were given. Connect the account again and leave every permission selected.', 'central-posts' );
			case 'connection_expired':
				return __( 'No account was connected, because it took too long or was started again. Connect the account again.', 'central-posts' );
			case 'connection_other_account':
				return __( 'This is another account than the one to reconnect. Sign in to the platform with that account, then reconnect it. To add the other account, connect it as a new one.', 'central-posts' );
			case 'connection_other_site':
				return __( 'No account was connected: another site that uses your license has connected it for itself. Disconnect it there, then connect it here.', 'central-posts' );
			case 'host_not_found':
				return __( 'No server of the platform was found at this name. Check the spelling, then connect the account again.', 'central-posts' );
			case 'profile_unsupported':
				return __( 'No account was connected: the platform does not let others read accounts of this type. On Instagram, only business and creator accounts can be connected.', 'central-posts' );
			case 'platform_unauthorized':
				return __( 'The platform refused your provider’s application. Ask your provider to check it.', 'central-posts' );
			case 'platform_rate_limited':
				return __( 'The platform limits the number of requests. Connect the account again in a few minutes.', 'central-posts' );
			case 'platform_error':
				return __( 'The platform returned an error. Connect the account again in a few minutes.', 'central-posts' );
			case 'platform_timeout':
				return __( 'The platform did not respond in time. Connect the account again in a few minutes.', 'central-posts' );
			case 'connection_refused':
				return __( 'No account was connected, because your license is not valid any more. Check the license above.', 'central-posts' );
			case 'not_found':
				return __( 'This service does not support connected accounts. Ask your provider to update it.', 'central-posts' );
			case 'invalid_request':
				return __( 'This is not the name of a server of the platform. Enter a name such as mastodon.social.', 'central-posts' );
			case 'rate_limited':
				return __( 'Accounts were connected too often within an hour. Try again later.', 'central-posts' );
			case 'unknown_return':
				return __( 'This page was opened by a link that is not valid any more. The list below shows which accounts are connected.', 'central-posts' );
			default:
				return Messages::for_code( $code );
		}
	}

	/** The state of an account in a few words. */
	public static function state( Connected_Account $account ): string {
		switch ( $account->state ) {
			case 'limited':
				return __( 'Waiting for the platform', 'central-posts' );
			case 'ending':
				/* translators: %s: a date. */
				return null === $account->ends_at ? __( 'Ends soon', 'central-posts' ) : sprintf( __( 'Ends on %s', 'central-posts' ), wp_date( get_option( 'date_format' ), $account->ends_at ) );
			case 'ended':
				return __( 'Ended', 'central-posts' );
			default:
				return __( 'Connected', 'central-posts' );
		}
	}

	/** What the state means and what to do; empty if everything works. */
	public static function advice( Connected_Account $account ): string {
		switch ( $account->state ) {
			case 'limited':
				return __( 'The platform allows no more requests for now. New posts appear later.', 'central-posts' );
			case 'ending':
				return __( 'The platform ends the permission on this day. Reconnect the account before, and nothing changes for your visitors.', 'central-posts' );
			case 'ended':
				return self::reason( $account->reason );
			default:
				return '';
		}
	}

	private static function reason( string $reason ): string {
		switch ( $reason ) {
			case 'removed_by_owner':
				return __( 'The owner took the permission back, so this site does not show the posts any more. Reconnect the account if the owner agrees.', 'central-posts' );
			case 'account_gone':
				return __( 'The account does not exist any more, so this site does not show its posts.', 'central-posts' );
			case 'password_changed':
				return __( 'The permission ended because the password of the account was changed. Reconnect the account.', 'central-posts' );
			case 'checkpoint':
				return __( 'The platform wants the owner to sign in and confirm something. Do that on the platform, then reconnect the account.', 'central-posts' );
			case 'role_lost':
				return __( 'The person who connected the account may not manage it any more. Somebody who may has to reconnect it.', 'central-posts' );
			case 'scope_missing':
				return __( 'A permission is missing. Reconnect the account and leave every permission selected.', 'central-posts' );
			case 'app_closed':
				return __( 'The platform closed your provider’s application. Ask your provider, then reconnect the account.', 'central-posts' );
			default:
				return __( 'The permission has expired. Reconnect the account to get new posts.', 'central-posts' );
		}
	}
}
