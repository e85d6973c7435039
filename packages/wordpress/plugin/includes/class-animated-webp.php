<?php
/**
 * Extracts the first frame of an animated WebP, which GD cannot read.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Parses the container format (https://developers.google.com/speed/webp/docs/riff_container) without decoding pixels.
 */
final class Animated_Webp {

	const FILE_HEADER_BYTES  = 12;
	const CHUNK_HEADER_BYTES = 8;
	/** Position and duration of a frame. */
	const FRAME_HEADER_BYTES = 16;
	const ALPHA_FLAG         = "\x10\0\0\0";

	/**
	 * Returns a still WebP with the first frame only.
	 *
	 * @param string $bytes Content of the file.
	 * @return string|null Null if the file is not an animated WebP.
	 */
	public static function first_frame( string $bytes ): ?string {
		if ( 'RIFF' !== substr( $bytes, 0, 4 ) || 'WEBPVP8X' !== substr( $bytes, 8, 8 ) ) {
			return null;
		}
		$at = self::FILE_HEADER_BYTES;
		while ( strlen( $bytes ) >= $at + self::CHUNK_HEADER_BYTES ) {
			// Negative above 2 GB on 32-bit PHP.
			$length = max( 0, unpack( 'V', $bytes, $at + 4 )[1] );
			if ( 'ANMF' === substr( $bytes, $at, 4 ) ) {
				return self::still_image( substr( $bytes, $at + self::CHUNK_HEADER_BYTES, $length ) );
			}
			// Chunks are padded to an even length.
			$at += self::CHUNK_HEADER_BYTES + $length + $length % 2;
		}
		return null;
	}

	/** @param string $frame Payload of an `ANMF` chunk: position (6 bytes), size (6 bytes), duration and flags (4 bytes), then the chunks of the image. */
	private static function still_image( string $frame ): string {
		$chunks = substr( $frame, self::FRAME_HEADER_BYTES );
		if ( 'ALPH' === substr( $chunks, 0, 4 ) ) {
			$header = self::ALPHA_FLAG . substr( $frame, 6, 6 );
			$chunks = 'VP8X' . pack( 'V', strlen( $header ) ) . $header . $chunks;
		}
		return 'RIFF' . pack( 'V', 4 + strlen( $chunks ) ) . 'WEBP' . $chunks;
	}
}
