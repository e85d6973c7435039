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

	public static function init(): void {
		add_action( 'admin_notices', array( self::class, 'render' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'dismiss' ) );
	}

	public static function render(): void {
		if ( ! Owner_Notice::may_show() || Service::is_set_up() ) {
			return;
		}
		if ( '' !== get_user_meta( get_current_user_id(), self::DISMISSED, true ) ) {
			return;
		}
		echo '<div class="notice notice-info is-dismissible"><p><strong>' . esc_html__( 'Connect Central Posts', 'central-posts' ) . '</strong></p>';
		echo '<p>' . esc_html__( 'Enter the service URL and your license key. Then add the block “Social feed” to a page.', 'central-posts' ) . '</p>';
		echo '<p><a class="button button-primary" href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Open the settings', 'central-posts' ) . '</a></p>';
		echo wp_kses_post( Owner_Notice::dismiss_link( self::ACTION ) ) . '</div>';
	}

	/** Hides the notice for the current user. */
	public static function dismiss(): void {
		Owner_Notice::dismiss( self::ACTION, self::DISMISSED, '1' );
	}
}
