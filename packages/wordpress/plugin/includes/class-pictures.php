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
 * `tries` (that failed, or that were begun), `begun` (when a try began that has not ended), `next` (after one that failed: when
 * the next may begin), `is_still` (where the picture moves).
 */
final class Pictures {

	const FOLDER     = 'central-posts';
	const MAX_BYTES  = 10 * MB_IN_BYTES;
	const SECONDS    = 10;
	const MOST_SLOTS = 4;
	const TRIES      = 3;
	/** Of a file, without a folder. */
	const NAME  = '/^\w[\w.-]*$/D';
	const BLANK = array(
		'hash'     => '',
		'files'    => array(),
		'tries'    => 0,
		'begun'    => 0,
		'next'     => 0,
		'is_still' => false,
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
		foreach ( Picture_Rows::due( time(), $most ) as $key => $item ) {
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
	 * Copies the pictures of an item. One that cannot be had leaves the older copy in its place, and is tried again: twice
	 * within half an hour, then once a day. Each try is counted before its work, so that a picture that ends the process
	 * keeps no other away; and each picture is brought by one process, while others bring the rest of the same item.
	 *
	 * @param array $item Row.
	 * @param float $deadline When to leave the rest to the next run.
	 * @return bool Whether it shows others now.
	 */
	public static function copy( array $item, float $deadline ): bool {
		$key       = $item['key'];
		$wanted    = self::wanted( $item );
		$hashes    = array_map( array( self::class, 'hash' ), $wanted );
		$is_wanted = ( $item['pictures_due'] ?? 0 ) <= time();
		$changes   = false;
		foreach ( $wanted as $slot => $address ) {
			if ( microtime( true ) > $deadline ) {
				break;
			}
			$hash = $hashes[ $slot ];
			$try  = null;
			$take = static function ( array $pictures ) use ( $slot, $hash, $is_wanted, &$try ): ?array {
				$try = self::begun( ( $pictures[ $slot ] ?? array() ) + self::BLANK, $hash, $is_wanted );
				return null === $try ? null : array( array( $slot => $try ) + $pictures, time() + DAY_IN_SECONDS );
			};
			if ( ! Picture_Rows::begin( $key, $take ) ) {
				return $changes;
			}
			if ( null === $try ) {
				continue;
			}
			$new   = self::fetch( $address, substr( $key, 0, 16 ) . "-$slot-" . substr( $hash, 0, 8 ) );
			$ended = array( 'begun' => 0 ) + ( $new ?? array( 'next' => self::after( $try['tries'] ) ) ) + $try;
			$end   = static fn( array $pictures ): array => array(
				array( $slot => $ended ) + $pictures,
				self::due( array( $slot => $ended ) + $pictures, $hashes ),
			);
			if ( ! Picture_Rows::change( $key, $end ) ) {
				self::delete( array( $ended ), array( $try ) );
				return $changes;
			}
			self::delete( array( $try ), array( $ended ) );
			$changes = $changes || self::names( array( $try ) ) !== self::names( array( $ended ) );
		}
		$dropped = array();
		$tidy    = static function ( array $pictures ) use ( $hashes, &$dropped ): array {
			$kept    = array_intersect_key( $pictures, $hashes );
			$dropped = array_diff_key( $pictures, $hashes );
			return array( $kept, self::due( $kept, $hashes ) );
		};
		Picture_Rows::change( $key, $tidy );
		self::delete( $dropped );
		return $changes || array() !== self::names( $dropped );
	}

	/** Of an address without its host and what changes when it is signed anew. */
	private static function hash( string $address ): string {
		return md5( (string) preg_replace( '~^https?://[^/?#]*~i', '', Signed_Url::unsigned( $address ) ) );
	}

	/** A picture whose try is begun now; null where none is to begin. */
	private static function begun( array $old, string $hash, bool $is_wanted ): ?array {
		$next = self::next_try( $old, $hash, $is_wanted );
		return 0 === $next || $next > time() ? null : array(
			'hash'  => $hash,
			'tries' => ( $old['hash'] === $hash ? $old['tries'] : 0 ) + 1,
			'begun' => time(),
		) + $old;
	}

	/** @return array<string, string> Slot => address; empty where pictures of its platform are not copied. */
	private static function wanted( array $item ): array {
		$platform = self::platform_of( $item['reference'], $item['data'] );
		return Settings::copies( $platform ) ? self::addresses( $item['reference'], $item['data'] ) : array();
	}

	/** When a picture is to be tried: 0 where it is there. What is waited for, or has ended its process, is for later. */
	private static function next_try( array $picture, string $hash, bool $is_wanted ): int {
		if ( $picture['hash'] !== $hash ) {
			return time();
		}
		if ( $picture['begun'] > 0 ) {
			return $picture['begun'] + DAY_IN_SECONDS;
		}
		if ( $picture['tries'] > 0 ) {
			return $is_wanted ? time() : max( $picture['next'], time() );
		}
		return array() !== $picture['files'] && self::is_there( $picture ) ? 0 : time();
	}

	/**
	 * When a row is to be looked at for its pictures; 0 where all are there.
	 *
	 * @param array                 $pictures Of the row.
	 * @param array<string, string> $hashes Slot => hash of the address that is wanted.
	 */
	private static function due( array $pictures, array $hashes ): int {
		$next = array();
		foreach ( $hashes as $slot => $hash ) {
			$next[] = self::next_try( ( $pictures[ $slot ] ?? array() ) + self::BLANK, $hash, false );
		}
		$next = array_filter( $next );
		return array() === $next ? 0 : min( $next );
	}

	/** After so many tries that failed. */
	private static function after( int $tries ): int {
		return time() + ( $tries < self::TRIES ? $tries * 5 * MINUTE_IN_SECONDS : DAY_IN_SECONDS );
	}

	/** Whether the copies of a slot stand still while the picture itself moves. */
	public static function is_still( array $pictures, string $slot ): bool {
		return (bool) ( $pictures[ $slot ]['is_still'] ?? false );
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
		if ( is_dir( $folder ) ) {
			// Uploads may be in a bucket, which knows no patterns.
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

	/** Of files in the folder, and of nothing outside of it, whatever a row says. @return string[] */
	private static function names( array $pictures ): array {
		$names = array();
		foreach ( $pictures as $picture ) {
			foreach ( array_column( (array) ( $picture['files'] ?? array() ), 'file' ) as $name ) {
				if ( is_string( $name ) && preg_match( self::NAME, $name ) ) {
					$names[] = $name;
				}
			}
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
	 * @return array|null `files`, `tries` and `is_still`; null where it cannot be had, or is no picture.
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
			$is_own = '' !== Settings::url() && 0 === strpos( $address, Settings::url() . '/' );
			$answer = $is_own ? wp_remote_get( $address, $options + array( 'redirection' => 0 ) ) : Egress::get( $address, $options );
			if ( 200 !== wp_remote_retrieve_response_code( $answer ) || filesize( $temporary ) > self::MAX_BYTES ) {
				return null;
			}
			$is_still = Picture_Writer::is_moving( $temporary );
			$files    = Picture_Writer::write( $temporary, self::folder(), $name );
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
