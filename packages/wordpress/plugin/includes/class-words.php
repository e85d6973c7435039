<?php
/**
 * Finds words, phrases and hashtags in posts, as people compare them: without regard to case, accents and decorative letters.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A word matches whole words only: “ass” is not in “class”. A `*` at its end matches every ending. In scripts that do not put spaces
 * between words, it matches anywhere.
 */
final class Words {

	const MAX_LENGTH = 100;
	const MAX_NUMBER = 200;

	/** Separates words and phrases. White space does not, so that a phrase stays whole. */
	const SEPARATOR = '/[,;，、；\r\n]+/u';

	/**
	 * Splits and cleans words and phrases.
	 *
	 * @param mixed $value An array, or a string separated by commas.
	 * @return string[] Without duplicates.
	 */
	public static function parse( $value ): array {
		$parts = is_array( $value ) ? $value : (array) preg_split( self::SEPARATOR, wp_check_invalid_utf8( is_scalar( $value ) ? (string) $value : '', true ) );
		$found = array();
		foreach ( array_filter( array_map( array( Attributes::class, 'text' ), $parts ), 'strlen' ) as $text ) {
			$text                         = mb_substr( $text, 0, self::MAX_LENGTH );
			$found[ self::fold( $text ) ] = $text;
		}
		unset( $found[''], $found['*'] );
		return array_slice( array_values( $found ), 0, self::MAX_NUMBER );
	}

	/**
	 * Splits and cleans hashtags.
	 *
	 * @param mixed $value An array, or a string separated by spaces or commas.
	 * @return string[] Without `#`, and without duplicates.
	 */
	public static function parse_tags( $value ): array {
		$bare = array();
		foreach ( Attributes::names( $value ) as $tag ) {
			$bare[] = (string) preg_replace( '/^[#＃]+/u', '', $tag );
		}
		return self::parse( $bare );
	}

	/** The form in which texts are compared. */
	public static function fold( string $text ): string {
		$text = Lookalikes::compose( wp_check_invalid_utf8( $text, true ) );
		// Soft hyphens and zero-width characters split a word invisibly. The zero-width joiner is part of emoji.
		$text = (string) preg_replace( array( '/[\x{AD}\x{200B}\x{200C}\x{2060}\x{FEFF}]/u', '/\s+/u' ), array( '', ' ' ), $text );
		// German capitals have no ß, and WordPress would make a single s of it.
		$text = str_replace( 'ß', 'ss', mb_strtolower( $text, 'UTF-8' ) );
		// Accents may be characters of their own.
		return trim( (string) preg_replace( '/(?<=[a-z])[\p{Mn}\p{Me}]+/u', '', remove_accents( $text ) ) );
	}

	/** The form in which texts that look the same are the same, without accents. */
	private static function look( string $text ): string {
		return self::fold( Lookalikes::plain( wp_check_invalid_utf8( $text, true ) ) );
	}

	/** A text as it is and as it looks, for has_any(). */
	public static function both_forms( string $text ): string {
		$folded = self::fold( $text );
		$look   = self::look( $text );
		return $folded === $look ? $folded : $folded . "\n" . $look;
	}

	/**
	 * Whether a text has any of the words.
	 *
	 * @param string   $text Text, from both_forms().
	 * @param string[] $words Words and phrases.
	 */
	public static function has_any( string $text, array $words ): bool {
		foreach ( $words as $word ) {
			foreach ( array_unique( array( self::fold( $word ), self::look( $word ) ) ) as $form ) {
				if ( 1 === preg_match( self::pattern( $form ), $text ) ) {
					return true;
				}
			}
		}
		return false;
	}

	/**
	 * Whether a post has any of the hashtags, in its list or in its text.
	 *
	 * @param array    $post Post.
	 * @param string[] $tags Hashtags.
	 */
	public static function has_any_tag( array $post, array $tags ): bool {
		$own = is_array( $post['tags'] ?? null ) ? array_filter( $post['tags'], 'is_string' ) : array();
		preg_match_all( '/[#＃]([\p{L}\p{N}\p{M}_]+)/u', wp_check_invalid_utf8( (string) ( $post['text'] ?? '' ), true ), $in_text );
		$own = array_merge( $own, $in_text[1] );
		foreach ( array( 'fold', 'look' ) as $form ) {
			$forms = array_map( array( self::class, $form ), $own );
			if ( array() !== array_intersect( $forms, array_map( array( self::class, $form ), $tags ) ) ) {
				return true;
			}
		}
		return false;
	}

	/** All text of a post that a visitor can read or hear, for has_any(). */
	public static function of_post( array $post ): string {
		$texts = array( $post['title'] ?? null, $post['summary'] ?? null, $post['text'] ?? null, $post['link']['title'] ?? null, $post['link']['description'] ?? null );
		$texts = array_merge( $texts, array_column( (array) ( $post['media'] ?? array() ), 'alt' ), array_column( (array) ( $post['poll']['options'] ?? array() ), 'text' ) );
		if ( null === ( $post['text'] ?? null ) && is_string( $post['html'] ?? null ) ) {
			$texts[] = wp_strip_all_tags( $post['html'] );
		}
		return self::both_forms( implode( "\n", array_filter( $texts, 'is_string' ) ) );
	}

	private static function pattern( string $word ): string {
		$is_start = '*' === substr( $word, -1 );
		$plain    = preg_quote( rtrim( $word, '*' ), '/' );
		if ( 1 === preg_match( '/[' . Untrusted_Text::UNSPACED . ']/u', $word ) ) {
			return "/$plain/u";
		}
		return "/(?<![\\p{L}\\p{N}\\p{M}_])$plain" . ( $is_start ? '' : '(?![\p{L}\p{N}\p{M}_])' ) . '/u';
	}
}
