<?php
/**
 * The message that a site owner or editor sees for each error code.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Covers every code of the service and of its client, and the errors that only this plugin raises.
 */
final class Messages {

	/** Returns whole sentences, not yet escaped. */
	public static function for_code( string $code ): string {
		switch ( $code ) {
			case 'invalid_json':
				return __( 'The service could not read the plugin’s request. Update the plugin, or report this to its author.', 'central-posts' );
			case 'invalid_request':
				return __( 'A setting of this feed is missing or invalid. Check the fields, then save again.', 'central-posts' );
			case 'cursor_required':
				return __( 'The plugin sent an incomplete request for more posts. Update the plugin, or report this to its author.', 'central-posts' );
			case 'invalid_cursor':
				return __( 'This list of posts has expired. Load it again from the start.', 'central-posts' );
			case 'not_found':
				return __( 'The service URL is wrong, or this version of the service does not support this feature. Check the URL in the settings.', 'central-posts' );
			case 'method_not_allowed':
				return __( 'The plugin sent an invalid request to the service. Update the plugin, or report this to its author.', 'central-posts' );
			case 'payload_too_large':
				return __( 'The plugin sent too much data at once. Select fewer posts, or report this to the plugin’s author.', 'central-posts' );
			case 'unsupported_media_type':
				return __( 'The plugin sent an invalid request to the service. Update the plugin, or report this to its author.', 'central-posts' );
			case 'license_malformed':
				return __( 'This is not a license key. Copy the whole key again.', 'central-posts' );
			case 'license_unknown':
				return __( 'This license key was not found. Check that the key is current and that the service URL is correct.', 'central-posts' );
			case 'license_suspended':
				return __( 'Your license is suspended. Contact your provider. Your feeds keep showing their current posts.', 'central-posts' );
			case 'license_expired':
				return __( 'Your license has expired. Renew it to get new posts. Your feeds keep showing their current posts.', 'central-posts' );
			case 'license_revoked':
				return __( 'Your license was permanently revoked. You need another license key.', 'central-posts' );
			case 'site_limit_reached':
				return __( 'All sites of your plan are in use. Release a site that you no longer use, or upgrade your plan.', 'central-posts' );
			case 'platform_not_in_plan':
				return __( 'Your plan does not include this platform. Choose another platform, or upgrade your plan.', 'central-posts' );
			case 'token_missing':
				return __( 'The plugin lost its session with the service. Try again. If the problem persists, report it to the plugin’s author.', 'central-posts' );
			case 'token_malformed':
				return __( 'The plugin lost its session with the service. Try again. If the problem persists, enter the license key again.', 'central-posts' );
			case 'token_invalid':
				return __( 'The plugin’s session with the service is no longer valid. Try again. If the problem persists, enter the license key again.', 'central-posts' );
			case 'token_expired':
				return __( 'The plugin’s session with the service has expired. Try again.', 'central-posts' );
			case 'quota_exceeded':
				return __( 'You have used all requests that your plan includes this month. Your feeds keep showing their current posts. Wait until next month for new posts, or upgrade your plan.', 'central-posts' );
			case 'rate_limited':
				return __( 'Too many requests in a short time. Wait a minute, then try again.', 'central-posts' );
			case 'platform_unknown':
				return __( 'This service does not support this platform. Choose another platform.', 'central-posts' );
			case 'variant_unknown':
				return __( 'This platform does not offer this type of posts. Choose another type.', 'central-posts' );
			case 'handle_malformed':
				return __( 'This is not a valid profile name or URL for this platform. Paste the URL of the profile’s page.', 'central-posts' );
			case 'profile_not_found':
				return __( 'This profile was not found. It may have been renamed or deleted. Check the name.', 'central-posts' );
			case 'profile_private':
				return __( 'This profile or post is not public, so it cannot be shown.', 'central-posts' );
			case 'profile_unsupported':
				return __( 'The platform does not allow access to profiles of this type. Choose a page instead.', 'central-posts' );
			case 'post_not_found':
				return __( 'This post no longer exists.', 'central-posts' );
			case 'unsupported_post_url':
				return __( 'This is not the URL of a post. Open the post and copy its URL.', 'central-posts' );
			case 'platform_not_configured':
				return __( 'Your provider has not set up this platform yet. Contact your provider.', 'central-posts' );
			case 'platform_rate_limited':
				return __( 'The platform limits the number of requests. Your feed keeps showing its current posts, and the plugin tries again later.', 'central-posts' );
			case 'platform_unauthorized':
				return __( 'The platform rejected your provider’s credentials. Ask your provider to renew them. Your feed keeps showing its current posts.', 'central-posts' );
			case 'platform_error':
				return __( 'The platform returned an error. Your feed keeps showing its current posts, and the plugin tries again later.', 'central-posts' );
			case 'platform_timeout':
				return __( 'The platform did not respond in time. Your feed keeps showing its current posts, and the plugin tries again later.', 'central-posts' );
			case 'platform_not_connectable':
				return __( 'Accounts of this platform cannot be connected. Enter a profile instead.', 'central-posts' );
			case 'return_not_allowed':
				return __( 'The plugin asked to return to a page outside of this site. Update the plugin, or report this to its author.', 'central-posts' );
			case 'connection_limit_reached':
				return __( 'Your license allows no further connected account. Disconnect one, or ask your provider for another plan.', 'central-posts' );
			case 'connection_unknown':
				return __( 'This connected account is not available to this site. Connect the account again.', 'central-posts' );
			case 'connection_required':
				return __( 'This platform shows posts only of connected accounts. Connect the account first.', 'central-posts' );
			case 'connection_ended':
				return __( 'The owner’s permission for this account has ended. Connect the account again.', 'central-posts' );
			case 'link_malformed':
				return __( 'This is not the URL of a page. Enter a URL that begins with https:// and contains no spaces.', 'central-posts' );
			case 'link_blocked':
				return __( 'This URL is not on the public web, so it cannot be shown.', 'central-posts' );
			case 'link_unresolvable':
				return __( 'No website was found under this name. Check the URL for typing errors.', 'central-posts' );
			case 'link_unreachable':
				return __( 'The website cannot be reached at the moment. Try again later.', 'central-posts' );
			case 'link_tls_error':
				return __( 'The website’s certificate is not valid, so the page cannot be shown.', 'central-posts' );
			case 'link_status':
				return __( 'The website does not show this page. It may be gone, or visible only to people who sign in.', 'central-posts' );
			case 'link_redirects':
				return __( 'This URL redirects too many times. Open the page in a browser and copy the URL that you see there.', 'central-posts' );
			case 'link_too_large':
				return __( 'The page is too large to read.', 'central-posts' );
			case 'link_timeout':
				return __( 'The website did not respond in time. Try again later.', 'central-posts' );
			case 'forbidden':
				return __( 'Your account at the service is not allowed to do this.', 'central-posts' );
			case 'conflict':
				return __( 'The current state does not allow this action. Reload the page and check what has changed.', 'central-posts' );
			case 'idempotency_key_in_use':
				return __( 'The service is still processing the same request. Try again in a second.', 'central-posts' );
			case 'idempotency_key_reused':
				return __( 'The plugin sent an invalid request to the service. Update the plugin, or report this to its author.', 'central-posts' );
			case 'unavailable':
				return __( 'The service is busy. Try again in a few seconds.', 'central-posts' );
			case 'internal_error':
				return __( 'The service had an internal error. Try again. If the problem persists, send the request ID to your provider.', 'central-posts' );
			case 'network_error':
				return __( 'The service cannot be reached. Check the service URL, and whether your host allows outgoing connections.', 'central-posts' );
			case 'unexpected_answer':
				return __( 'The response did not come from the service. Check the service URL, and whether a firewall intercepts the connection.', 'central-posts' );
			case 'blocked_here':
				return __( 'WP_HTTP_BLOCK_EXTERNAL prevents this site from calling the service. Add the service to WP_ACCESSIBLE_HOSTS.', 'central-posts' );
			case 'not_set_up':
				return __( 'The service URL or the license key is missing. Enter both in the settings.', 'central-posts' );
			case 'key_unreadable':
				return __( 'The stored license key can no longer be decrypted, because the secret keys of this site have changed. Enter the license key again.', 'central-posts' );
			case 'table_missing':
				return __( 'The database table of this plugin is missing. Deactivate the plugin and activate it again. If this message stays, ask your host whether this site is allowed to create tables.', 'central-posts' );
			case 'not_recognized':
				return __( 'None of your platforms has a name like this. Enter the URL of a profile or a post, or a name such as @name, @name@mastodon.social or #tag.', 'central-posts' );
			case 'too_many_calls':
				return __( 'Too many requests in a short time. Wait a minute, then try again.', 'central-posts' );
			case 'too_many_shown':
				return __( 'This site has reached its limit of profiles and posts, or you have reached your limit for today. Remove profiles and posts that you no longer need, or try again tomorrow.', 'central-posts' );
			default:
				return __( 'Something went wrong. Try again. If the problem persists, send the request ID to your provider.', 'central-posts' );
		}
	}
}
