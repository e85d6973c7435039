<?php
/**
 * Looks at every host that this plugin calls before it is called: wp_safe_remote_get() lets addresses of networks through,
 * those of the metadata services of clouds among them.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

use WpOrg\Requests\IdnaEncoder;

defined( 'ABSPATH' ) || exit;

/**
 * What is resolved is what is connected to, where cURL does it. Calls of others are none of its business.
 */
final class Egress {

	const REDIRECTS = 3;

	/** Anything else, such as `%6c`, is another name to WordPress than to what looks it up here. */
	const NAME = '/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/D';

	/** @var bool Whether pictures of strangers are fetched at the moment. */
	private static $is_of_strangers = false;
	/** @var array<string, string[]> Addresses that were looked at, by `host:port`. */
	private static $pinned = array();

	public static function init(): void {
		// Last: what answers in place of the network needs no look.
		add_filter( 'pre_http_request', array( self::class, 'vet' ), PHP_INT_MAX, 3 );
		add_action( 'http_api_curl', array( self::class, 'pin' ), 10, 3 );
	}

	/**
	 * Fetches what a stranger’s address names, redirects included.
	 *
	 * @param string $url Of a stranger.
	 * @param array  $options As wp_safe_remote_get() takes them.
	 * @return array|\WP_Error
	 */
	public static function get( string $url, array $options ) {
		self::$is_of_strangers = true;
		try {
			for ( $hop = 0;; $hop++ ) {
				$answer   = wp_safe_remote_get( $url, array( 'redirection' => 0 ) + $options );
				$location = wp_remote_retrieve_header( $answer, 'location' );
				$location = is_array( $location ) ? (string) end( $location ) : $location;
				if ( '' === $location || $hop >= self::REDIRECTS || 3 !== intdiv( (int) wp_remote_retrieve_response_code( $answer ), 100 ) ) {
					return $answer;
				}
				$url = \WP_Http::make_absolute_url( $location, $url );
			}
		} finally {
			self::$is_of_strangers = false;
		}
	}

	/**
	 * Refuses a call to where none may go.
	 *
	 * @param false|array|\WP_Error $answer What answers in place of the network.
	 * @param array                 $options Of the call.
	 * @param string                $url Of the call.
	 * @return false|array|\WP_Error
	 */
	public static function vet( $answer, array $options, string $url ) {
		$is_service = self::is_service( $url );
		if ( false !== $answer || ( ! self::$is_of_strangers && ! $is_service ) || self::is_own_host( $url ) ) {
			return $answer;
		}
		$host      = self::host_of( $url );
		$addresses = self::addresses_of( $host );
		foreach ( $addresses as $address ) {
			$may = self::$is_of_strangers ? Address_Ranges::is_public( $address ) : Address_Ranges::may_be_service( $address );
			if ( ! $may ) {
				$addresses = array();
			}
		}
		if ( array() === $addresses ) {
			return new \WP_Error( 'http_request_not_executed', __( 'This address is not on the public web, so it cannot be shown.', 'central-posts' ) );
		}
		if ( ! Address_Ranges::is_address( $host ) ) {
			self::$pinned[ $host . ':' . self::port_of( $url ) ] = $addresses;
		}
		return false;
	}

	/**
	 * Lets cURL connect to the addresses that were looked at, and not to what the name means a moment later.
	 *
	 * @param resource|\CurlHandle $handle Of the call.
	 * @param array                $options Of the call.
	 * @param string               $url Of the call.
	 */
	public static function pin( $handle, array $options, string $url ): void {
		$host = self::host_of( $url );
		$port = self::port_of( $url );
		if ( ! isset( self::$pinned[ "$host:$port" ] ) || ( ! self::$is_of_strangers && ! self::is_service( $url ) ) ) {
			return;
		}
		// Several addresses are understood from cURL 7.59 on.
		$most      = curl_version()['version_number'] >= 0x073B00 ? null : 1; // phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_version
		$addresses = implode( ',', array_slice( self::$pinned[ "$host:$port" ], 0, $most ) );
		// cURL compares names letter by letter, and whether it looks up the dot at the end of one depends on its version.
		// phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_setopt
		curl_setopt( $handle, CURLOPT_RESOLVE, array( "$host:$port:$addresses", "$host.:$port:$addresses" ) );
	}

	private static function is_service( string $url ): bool {
		$service = Settings::url();
		return '' !== $service && 0 === strpos( $url, "$service/" );
	}

	/** The site itself, which WordPress lets itself call, too: on many hosts it is at a private address. */
	private static function is_own_host( string $url ): bool {
		return self::host_of( $url ) === self::host_of( Service::site() ) && self::port_of( $url ) === self::port_of( Service::site() );
	}

	/** As WordPress has it looked up, in small letters, without brackets and a dot at its end. */
	private static function host_of( string $url ): string {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '[]' );
		try {
			$host = IdnaEncoder::encode( $host );
		} catch ( \Exception $failure ) {
			return '';
		}
		return strtolower( (string) preg_replace( '/\.$/D', '', $host ) );
	}

	private static function port_of( string $url ): int {
		return (int) ( wp_parse_url( $url, PHP_URL_PORT ) ?? ( 'http' === wp_parse_url( $url, PHP_URL_SCHEME ) ? 80 : 443 ) );
	}

	/** @return string[] Empty where it has none, or is a number or a name that others read differently. */
	private static function addresses_of( string $host ): array {
		if ( Address_Ranges::is_address( $host ) ) {
			return array( $host );
		}
		if ( ! preg_match( self::NAME, $host ) || preg_match( '/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/D', $host ) ) {
			return array();
		}
		// Hosts forbid one or the other.
		$addresses = function_exists( 'gethostbynamel' ) ? gethostbynamel( $host ) : array_diff( array( gethostbyname( $host ) ), array( $host ) );
		if ( is_array( $addresses ) && array() !== $addresses ) {
			return $addresses;
		}
		$records = function_exists( 'dns_get_record' ) ? dns_get_record( $host, DNS_AAAA ) : array();
		return is_array( $records ) ? array_column( $records, 'ipv6' ) : array();
	}
}
