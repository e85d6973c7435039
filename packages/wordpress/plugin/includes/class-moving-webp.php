<?php
/**
 * The first image of a WebP that moves, which GD cannot read.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Takes a file apart as https://developers.google.com/speed/webp/docs/riff_container has it, and reads no pixel.
 */
final class Moving_Webp {

	const HEAD_OF_FILE  = 12;
	const HEAD_OF_CHUNK = 8;
	/** Where an image stands in the animation, and for how long. */
	const HEAD_OF_FRAME = 16;
	const HAS_ALPHA     = "\x10\0\0\0";

	/**
	 * A file with its first image alone.
	 *
	 * @param string $bytes Of a file.
	 * @return string|null Null where it is no WebP that moves.
	 */
	public static function first_image( string $bytes ): ?string {
		if ( 'RIFF' !== substr( $bytes, 0, 4 ) || 'WEBPVP8X' !== substr( $bytes, 8, 8 ) ) {
			return null;
		}
		$at = self::HEAD_OF_FILE;
		while ( strlen( $bytes ) >= $at + self::HEAD_OF_CHUNK ) {
			// Above 2 GB it is negative where PHP counts in 32 bits.
			$length = max( 0, unpack( 'V', $bytes, $at + 4 )[1] );
			if ( 'ANMF' === substr( $bytes, $at, 4 ) ) {
				return self::file( substr( $bytes, $at + self::HEAD_OF_CHUNK, $length ) );
			}
			// Each begins at an even place.
			$at += self::HEAD_OF_CHUNK + $length + $length % 2;
		}
		return null;
	}

	/** @param string $frame What `ANMF` holds: six bytes, the size, and chunks of an image from the 17th byte on. */
	private static function file( string $frame ): string {
		$chunks = substr( $frame, self::HEAD_OF_FRAME );
		if ( 'ALPH' === substr( $chunks, 0, 4 ) ) {
			$about  = self::HAS_ALPHA . substr( $frame, 6, 6 );
			$chunks = 'VP8X' . pack( 'V', strlen( $about ) ) . $about . $chunks;
		}
		return 'RIFF' . pack( 'V', 4 + strlen( $chunks ) ) . 'WEBP' . $chunks;
	}
}
