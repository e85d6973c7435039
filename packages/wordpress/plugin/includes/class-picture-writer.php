<?php
/**
 * Writes a stranger's picture anew, in several widths: upright, with what is transparent in it, and never an empty file.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * From a file that was fetched to files that are shown, by whichever image editor this server has.
 */
final class Picture_Writer {

	const WIDTHS     = array( 320, 640, 1280 );
	const MAX_PIXELS = 50000000;
	/** The longest that a WebP can hold: a picture that is far longer than any other costs far more than its pixels. */
	const MAX_SIDE = 16383;
	const TYPES    = array(
		IMAGETYPE_JPEG => 'image/jpeg',
		IMAGETYPE_PNG  => 'image/png',
		IMAGETYPE_GIF  => 'image/gif',
		IMAGETYPE_WEBP => 'image/webp',
	);
	/** Of a pixel while GD has it. */
	const BYTES_PER_PIXEL = 5;
	/** An image in a GIF: what says how long it stands, then either itself or one more word about it. */
	const FRAME_OF_GIF = '/\x21\xF9\x04.{4}\x00[\x2C\x21]/s';

	/**
	 * Writes copies: in its own width, at most the largest of WIDTHS, and in those that are smaller.
	 *
	 * @param string $from What was fetched; of a WebP that moves, its first image is left in it.
	 * @param string $folder Where to.
	 * @param string $name Without its end.
	 * @return array[]|null Files, smallest first; null where it is no picture, or none can be written.
	 */
	public static function write( string $from, string $folder, string $name ): ?array {
		self::keep_first_image( $from );
		$about = wp_getimagesize( $from );
		if ( ! is_array( $about ) || ! isset( self::TYPES[ $about[2] ] ) || max( $about[0], $about[1] ) > self::MAX_SIDE || $about[0] * $about[1] > self::MAX_PIXELS ) {
			return null;
		}
		wp_mkdir_p( $folder );
		$largest = self::copy( $from, $about, max( self::WIDTHS ), "$folder/$name" );
		if ( null === $largest ) {
			return null;
		}
		$files = array();
		foreach ( self::WIDTHS as $width ) {
			$files[] = $width < $largest['width'] ? self::copy( $from, $about, $width, "$folder/$name" ) : null;
		}
		$files[] = $largest;
		return array_values( array_filter( $files ) );
	}

	/** Whether it moves, which its copies do not. */
	public static function is_moving( string $file ): bool {
		switch ( self::type_of( $file ) ) {
			case IMAGETYPE_GIF:
				return preg_match_all( self::FRAME_OF_GIF, self::bytes_of( $file ) ) > 1;
			case IMAGETYPE_WEBP:
				return null !== Moving_Webp::first_image( self::bytes_of( $file ) );
			default:
				return false;
		}
	}

	/** Of a WebP that moves, which GD cannot read. */
	private static function keep_first_image( string $file ): void {
		$still = IMAGETYPE_WEBP === self::type_of( $file ) ? Moving_Webp::first_image( self::bytes_of( $file ) ) : null;
		if ( null !== $still ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_file_put_contents, Generic.PHP.ForbiddenFunctions
			file_put_contents( $file, $still );
			clearstatcache( true, $file );
		}
	}

	private static function type_of( string $file ): int {
		$about = wp_getimagesize( $file );
		return is_array( $about ) ? $about[2] : IMAGETYPE_UNKNOWN;
	}

	private static function bytes_of( string $file ): string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents, Generic.PHP.ForbiddenFunctions
		return (string) file_get_contents( $file );
	}

	/** The way up that its camera says, which is not kept in copies. */
	private static function open( string $from, array $about ): ?\WP_Image_Editor {
		$type = self::TYPES[ $about[2] ];
		if ( ! self::has_room( $about[0], $about[1], $type ) ) {
			return null;
		}
		$editor = wp_get_image_editor( $from, array( 'mime_type' => $type ) );
		if ( is_wp_error( $editor ) ) {
			return null;
		}
		$editor->maybe_exif_rotate();
		return $editor;
	}

	/** GD has all pixels in memory, those of the copy, too, and a process that has none left ends without a word. */
	private static function has_room( int $width, int $height, string $type ): bool {
		// Which of the two is its width is not known before it is upright.
		$scale  = min( 1, max( self::WIDTHS ) / max( 1, min( $width, $height ) ) );
		$pixels = (int) ( $width * $height * ( 1 + $scale ** 2 ) );
		wp_raise_memory_limit( 'image' );
		$limit  = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$editor = (string) _wp_image_editor_choose( array( 'mime_type' => $type ) );
		$is_gd  = 'WP_Image_Editor_GD' === $editor || is_subclass_of( $editor, 'WP_Image_Editor_GD' );
		return ! $is_gd || $limit <= 0 || memory_get_usage() + self::BYTES_PER_PIXEL * $pixels < $limit;
	}

	/** @return array|null `file`, `width`, `height`; null where no type that it may have can be written. */
	private static function copy( string $from, array $about, int $most, string $path ): ?array {
		// Only a photograph has nothing transparent in it.
		$plain = IMAGETYPE_JPEG === $about[2] ? array( 'jpg' => 'image/jpeg' ) : array( 'png' => 'image/png' );
		foreach ( array( 'webp' => 'image/webp' ) + $plain as $end => $type ) {
			$editor = self::open( $from, $about );
			if ( null === $editor ) {
				return null;
			}
			$width = min( $most, $editor->get_size()['width'] );
			$saved = $editor::supports_mime_type( $type ) ? self::save( $editor, $width, "$path-$width.$end", $type ) : null;
			if ( null !== $saved ) {
				return array_intersect_key( $saved, array_flip( array( 'file', 'width', 'height' ) ) );
			}
		}
		return null;
	}

	/** @return array|null As the editor says; null where nothing was written, or an empty file. */
	private static function save( \WP_Image_Editor $editor, int $width, string $path, string $type ): ?array {
		$size   = $editor->get_size();
		$height = max( 1, (int) round( $size['height'] * $width / $size['width'] ) );
		// What is cut is copied pixel by pixel: GD writes no WebP of a picture that still has its palette. And resize() refuses
		// a size that is a pixel away from the picture's own.
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
