<?php
/**
 * The site's own copies of pictures: addresses of platforms expire, and a visitor's browser is to call nobody else.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Files in a folder of their own under uploads. They come from strangers: limited, looked at, and written anew.
 *
 * `pictures` of an item: slot => `hash` (of the address), `files` (smallest first: `file` under the folder, `width`, `height`),
 * `tries` (that failed).
 */
final class Pictures {

	const FOLDER     = 'central-posts';
	const WIDTHS     = array( 320, 640, 1280 );
	const MAX_BYTES  = 10 * MB_IN_BYTES;
	const MAX_PIXELS = 50000000;
	const SECONDS    = 10;
	const MOST_SLOTS = 4;
	const TRIES      = 3;
	const TYPES      = array(
		IMAGETYPE_JPEG => 'image/jpeg',
		IMAGETYPE_PNG  => 'image/png',
		IMAGETYPE_GIF  => 'image/gif',
		IMAGETYPE_WEBP => 'image/webp',
	);

	/**
	 * The addresses of what an item shows.
	 *
	 * @param Reference  $reference Of the item.
	 * @param array|null $data Of the item.
	 * @return array<string, string> Slot (`m0`…, `card`) => address.
	 */
	public static function addresses( Reference $reference, ?array $data ): array {
		if ( null === $data || Reference::PROFILE === $reference->type ) {
			return array();
		}
		$post  = Reference::POST === $reference->type ? $data : ( $data['post'] ?? null );
		$slots = array();
		foreach ( array_slice( $post['media'] ?? array(), 0, self::MOST_SLOTS ) as $at => $medium ) {
			$slots[ "m$at" ] = 'image' === $medium['type'] ? ( $medium['url'] ?? $medium['previewUrl'] ) : $medium['previewUrl'];
		}
		$slots['card'] = null === $post ? ( $data['preview']['imageUrl'] ?? null ) : ( $post['link']['imageUrl'] ?? null );
		return array_filter( $slots );
	}

	/** Whose pictures they are, for the switch. */
	public static function platform_of( Reference $reference, ?array $data ): string {
		return '' === $reference->platform ? (string) ( $data['platform'] ?? 'web' ) : $reference->platform;
	}

	/**
	 * Copies what is wanted, until the time or the number is used up.
	 *
	 * @return string[] Keys of items that show other pictures now.
	 */
	public static function copy_due( float $deadline, int $most ): array {
		$changed = array();
		foreach ( Items::without_pictures( time(), $most ) as $key => $item ) {
			if ( microtime( true ) > $deadline ) {
				break;
			}
			if ( self::copy( $item, $deadline ) ) {
				$changed[] = $key;
			}
		}
		return $changed;
	}

	/**
	 * Copies the pictures of an item. One that cannot be had leaves the older copy in its place.
	 *
	 * @param array $item Row.
	 * @param float $deadline When to leave the rest to the next run.
	 * @return bool Whether it shows others now.
	 */
	public static function copy( array $item, float $deadline ): bool {
		$held = $item['pictures'];
		$kept = array();
		$due  = 0;
		if ( Settings::copies( self::platform_of( $item['reference'], $item['data'] ) ) ) {
			foreach ( self::addresses( $item['reference'], $item['data'] ) as $slot => $address ) {
				$hash    = md5( (string) preg_replace( '~^https?://[^/]*|[?#].*$~', '', $address ) );
				$old     = $held[ $slot ] ?? array();
				$is_same = ( $old['hash'] ?? '' ) === $hash;
				if ( $is_same && ( array() !== $old['files'] || $old['tries'] >= self::TRIES ) && self::is_there( $old ) ) {
					$kept[ $slot ] = $old;
					continue;
				}
				$files = microtime( true ) > $deadline ? null : self::fetch( $address, substr( $item['key'], 0, 16 ) . "-$slot-" . substr( $hash, 0, 8 ) );
				if ( null !== $files ) {
					$kept[ $slot ] = array(
						'hash'  => $hash,
						'files' => $files,
						'tries' => 0,
					);
					continue;
				}
				$tries         = ( $is_same ? $old['tries'] : 0 ) + 1;
				$kept[ $slot ] = array(
					'hash'  => $hash,
					'files' => $old['files'] ?? array(),
					'tries' => $tries,
				);
				if ( $tries < self::TRIES ) {
					$due = time() + $tries * 5 * MINUTE_IN_SECONDS;
				}
			}
		}
		self::delete( $held, $kept );
		Items::update(
			$item['key'],
			array(
				'pictures'     => $kept,
				'pictures_due' => $due,
			)
		);
		return self::names( $held ) !== self::names( $kept );
	}

