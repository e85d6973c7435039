<?php
/**
 * One process at a time: a row of the options, which the database lets only one of two insert.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

// An option that is read through its cache would let two in.
// phpcs:disable WordPress.DB.DirectDatabaseQuery

/**
 * A lock that a process that died leaves behind is over after a while.
 */
final class Lock {

	const OPTION  = 'central_posts_lock';
	const SECONDS = 600;

	/**
	 * Takes the lock.
	 *
	 * @return string|null What release() wants; null where another process has it.
	 */
	public static function take( int $now ): ?string {
		global $wpdb;
		$mine = $now . ':' . wp_generate_uuid4();
		$done = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'off')", self::OPTION, $mine ) );
		if ( $done ) {
			return $mine;
		}
		$held = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", self::OPTION ) );
		// One from the future is of a clock that was put back.
		if ( abs( $now - (int) $held ) < self::SECONDS ) {
			return null;
		}
		$done = $wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND option_value = %s", $mine, self::OPTION, $held ) );
		return $done ? $mine : null;
	}

	/** Gives it back, unless it was over and is another's now. */
	public static function release( string $mine ): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", self::OPTION, $mine ) );
	}
}
