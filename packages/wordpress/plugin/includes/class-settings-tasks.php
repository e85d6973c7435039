<?php
/**
 * Connects the buttons of the settings page with what they do: save, check the connection, refresh.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A press leads to a new request, which shows the result.
 */
final class Settings_Tasks {

	const ACTION = 'central_posts_save';

	/** Prefix of the transient with what the next page shows to a user: see Settings_Page. */
	const FEEDBACK = 'central_posts_trouble_';

	public static function init(): void {
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'save' ) );
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

	/** @return never */
	private static function redirect( string $notice ): void {
		wp_safe_redirect( add_query_arg( 'notice', $notice, Settings_Page::url() ) );
		exit;
	}
}
