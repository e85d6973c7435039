<?php
/**
 * Stores copies of images on this site: image URLs of platforms expire, and a visitor's browser should not contact other servers.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Keeps the files in a separate folder under uploads. The sources are untrusted: their size is limited, and each is re-encoded.
 *
 * `pictures` of an item: slot => `hash` (of the URL), `files` (smallest first: `file` in the folder, `width`, `height`), `tries`
 * (attempts that have failed or begun), `begun` (start of an unfinished attempt), `next` (earliest time of the next attempt after
 * a failure), `is_still` (whether the original is animated and the copies are not).
 */
final class Images {

	const FOLDER          = 'central-posts';
	const MAX_BYTES       = 10 * MB_IN_BYTES;
	const TIMEOUT_SECONDS = 10;
	const QUICK_ATTEMPTS  = 3;
	/** A file name without a folder. */
	const FILE_NAME = '/^\w[\w.-]*$/D';
	const DEFAULTS  = array(
		'hash'     => '',
		'files'    => array(),
		'tries'    => 0,
		'begun'    => 0,
		'next'     => 0,
		'is_still' => false,
	);

	/**
	 * The URLs of the images that an item shows.
	 *
	 * @param Reference  $reference Reference of the item.
	 * @param array|null $data Data of the item.
	 * @param bool       $is_selected Whether the item is shown by itself, not only as a post of a profile.
	 * @return array<string, string> Slot (`m0`…, `card`, `avatar`) => URL.
	 */
	public static function urls( Reference $reference, ?array $data, bool $is_selected = false ): array {
		if ( null === $data ) {
			return array();
		}
		if ( Reference::PROFILE === $reference->type ) {
			return array_filter( array( 'avatar' => $data['profile']['avatarUrl'] ?? null ) );
		}
		$post = Reference::POST === $reference->type ? $data : ( $data['post'] ?? null );
		if ( null === $post ) {
			return array_filter( array( 'card' => $data['preview']['imageUrl'] ?? null ) );
		}
		// The posts of a profile share its image.
		return Post_Images::urls( $post, $is_selected );
	}

	/** The platform whose setting decides whether images of an item are copied. */
	public static function platform_of( Reference $reference, ?array $data ): string {
		return '' === $reference->platform ? (string) ( $data['platform'] ?? 'web' ) : $reference->platform;
	}

