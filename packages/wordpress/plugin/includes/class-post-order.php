<?php
/**
 * The order of the latest posts of several profiles.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * `newest`: by time alone. `balanced`: each page has as many posts of each profile as possible, in the order of time. Otherwise a
 * profile that posts hourly would fill the page, and the others would never be seen.
 */
final class Post_Order {

	/**
	 * Sorts posts.
	 *
	 * @param array[]    $posts Rows by key.
	 * @param string[][] $sources Keys of the posts of each profile, in the order of its platform.
	 * @param Selection  $selection How to sort.
	 * @param int        $pinned Number of posts that precede them on the first page.
	 * @return array[] The same rows.
	 */
	public static function sort( array $posts, array $sources, Selection $selection, int $pinned ): array {
		if ( count( $sources ) < 2 ) {
			// A single profile keeps the order of its platform, which may begin with a pinned post.
			return array_replace( array_intersect_key( array_flip( $sources[0] ?? array() ), $posts ), $posts );
		}
		$posts = self::by_time( $posts );
		if ( 'newest' === $selection->order ) {
			return $posts;
		}
		$sorted = array();
		$rest   = self::in_turns( $posts, $sources );
		$first  = max( 0, $selection->count - $pinned );
		foreach ( array_merge( array( array_slice( $rest, 0, $first ) ), array_chunk( array_slice( $rest, $first ), $selection->count ) ) as $page ) {
			$sorted += array_intersect_key( $posts, array_flip( $page ) );
		}
		return $sorted;
	}

	/** Newest first. Posts of the same time keep their order, which PHP 7 would not preserve. */
	private static function by_time( array $posts ): array {
		$places = array_flip( array_keys( $posts ) );
		uasort(
			$posts,
			static function ( array $one, array $other ) use ( $places ): int {
				$by_time = strcmp( (string) ( $other['data']['publishedAt'] ?? '' ), (string) ( $one['data']['publishedAt'] ?? '' ) );
				return 0 === $by_time ? $places[ $one['key'] ] <=> $places[ $other['key'] ] : $by_time;
			}
		);
		return $posts;
	}

	/** The newest post of each profile, then the second newest of each, and so on. @return string[] Keys. */
	private static function in_turns( array $posts, array $sources ): array {
		$turns = array();
		foreach ( $sources as $keys ) {
			$turns += array_flip( array_keys( array_diff_key( array_intersect_key( $posts, array_flip( $keys ) ), $turns ) ) );
		}
		$by_turn = array();
		foreach ( array_keys( $posts ) as $key ) {
			$by_turn[ $turns[ $key ] ?? PHP_INT_MAX ][] = $key;
		}
		ksort( $by_turn );
		return array_merge( array(), ...array_values( $by_turn ) );
	}
}
