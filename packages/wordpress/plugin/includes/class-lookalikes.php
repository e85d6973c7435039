<?php
/**
 * Compares texts as they look: letters of another script, fullwidth and decorative letters, and characters that nobody sees.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * PHP's extension intl is not on every host. With it, all compatibility characters of Unicode become plain (NFKC). Without it, only
 * fullwidth letters and the mathematical alphabets do. Everything else works on every host.
 */
final class Lookalikes {

	/** Letters of other scripts that look like a Latin letter, whatever their case. */
	const LETTERS = array(
		'а' => 'a',
		'е' => 'e',
		'о' => 'o',
		'р' => 'p',
		'с' => 'c',
		'у' => 'y',
		'х' => 'x',
		'і' => 'i',
		'ї' => 'i',
		'ј' => 'j',
		'ѕ' => 's',
		'ԁ' => 'd',
		'һ' => 'h',
		'ԛ' => 'q',
		'ԝ' => 'w',
		'ӏ' => 'l',
		'ο' => 'o',
		'α' => 'a',
		'ι' => 'i',
		'ρ' => 'p',
		'χ' => 'x',
		'υ' => 'u',
		'օ' => 'o',
		'ս' => 'u',
		'հ' => 'h',
	);

	/** Letters that look like a Latin letter only as a capital, or only roughly: counted in words that mix scripts, which no language does. */
	const ROUGH_LETTERS = array(
		'в' => 'b',
		'к' => 'k',
		'м' => 'm',
		'н' => 'h',
		'т' => 't',
		'г' => 'r',
		'п' => 'n',
		'и' => 'n',
		'я' => 'r',
		'ё' => 'e',
		'ь' => 'b',
		'β' => 'b',
		'γ' => 'y',
		'ε' => 'e',
		'ζ' => 'z',
		'η' => 'n',
		'κ' => 'k',
		'μ' => 'm',
		'ν' => 'v',
		'σ' => 'o',
		'τ' => 't',
		'ω' => 'w',
	);

	/** Capitals that look like another letter than their small letter does: in words that mix scripts. */
	const CAPITALS = array(
		'Η' => 'h',
		'Ν' => 'n',
		'Υ' => 'y',
		'Σ' => 's',
	);

	/** Characters that are not seen, or that only say how others are shown. Spacing and joining characters are part of words in some scripts. */
	const INVISIBLE = '/[\x{AD}\x{34F}\x{61C}\x{115F}\x{1160}\x{180B}-\x{180E}\x{200B}\x{200C}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}\x{3164}\x{FEFF}\x{FFA0}\x{E0000}-\x{E007F}]|(?<=\p{L})\x{200D}(?=\p{L})/u';

	/** Marks that are drawn on a letter of these scripts. Composed letters such as “й” have none. */
	const MARKS = '/(?<=[\p{Latin}\p{Cyrillic}\p{Greek}])[\x{300}-\x{36F}\x{489}\x{1AB0}-\x{1AFF}\x{20D0}-\x{20FF}\x{FE00}-\x{FE0F}]+/u';

	/**
	 * The form in which texts that look the same are the same. Not meant to be read.
	 *
	 * @param string $text Valid UTF-8.
	 */
	public static function plain( string $text ): string {
		if ( ! preg_match( '/[^\x00-\x7F]/', $text ) ) {
			return strtolower( $text );
		}
		$text = self::compose( (string) preg_replace( self::INVISIBLE, '', $text ) );
		$text = (string) preg_replace( self::MARKS, '', $text );
		$text = (string) preg_replace_callback( '/[\p{Latin}\p{Cyrillic}\p{Greek}\p{Armenian}]+/u', array( self::class, 'plain_word' ), $text );
		// The small letter of “İ” is “i” with a mark.
		return (string) preg_replace( self::MARKS, '', mb_strtolower( $text, 'UTF-8' ) );
	}

	/** Replaces compatibility characters, and composes letters with their accents if PHP can. */
	public static function compose( string $text ): string {
		$plain = class_exists( 'Normalizer' ) ? \Normalizer::normalize( $text, \Normalizer::FORM_KC ) : false;
		return is_string( $plain ) ? $plain : (string) preg_replace_callback( '/[\x{1D400}-\x{1D6A3}\x{1D7CE}-\x{1D7FF}\x{FF01}-\x{FF5E}]/u', array( self::class, 'plain_character' ), $text );
	}

	/**
	 * Replaces letters of other scripts in a word, if the word mixes scripts or has no other letters. A word of one script that has a
	 * letter of its own, such as Russian “рост”, stays.
	 *
	 * @param string[] $found The word.
	 */
	private static function plain_word( array $found ): string {
		$word = mb_strtolower( $found[0], 'UTF-8' );
		if ( 1 === preg_match( '/\p{Latin}/u', $word ) ) {
			return strtr( mb_strtolower( strtr( $found[0], self::CAPITALS ), 'UTF-8' ), self::LETTERS + self::ROUGH_LETTERS );
		}
		$plain = strtr( $word, self::LETTERS );
		return 1 === preg_match( '/[^a-z]/', $plain ) ? $word : $plain;
	}

	/**
	 * The plain form of a decorative letter or digit: 𝐁𝐞𝐬𝐭 and Ｂｅｓｔ are Best.
	 *
	 * @param string[] $found The character. Mathematical alphabets follow each other, each with 26 capitals and 26 small letters.
	 */
	private static function plain_character( array $found ): string {
		$code = mb_ord( $found[0], 'UTF-8' );
		if ( $code < 0x10000 ) {
			return chr( $code - 0xFEE0 );
		}
		if ( $code >= 0x1D7CE ) {
			return (string) ( ( $code - 0x1D7CE ) % 10 );
		}
		$place = ( $code - 0x1D400 ) % 52;
		return chr( $place < 26 ? 0x41 + $place : 0x61 + $place - 26 );
	}
}
