<?php
/**
 * Recognizes which platforms a text may belong to: a URL, or a name such as `@name`, `@name@host` or `#tag`.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Compares the shape of the text with the shapes of the example handles that the service returns for each platform, so that a platform
 * that the service adds is recognized as well. Sends no request.
 */
final class Recognizer {

	/** Words that stand for any value in the example handles, where they name a host or the first part of a path. */
	const VARIABLES = array( 'name', 'user', 'owner', 'channel', 'site', 'blog', 'publication' );

	/** Local parts of a handle that mean something themselves: `@index@site.example` is a whole site. */
	const LITERALS = array( 'index' );

	/** The made-up host of the sandbox, which stands for itself. Any other host under `.example` stands for every host. */
	const SANDBOX_HOST = 'sandbox.example';

	/** The platform to try first if several fit: most servers of the fediverse understand it. */
	const LIKELIEST = 'mastodon';

	/**
	 * Returns the platforms that may have such a profile, the likeliest first.
	 *
	 * @param string  $text URL or name.
	 * @param array[] $platforms Platforms of the license.
	 * @return string[] Ids of platforms.
	 */
	public static function candidates( string $text, array $platforms ): array {
		$shape = self::shape( $text );
		if ( preg_match( '/\s/', trim( $text ) ) || array( 'other' ) === $shape['forms'] ) {
			return array();
		}
		$known = array();
		$alike = array_fill_keys( $shape['forms'], array() );
		foreach ( $platforms as $platform ) {
			foreach ( self::examples( $platform ) as $example ) {
				$of_example = self::shape( $example );
				$form       = $of_example['forms'][0];
				if ( '' !== $of_example['host'] && '*' !== $of_example['host'] ) {
					$known = array_merge( $known, self::is_host( $shape['host'], $of_example['host'] ) ? array( $platform['id'] ) : array() );
				} elseif ( isset( $alike[ $form ] ) && ( '' === $of_example['host'] ) === ( '' === $shape['host'] ) ) {
					$alike[ $form ][] = $platform['id'];
				}
			}
		}
		$found = array_unique( array() === $known ? (array) ( array_values( array_filter( $alike ) )[0] ?? array() ) : $known );
		return array_values( array_unique( array_merge( array_intersect( array( self::LIKELIEST ), $found ), $found ) ) );
	}

	/** Whether a text names the server of a profile, so that it belongs to one platform at most. */
	public static function names_host( string $text ): bool {
		return '' !== self::shape( $text )['host'];
	}

	/** Whether a text is a URL, with or without its scheme. */
	public static function is_url( string $text ): bool {
		return 1 === preg_match( '~^(?:https?://|[\w-]+(?:\.[\w-]+)+/)~i', $text );
	}

	/**
	 * The shape of a text.
	 *
	 * @return array `host`: empty if the text names none, `*` if it stands for every host; `forms`: everything else, with `*` for
	 *               values, the most specific form first.
	 */
	private static function shape( string $text ): array {
		$text = trim( $text );
		if ( preg_match( '~^(?:https?://)?(?<host>[\w-]+(?:\.[\w-]+)+(?::\d+)?)(?<path>[/?#].*)?$~i', $text, $parts ) ) {
			return self::form( self::path( (string) preg_replace( '/[?#].*$/s', '', $parts['path'] ?? '' ) ), self::host( $parts['host'] ) );
		}
		if ( preg_match( '~^(?<scheme>[a-z]+):~i', $text, $parts ) ) {
			return self::form( strtolower( $parts['scheme'] ) . ':' );
		}
		// `@name@host`, `#tag@host`, `!community@host`, `name@host`.
		if ( preg_match( '~^(?<sign>[@#!]?)(?<local>[^@\s/]+)@(?<host>[^@\s/]+)$~', $text, $parts ) ) {
			$local = in_array( $parts['local'], self::LITERALS, true ) ? $parts['local'] : '*';
			$local = false === strpos( $parts['local'], '.' ) ? $local : '*.*';
			return false === strpos( $parts['host'], '.' ) ? self::form( $parts['sign'] . "$local@word" ) : self::form( $parts['sign'] . "$local@*", self::host( $parts['host'] ) );
		}
		if ( preg_match( '~^/?(?<first>[^/@#!\s]+)/\S~', $text, $parts ) ) {
			$first = strtolower( $parts['first'] );
			return in_array( $first, self::VARIABLES, true ) ? self::form( '*/*' ) : array(
				'host'  => '',
				'forms' => array( "$first/*", '*/*' ),
			);
		}
		return self::form( preg_match( '~^(?<sign>[@#!]?)[^@#!/\s]+$~', $text, $parts ) ? $parts['sign'] . '*' : 'other' );
	}

	private static function form( string $form, string $host = '' ): array {
		return array(
			'host'  => $host,
			'forms' => array( $form ),
		);
	}

	/** A host without its usual subdomains and variable labels; `*` for one that stands for every host. */
	private static function host( string $host ): string {
		$host = (string) preg_replace( '/^(?:www|m|mobile)\.(?=.*\.)/', '', strtolower( $host ) );
		if ( preg_match( '/\.example$/', $host ) && self::SANDBOX_HOST !== $host ) {
			return '*';
		}
		$label = (string) strtok( $host, '.' );
		return in_array( $label, self::VARIABLES, true ) ? substr( $host, strlen( $label ) + 1 ) : $host;
	}

	/** The form of a path: `/@*`, `/u/*`, `/tags/*`, `/` or `feed`. */
	private static function path( string $path ): string {
		if ( preg_match( '~\.(?:xml|rss|atom|json)$|/(?:feed|rss)/?$~i', $path ) ) {
			return 'feed';
		}
		$segments = array_values( array_filter( explode( '/', $path ), 'strlen' ) );
		if ( array() === $segments ) {
			return '/';
		}
		if ( '@' === $segments[0][0] ) {
			return '/@*';
		}
		return '/' . strtolower( $segments[0] ) . ( 1 === count( $segments ) ? '' : '/*' );
	}

	private static function is_host( string $host, string $known ): bool {
		return $host === $known || substr( $host, - strlen( ".$known" ) ) === ".$known";
	}

	/** The example handles of a platform, of all its kinds of profiles. @return string[] */
	private static function examples( array $platform ): array {
		$examples = $platform['handles'];
		foreach ( is_array( $platform['kinds'] ?? null ) ? $platform['kinds'] : array() as $kind ) {
			$examples = array_merge( $examples, is_array( $kind['handles'] ?? null ) ? $kind['handles'] : array() );
		}
		return array_filter( array_unique( $examples, SORT_REGULAR ), 'is_string' );
	}
}
