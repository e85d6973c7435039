<?php
/**
 * Vets every host before this plugin sends a request to it: wp_safe_remote_get() allows many private addresses, such as
 * cloud metadata services.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

use WpOrg\Requests\IdnaEncoder;

defined( 'ABSPATH' ) || exit;

/**
 * With cURL, a request connects to the same addresses that were vetted. Requests of other plugins are not affected.
 */
final class Egress {

	const REDIRECTS = 3;

	/** Other host names, such as `%6c`, resolve differently in WordPress and here. */
	const HOST_NAME = '/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/D';

	/** @var bool Whether the current request goes to an untrusted URL. */
	private static $is_untrusted = false;
	/** @var string URL of a service that is checked before it is stored. */
	private static $candidate = '';
	/** @var array<string, string[]> Vetted IP addresses by `host:port`. */
	private static $pinned = array();

	public static function init(): void {
		// Runs last: a request that another plugin answers needs no check.
		add_filter( 'pre_http_request', array( self::class, 'vet' ), PHP_INT_MAX, 3 );
		add_action( 'http_api_curl', array( self::class, 'pin' ), 10, 3 );
	}

	/**
	 * Fetches an untrusted URL and follows its redirects.
	 *
	 * @param string $url Untrusted URL.
	 * @param array  $options Arguments of wp_safe_remote_get().
	 * @return array|\WP_Error
	 */
	public static function get( string $url, array $options ) {
		self::$is_untrusted = true;
		try {
			for ( $hop = 0;; $hop++ ) {
				$response = wp_safe_remote_get( $url, array( 'redirection' => 0 ) + $options );
				$location = wp_remote_retrieve_header( $response, 'location' );
				$location = is_array( $location ) ? (string) end( $location ) : $location;
				if ( '' === $location || $hop >= self::REDIRECTS || 3 !== intdiv( (int) wp_remote_retrieve_response_code( $response ), 100 ) ) {
					return $response;
				}
				$url = \WP_Http::make_absolute_url( $location, $url );
			}
		} finally {
			self::$is_untrusted = false;
		}
	}

	/**
	 * Treats a URL as that of the service while a function runs.
	 *
	 * @param string   $url URL of a service, without a trailing slash.
	 * @param callable $callback Function without parameters.
	 * @return mixed Its return value.
	 */
	public static function as_service( string $url, callable $callback ) {
		self::$candidate = $url;
		try {
			return $callback();
		} finally {
			self::$candidate = '';
		}
	}

	/** IP addresses of the host of a URL, in the order of the name server. Empty if the name does not resolve. @return string[] */
	public static function addresses_of( string $url ): array {
		return self::resolve( self::host_of( $url ) );
	}

	/**
	 * Blocks requests to hosts that are not allowed.
	 *
	 * @param false|array|\WP_Error $response Response from another filter; false for none.
	 * @param array                 $options Arguments of the request.
	 * @param string                $url URL of the request.
	 * @return false|array|\WP_Error
	 */
	public static function vet( $response, array $options, string $url ) {
		$is_service = self::is_service( $url );
		if ( false !== $response || ( ! self::$is_untrusted && ! $is_service ) || self::is_own_host( $url ) ) {
			return $response;
		}
		$host      = self::host_of( $url );
		$addresses = self::resolve( $host );
		foreach ( $addresses as $address ) {
			$is_allowed = self::$is_untrusted ? Ip_Ranges::is_public( $address ) : Ip_Ranges::is_allowed_for_service( $address );
			if ( ! $is_allowed ) {
				$addresses = array();
			}
		}
		if ( array() === $addresses ) {
			return new \WP_Error( 'http_request_not_executed', __( 'This URL is not on the public web, so it cannot be shown.', 'central-posts' ) );
		}
		if ( ! Ip_Ranges::is_ip( $host ) ) {
			self::$pinned[ $host . ':' . self::port_of( $url ) ] = $addresses;
		}
		return false;
	}

	/**
	 * Makes cURL connect to the vetted addresses, so that DNS rebinding has no effect.
	 *
	 * @param resource|\CurlHandle $handle Handle of the request.
	 * @param array                $options Arguments of the request.
	 * @param string               $url URL of the request.
	 */
	public static function pin( $handle, array $options, string $url ): void {
		$host = self::host_of( $url );
		$port = self::port_of( $url );
		if ( ! isset( self::$pinned[ "$host:$port" ] ) || ( ! self::$is_untrusted && ! self::is_service( $url ) ) ) {
			return;
		}
		// cURL accepts several addresses since version 7.59.
		$max       = curl_version()['version_number'] >= 0x073B00 ? null : 1; // phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_version
		$addresses = implode( ',', array_slice( self::$pinned[ "$host:$port" ], 0, $max ) );
		// cURL compares names literally, and treats a trailing dot differently in different versions.
		// phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_setopt
		curl_setopt( $handle, CURLOPT_RESOLVE, array( "$host:$port:$addresses", "$host.:$port:$addresses" ) );
	}

	private static function is_service( string $url ): bool {
		foreach ( array( Settings::url(), self::$candidate ) as $service ) {
			if ( '' !== $service && 0 === strpos( $url, "$service/" ) ) {
				return true;
			}
		}
		return false;
	}

	/** The site itself, which WordPress allows as well: on many hosts it has a private address. */
	public static function is_own_host( string $url ): bool {
		return self::host_of( $url ) === self::host_of( Service::site() ) && self::port_of( $url ) === self::port_of( Service::site() );
	}

	/** The host name that WordPress resolves, in lower case, without brackets and without a trailing dot. */
	private static function host_of( string $url ): string {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '[]' );
		try {
			$host = IdnaEncoder::encode( $host );
		} catch ( \Exception $error ) {
			return '';
		}
		return strtolower( (string) preg_replace( '/\.$/D', '', $host ) );
	}

	/** The port of a URL, also if it is the default of its scheme. */
	public static function port_of( string $url ): int {
		return (int) ( wp_parse_url( $url, PHP_URL_PORT ) ?? ( 'http' === wp_parse_url( $url, PHP_URL_SCHEME ) ? 80 : 443 ) );
	}

	/** @return string[] IP addresses. Empty if the name does not resolve, is a number, or is a name that other resolvers read differently. */
	private static function resolve( string $host ): array {
		if ( Ip_Ranges::is_ip( $host ) ) {
			return array( $host );
		}
		if ( ! preg_match( self::HOST_NAME, $host ) || preg_match( '/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/D', $host ) ) {
			return array();
		}
		// Some hosts disable one of the two functions.
		$addresses = function_exists( 'gethostbynamel' ) ? gethostbynamel( $host ) : array_diff( array( gethostbyname( $host ) ), array( $host ) );
		if ( is_array( $addresses ) && array() !== $addresses ) {
			return $addresses;
		}
		$records = function_exists( 'dns_get_record' ) ? dns_get_record( $host, DNS_AAAA ) : array();
		return is_array( $records ) ? array_column( $records, 'ipv6' ) : array();
	}
}
