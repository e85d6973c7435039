<?php
/**
 * A lock for one process at a time: a row in the options table, which only one of two concurrent processes can insert.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

// Reading the option through the cache would let two processes in.
// phpcs:disable WordPress.DB.DirectDatabaseQuery

/**
 * A lock expires after a while, so that a process that died does not block others forever.
 */
final class Lock {

	const OPTION      = 'central_posts_lock';
	const TTL_SECONDS = 600;

	/**
	 * Acquires the lock.
	 *
	 * @return string|null Token for release(); null if another process holds the lock.
	 */
	public static function acquire( int $now ): ?string {
		global $wpdb;
		$token = $now . ':' . wp_generate_uuid4();
		$done  = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'off')", self::OPTION, $token ) );
		if ( $done ) {
			return $token;
		}
		$current = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", self::OPTION ) );
		// A lock from the future means that the clock was set back since.
		if ( abs( $now - (int) $current ) < self::TTL_SECONDS ) {
			return null;
		}
		$done = $wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND option_value = %s", $token, self::OPTION, $current ) );
		return $done ? $token : null;
	}

	/** Releases the lock, unless it has expired and another process has acquired it. */
	public static function release( string $token ): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", self::OPTION, $token ) );
	}
}
