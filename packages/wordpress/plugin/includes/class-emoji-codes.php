<?php
/**
 * Custom emoji of a server: the API has the short codes that people typed, such as `:rye_bread:`, and no images of them.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * On these platforms, such codes are emoji. In posts of others they may be code.
 */
final class Emoji_Codes {

	const PLATFORMS = array( 'mastodon', 'misskey', 'lemmy' );

	/** A short code, with the name of its server where Misskey adds it. Times and parts of URLs are none. */
	const CODE = '/(?<![A-Za-z0-9_:\/]):(?=[0-9_+-]{0,64}[a-z])([A-Za-z0-9_+-]{2,64})(?:@[A-Za-z0-9_.-]{1,100})?:(?![A-Za-z0-9_:])/i';

	/** A text with the names of emoji, without their colons: nothing that somebody wrote disappears. */
	public static function named( string $text, string $platform ): string {
		return in_array( $platform, self::PLATFORMS, true ) ? (string) preg_replace( self::CODE, '$1', $text ) : $text;
	}

	/** The same for what stands between tags. */
	public static function named_in_html( string $html, string $platform ): string {
		return (string) preg_replace_callback(
			'/[^<>]+(?=<|$)/D',
			static function ( array $part ) use ( $platform ): string {
				return self::named( $part[0], $platform );
			},
			$html
		);
	}

	/** The name of a person without emoji, unless it has nothing else. */
	public static function without( string $name ): string {
		$rest = trim( (string) preg_replace( array( self::CODE, '/ {2,}/' ), array( '', ' ' ), $name ) );
		return '' === $rest ? (string) preg_replace( self::CODE, '$1', $name ) : $rest;
	}
}
