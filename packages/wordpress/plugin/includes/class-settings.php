<?php
/**
 * The settings: stored values, overrides by constants and environment variables, and validation.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and writes a single option. Only the client receives the license key.
 */
final class Settings {

	const OPTION = 'central_posts_settings';

	/** Refresh intervals of a profile on the settings page, in hours. */
	const HOURS = array( 1, 3, 6, 12, 24 );

	const DEFAULTS = array(
		'url'    => '',
		'key'    => '',
		'hours'  => 3,
		'copies' => array(),
	);

	/** URL of the service, without a trailing slash; empty if it is not set. */
	public static function url(): string {
		return self::normalize_url( self::override( 'URL' ) ?? self::stored()['url'] );
	}

	/** The license key; empty if there is none or it cannot be decrypted. */
	public static function key(): string {
		return self::strip_invisible( self::override( 'KEY' ) ?? (string) Key_Encryption::decrypt( self::stored()['key'] ) );
	}

	/** Normalizes a service URL: adds a missing scheme, and removes the path of the API. */
	private static function normalize_url( string $text ): string {
		$plain = (string) preg_replace( '~(?<![:/])(?:/+api/v1)?/*$~Di', '', self::strip_invisible( $text ) );
		return '' === $plain || preg_match( '~://|^https?:(?!\d)~i', $plain ) ? $plain : "https://$plain";
	}

	/** What is wrong with a URL; '' if nothing is. @param string $typed Text from which the URL was made. */
	private static function url_fault( string $url, string $typed ): string {
		$scheme = Attributes::odd_scheme( $typed );
		if ( '' !== $scheme ) {
			/* translators: %s: beginning of a text, such as “htps://”. */
			return sprintf( __( 'The URL begins with “%s”. Enter it with https:// at its beginning.', 'central-posts' ), $scheme );
		}
		if ( false !== strpbrk( $url, '?#' ) ) {
			/* translators: %s: what follows a URL, such as “?key=1”. */
			return sprintf( __( 'The URL of a service has no “?” and no “#”. Remove “%s” from its end.', 'central-posts' ), strpbrk( $url, '?#' ) );
		}
		return self::is_service_url( esc_url_raw( $url, array( 'http', 'https' ) ) ) ? '' : __( 'This is not a valid service URL. Enter a URL such as https://api.example.com.', 'central-posts' );
	}

