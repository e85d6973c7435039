<?php
/**
 * What authors gave as an attribute, as they meant it: without what editors, word processors and WordPress itself put into it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Attributes of blocks, shortcodes and template functions, before they are read.
 */
final class Given {

	/** Typographic and straight quotation marks and primes, spaces of any kind, and marks that nobody sees. */
	const AROUND = '\s\p{Z}\p{Cc}\p{Cf}\\\\"\'`´“”„‟‘’‚‛«»‹›″′‶‵＂＇';

	/** A value that begins with a quotation mark and does not end with one. */
	const OPENING = '/^[\s\p{Z}\p{Cf}]*["“”„‟‘’‚‛«»‹›″′＂](?!.*["“”„‟‘’‚‛«»‹›″′＂][\s\p{Z}\p{Cf}]*$)/su';

	/** Between two references in one text: spaces, and commas before another reference or at an end. */
	const BETWEEN = '~[\s\p{Z}]+|[,;，、；]+(?=[\s\p{Z},;]|$|[\p{Cf}"“”„‘’«»]*[a-z][a-z0-9_-]*(?:/[a-z0-9_-]+)?:(?!//))~iu';

	/** What WordPress could not read as an attribute, such as one that begins with a straight mark and ends with a typographic one. */
	const UNREAD = '/^([a-z]+)=(.*)$/isu';

	/**
	 * The attributes of a shortcode. A value in the quotation marks of a word processor that has spaces in it comes in pieces.
	 *
	 * @param array $attributes As shortcode_parse_atts() gives them.
	 * @return array By name.
	 */
	public static function attributes( array $attributes ): array {
		$whole = array();
		$open  = '';
		foreach ( $attributes as $name => $value ) {
			if ( is_int( $name ) && is_string( $value ) && preg_match( self::UNREAD, $value, $parts ) ) {
				list( , $name, $value ) = $parts;
			}
			if ( is_string( $name ) ) {
				$open           = strtolower( $name );
				$whole[ $open ] = $value;
			} elseif ( is_string( $value ) && is_string( $whole[ $open ] ?? null ) && preg_match( self::OPENING, self::decoded( $whole[ $open ] ) ) ) {
				$whole[ $open ] .= ' ' . $value;
			}
		}
		return $whole;
	}

	/**
	 * One value. WordPress writes `&amp;` into the blocks of authors, visual editors into shortcodes, and no value means it.
	 *
	 * @param mixed $value As it was given.
	 * @return string Empty where it is no text and no number.
	 */
	public static function text( $value ): string {
		return is_scalar( $value ) ? (string) preg_replace( '/^[' . self::AROUND . ']+|[' . self::AROUND . ']+$/u', '', self::decoded( (string) $value ) ) : '';
	}

	/**
	 * Several values.
	 *
	 * @param mixed $value An array, or a text with spaces or commas between.
	 * @return string[] None empty.
	 */
	public static function texts( $value ): array {
		$list = is_array( $value ) ? $value : (array) preg_split( self::BETWEEN, is_scalar( $value ) ? self::decoded( (string) $value ) : '' );
		return array_values( array_filter( array_map( array( self::class, 'text' ), $list ), 'strlen' ) );
	}

	/**
	 * A URL of the web. What may not stand in a URL is encoded, and not left out.
	 *
	 * @param mixed $value As it was given.
	 * @return string Empty where it is none.
	 */
	public static function url( $value ): string {
		$url = esc_url_raw( self::encoded( self::text( $value ) ), array( 'http', 'https' ) );
		return strlen( $url ) <= 2048 ? $url : '';
	}

	/** A URL in which what may not stand in one is encoded: WordPress would leave it out. */
	public static function encoded( string $url ): string {
		return (string) preg_replace_callback(
			'/[\s"<>\\\\^`{}]/',
			static function ( array $found ): string {
				return rawurlencode( $found[0] );
			},
			$url
		);
	}

	/** Without entities, however often something has escaped the sign of which they are made. */
	private static function decoded( string $value ): string {
		$value = (string) preg_replace( '/&(?:amp;|#0*38;|#x0*26;)+/i', '&', wp_check_invalid_utf8( $value, true ) );
		return html_entity_decode( $value, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
