<?php
/**
 * The notice that a connected account ends or has ended, for those who can reconnect it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * One notice with one link, on the dashboard and in the list of plugins. A user can dismiss it until another account ends. Works without a script.
 */
final class Connected_Accounts_Notice {

	/** User meta: which ends the user dismissed. */
	const DISMISSED = 'central_posts_accounts_dismissed';
	const ACTION    = 'central_posts_dismiss_accounts';

	public static function init(): void {
		add_action( 'admin_notices', array( self::class, 'render' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'dismiss' ) );
	}

	public static function render(): void {
		if ( ! Owner_Notice::may_show() || ! Service::is_set_up() ) {
			return;
		}
		$accounts = self::accounts();
		if ( array() === $accounts || get_user_meta( get_current_user_id(), self::DISMISSED, true ) === self::fingerprint( $accounts ) ) {
			return;
		}
		echo '<div class="notice notice-warning is-dismissible"><p><strong>' . esc_html( self::title( $accounts ) ) . '</strong></p>';
		if ( 1 === count( $accounts ) ) {
			echo '<p>' . esc_html( Connected_Messages::advice( $accounts[0] ) ) . '</p>';
			/* translators: %s: name of an account. */
			echo '<p><a class="button button-primary" href="' . esc_url( Connected_Accounts_Tasks::reconnect_url( $accounts[0] ) ) . '">' . esc_html( sprintf( __( 'Reconnect %s', 'central-posts' ), $accounts[0]->title() ) ) . '</a></p>';
		} else {
			echo '<p>' . esc_html__( 'Reconnect them to keep getting new posts.', 'central-posts' ) . '</p>';
			echo '<p><a class="button button-primary" href="' . esc_url( Connected_Accounts_Tasks::url() ) . '">' . esc_html__( 'Open the connected accounts', 'central-posts' ) . '</a></p>';
		}
		echo wp_kses_post( Owner_Notice::dismiss_link( self::ACTION ) ) . '</div>';
	}

	/** Hides the notice for the current user, until another account ends. */
	public static function dismiss(): void {
		Owner_Notice::dismiss( self::ACTION, self::DISMISSED, self::fingerprint( self::accounts() ) );
	}

	/** @return Connected_Account[] */
	private static function accounts(): array {
		return array_values(
			array_filter(
				Connected_Accounts::all(),
				static function ( Connected_Account $account ): bool {
					return $account->needs_owner() && 'account_gone' !== $account->reason;
				}
			)
		);
	}

	/** @param Connected_Account[] $accounts Accounts. */
	private static function title( array $accounts ): string {
		if ( count( $accounts ) > 1 ) {
			/* translators: %s: number of accounts. */
			return sprintf( _n( '%s connected account needs you', '%s connected accounts need you', count( $accounts ), 'central-posts' ), number_format_i18n( count( $accounts ) ) );
		}
		$name = Glyphs::platform_name( $accounts[0]->platform );
		if ( 'ended' === $accounts[0]->state ) {
			/* translators: 1: name of an account, 2: name of a platform. */
			return sprintf( __( 'The permission for %1$s (%2$s) has ended', 'central-posts' ), $accounts[0]->title(), $name );
		}
		/* translators: 1: name of an account, 2: name of a platform. */
		return sprintf( __( 'The permission for %1$s (%2$s) ends soon', 'central-posts' ), $accounts[0]->title(), $name );
	}

	/** @param Connected_Account[] $accounts Accounts. */
	private static function fingerprint( array $accounts ): string {
		$parts = array();
		foreach ( $accounts as $account ) {
			$parts[] = "$account->id $account->state $account->ends_at";
		}
		sort( $parts );
		return sha1( implode( "\n", $parts ) );
	}
}
