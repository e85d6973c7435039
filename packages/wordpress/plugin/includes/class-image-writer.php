<?php
/**
 * Re-encodes an untrusted image in several widths. Applies its orientation, keeps transparency, and never leaves an empty file.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Uses whichever image editor this server has.
 */
final class Image_Writer {

	const WIDTHS     = array( 320, 640, 1280 );
	const MAX_PIXELS = 50000000;
	/** The limit of WebP. A single very long side uses far more memory than its number of pixels suggests. */
	const MAX_SIDE = 16383;
	const TYPES    = array(
		IMAGETYPE_JPEG => 'image/jpeg',
		IMAGETYPE_PNG  => 'image/png',
		IMAGETYPE_GIF  => 'image/gif',
		IMAGETYPE_WEBP => 'image/webp',
	);
	/** Memory that GD uses per pixel. */
	const BYTES_PER_PIXEL = 5;
	/** A frame of a GIF: a graphic control extension, followed by an image or another extension. */
	const GIF_FRAME = '/\x21\xF9\x04.{4}\x00[\x2C\x21]/s';

	/**
	 * Writes copies: one in the original width, at most the largest of WIDTHS, and one in each smaller width.
	 *
	 * @param string $from Fetched file. An animated WebP is replaced with its first frame.
	 * @param string $folder Target folder.
	 * @param string $name File name without extension.
	 * @return array[]|null Files, smallest first; null if it is not an image or cannot be written.
	 */
	public static function write( string $from, string $folder, string $name ): ?array {
		self::keep_first_frame( $from );
		$info = wp_getimagesize( $from );
		if ( ! is_array( $info ) || ! isset( self::TYPES[ $info[2] ] ) || max( $info[0], $info[1] ) > self::MAX_SIDE || $info[0] * $info[1] > self::MAX_PIXELS ) {
			return null;
		}
		wp_mkdir_p( $folder );
		$largest = self::write_copy( $from, $info, max( self::WIDTHS ), "$folder/$name" );
		if ( null === $largest ) {
			return null;
		}
		$files = array();
		foreach ( self::WIDTHS as $width ) {
			$files[] = $width < $largest['width'] ? self::write_copy( $from, $info, $width, "$folder/$name" ) : null;
		}
		$files[] = $largest;
		return array_values( array_filter( $files ) );
	}

	/** Whether the image is animated. Its copies are not. */
	public static function is_animated( string $file ): bool {
		switch ( self::type_of( $file ) ) {
			case IMAGETYPE_GIF:
				return preg_match_all( self::GIF_FRAME, self::bytes_of( $file ) ) > 1;
			case IMAGETYPE_WEBP:
				return null !== Animated_Webp::first_frame( self::bytes_of( $file ) );
			default:
				return false;
		}
	}

	/** Replaces an animated WebP, which GD cannot read, with its first frame. */
	private static function keep_first_frame( string $file ): void {
		$still = IMAGETYPE_WEBP === self::type_of( $file ) ? Animated_Webp::first_frame( self::bytes_of( $file ) ) : null;
		if ( null !== $still ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_file_put_contents, Generic.PHP.ForbiddenFunctions
			file_put_contents( $file, $still );
			clearstatcache( true, $file );
		}
	}

	private static function type_of( string $file ): int {
		$info = wp_getimagesize( $file );
		return is_array( $info ) ? $info[2] : IMAGETYPE_UNKNOWN;
	}

	private static function bytes_of( string $file ): string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents, Generic.PHP.ForbiddenFunctions
		return (string) file_get_contents( $file );
	}

	/** Opens an image and applies its EXIF orientation, which copies do not keep. */
	private static function open( string $from, array $info ): ?\WP_Image_Editor {
		$type = self::TYPES[ $info[2] ];
		if ( ! self::fits_memory( $info[0], $info[1], $type ) ) {
			return null;
		}
		$editor = wp_get_image_editor( $from, array( 'mime_type' => $type ) );
		if ( is_wp_error( $editor ) ) {
			return null;
		}
		$editor->maybe_exif_rotate();
		return $editor;
	}

	/** GD keeps all pixels of the image and of its copy in memory. A process that runs out of memory ends without an exception. */
	private static function fits_memory( int $width, int $height, string $type ): bool {
		// The orientation may swap width and height.
		$scale  = min( 1, max( self::WIDTHS ) / max( 1, min( $width, $height ) ) );
		$pixels = (int) ( $width * $height * ( 1 + $scale ** 2 ) );
		wp_raise_memory_limit( 'image' );
		$limit  = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$editor = (string) _wp_image_editor_choose( array( 'mime_type' => $type ) );
		$is_gd  = 'WP_Image_Editor_GD' === $editor || is_subclass_of( $editor, 'WP_Image_Editor_GD' );
		return ! $is_gd || $limit <= 0 || memory_get_usage() + self::BYTES_PER_PIXEL * $pixels < $limit;
	}

	/** @return array|null `file`, `width`, `height`; null if the editor can write no suitable type. */
	private static function write_copy( string $from, array $info, int $max_width, string $path ): ?array {
		// Only JPEG never has transparency.
		$plain = IMAGETYPE_JPEG === $info[2] ? array( 'jpg' => 'image/jpeg' ) : array( 'png' => 'image/png' );
		foreach ( array( 'webp' => 'image/webp' ) + $plain as $extension => $type ) {
			$editor = self::open( $from, $info );
			if ( null === $editor ) {
				return null;
			}
			$width = min( $max_width, $editor->get_size()['width'] );
			$saved = $editor::supports_mime_type( $type ) ? self::save( $editor, $width, "$path-$width.$extension", $type ) : null;
			if ( null !== $saved ) {
				return array_intersect_key( $saved, array_flip( array( 'file', 'width', 'height' ) ) );
			}
		}
		return null;
	}

	/** @return array|null Return value of the editor; null if nothing or an empty file was written. */
	private static function save( \WP_Image_Editor $editor, int $width, string $path, string $type ): ?array {
		$size   = $editor->get_size();
		$height = max( 1, (int) round( $size['height'] * $width / $size['width'] ) );
		// crop() converts to true color: GD cannot write a WebP from a palette image. And resize() rejects a size that differs by
		// one pixel from the original.
		$done = $editor->crop( 0, 0, $size['width'], $size['height'], $width, $height );
		if ( is_wp_error( $done ) ) {
			return null;
		}
		$saved = $editor->save( $path, $type );
		if ( is_wp_error( $saved ) ) {
			return null;
		}
		clearstatcache( true, $saved['path'] );
		if ( is_file( $saved['path'] ) && filesize( $saved['path'] ) > 0 ) {
			return $saved;
		}
		wp_delete_file( $saved['path'] );
		return null;
	}
}
