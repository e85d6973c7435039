<?php
/**
 * From what others wrote to HTML that shows it as they wrote it, wherever WordPress takes it afterwards.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Plain text, rich text and URLs of strangers. A page's filters run over the output of a block: they would execute shortcodes, load
 * embeds, and change signs.
 */
final class Words {

	/** Of a text in a card. */
	const MOST = 40;

	/** Columns for each word of a cut; a sign of a script without spaces takes two. */
	const COLUMNS_PER_WORD = 8;

	/** Scripts that put no spaces between words. */
	const UNSPACED = '\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}';

	/** What readers see as one sign: a flag, or a letter or an emoji with its marks and what is joined to it. PCRE's \X takes a row of emoji for one. */
	const SIGN = '/[\x{1F1E6}-\x{1F1FF}]{2}|.(?:[\p{M}\x{1F3FB}-\x{1F3FF}\x{E0020}-\x{E007F}]|\x{200D}.)*/su';

	/** do_shortcode() gives the decimal entities of brackets their meaning back; it leaves the hexadecimal ones. */
	const BRACKETS = array(
		'[' => '&#x5b;',
		']' => '&#x5d;',
	);

	/**
	 * What WordPress reads in the text of a finished page: brackets (shortcodes), `://` (autoembed), smilies, signs that wptexturize()
	 * replaces, and a name that it spells its own way. None of it is a part of an entity.
	 */
	const READ_BY_WORDPRESS = '~[\[\]`"\']|:(?=//)|(?<!\S):(?=\S)|(?<!\S);(?=\S)|(?<!\S)8(?=[-O)])|-(?=-)|(?<=-)-|(?<!\S)-(?!\S)|\.(?=\.\.)|(?<=\d)x(?=\d)|\((?=tm\))|(?<=W)o(?=rdpress)~';

	/** What stays of rich text: no picture and no frame, which would load from elsewhere. */
	const TAGS = array(
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

	/** An end of a line, byte by byte: without its UTF-8 mode PCRE takes the second half of some letters for one. */
	const LINE_END = '(?:\r\n|[\n\r\x0B\x0C]|\xC2\x85|\xE2\x80[\xA8\xA9])';

	/** What XML 1.0 has no place for (https://www.w3.org/TR/xml/#charsets): a feed with one of them cannot be read at all. */
	const NOT_IN_XML = '/[\x00-\x08\x0B\x0C\x0E-\x1F]|\xEF\xBF[\xBE\xBF]/';

	/** Plain text, for an element or for an attribute in double quotes. What looks like an entity is no entity. */
	public static function html( string $text ): string {
		$text = (string) preg_replace( self::NOT_IN_XML, '', $text );
		return self::guard( htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' ) );
	}

	/** Plain text in paragraphs, with its line breaks. */
	public static function paragraphs( string $text ): string {
		$html = '';
		foreach ( (array) preg_split( '/' . self::LINE_END . '\s*' . self::LINE_END . '/', trim( $text ) ) as $paragraph ) {
			$html .= '<p>' . preg_replace( '/' . self::LINE_END . '/', '<br>', self::html( trim( $paragraph ) ) ) . '</p>';
		}
		return $html;
	}

	/** Rich text. Its comments go: in the template of a page they would be blocks. */
	public static function rich( string $html ): string {
		$html  = wp_kses( (string) preg_replace( array( '/<!--.*?(?:-->|$)/s', self::NOT_IN_XML ), '', $html ), self::TAGS, array( 'http', 'https' ) );
		$parts = (array) preg_split( '/(<[^>]*>)/', $html, -1, PREG_SPLIT_DELIM_CAPTURE );
		foreach ( $parts as $at => $part ) {
			$parts[ $at ] = 0 === $at % 2 ? self::guard( $part ) : self::without_brackets( $part );
		}
		return implode( '', $parts );
	}

	/** A URL of the web, for an attribute; empty where it is none. */
	public static function url( string $url ): string {
		return self::without_brackets( esc_url( Given::encoded( $url ), array( 'http', 'https' ) ) );
	}

	/** HTML in which no shortcode is read. */
	public static function without_brackets( string $html ): string {
		return strtr( $html, self::BRACKETS );
	}

	/**
	 * The beginning of a plain text, on one line: so many words, or as much of a text that has no spaces.
	 *
	 * @param string $text Plain text.
	 * @param int    $most Words.
	 * @return string Plain text, with `…` where something was cut.
	 */
	public static function cut( string $text, int $most = self::MOST ): string {
		$text  = trim( (string) preg_replace( '/[\s\p{Z}]+/u', ' ', wp_check_invalid_utf8( $text, true ) ) );
		$words = explode( ' ', $text, $most + 1 );
		$kept  = self::narrow( implode( ' ', array_slice( $words, 0, $most ) ), $most * self::COLUMNS_PER_WORD );
		return strlen( $kept ) < strlen( $text ) ? rtrim( $kept ) . '…' : $kept;
	}

	/** As much as has room, without a sign in two, and without a word in two where words are short. */
	private static function narrow( string $text, int $columns ): string {
		if ( strlen( $text ) <= $columns ) {
			return $text;
		}
		// A sign may be of many code points; on the average it is of a few.
		preg_match( '/^.{0,' . 8 * $columns . '}/su', $text, $start );
		preg_match_all( self::SIGN, $start[0], $signs );
		if ( strlen( $start[0] ) < strlen( $text ) ) {
			array_pop( $signs[0] );
		}
		$kept = '';
		foreach ( $signs[0] as $sign ) {
			$columns -= preg_match( '/^[' . self::UNSPACED . ']/u', $sign ) ? 2 : 1;
			if ( $columns < 0 ) {
				return (string) preg_replace( '/(?<=\S) \S{0,30}$/u', '', $kept );
			}
			$kept .= $sign;
		}
		return $kept;
	}

	/** Takes the meaning from signs, in text that is HTML already. */
	private static function guard( string $html ): string {
		return (string) preg_replace_callback(
			self::READ_BY_WORDPRESS,
			static function ( array $found ): string {
				return '&#x' . dechex( ord( $found[0] ) ) . ';';
			},
			$html
		);
	}
}
