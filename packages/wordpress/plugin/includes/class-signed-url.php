<?php
/**
 * What changes in the URL of a picture when its platform signs it anew, and what names another picture.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Pictures with a signed URL are fetched once, and not with every refresh.
 */
final class Signed_Url {

	/** Of URLs whose host and query, `host?query` in small letters, are such: which `name=value` changes. */
	const CHANGING = array(
		// Amazon, Google, Alibaba; CloudFront.
		'/^/' => array(
			'x-(?:amz|goog|oss)-[a-z0-9-]+',
			'(?:awsaccesskeyid|googleaccessid|ossaccesskeyid|security-token|expires|signature|policy|key-pair-id|keyname)',
			// ByteDance, Tencent, Patreon, Notion.
			'x-(?:expires|signature)',
			'q-(?:sign-algorithm|ak|sign-time|key-time|header-list|url-param-list|signature)',
			'(?:token-time|token-hash|expirationtimestamp)',
			// Akamai, Bunny, GitHub, Sina, and those after them; of imgix, Qiniu and others what a short name alone does not tell.
			'(?:hdnea|hdnts|hdntl|__token__|__gda__|token|token_path|auth_key|jwt|ssig|sig)',
			'(?:e|exp|expire|ext)=\d{10}',
			's=[0-9a-f]{32,64}',
		),
		// Azure: times, rights and keys of a shared access signature.
		'/[?&]sig=/' => array( '(?:sv|se|st|sr|sp|spr|ss|srt|skoid|sktid|skt|ske|sks|skv)' ),
		'/^[^?]*\.(?:fbcdn\.net|cdninstagram\.com)\?/' => array( '_nc_[a-z0-9_]+', '(?:oh|oe|stp|ccb|ccb-type|edm|efg|tp|cb|ig_cache_key|d)' ),
		'/^[^?]*\.fbsbx\.com\?/' => array( '(?:ext|hash)' ),
		'/^[^?]*\.tiktokcdn(?:-[a-z]+)?\.com\?/' => array( '(?:refresh_token|dr|t|ps|shp|shcp|idc|nonce|biz_tag|sc|s)' ),
		'/^(?:media(?:-exp\d)?|dms)\.licdn\.com\?/' => array( '(?:e|v|t)' ),
		'/^[^?]*\.(?:redd\.it|redditmedia\.com)\?/' => array( 's' ),
		'/^[^?]*\.discordapp\.(?:com|net)\?/' => array( '(?:ex|is|hm)' ),
		'/^[^?]*\.ytimg\.com\?/' => array( '(?:sqp|rs)' ),
	);

	/** The same for all that is signed at another time; without its fragment. */
	public static function unsigned( string $url ): string {
		list( $path, $query ) = explode( '?', explode( '#', $url, 2 )[0], 2 ) + array( '', '' );

		$whole = strtolower( wp_parse_url( $url, PHP_URL_HOST ) . "?$query" );
		$kept  = array();
		foreach ( explode( '&', $query ) as $pair ) {
			if ( '' !== $pair && ! self::is_changing( $whole, strtolower( rawurldecode( $pair ) ) ) ) {
				$kept[] = $pair;
			}
		}
		return array() === $kept ? $path : $path . '?' . implode( '&', $kept );
	}

	private static function is_changing( string $whole, string $pair ): bool {
		foreach ( self::CHANGING as $of => $patterns ) {
			if ( preg_match( $of, $whole ) && preg_match( '/^(?:' . implode( '|', $patterns ) . ')(?:=|$)/D', $pair ) ) {
				return true;
			}
		}
		return false;
	}
}
