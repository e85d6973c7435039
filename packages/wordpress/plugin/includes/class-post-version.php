<?php
/**
 * Identifies a post, and the version of it that a person has approved.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Neither depends on names and handles of authors, nor on signatures and hosts of image URLs: all of these change while the post stays
 * the same.
 */
final class Post_Version {

	/** Identifies a post by platform and id, so that a new handle or URL does not change it. 40 hexadecimal digits. */
	public static function key( string $platform, array $post ): string {
		return sha1( $platform . "\n" . (string) ( $post['id'] ?? $post['url'] ?? '' ) );
	}

	/** Hash of what a visitor sees of a post. Changes when its author edits it. 32 hexadecimal digits. */
	public static function hash( array $post ): string {
		$parts = array();
		foreach ( array( 'title', 'summary', 'text' ) as $name ) {
			$parts[] = $post[ $name ] ?? null;
		}
		foreach ( (array) ( $post['media'] ?? array() ) as $medium ) {
			$parts[] = array( $medium['type'] ?? null, $medium['alt'] ?? null, self::target( $medium['embedUrl'] ?? null ) );
		}
		foreach ( array_diff_key( Post_Images::urls( $post + array( 'media' => array() ), false ), array( 'avatar' => true ) ) as $url ) {
			$parts[] = (string) preg_replace( '~^https?://[^/?#]*~i', '', self::target( $url ) );
		}
		preg_match_all( '/href="([^"]*)"/', (string) ( $post['html'] ?? '' ), $links );
		$parts[] = array_map( array( self::class, 'target' ), $links[1] );
		$parts[] = array( $post['link']['url'] ?? null, $post['link']['title'] ?? null, $post['link']['description'] ?? null );
		$parts[] = array_column( (array) ( $post['poll']['options'] ?? array() ), 'text' );
		$parts[] = array( $post['repostOf']['id'] ?? null, $post['quoteOf']['id'] ?? null );
		return md5( (string) wp_json_encode( $parts, JSON_INVALID_UTF8_SUBSTITUTE ) );
	}

	/**
	 * A URL without its signature.
	 *
	 * @param mixed $url URL or null.
	 */
	private static function target( $url ): string {
		return is_string( $url ) ? Signed_Url::without_signature( $url ) : '';
	}
}
