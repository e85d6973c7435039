<?php
/**
 * Settings → Central Posts. Settings_Form and Settings_Report render its parts; Settings_Tasks does what its buttons say.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Every button works without a script. The page never contains the license key.
 */
final class Settings_Page {

	const PAGE = 'central-posts';

	public static function init(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( CENTRAL_POSTS_FILE ), array( self::class, 'add_settings_link' ) );
	}

	public static function url(): string {
		return admin_url( 'options-general.php?page=' . self::PAGE );
	}

	public static function add_page(): void {
		$hook = add_options_page( __( 'Central Posts', 'central-posts' ), __( 'Central Posts', 'central-posts' ), 'manage_options', self::PAGE, array( self::class, 'render' ) );
		add_action( 'admin_print_styles-' . $hook, array( self::class, 'enqueue' ) );
	}

	public static function enqueue(): void {
		wp_enqueue_style( 'central-posts-settings', plugins_url( 'settings/settings.css', CENTRAL_POSTS_FILE ), array(), CENTRAL_POSTS_VERSION );
		wp_enqueue_script( 'central-posts-settings', plugins_url( 'settings/settings.js', CENTRAL_POSTS_FILE ), array( 'wp-api-fetch', 'wp-i18n' ), CENTRAL_POSTS_VERSION, array( 'in_footer' => true ) );
		wp_set_script_translations( 'central-posts-settings', 'central-posts', dirname( CENTRAL_POSTS_FILE ) . '/languages' );
	}

	public static function add_settings_link( array $links ): array {
		array_unshift( $links, '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Settings', 'central-posts' ) . '</a>' );
		return $links;
	}

	/** What the last press of a button had as its result. @return array `notice`; after saving and checking also what Settings_Tasks::remember() keeps. */
	private static function feedback(): array {
		// Only selects a message.
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$notice = isset( $_GET['notice'] ) ? sanitize_key( wp_unslash( $_GET['notice'] ) ) : '';
		$kept   = in_array( $notice, array( 'saved', 'checked' ), true ) ? get_transient( Settings_Tasks::FEEDBACK . get_current_user_id() ) : null;
		return array( 'notice' => $notice ) + ( is_array( $kept ) ? $kept : array() );
	}

	public static function render(): void {
		$feedback = self::feedback();
		$account  = Service::is_set_up() ? Service::account() : array();
		$errors   = $feedback['errors'] ?? self::errors_of( $account );
		echo '<div class="wrap central-posts-settings"><h1>' . esc_html__( 'Central Posts', 'central-posts' ) . '</h1>';
		self::render_notice( $feedback, $errors );
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		echo '<input type="hidden" name="action" value="' . esc_attr( Settings_Tasks::ACTION ) . '">';
		wp_nonce_field( Settings_Tasks::ACTION );
		echo '<div class="central-posts-columns">';
		Settings_Form::render( $feedback, $errors );
		Settings_Report::render_connection( $feedback, $errors, $account );
		echo '</div>';
		if ( Service::is_set_up() ) {
			Settings_Report::render_items( $account['problem']['code'] ?? '' );
		}
		echo '</form>';
		Connected_Accounts_Section::render();
		echo '</div>';
	}

	/** Messages by field for a fault that exists without pressing a button. @return array<string, string> */
	private static function errors_of( array $account ): array {
		$code    = Service::local_error();
		$problem = $account['problem'] ?? null;
		if ( '' !== $code ) {
			return 'not_set_up' === $code ? array() : array( Connection_Check::field_of( $code ) => Messages::for_code( $code ) );
		}
		return null === $problem ? array() : array( Connection_Check::field_of( $problem['code'] ) => Render::error_message( $problem['code'], $problem['request_id'] ) );
	}

	/** The message at the top. It is green only if everything works; a fault itself is shown beside its field. */
	private static function render_notice( array $feedback, array $errors ): void {
		$notice = $feedback['notice'];
		$text   = '';
		$type   = 'success';
		if ( 'refreshed' === $notice ) {
			$problem = Service::problem();
			$text    = null === $problem ? __( 'Refreshed. The rest follows in the background.', 'central-posts' ) : __( 'The refresh failed. See “Content shown on this site”.', 'central-posts' );
			$type    = null === $problem ? 'success' : 'error';
		} elseif ( array() !== ( $feedback['invalid'] ?? array() ) ) {
			$text = __( 'A value is not valid and was not saved. See the message below its field.', 'central-posts' );
			$type = 'error';
		} elseif ( 'saved' === $notice && array() !== $errors ) {
			$text = __( 'This site is not connected. See the message below the field. All other settings are saved.', 'central-posts' );
			$type = 'error';
		} elseif ( 'saved' === $notice ) {
			$text = Service::is_set_up() ? __( 'Settings saved. This site is connected.', 'central-posts' ) : __( 'Settings saved. Enter the service URL and the license key to connect this site.', 'central-posts' );
			$type = Service::is_set_up() ? 'success' : 'info';
		}
		if ( '' !== $text ) {
			wp_admin_notice(
				esc_html( $text ),
				array(
					'type'        => $type,
					'dismissible' => 'success' === $type,
				)
			);
		}
	}
}
