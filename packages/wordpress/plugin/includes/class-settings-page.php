<?php
/**
 * Settings → Central Posts: saves the form, checks the connection and refreshes. Settings_Form and Settings_Report render the page.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Every button works without a script. The page never contains the license key.
 */
final class Settings_Page {

	const PAGE   = 'central-posts';
	const ACTION = 'central_posts_save';

	/** Prefix of the transient with what the next page shows to a user: see feedback(). */
	const FEEDBACK = 'central_posts_trouble_';

	public static function init(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'save' ) );
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

	/** Saves the settings, checks the connection, or refreshes, depending on the button that was pressed. */
	public static function save(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to change these settings.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		$task = isset( $_POST['task'] ) ? sanitize_key( wp_unslash( $_POST['task'] ) ) : 'save';
		if ( 'refresh' === $task ) {
			self::refresh();
		}
		$input = self::input();
		if ( 'check' === $task ) {
			$errors = Settings::errors( $input );
			$check  = array() === $errors ? Connection_Check::run( ...array_values( Settings::connection( $input ) ) ) : null;
			self::remember( $input, $errors, $check );
			// The typed key is not kept, and the result may be that of the typed key.
			if ( '' === $input['key'] && ! isset( $errors['url'] ) && Settings::connection( $input )['url'] === Settings::url() ) {
				self::store_result( $check );
			}
			self::redirect( 'checked' );
		}
		self::apply( $input );
		self::redirect( 'saved' );
	}

	/** Saves valid values. A key that the service does not know is not stored: browsers fill passwords into such fields. */
	private static function apply( array $input ): void {
		$errors = Settings::errors( $input );
		$valid  = array_diff_key( $input, $errors );
		$check  = Connection_Check::run( ...array_values( Settings::connection( $valid ) ) );
		$is_new = '' !== ( $valid['key'] ?? '' );
		if ( $is_new && in_array( $check['code'], Connection_Check::UNKNOWN_KEY, true ) ) {
			unset( $valid['key'] );
			if ( '' !== Settings::key() ) {
				/* translators: %s: the last four characters of the key. */
				$check['errors']['key'] .= ' ' . sprintf( __( 'The stored key, which ends in %s, was not replaced.', 'central-posts' ), Settings::key_suffix() );
			}
			delete_transient( Service::ACCOUNT );
		} else {
			self::store_result( $check );
		}
		Settings::save( $valid );
		Service::clear_problem();
		Refresh::schedule();
		self::remember( $input, $errors, $check );
	}

	/** Caches what a check found, if requests use the same URL and key. */
	private static function store_result( ?array $check ): void {
		if ( null !== $check && null !== $check['result'] ) {
			Service::store_account( $check['result'] );
		} else {
			delete_transient( Service::ACCOUNT );
		}
	}

	/** The submitted values. */
	private static function input(): array {
		// save() has verified the nonce.
		// phpcs:disable WordPress.Security.NonceVerification.Missing
		$copies = array();
		// Settings::save() validates the values and sanitizes the keys.
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
		foreach ( (array) wp_unslash( $_POST['copies'] ?? array() ) as $platform => $is_on ) {
			$copies[ sanitize_key( $platform ) ] = '1' === $is_on ? '1' : '0';
		}
		$input = array(
			'copies' => $copies,
			'key'    => '',
		);
		foreach ( array( 'url', 'forget_key', 'hours' ) as $field ) {
			if ( isset( $_POST[ $field ] ) ) {
				$input[ $field ] = sanitize_text_field( wp_unslash( $_POST[ $field ] ) );
			}
		}
		if ( isset( $_POST['key'] ) && is_string( $_POST['key'] ) ) {
			// Not sanitized: sanitizing would remove characters that some shops use in keys. Settings accepts printable characters only.
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
			$input['key'] = trim( wp_unslash( $_POST['key'] ) );
		}
		// phpcs:enable
		return $input;
	}

	/** Refreshes what fits into one request. The rest follows in the background. */
	private static function refresh(): void {
		Items::make_all_due( time() );
		Service::clear_problem();
		try {
			Service::client()->recheck();
		} catch ( Api\ApiException $error ) {
			Service::record_problem( $error );
		}
		Refresh::run();
		self::redirect( 'refreshed' );
	}

	/**
	 * Keeps what the next page shows.
	 *
	 * @param array      $input Submitted values.
	 * @param string[]   $errors Messages of invalid fields.
	 * @param array|null $check Return value of Connection_Check::run().
	 */
	private static function remember( array $input, array $errors, ?array $check ): void {
		set_transient(
			self::FEEDBACK . get_current_user_id(),
			array(
				'url'      => $input['url'] ?? null,
				'is_typed' => '' !== $input['key'],
				'invalid'  => array_keys( $errors ),
				'errors'   => $errors + ( $check['errors'] ?? array() ),
				'steps'    => $check['steps'] ?? array(),
				'plan'     => $check['plan'] ?? '',
			),
			MINUTE_IN_SECONDS
		);
	}

	/** What the last press of a button had as its result. @return array `notice`; after saving and checking also what remember() keeps. */
	private static function feedback(): array {
		// Only selects a message.
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$notice = isset( $_GET['notice'] ) ? sanitize_key( wp_unslash( $_GET['notice'] ) ) : '';
		$kept   = in_array( $notice, array( 'saved', 'checked' ), true ) ? get_transient( self::FEEDBACK . get_current_user_id() ) : null;
		return array( 'notice' => $notice ) + ( is_array( $kept ) ? $kept : array() );
	}

	/** @return never */
	private static function redirect( string $notice ): void {
		wp_safe_redirect( add_query_arg( 'notice', $notice, self::url() ) );
		exit;
	}

	public static function render(): void {
		$feedback = self::feedback();
		$account  = Service::is_set_up() ? Service::account() : array();
		$errors   = $feedback['errors'] ?? self::errors_of( $account );
		echo '<div class="wrap central-posts-settings"><h1>' . esc_html__( 'Central Posts', 'central-posts' ) . '</h1>';
		self::render_notice( $feedback, $errors );
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		echo '<input type="hidden" name="action" value="' . esc_attr( self::ACTION ) . '">';
		wp_nonce_field( self::ACTION );
		echo '<div class="central-posts-columns">';
		Settings_Form::render( $feedback, $errors );
		Settings_Report::render_connection( $feedback, $errors, $account );
		echo '</div>';
		if ( Service::is_set_up() ) {
			Settings_Report::render_items( $account['problem']['code'] ?? '' );
		}
		echo '</form></div>';
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
