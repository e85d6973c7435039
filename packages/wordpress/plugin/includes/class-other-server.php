<?php
/**
 * Describes what responded at the URL of the service and is not the service, and finds the URL that was meant.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Sends one more request at most: to the same server, without the path.
 */
final class Other_Server {

	/** Path at which the service says that it is alive. */
	const PROBE = '/healthz';

	/**
	 * Describes a response.
	 *
	 * @param string $url URL that the owner entered, without a trailing slash.
	 * @param array  $response Response of WordPress's HTTP API to PROBE below it.
	 * @param int    $seconds Time limit of another request.
	 * @return array<string, string> `text`: what was tried, and what came back. `advice`: what to do.
	 */
	public static function describe( string $url, array $response, int $seconds ): array {
		$status   = (int) wp_remote_retrieve_response_code( $response );
		$location = wp_remote_retrieve_header( $response, 'location' );
		$location = is_array( $location ) ? (string) end( $location ) : (string) $location;
		$title    = self::title_of( (string) wp_remote_retrieve_body( $response ) );
		if ( '' !== $location && 3 === intdiv( $status, 100 ) ) {
			return self::redirect( $url, $location );
		}
		if ( '' === $title ) {
			/* translators: 1: a URL, 2: an HTTP status, such as 404. */
			$text = sprintf( __( '%1$s responded with status %2$s, but not as the service', 'central-posts' ), $url, $status );
		} else {
			/* translators: 1: a URL, 2: an HTTP status, such as 404, 3: title of a page. */
			$text = sprintf( __( '%1$s responded with status %2$s and the page “%3$s”, but not as the service', 'central-posts' ), $url, $status, $title );
		}
		return array(
			'text'   => $text,
			'advice' => $status >= 500 ? __( 'The service or a server in front of it has a fault. Try again later, or contact your provider.', 'central-posts' ) : self::meant( $url, $seconds ),
		);
	}

	/** A redirect: to the same service under another URL, or to something else. */
	private static function redirect( string $url, string $location ): array {
		$target = \WP_Http::make_absolute_url( $location, $url . self::PROBE );
		$base   = substr( $target, 0, -strlen( self::PROBE ) );
		/* translators: 1: a URL, 2: a URL. */
		$text = sprintf( __( '%1$s redirects to %2$s', 'central-posts' ), $url, self::PROBE === substr( $target, -strlen( self::PROBE ) ) ? $base : $target );
		if ( self::PROBE !== substr( $target, -strlen( self::PROBE ) ) ) {
			return array(
				'text'   => $text,
				'advice' => __( 'This may be a sign-in page or a website. Enter the URL of the service itself.', 'central-posts' ),
			);
		}
		return array(
			'text'   => $text,
			/* translators: %s: a URL. */
			'advice' => sprintf( __( 'Enter %s instead.', 'central-posts' ), $base ),
		);
	}

	/** What to enter instead: the URL without its path, if the service is there. */
	private static function meant( string $url, int $seconds ): string {
		$parts  = (array) wp_parse_url( $url );
		$origin = ( $parts['scheme'] ?? 'https' ) . '://' . ( $parts['host'] ?? '' ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
		if ( ! empty( $parts['path'] ) && self::is_service( $origin, $seconds ) ) {
			/* translators: 1: path of a URL, such as /console, 2: a URL. */
			return sprintf( __( 'The service is there without the path %1$s. Enter %2$s instead.', 'central-posts' ), $parts['path'], $origin );
		}
		return __( 'Compare the URL with the one from your provider, its path included. If it is right, a firewall or a sign-in page may be in front of the service.', 'central-posts' );
	}

	private static function is_service( string $origin, int $seconds ): bool {
		$response = wp_remote_get(
			$origin . self::PROBE,
			array(
				'timeout'             => $seconds,
				'redirection'         => 0,
				'limit_response_size' => 4096,
			)
		);
		$body     = is_wp_error( $response ) ? null : json_decode( wp_remote_retrieve_body( $response ), true );
		return is_array( $body ) && 'alive' === ( $body['status'] ?? '' );
	}

	/** Title of a page; '' if the response is none. */
	private static function title_of( string $html ): string {
		return preg_match( '~<title[^>]*>(.*?)</title>~is', $html, $found ) ? Untrusted_Text::excerpt( html_entity_decode( wp_check_invalid_utf8( $found[1], true ), ENT_QUOTES ), 10 ) : '';
	}
}