	/**
	 * Copies due images until the deadline or the limit is reached.
	 *
	 * @return string[] Keys of items whose images have changed.
	 */
	public static function copy_due( float $deadline, int $max ): array {
		$changed = array();
		foreach ( Image_Rows::due( time(), $max ) as $key => $item ) {
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
	 * Copies the images of an item. If an image cannot be fetched, its older copy stays, and the fetch is retried: twice within
	 * half an hour, then once a day. Each attempt is counted before it begins, so that an image that crashes the process does not
	 * block the others. Only one process fetches an image; other processes may fetch the rest of the same item.
	 *
	 * @param array $item Row.
	 * @param float $deadline Time after which the rest is left to the next run.
	 * @return bool Whether the images have changed.
	 */
	public static function copy( array $item, float $deadline ): bool {
		$key         = $item['key'];
		$urls        = self::wanted_urls( $item );
		$hashes      = array_map( array( self::class, 'hash' ), $urls );
		$is_wanted   = ( $item['pictures_due'] ?? 0 ) <= time();
		$has_changed = false;
		foreach ( $urls as $slot => $url ) {
			if ( microtime( true ) > $deadline ) {
				break;
			}
			$hash    = $hashes[ $slot ];
			$attempt = null;
			$begin   = static function ( array $images ) use ( $slot, $hash, $is_wanted, &$attempt ): ?array {
				$attempt = self::begin_attempt( ( $images[ $slot ] ?? array() ) + self::DEFAULTS, $hash, $is_wanted );
				return null === $attempt ? null : array( array( $slot => $attempt ) + $images, time() + DAY_IN_SECONDS );
			};
			if ( ! Image_Rows::begin_attempt( $key, $begin ) ) {
				return $has_changed;
			}
			if ( null === $attempt ) {
				continue;
			}
			$new      = self::fetch( $url, substr( $key, 0, 16 ) . "-$slot-" . substr( $hash, 0, 8 ) );
			$finished = array( 'begun' => 0 ) + ( $new ?? array( 'next' => self::retry_at( $attempt['tries'] ) ) ) + $attempt;
			$finish   = static fn( array $images ): array => array(
				array( $slot => $finished ) + $images,
				self::due_at( array( $slot => $finished ) + $images, $hashes ),
			);
			if ( ! Image_Rows::update( $key, $finish ) ) {
				self::delete( array( $finished ), array( $attempt ) );
				return $has_changed;
			}
			self::delete( array( $attempt ), array( $finished ) );
			$has_changed = $has_changed || self::file_names( array( $attempt ) ) !== self::file_names( array( $finished ) );
		}
		$dropped     = array();
		$drop_unused = static function ( array $images ) use ( $hashes, &$dropped ): array {
			$kept    = array_intersect_key( $images, $hashes );
			$dropped = array_diff_key( $images, $hashes );
			return array( $kept, self::due_at( $kept, $hashes ) );
		};
		Image_Rows::update( $key, $drop_unused );
		self::delete( $dropped );
		return $has_changed || array() !== self::file_names( $dropped );
	}

	/** Hash of a URL without its host and its signature. */
	private static function hash( string $url ): string {
		return md5( (string) preg_replace( '~^https?://[^/?#]*~i', '', Signed_Url::without_signature( $url ) ) );
	}

	/** Begins an attempt for an image; null if none is due. */
	private static function begin_attempt( array $old, string $hash, bool $is_wanted ): ?array {
		$next = self::next_attempt_at( $old, $hash, $is_wanted );
		return 0 === $next || $next > time() ? null : array(
			'hash'  => $hash,
			'tries' => ( $old['hash'] === $hash ? $old['tries'] : 0 ) + 1,
			'begun' => time(),
		) + $old;
	}

	/** @return array<string, string> Slot => URL; empty if images of its platform are not copied. */
	private static function wanted_urls( array $item ): array {
		$platform = self::platform_of( $item['reference'], $item['data'] );
		return Settings::copies_images( $platform ) ? self::urls( $item['reference'], $item['data'], ( $item['due_at'] ?? 0 ) > 0 ) : array();
	}

	/** Time of the next attempt; 0 if the copies exist. An unfinished attempt is retried a day later: it may have crashed its process. */
	private static function next_attempt_at( array $image, string $hash, bool $is_wanted ): int {
		if ( $image['hash'] !== $hash ) {
			return time();
		}
		if ( $image['begun'] > 0 ) {
			return $image['begun'] + DAY_IN_SECONDS;
		}
		if ( $image['tries'] > 0 ) {
			return $is_wanted ? time() : max( $image['next'], time() );
		}
		return array() !== $image['files'] && self::files_exist( $image ) ? 0 : time();
	}

	/**
	 * Time when the images of a row are due; 0 if all copies exist.
	 *
	 * @param array                 $images Images of the row.
	 * @param array<string, string> $hashes Slot => hash of the URL to copy.
	 */
	private static function due_at( array $images, array $hashes ): int {
		$next = array();
		foreach ( $hashes as $slot => $hash ) {
			$next[] = self::next_attempt_at( ( $images[ $slot ] ?? array() ) + self::DEFAULTS, $hash, false );
		}
		$next = array_filter( $next );
		return array() === $next ? 0 : min( $next );
	}

	/** Time of the next attempt after so many failures. */
	private static function retry_at( int $attempts ): int {
		return time() + ( $attempts < self::QUICK_ATTEMPTS ? $attempts * 5 * MINUTE_IN_SECONDS : DAY_IN_SECONDS );
	}

	/** Whether the original image of a slot is animated; its copies are still. */
	public static function was_animated( array $images, string $slot ): bool {
		return (bool) ( $images[ $slot ]['is_still'] ?? false );
	}

	/**
	 * The copies of a slot, for `src` and `srcset`.
	 *
	 * @param array  $images Images of an item.
	 * @param string $slot Slot.
	 * @return array[] `url`, `width`, `height`, smallest first; empty if there are none.
	 */
	public static function sizes( array $images, string $slot ): array {
		$base  = wp_get_upload_dir()['baseurl'] . '/' . self::FOLDER . '/';
		$sizes = array();
		foreach ( $images[ $slot ]['files'] ?? array() as $file ) {
			$sizes[] = array(
				'url'    => set_url_scheme( $base . $file['file'] ),
				'width'  => $file['width'],
				'height' => $file['height'],
			);
		}
		return $sizes;
	}

	/** All images of an item, in the form of class Post_Images. @param array $images Images of the item. */
	public static function shown( array $images ): array {
		$shown = array();
		foreach ( array_keys( $images ) as $slot ) {
			$shown[ $slot ] = array(
				'copies'   => self::sizes( $images, (string) $slot ),
				'is_still' => self::was_animated( $images, (string) $slot ),
			);
		}
		return $shown;
	}

	/**
	 * Deletes the files of images, except the files of those to keep.
	 *
	 * @param array $images Images of an item.
	 * @param array $kept Images of the same item to keep.
	 */
	public static function delete( array $images, array $kept = array() ): void {
		foreach ( array_diff( self::file_names( $images ), self::file_names( $kept ) ) as $name ) {
			wp_delete_file( self::folder() . '/' . $name );
		}
	}

	/** Deletes all copies and the folder. */
	public static function uninstall(): void {
		$folder = self::folder();
		if ( is_dir( $folder ) ) {
			// Uploads may be in a bucket, where glob() does not work.
			foreach ( array_diff( scandir( $folder ), array( '.', '..' ) ) as $name ) {
				wp_delete_file( "$folder/$name" );
			}
			// phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_rmdir
			rmdir( $folder );
		}
	}

	private static function folder(): string {
		return wp_get_upload_dir()['basedir'] . '/' . self::FOLDER;
	}

	/** Valid names of files in the folder; other names in a row are ignored. @return string[] */
	private static function file_names( array $images ): array {
		$names = array();
		foreach ( $images as $image ) {
			foreach ( array_column( (array) ( $image['files'] ?? array() ), 'file' ) as $name ) {
				if ( is_string( $name ) && preg_match( self::FILE_NAME, $name ) ) {
					$names[] = $name;
				}
			}
		}
		return $names;
	}

	private static function files_exist( array $image ): bool {
		foreach ( $image['files'] as $file ) {
			if ( ! is_file( self::folder() . '/' . $file['file'] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Fetches an image and re-encodes it in several widths.
	 *
	 * @param string $url Untrusted URL, or a URL of the service.
	 * @param string $name File name without extension.
	 * @return array|null `files`, `tries` and `is_still`; null if it cannot be fetched or is not an image.
	 */
	private static function fetch( string $url, string $name ): ?array {
		require_once ABSPATH . 'wp-admin/includes/file.php';
		$temporary = wp_tempnam( 'central-posts' );
		$options   = array(
			'timeout'             => self::TIMEOUT_SECONDS,
			'stream'              => true,
			'filename'            => $temporary,
			'limit_response_size' => self::MAX_BYTES + 1,
			'headers'             => array( 'Accept' => 'image/webp,image/jpeg,image/png,image/gif' ),
		);
		try {
			// Only the service, whose URL the owner has entered, may have a private IP address.
			$is_own   = '' !== Settings::url() && 0 === strpos( $url, Settings::url() . '/' );
			$response = $is_own ? wp_remote_get( $url, $options + array( 'redirection' => 0 ) ) : Egress::get( $url, $options );
			if ( 200 !== wp_remote_retrieve_response_code( $response ) || filesize( $temporary ) > self::MAX_BYTES ) {
				return null;
			}
			$is_still = Image_Writer::is_animated( $temporary );
			$files    = Image_Writer::write( $temporary, self::folder(), $name );
			return null === $files ? null : array(
				'files'    => $files,
				'tries'    => 0,
				'is_still' => $is_still,
			);
		} finally {
			wp_delete_file( $temporary );
		}
	}
}