	/**
	 * The copies of a slot, for `src` and `srcset`.
	 *
	 * @param array  $pictures Of an item.
	 * @param string $slot Of them.
	 * @return array[] `url`, `width`, `height`, smallest first; empty where there is none.
	 */
	public static function sizes( array $pictures, string $slot ): array {
		$base  = wp_get_upload_dir()['baseurl'] . '/' . self::FOLDER . '/';
		$sizes = array();
		foreach ( $pictures[ $slot ]['files'] ?? array() as $file ) {
			$sizes[] = array(
				'url'    => set_url_scheme( $base . $file['file'] ),
				'width'  => $file['width'],
				'height' => $file['height'],
			);
		}
		return $sizes;
	}

	/**
	 * Files go, but for those that are kept.
	 *
	 * @param array $pictures Of an item.
	 * @param array $kept Of the same.
	 */
	public static function delete( array $pictures, array $kept = array() ): void {
		foreach ( array_diff( self::names( $pictures ), self::names( $kept ) ) as $name ) {
			wp_delete_file( self::folder() . '/' . $name );
		}
	}

	/** All of them, and the folder. */
	public static function uninstall(): void {
		$folder = self::folder();
		foreach ( (array) glob( "$folder/*" ) as $file ) {
			wp_delete_file( $file );
		}
		if ( is_dir( $folder ) ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_rmdir
			rmdir( $folder );
		}
	}

	private static function folder(): string {
		return wp_get_upload_dir()['basedir'] . '/' . self::FOLDER;
	}

	/** @return string[] */
	private static function names( array $pictures ): array {
		$names = array();
		foreach ( $pictures as $picture ) {
			$names = array_merge( $names, array_column( $picture['files'], 'file' ) );
		}
		return $names;
	}

	private static function is_there( array $picture ): bool {
		foreach ( $picture['files'] as $file ) {
			if ( ! is_file( self::folder() . '/' . $file['file'] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Brings a picture and writes it anew in several widths.
	 *
	 * @param string $address Of a stranger, or of the service.
	 * @param string $name Without its end.
	 * @return array[]|null Files; null where it cannot be had, or is no picture.
	 */
	private static function fetch( string $address, string $name ): ?array {
		require_once ABSPATH . 'wp-admin/includes/file.php';
		$temporary = wp_tempnam( 'central-posts' );
		$options   = array(
			'timeout'             => self::SECONDS,
			'stream'              => true,
			'filename'            => $temporary,
			'limit_response_size' => self::MAX_BYTES + 1,
			'headers'             => array( 'Accept' => 'image/webp,image/jpeg,image/png,image/gif' ),
		);
		try {
			// The service itself, whose address its owner has given, may be at a private one; nobody else.
			$is_own = 0 === strpos( $address, Settings::url() . '/' );
			$answer = $is_own ? wp_remote_get( $address, $options + array( 'redirection' => 0 ) ) : wp_safe_remote_get( $address, $options + array( 'redirection' => 3 ) );
			if ( 200 !== wp_remote_retrieve_response_code( $answer ) || filesize( $temporary ) > self::MAX_BYTES ) {
				return null;
			}
			return self::write( $temporary, $name );
		} finally {
			wp_delete_file( $temporary );
		}
	}

	/** @return array[]|null */
	private static function write( string $temporary, string $name ): ?array {
		$size = wp_getimagesize( $temporary );
		if ( ! is_array( $size ) || ! isset( self::TYPES[ $size[2] ] ) || $size[0] * $size[1] > self::MAX_PIXELS ) {
			return null;
		}
		$files = array();
		foreach ( self::WIDTHS as $width ) {
			if ( array() !== $files && $width > $size[0] ) {
				break;
			}
			$editor = wp_get_image_editor( $temporary, array( 'mime_type' => self::TYPES[ $size[2] ] ) );
			if ( is_wp_error( $editor ) ) {
				return null;
			}
			if ( $size[0] > $width ) {
				$editor->resize( $width, null );
			}
			$type = $editor::supports_mime_type( 'image/webp' ) ? 'image/webp' : 'image/jpeg';
			$end  = 'image/webp' === $type ? 'webp' : 'jpg';
			wp_mkdir_p( self::folder() );
			$saved = $editor->save( self::folder() . "/$name-$width.$end", $type );
			if ( is_wp_error( $saved ) ) {
				return array() === $files ? null : $files;
			}
			$files[] = array(
				'file'   => $saved['file'],
				'width'  => $saved['width'],
				'height' => $saved['height'],
			);
		}
		return $files;
	}
}
