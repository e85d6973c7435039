<?php
/**
 * What the notices for the owner of the site have in common.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Notices on the dashboard and in the list of plugins, which each user can dismiss. They work without a script.
 */
final class Owner_Notice {

	const SCREENS = array( 'dashboard', 'plugins' );

	/** Whether the screen shows such notices, and to this user. */
	public static function may_show(): bool {
		$screen = get_current_screen();
		return null !== $screen && in_array( $screen->id, self::SCREENS, true ) && current_user_can( 'manage_options' );
	}

	/** A link instead of WordPress's button, which needs a script and only hides the notice until the next page. */
	public static function dismiss_link( string $action ): string {
		$url = wp_nonce_url( admin_url( 'admin-post.php?action=' . $action ), $action );
		return '<a class="notice-dismiss" href="' . esc_url( $url ) . '"><span class="screen-reader-text">' . esc_html__( 'Dismiss this notice', 'central-posts' ) . '</span></a>';
	}

	/** Records for the current user that the notice was dismissed, and ends the request. @param string $name User meta. */
	public static function dismiss( string $action, string $name, string $value ): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to change these settings.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( $action );
		update_user_meta( get_current_user_id(), $name, $value );
		$referer = wp_get_referer();
		wp_safe_redirect( false === $referer ? admin_url() : $referer );
		exit;
	}
}
