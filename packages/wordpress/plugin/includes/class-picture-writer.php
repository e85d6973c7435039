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
	const TYPES      = array(
		IMAGETYPE_JPEG => 'image/jpeg',
		IMAGETYPE_PNG  => 'image/png',
		IMAGETYPE_GIF  => 'image/gif',
		IMAGETYPE_WEBP => 'image/webp',
	);
	/** Of a pixel while GD has it, and of the smaller picture that is made beside it. */
	const BYTES_PER_PIXEL = 5;
	/** An image in a GIF: what says how long it stands, then either itself or one more word about it. */
	const FRAME_OF_GIF = '/\x21\xF9\x04.{4}\x00[\x2C\x21]/s';

	/**
	 * Writes copies.
	 *
	 * @param string $from What was fetched.
	 * @param string $folder Where to.
	 * @param string $name Without its end.
	 * @return array[]|null Files, smallest first; null where it is no picture, or none can be written.
	 */
	public static function write( string $from, string $folder, string $name ): ?array {
		$about = wp_getimagesize( $from );
		if ( ! is_array( $about ) || ! isset( self::TYPES[ $about[2] ] ) || $about[0] * $about[1] > self::MAX_PIXELS ) {
			return null;
		}
		wp_mkdir_p( $folder );
		$files = array();
		$width = 0;
		foreach ( self::WIDTHS as $most ) {
			if ( array() !== $files && $most > $width ) {
				break;
			}
			$file = self::copy( $from, $about, $most, "$folder/$name-$most" );
			if ( null === $file ) {
				break;
			}
			$width   = $file['full_width'];
			$files[] = array_intersect_key( $file, array_flip( array( 'file', 'width', 'height' ) ) );
		}
		return array() === $files ? null : $files;
	}

	/** Whether it moves, which its copies do not. */
	public static function is_moving( string $file ): bool {
		$about = wp_getimagesize( $file );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents, Generic.PHP.ForbiddenFunctions
		return is_array( $about ) && IMAGETYPE_GIF === $about[2] && preg_match_all( self::FRAME_OF_GIF, (string) file_get_contents( $file ) ) > 1;
	}

	/** The way up that its camera says, which is not kept in copies. */
	private static function open( string $from, array $about ): ?\WP_Image_Editor {
		$type = self::TYPES[ $about[2] ];
		if ( ! self::has_room( $about[0] * $about[1], $type ) ) {
			return null;
		}
		$editor = wp_get_image_editor( $from, array( 'mime_type' => $type ) );
		if ( is_wp_error( $editor ) ) {
			return null;
		}
		$editor->maybe_exif_rotate();
		return $editor;
	}

	/** GD has all pixels in memory, and a process that has none left ends without a word. */
	private static function has_room( int $pixels, string $type ): bool {
		wp_raise_memory_limit( 'image' );
		$limit  = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$editor = (string) _wp_image_editor_choose( array( 'mime_type' => $type ) );
		$is_gd  = 'WP_Image_Editor_GD' === $editor || is_subclass_of( $editor, 'WP_Image_Editor_GD' );
		return ! $is_gd || $limit <= 0 || memory_get_usage() + self::BYTES_PER_PIXEL * $pixels < $limit;
	}

	/** @return array|null `file`, `width`, `height`, `full_width`; null where no type that it may have can be written. */
	private static function copy( string $from, array $about, int $most, string $path ): ?array {
		// Only a photograph has nothing transparent in it.
		$plain = IMAGETYPE_JPEG === $about[2] ? array( 'jpg' => 'image/jpeg' ) : array( 'png' => 'image/png' );
		foreach ( array( 'webp' => 'image/webp' ) + $plain as $end => $type ) {
			$editor = self::open( $from, $about );
			if ( null === $editor ) {
				return null;
			}
			$full  = $editor->get_size()['width'];
			$saved = $editor::supports_mime_type( $type ) ? self::save( $editor, $most, "$path.$end", $type ) : null;
			if ( null !== $saved ) {
				return array( 'full_width' => $full ) + $saved;
			}
		}
		return null;
	}

	/** @return array|null As the editor says; null where nothing was written, or an empty file. */
	private static function save( \WP_Image_Editor $editor, int $most, string $path, string $type ): ?array {
		$size = $editor->get_size();
		// What is cut is copied pixel by pixel: GD writes no WebP of a picture that still has its palette.
		$done = $size['width'] > $most ? $editor->resize( $most, null ) : $editor->crop( 0, 0, $size['width'], $size['height'] );
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
