<?php
/**
 * Cleans attribute values that authors wrote: removes what editors, word processors and WordPress itself add to them.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Parses raw attributes of blocks, shortcodes and the template function.
 */
final class Attributes {

	/** Trimmed from both ends: quotation marks and primes of any kind, white space, and invisible characters. */
	const TRIMMED = '\s\p{Z}\p{Cc}\p{Cf}\\\\"\'`´“”„‟‘’‚‛«»‹›″′‶‵＂＇';

	/** A value that begins with a quotation mark and does not end with one. */
	const UNCLOSED_QUOTE = '/^[\s\p{Z}\p{Cf}]*["“”„‟‘’‚‛«»‹›″′＂](?!.*["“”„‟‘’‚‛«»‹›″′＂][\s\p{Z}\p{Cf}]*$)/su';

	/** Separates two references: white space, and a comma before another reference or at the end. */
	const SEPARATOR = '~[\s\p{Z}]+|[,;，、；]+(?=[\s\p{Z},;]|$|[\p{Cf}"“”„‘’«»]*[a-z][a-z0-9_-]*(?:/[a-z0-9_-]+)?:(?!//))~iu';

	/** An attribute that WordPress could not parse, such as one that begins with a straight quote and ends with a typographic one. */
	const UNPARSED = '/^([a-z]+)=(.*)$/isu';

	/**
	 * Parses the attributes of a shortcode. WordPress splits a value with spaces that is enclosed in typographic quotes; this joins
	 * its pieces.
	 *
	 * @param array $attributes Return value of shortcode_parse_atts().
	 * @return array Values by name.
	 */
	public static function from_shortcode( array $attributes ): array {
		$values  = array();
		$current = '';
		foreach ( $attributes as $name => $value ) {
			if ( is_int( $name ) && is_string( $value ) && preg_match( self::UNPARSED, $value, $parts ) ) {
				list( , $name, $value ) = $parts;
			}
			if ( is_string( $name ) ) {
				$current            = strtolower( $name );
				$values[ $current ] = $value;
			} elseif ( is_string( $value ) && is_string( $values[ $current ] ?? null ) && preg_match( self::UNCLOSED_QUOTE, self::decode_entities( $values[ $current ] ) ) ) {
				$values[ $current ] .= ' ' . $value;
			}
		}
		return $values;
	}

	/**
	 * Cleans a single value. WordPress writes `&amp;` into blocks, and visual editors write it into shortcodes; no value means it
	 * literally.
	 *
	 * @param mixed $value Raw value.
	 * @return string Empty if the value is not scalar.
	 */
	public static function text( $value ): string {
		return is_scalar( $value ) ? (string) preg_replace( '/^[' . self::TRIMMED . ']+|[' . self::TRIMMED . ']+$/u', '', self::decode_entities( (string) $value ) ) : '';
	}

	/**
	 * Splits and cleans a list of values.
	 *
	 * @param mixed $value An array, or a string separated by spaces or commas.
	 * @return string[] Without empty values.
	 */
	public static function texts( $value ): array {
		$list = is_array( $value ) ? $value : (array) preg_split( self::SEPARATOR, is_scalar( $value ) ? self::decode_entities( (string) $value ) : '' );
		return array_values( array_filter( array_map( array( self::class, 'text' ), $list ), 'strlen' ) );
	}

	/**
	 * Splits and cleans a list of names, none of which has a comma.
	 *
	 * @param mixed $value An array, or a string separated by spaces or commas.
	 * @return string[] Without empty values.
	 */
	public static function names( $value ): array {
		$list = is_array( $value ) ? $value : (array) preg_split( '/[\s\p{Z},;，、；]+/u', is_scalar( $value ) ? self::decode_entities( (string) $value ) : '' );
		return array_values( array_filter( array_map( array( self::class, 'text' ), $list ), 'strlen' ) );
	}

	/** The beginning of a text that is meant as a URL and has a mistyped scheme, or one that no page has; '' if it has none. */
	public static function odd_scheme( string $text ): string {
		return preg_match( '~^(?!https?://)((?:[a-z][a-z0-9+-]*[:;]?//)|(?:mailto|tel|data|javascript|file|ftp|https?)[:;]/?)~i', $text, $found ) ? $found[1] : '';
	}

	/**
	 * Cleans a URL. Invalid characters are percent-encoded, not removed.
	 *
	 * @param mixed $value Raw value.
	 * @return string Empty if it is not an http(s) URL.
	 */
	public static function url( $value ): string {
		$url = esc_url_raw( self::percent_encode( self::text( $value ) ), array( 'http', 'https' ) );
		return strlen( $url ) <= 2048 ? $url : '';
	}

	/** Percent-encodes invalid characters, which WordPress would remove. */
	public static function percent_encode( string $url ): string {
		return (string) preg_replace_callback(
			'/[\s"<>\\\\^`{}]/',
			static function ( array $match ): string {
				return rawurlencode( $match[0] );
			},
			$url
		);
	}

	/** Decodes entities, however often their ampersand was escaped. */
	private static function decode_entities( string $value ): string {
		$value = (string) preg_replace( '/&(?:amp;|#0*38;|#x0*26;)+/i', '&', wp_check_invalid_utf8( $value, true ) );
		return html_entity_decode( $value, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
