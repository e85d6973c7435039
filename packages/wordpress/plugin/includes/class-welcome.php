<?php
/**
 * The notice with the first step, for owners who have just activated the plugin.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Shown on the dashboard and in the list of plugins, until the site is set up or the user dismisses it. Works without a script.
 */
final class Welcome {

	const DISMISSED = 'central_posts_welcome_dismissed';
	const ACTION    = 'central_posts_dismiss';
	const SCREENS   = array( 'dashboard', 'plugins' );

	public static function init(): void {
		add_action( 'admin_notices', array( self::class, 'render' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'dismiss' ) );
	}

	public static function render(): void {
		$screen = get_current_screen();
		if ( null === $screen || ! in_array( $screen->id, self::SCREENS, true ) || ! current_user_can( 'manage_options' ) || Service::is_set_up() ) {
			return;
		}
		if ( '' !== get_user_meta( get_current_user_id(), self::DISMISSED, true ) ) {
			return;
		}
		$url = wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION ), self::ACTION );
		echo '<div class="notice notice-info is-dismissible"><p><strong>' . esc_html__( 'Connect Central Posts', 'central-posts' ) . '</strong></p>';
		echo '<p>' . esc_html__( 'Enter the service URL and your license key. Then add the block “Social feed” to a page.', 'central-posts' ) . '</p>';
		echo '<p><a class="button button-primary" href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Open the settings', 'central-posts' ) . '</a></p>';
		// A link instead of WordPress's button, which needs a script and only hides the notice until the next page.
		echo '<a class="notice-dismiss" href="' . esc_url( $url ) . '"><span class="screen-reader-text">' . esc_html__( 'Dismiss this notice', 'central-posts' ) . '</span></a></div>';
	}

	/** Hides the notice for the current user. */
	public static function dismiss(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to change these settings.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		update_user_meta( get_current_user_id(), self::DISMISSED, '1' );
		$referer = wp_get_referer();
		wp_safe_redirect( false === $referer ? admin_url() : $referer );
		exit;
	}
}
