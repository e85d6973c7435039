<?php
/**
 * The REST route of the settings page, which checks a URL and a key before they are saved.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Requires `manage_options` and a nonce. Neither stores nor returns a key.
 */
final class Settings_Rest {

	const PER_MINUTE = 20;

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		$text = array(
			'type'      => 'string',
			'default'   => '',
			'maxLength' => 2048,
		);
		register_rest_route(
			Rest::BASE,
			'/check-connection',
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'check' ),
				'permission_callback' => static function (): bool {
					return current_user_can( 'manage_options' );
				},
				'args'                => array(
					'url' => $text,
					'key' => $text,
				),
			)
		);
	}

	/**
	 * Checks the URL and the key in the fields. An empty key stands for the stored one.
	 *
	 * @return array|\WP_Error `connected`, `refused` (whether the typed key would not be stored), `errors` by field, `html` of the result.
	 */
	public static function check( \WP_REST_Request $request ) {
		if ( ! Rest::count_call( 'check', self::PER_MINUTE, MINUTE_IN_SECONDS ) ) {
			return new \WP_Error( 'too_many_calls', Messages::for_code( 'too_many_calls' ), array( 'status' => 429 ) );
		}
		$input  = array(
			'url' => (string) $request['url'],
			'key' => (string) $request['key'],
		);
		$errors = Settings::errors( $input );
		$check  = null;
		if ( array() === $errors ) {
			$connection = Settings::connection( $input );
			$check      = Connection_Check::run( $connection['url'], $connection['key'] );
			$errors     = $check['errors'];
			if ( null !== $check['result'] && Settings::url() === $connection['url'] && Settings::key() === $connection['key'] ) {
				Service::store_account( $check['result'] );
			}
		}
		$is_connected = '' !== ( $check['plan'] ?? '' );
		ob_start();
		Settings_Report::render_result( $is_connected, array() !== $errors, $check['steps'] ?? array(), $check['result']['account'] ?? null );
		return array(
			'connected' => $is_connected,
			'refused'   => isset( $errors['key'] ) && ( null === $check || in_array( $check['code'], Connection_Check::UNKNOWN_KEY, true ) ),
			'errors'    => (object) $errors,
			'html'      => (string) ob_get_clean(),
		);
	}
}
