<?php
/**
 * Reads and writes the image columns in the table of class Items.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * `pictures` holds the copies of a row's images, `pictures_due` the time of the next attempt to copy them.
 */
final class Image_Rows {

	/** How often an update is retried because another process was faster. */
	const MAX_UPDATE_ATTEMPTS = 20;

	/** @return array See class Images. */
	public static function decode( ?string $json ): array {
		return (array) json_decode( (string) $json, true );
	}

	/**
	 * Rows whose images are due to be copied.
	 *
	 * @return array<string, array>
	 */
	public static function due( int $now, int $max ): array {
		global $wpdb;
		$table = Items::table();
		return Items::from_rows( $wpdb->get_results( $wpdb->prepare( 'SELECT ' . Items::COLUMNS . " FROM $table WHERE pictures_due > 0 AND pictures_due <= %d ORDER BY pictures_due LIMIT %d", $now, $max ), ARRAY_A ) );
	}

	/** Makes the images of rows due now, including those that wait for another attempt. @param string[] $keys Keys of the rows. */
	public static function request( array $keys, int $now ): void {
		self::set_due( $keys, $now, '' );
	}

	/** Makes the images of rows due now, except those that wait for another attempt. @param string[] $keys Keys of the rows. */
	public static function request_missing( array $keys, int $now ): void {
		self::set_due( $keys, $now, 'AND pictures_due = 0' );
	}

	/** @param string[] $keys Keys of the rows. */
	private static function set_due( array $keys, int $now, string $condition ): void {
		global $wpdb;
		if ( array() === $keys ) {
			return;
		}
		$table        = Items::table();
		$placeholders = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET pictures_due = %d WHERE item_key IN ($placeholders) $condition", array_merge( array( $now ), $keys ) ) );
	}

	/**
	 * Counts an attempt to copy an image before the work begins, as Items does for a row.
	 *
	 * @param string   $key Key of the row.
	 * @param callable $begin Callback as for update(); returns null if there is nothing to attempt.
	 * @return bool False if nothing could be written. Skip the work then: it would be repeated endlessly.
	 */
	public static function begin_attempt( string $key, callable $begin ): bool {
		$has_begun = false;
		$counted   = static function ( array $images ) use ( $begin, &$has_begun ): ?array {
			$changes   = $begin( $images );
			$has_begun = null !== $changes;
			return $changes;
		};
		if ( ! self::update( $key, $counted ) ) {
			return false;
		}
		Items::count_attempts( (int) $has_begun );
		return true;
	}

	/**
	 * Updates the image columns of a row atomically (compare and swap): several processes may copy images of one row.
	 *
	 * @param string   $key Key of the row.
	 * @param callable $change Receives `pictures`; returns new `pictures` and `pictures_due`, or null for no change. Called again
	 *                         if another process was faster.
	 * @return bool False if nothing could be written.
	 */
	public static function update( string $key, callable $change ): bool {
		global $wpdb;
		$table = Items::table();
		for ( $attempt = 0; $attempt < self::MAX_UPDATE_ATTEMPTS; ++$attempt ) {
			$row = $wpdb->get_row( $wpdb->prepare( "SELECT pictures FROM $table WHERE item_key = %s", $key ), ARRAY_A );
			if ( null === $row ) {
				return false;
			}
			$old     = (string) $row['pictures'];
			$changes = $change( self::decode( $old ) );
			if ( null === $changes ) {
				return true;
			}
			$new     = wp_json_encode( $changes[0], JSON_UNESCAPED_SLASHES );
			$written = $wpdb->query( $wpdb->prepare( "UPDATE $table SET pictures = %s, pictures_due = %d WHERE item_key = %s AND COALESCE(pictures, '') = %s", $new, $changes[1], $key, $old ) );
			// MySQL reports 0 changed rows if the row already has both values.
			if ( $written > 0 || ( 0 === $written && $new === $old ) ) {
				return true;
			}
			if ( false === $written ) {
				return false;
			}
		}
		return false;
	}
}