	/** Whether a URL has a valid host and no query or fragment, so that API paths can be appended. */
	private static function is_service_url( string $url ): bool {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '.' );
		return 1 === preg_match( '/^(?:[^\[\]:\s]+|\[[0-9a-f:.]+\])$/Di', $host ) && false === strpbrk( $url, '?#' );
	}

	/** Removes white space and invisible characters, which copying adds and neither a URL nor a key contains. */
	private static function strip_invisible( string $text ): string {
		$plain = preg_replace( '/[\s\x{A0}\x{AD}\x{200B}-\x{200F}\x{2028}-\x{202F}\x{2060}-\x{2064}\x{FEFF}]+/u', '', $text );
		// Not UTF-8: in Latin-1, the no-break space is a single byte.
		return $plain ?? (string) preg_replace( '/[\s\xA0]+/', '', $text );
	}

	/** Whether a constant or an environment variable sets this value, so that the settings page cannot: `URL` or `KEY`. */
	public static function is_overridden( string $name ): bool {
		return null !== self::override( $name );
	}

	/** Whether the stored key can no longer be decrypted, because the salts of this site have changed. */
	public static function is_key_unreadable(): bool {
		$sealed = self::stored()['key'];
		return null === self::override( 'KEY' ) && '' !== $sealed && null === Key_Encryption::decrypt( $sealed );
	}

	/** The last four characters of the key, the only part that is ever shown. */
	public static function key_suffix(): string {
		return substr( self::key(), -4 );
	}

	/** Refresh interval of a profile, in seconds. */
	public static function interval(): int {
		return self::stored()['hours'] * HOUR_IN_SECONDS;
	}

	/** Whether images of this platform are copied: the owner's setting, otherwise what the platform's terms allow. */
	public static function copies_images( string $platform ): bool {
		$copies = self::stored()['copies'];
		if ( isset( $copies[ $platform ] ) ) {
			return $copies[ $platform ];
		}
		foreach ( Service::platforms() as $each ) {
			if ( $each['id'] === $platform ) {
				return false !== ( $each['keepsPictures'] ?? null );
			}
		}
		return true;
	}

	/**
	 * The faults of submitted settings.
	 *
	 * @param array $input As in save().
	 * @return array<string, string> Messages by field: `url`, `key`.
	 */
	public static function errors( array $input ): array {
		$errors = array();
		$url    = self::normalize_url( (string) ( $input['url'] ?? '' ) );
		$fault  = '' === $url ? '' : self::url_fault( $url, self::strip_invisible( (string) $input['url'] ) );
		if ( '' !== $fault ) {
			$errors['url'] = $fault;
		}
		$key = self::strip_invisible( (string) ( $input['key'] ?? '' ) );
		if ( '' !== $key && ! preg_match( '/^[!-~]{8,1024}$/D', $key ) ) {
			$errors['key'] = Messages::for_code( 'license_malformed' );
		}
		return $errors;
	}

	/**
	 * The URL and the key that requests would use after these settings are saved.
	 *
	 * @param array $input As in save(), without faults.
	 * @return string[] `url` and `key`; empty if there is none.
	 */
	public static function connection( array $input ): array {
		$url = self::is_overridden( 'URL' ) || ! isset( $input['url'] ) ? self::url() : esc_url_raw( self::normalize_url( (string) $input['url'] ), array( 'http', 'https' ) );
		$key = self::is_overridden( 'KEY' ) ? '' : self::strip_invisible( (string) ( $input['key'] ?? '' ) );
		return array(
			'url' => $url,
			'key' => '' === $key ? ( empty( $input['forget_key'] ) ? self::key() : '' ) : $key,
		);
	}

	/**
	 * Saves submitted settings. Missing fields keep their values, and so does an invalid field.
	 *
	 * @param array $input `url`, `key` (empty: unchanged), `forget_key`, `hours`, `copies` (platform => '1' or '0').
	 * @return string Empty, or the messages of all invalid fields.
	 */
	public static function save( array $input ): string {
		$settings = self::stored();
		$errors   = self::errors( $input );
		if ( isset( $input['url'] ) && ! isset( $errors['url'] ) ) {
			$settings['url'] = esc_url_raw( self::normalize_url( (string) $input['url'] ), array( 'http', 'https' ) );
		}
		$key = self::strip_invisible( (string) ( $input['key'] ?? '' ) );
		if ( '' !== $key && ! isset( $errors['key'] ) ) {
			$settings['key'] = Key_Encryption::encrypt( $key );
		} elseif ( '' === $key && ! empty( $input['forget_key'] ) ) {
			$settings['key'] = '';
		}
		$hours = (int) ( $input['hours'] ?? $settings['hours'] );
		if ( in_array( $hours, self::HOURS, true ) ) {
			$settings['hours'] = $hours;
		}
		foreach ( (array) ( $input['copies'] ?? array() ) as $platform => $is_on ) {
			$settings['copies'][ sanitize_key( $platform ) ] = '1' === $is_on;
		}
		update_option( self::OPTION, $settings, true );
		return implode( ' ', $errors );
	}

	/** Stored settings, complete and with valid types. */
	private static function stored(): array {
		$option   = get_option( self::OPTION );
		$settings = array_intersect_key( is_array( $option ) ? $option : array(), self::DEFAULTS ) + self::DEFAULTS;
		foreach ( array( 'url', 'key' ) as $field ) {
			$settings[ $field ] = is_string( $settings[ $field ] ) ? $settings[ $field ] : '';
		}
		if ( ! in_array( $settings['hours'], self::HOURS, true ) ) {
			$settings['hours'] = self::DEFAULTS['hours'];
		}
		$settings['copies'] = array_map( 'boolval', (array) $settings['copies'] );
		return $settings;
	}

	/** Value of a constant, otherwise of the environment variable with the same name; null if neither is set. */
	private static function override( string $name ): ?string {
		$name = "CENTRAL_POSTS_$name";
		foreach ( array( defined( $name ) ? constant( $name ) : null, getenv( $name ) ) as $value ) {
			if ( is_string( $value ) && '' !== self::strip_invisible( $value ) ) {
				return $value;
			}
		}
		return null;
	}
}
