<?php
/**
 * Escapes text from platforms for HTML, so that it is shown as it was written, whatever filters WordPress applies afterwards.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Handles plain text, rich text and URLs. WordPress filters run over the output of a block: without this escaping they would
 * execute shortcodes, load embeds and replace characters.
 */
final class Untrusted_Text {

	/** Length of the text in a card, in words. */
	const EXCERPT_WORDS = 40;

	/** Width of an excerpt per word. A character of a script without spaces counts two columns. */
	const COLUMNS_PER_WORD = 8;

	/** Scripts that do not put spaces between words. */
	const UNSPACED = '\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}';

	/** A grapheme cluster: a flag, or a letter or emoji with its combining marks and joined parts. PCRE's \X matches a row of emoji as one. */
	const GRAPHEME = '/[\x{1F1E6}-\x{1F1FF}]{2}|.(?:[\p{M}\x{1F3FB}-\x{1F3FF}\x{E0020}-\x{E007F}]|\x{200D}.)*/su';

	/** do_shortcode() decodes the decimal entities of brackets, but not the hexadecimal ones. */
	const BRACKET_ENTITIES = array(
		'[' => '&#x5b;',
		']' => '&#x5d;',
	);

	/**
	 * Characters that WordPress interprets in a rendered page: brackets (shortcodes), `://` (autoembed), smilies, punctuation that
	 * wptexturize() replaces, and the misspelled name that capital_P_dangit() corrects. None of them is part of an entity.
	 */
	const WORDPRESS_SYNTAX = '~[\[\]`"\']|:(?=//)|(?<!\S):(?=\S)|(?<!\S);(?=\S)|(?<!\S)8(?=[-O)])|-(?=-)|(?<=-)-|(?<!\S)-(?!\S)|\.(?=\.\.)|(?<=\d)x(?=\d)|\((?=tm\))|(?<=W)o(?=rdpress)~';

	/** Tags allowed in rich text. Images and frames are not, because they would load from other servers. */
	const ALLOWED_TAGS = array(
		'p'          => array(),
		'br'         => array(),
		'a'          => array(
			'href' => true,
			'rel'  => true,
		),
		'strong'     => array(),
		'b'          => array(),
		'em'         => array(),
		'i'          => array(),
		'ul'         => array(),
		'ol'         => array(),
		'li'         => array(),
		'blockquote' => array(),
		'pre'        => array(),
		'code'       => array(),
	);

	/** A line break, in bytes: outside UTF-8 mode PCRE takes the second byte of some letters for one. */
	const LINE_END = '(?:\r\n|[\n\r\x0B\x0C]|\xC2\x85|\xE2\x80[\xA8\xA9])';

	/** Not allowed in XML 1.0 (https://www.w3.org/TR/xml/#charsets): one such character makes a whole feed invalid. */
	const INVALID_IN_XML = '/[\x00-\x08\x0B\x0C\x0E-\x1F]|\xEF\xBF[\xBE\xBF]/';

