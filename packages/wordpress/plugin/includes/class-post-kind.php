<?php
/**
 * Which design a post gets. It follows from what the post has, so that a post of an older version or of an unknown kind gets one too.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Kinds: photo, gallery, video, audio, article, link, poll and text.
 */
final class Post_Kind {

	/** A text of at most so many characters is set in large type. */
	const SHORT_TEXT = 140;

	/** Emoji and signs alone, which stand in type of several times the size. */
	const EMOJI = '/^[^\p{L}]{1,12}$/Du';

	/** Design of a post's first medium by its type. */
	const MEDIA = array(
		'image' => 'photo',
		'video' => 'video',
		'gif'   => 'video',
		'audio' => 'audio',
	);

	public static function of( array $post ): string {
		$media = $post['media'] ?? array();
		$kind  = $post['kind'] ?? '';
		if ( null !== ( $post['poll'] ?? null ) ) {
			return 'poll';
		}
		if ( 'article' === $kind ) {
			return 'article';
		}
		if ( count( $media ) > 1 ) {
			return 'gallery';
		}
		if ( 1 === count( $media ) ) {
			return self::MEDIA[ $media[0]['type'] ?? '' ] ?? 'photo';
		}
		if ( null !== ( $post['link'] ?? null ) ) {
			return 'link';
		}
		return null === ( $post['title'] ?? null ) ? 'text' : 'article';
	}

	/** Whether the post is little but a short text. */
	public static function is_short( array $post ): bool {
		$text = (string) ( $post['text'] ?? $post['summary'] ?? '' );
		return 'text' === self::of( $post ) && null === ( $post['quoteOf'] ?? null ) && mb_strlen( $text ) <= self::SHORT_TEXT;
	}

	/** Whether the text of a short post is emoji alone. */
	public static function is_emoji( array $post ): bool {
		return self::is_short( $post ) && 1 === preg_match( self::EMOJI, (string) ( $post['text'] ?? $post['summary'] ?? '' ) );
	}
}
