<?php
/**
 * The settings: what is stored, what a constant or the environment says instead, and what is allowed.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and writes the one option. The key comes out of here for the client alone.
 */
final class Settings {

	const OPTION = 'central_posts_settings';

	/** Hours between two scans of a profile that the settings page offers. */
	const HOURS = array( 1, 3, 6, 12, 24 );

	const DEFAULTS = array(
		'url'    => '',
		'key'    => '',
		'hours'  => 3,
		'copies' => array(),
	);

	/** Where the service is, without a slash at its end; empty while nobody has said. */
	public static function url(): string {
		return self::address( self::given( 'URL' ) ?? self::stored()['url'] );
	}

	/** The license key; empty while there is none that can be read. */
	public static function key(): string {
		return self::unmarked( self::given( 'KEY' ) ?? (string) Key_Box::open( self::stored()['key'] ) );
	}

	/** One reading of an address, wherever it was written: with its scheme, and without the path of the calls. */
	private static function address( string $text ): string {
		$plain = (string) preg_replace( '~(?<![:/])(?:/+api/v1)?/*$~Di', '', self::unmarked( $text ) );
		return '' === $plain || preg_match( '~://|^https?:(?!\d)~i', $plain ) ? $plain : "https://$plain";
	}

	/** Whether it names a host, and paths can be put behind it. */
	private static function is_of_service( string $url ): bool {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '.' );
		return 1 === preg_match( '/^(?:[^\[\]:\s]+|\[[0-9a-f:.]+\])$/Di', $host ) && false === strpbrk( $url, '?#' );
	}

	/** Without white space and marks that nobody sees: neither an address nor a key holds any, and copying brings them along. */
	private static function unmarked( string $text ): string {
		$plain = preg_replace( '/[\s\x{A0}\x{AD}\x{200B}-\x{200F}\x{2028}-\x{202F}\x{2060}-\x{2064}\x{FEFF}]+/u', '', $text );
		// In what is no UTF-8, a single byte stands for the space of a settings file in Latin-1.
		return $plain ?? (string) preg_replace( '/[\s\xA0]+/', '', $text );
	}

	/** Whether a constant or the environment has it, so that the settings page does not: `URL` or `KEY`. */
	public static function is_given( string $name ): bool {
		return null !== self::given( $name );
	}

	/** Whether a key is stored that cannot be read any more: the salts of this site have changed. */
	public static function is_key_lost(): bool {
		$sealed = self::stored()['key'];
		return null === self::given( 'KEY' ) && '' !== $sealed && null === Key_Box::open( $sealed );
	}

	/** All of the key that is ever shown. */
	public static function key_end(): string {
		return substr( self::key(), -4 );
	}

	/** Seconds between two scans of a profile. */
	public static function interval(): int {
		return self::stored()['hours'] * HOUR_IN_SECONDS;
	}

	/** Whether pictures of this platform are copied: what the owner said, else what its terms let a site do. */
	public static function copies( string $platform ): bool {
		$said = self::stored()['copies'];
		if ( isset( $said[ $platform ] ) ) {
			return $said[ $platform ];
		}
		foreach ( Service::platforms() as $each ) {
			if ( $each['id'] === $platform ) {
				return false !== ( $each['keepsPictures'] ?? null );
			}
		}
		return true;
	}

	/**
	 * Takes what a form sent, and keeps what it left out.
	 *
	 * @param array $input `url`, `key` (empty: as it was), `forget_key`, `hours`, `copies` (platform => '1' or '0').
	 * @return string Empty, or a sentence that says what is wrong; nothing is changed then.
	 */
	public static function save( array $input ): string {
		$settings = self::stored();
		$trouble  = '';
		$said     = self::address( (string) ( $input['url'] ?? $settings['url'] ) );
		$url      = esc_url_raw( $said, array( 'http', 'https' ) );
		if ( '' !== $said && ! self::is_of_service( $url ) ) {
			$trouble = __( 'This is not an address of a service. It begins with https://.', 'central-posts' );
		} else {
			$settings['url'] = $url;
		}
		$key = self::unmarked( (string) ( $input['key'] ?? '' ) );
		if ( '' !== $key && ! preg_match( '/^[!-~]{8,1024}$/D', $key ) ) {
			$trouble = Messages::of( 'license_malformed' );
		} elseif ( '' !== $key ) {
			$settings['key'] = Key_Box::seal( $key );
		} elseif ( ! empty( $input['forget_key'] ) ) {
			$settings['key'] = '';
		}
		$hours = (int) ( $input['hours'] ?? $settings['hours'] );
		if ( in_array( $hours, self::HOURS, true ) ) {
			$settings['hours'] = $hours;
		}
		foreach ( (array) ( $input['copies'] ?? array() ) as $platform => $said ) {
			$settings['copies'][ sanitize_key( $platform ) ] = '1' === $said;
		}
		update_option( self::OPTION, $settings, true );
		return $trouble;
	}

	/** What is stored, whole and of the right types. */
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

	/** Of a constant, else of an environment variable of the same name; null where neither says anything. */
	private static function given( string $name ): ?string {
		$name = "CENTRAL_POSTS_$name";
		foreach ( array( defined( $name ) ? constant( $name ) : null, getenv( $name ) ) as $value ) {
			if ( is_string( $value ) && '' !== self::unmarked( $value ) ) {
				return $value;
			}
		}
		return null;
	}
}