	/** Escapes plain text for an element or a double-quoted attribute. Text that looks like an entity stays text. */
	public static function to_html( string $text ): string {
		$text = (string) preg_replace( self::INVALID_IN_XML, '', $text );
		return self::escape_wordpress_syntax( htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' ) );
	}

	/** Escapes plain text and keeps its paragraphs and line breaks. */
	public static function to_paragraphs( string $text ): string {
		$html = '';
		foreach ( (array) preg_split( '/' . self::LINE_END . '\s*' . self::LINE_END . '/', trim( $text ) ) as $paragraph ) {
			$html .= '<p>' . preg_replace( '/' . self::LINE_END . '/', '<br>', self::to_html( trim( $paragraph ) ) ) . '</p>';
		}
		return $html;
	}

	/** Sanitizes rich text. Removes comments, which WordPress would parse as blocks in a template. */
	public static function sanitize_html( string $html ): string {
		$html  = wp_kses( (string) preg_replace( array( '/<!--.*?(?:-->|$)/s', self::INVALID_IN_XML ), '', $html ), self::ALLOWED_TAGS, array( 'http', 'https' ) );
		$parts = (array) preg_split( '/(<[^>]*>)/', $html, -1, PREG_SPLIT_DELIM_CAPTURE );
		foreach ( $parts as $index => $part ) {
			$parts[ $index ] = 0 === $index % 2 ? self::escape_wordpress_syntax( $part ) : self::escape_brackets( $part );
		}
		return implode( '', $parts );
	}

	/** Escapes a URL for an attribute. Returns an empty string if it is not an http(s) URL. */
	public static function url( string $url ): string {
		return preg_match( '~^https?://~i', $url ) ? self::escape_brackets( esc_url( Attributes::percent_encode( $url ), array( 'http', 'https' ) ) ) : '';
	}

	/** Inserts a value into a sentence. Unlike sprintf(), it accepts every translation. */
	public static function fill( string $sentence, string $value ): string {
		return strtr(
			$sentence,
			array(
				'%s'   => $value,
				'%1$s' => $value,
			)
		);
	}

	/** Escapes brackets in HTML, so that do_shortcode() finds no shortcode. */
	public static function escape_brackets( string $html ): string {
		return strtr( $html, self::BRACKET_ENTITIES );
	}

	/**
	 * Shortens plain text to one line of at most so many words, or an equal width in scripts without spaces.
	 *
	 * @param string $text Plain text.
	 * @param int    $max_words Words.
	 * @return string Plain text, with `…` if it was shortened.
	 */
	public static function excerpt( string $text, int $max_words = self::EXCERPT_WORDS ): string {
		$text   = trim( (string) preg_replace( '/[\s\p{Z}]+/u', ' ', wp_check_invalid_utf8( $text, true ) ) );
		$words  = explode( ' ', $text, $max_words + 1 );
		$result = self::truncate( implode( ' ', array_slice( $words, 0, $max_words ) ), $max_words * self::COLUMNS_PER_WORD );
		return strlen( $result ) < strlen( $text ) ? rtrim( $result ) . '…' : $result;
	}

	/**
	 * Shortens plain text to at most so many words, and keeps its line breaks.
	 *
	 * @param string $text Plain text.
	 * @param int    $max_words Words.
	 * @return string Plain text, with `…` if it was shortened.
	 */
	public static function beginning( string $text, int $max_words ): string {
		$text = trim( wp_check_invalid_utf8( $text, true ) );
		preg_match( '/^(?:[\s\p{Z}]*+[^\s\p{Z}]++){0,' . $max_words . '}+/u', $text, $words );
		$result = self::truncate( $words[0] ?? '', $max_words * self::COLUMNS_PER_WORD );
		return strlen( $result ) < strlen( $text ) ? rtrim( $result ) . '…' : $result;
	}

	/** Cuts text to a width, at a word boundary if one is near, and never inside a grapheme. */
	private static function truncate( string $text, int $columns ): string {
		if ( strlen( $text ) <= $columns ) {
			return $text;
		}
		// Limits the work: a grapheme can have many code points, but has few on average.
		preg_match( '/^.{0,' . 8 * $columns . '}/su', $text, $start );
		preg_match_all( self::GRAPHEME, $start[0], $graphemes );
		if ( strlen( $start[0] ) < strlen( $text ) ) {
			array_pop( $graphemes[0] );
		}
		$result = '';
		foreach ( $graphemes[0] as $grapheme ) {
			$columns -= preg_match( '/^[' . self::UNSPACED . ']/u', $grapheme ) ? 2 : 1;
			if ( $columns < 0 ) {
				return (string) preg_replace( '/(?<=\S) \S{0,30}$/u', '', $result );
			}
			$result .= $grapheme;
		}
		return $result;
	}

	/** Replaces characters that WordPress interprets with entities, in text that is HTML already. */
	private static function escape_wordpress_syntax( string $html ): string {
		return (string) preg_replace_callback(
			self::WORDPRESS_SYNTAX,
			static function ( array $match ): string {
				return '&#x' . dechex( ord( $match[0] ) ) . ';';
			},
			$html
		);
	}
}
