<?php
/**
 * Removes signature parameters from an image URL, so that a URL that was signed again is recognized as the same image.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Images with signed URLs are therefore fetched once, and not at every refresh.
 */
final class Signed_Url {

	/** Pattern for `host?query` in lower case => patterns of its signature parameters (`name` or `name=value`). */
	const SIGNATURE_PARAMETERS = array(
		// Amazon, Google, Alibaba; CloudFront.
		'/^/' => array(
			'x-(?:amz|goog|oss)-[a-z0-9-]+',
			'(?:awsaccesskeyid|googleaccessid|ossaccesskeyid|security-token|expires|signature|policy|key-pair-id|keyname)',
			// ByteDance, Tencent, Patreon, Notion.
			'x-(?:expires|signature)',
			'q-(?:sign-algorithm|ak|sign-time|key-time|header-list|url-param-list|signature)',
			'(?:token-time|token-hash|expirationtimestamp)',
			// Akamai, Bunny, GitHub, Sina and others. The short names of imgix, Qiniu and others count only with a typical value.
			'(?:hdnea|hdnts|hdntl|__token__|__gda__|token|token_path|auth_key|jwt|ssig|sig)',
			'(?:e|exp|expire|ext)=\d{10}',
			's=[0-9a-f]{32,64}',
		),
		// Azure: times, permissions and keys of a shared access signature.
		'/[?&]sig=/' => array( '(?:sv|se|st|sr|sp|spr|ss|srt|skoid|sktid|skt|ske|sks|skv)' ),
		'/^[^?]*\.(?:fbcdn\.net|cdninstagram\.com)\?/' => array( '_nc_[a-z0-9_]+', '(?:oh|oe|stp|ccb|ccb-type|edm|efg|tp|cb|ig_cache_key|d)' ),
		'/^[^?]*\.fbsbx\.com\?/' => array( '(?:ext|hash)' ),
		'/^[^?]*\.tiktokcdn(?:-[a-z]+)?\.com\?/' => array( '(?:refresh_token|dr|t|ps|shp|shcp|idc|nonce|biz_tag|sc|s)' ),
		'/^(?:media(?:-exp\d)?|dms)\.licdn\.com\?/' => array( '(?:e|v|t)' ),
		'/^[^?]*\.(?:redd\.it|redditmedia\.com)\?/' => array( 's' ),
		'/^[^?]*\.discordapp\.(?:com|net)\?/' => array( '(?:ex|is|hm)' ),
		'/^[^?]*\.ytimg\.com\?/' => array( '(?:sqp|rs)' ),
	);

	/** Returns the URL without its signature parameters and its fragment. */
	public static function without_signature( string $url ): string {
		list( $path, $query ) = explode( '?', explode( '#', $url, 2 )[0], 2 ) + array( '', '' );

		$host_and_query = strtolower( wp_parse_url( $url, PHP_URL_HOST ) . "?$query" );
		$kept           = array();
		foreach ( explode( '&', $query ) as $pair ) {
			if ( '' !== $pair && ! self::is_signature_parameter( $host_and_query, strtolower( rawurldecode( $pair ) ) ) ) {
				$kept[] = $pair;
			}
		}
		return array() === $kept ? $path : $path . '?' . implode( '&', $kept );
	}

	private static function is_signature_parameter( string $host_and_query, string $pair ): bool {
		foreach ( self::SIGNATURE_PARAMETERS as $applies_to => $patterns ) {
			if ( preg_match( $applies_to, $host_and_query ) && preg_match( '/^(?:' . implode( '|', $patterns ) . ')(?:=|$)/D', $pair ) ) {
				return true;
			}
		}
		return false;
	}
}
