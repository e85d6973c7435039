<?php
/**
 * What is noted in the rows of class Items of the pictures that each shows.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Which pictures a row has, and when they are to be looked at: columns `pictures` and `pictures_due`.
 */
final class Picture_Rows {

	/** How often a change is made anew because another process was first. */
	const MOST_CHANGES = 20;

	/** @return array As class Pictures has them. */
	public static function decode( ?string $json ): array {
		return (array) json_decode( (string) $json, true );
	}

	/**
	 * Rows whose pictures are to be copied.
	 *
	 * @return array<string, array>
	 */
	public static function due( int $now, int $most ): array {
		global $wpdb;
		$table = Items::table();
		return Items::read( $wpdb->get_results( $wpdb->prepare( 'SELECT ' . Items::COLUMNS . " FROM $table WHERE pictures_due > 0 AND pictures_due <= %d ORDER BY pictures_due LIMIT %d", $now, $most ), ARRAY_A ) );
	}

	/** Asks for the pictures of rows, also of those that wait for another try. @param string[] $keys Of the rows. */
	public static function want( array $keys, int $now ): void {
		self::set_due( $keys, $now, '' );
	}

	/** The same, but for those that wait. @param string[] $keys Of the rows. */
	public static function want_missing( array $keys, int $now ): void {
		self::set_due( $keys, $now, 'AND pictures_due = 0' );
	}

	/** @param string[] $keys Of the rows. */
	private static function set_due( array $keys, int $now, string $condition ): void {
		global $wpdb;
		if ( array() === $keys ) {
			return;
		}
		$table  = Items::table();
		$places = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET pictures_due = %d WHERE item_key IN ($places) $condition", array_merge( array( $now ), $keys ) ) );
	}

	/**
	 * Counts the try of a picture before its work, as `Items::begin` does for a row.
	 *
	 * @param string   $key Of the row.
	 * @param callable $take As for `change`; null where there is nothing to try.
	 * @return bool False where nothing could be written: the work would be done again and again, so it is left.
	 */
	public static function begin( string $key, callable $take ): bool {
		$is_taken = false;
		$counted  = static function ( array $pictures ) use ( $take, &$is_taken ): ?array {
			$changes  = $take( $pictures );
			$is_taken = null !== $changes;
			return $changes;
		};
		if ( ! self::change( $key, $counted ) ) {
			return false;
		}
		Items::count_tries( (int) $is_taken );
		return true;
	}

	/**
	 * Changes what is noted of a row’s pictures as it stands at that moment: several processes copy those of one row.
	 *
	 * @param string   $key Of the row.
	 * @param callable $change Gets `pictures`; gives them anew with `pictures_due`, or null where they stay. Called again
	 *                         where another process was first.
	 * @return bool False where nothing could be written.
	 */
	public static function change( string $key, callable $change ): bool {
		global $wpdb;
		$table = Items::table();
		for ( $tries = 0; $tries < self::MOST_CHANGES; ++$tries ) {
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
			// A database that counts only what it changed says 0 of a row that has both already.
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
