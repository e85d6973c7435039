<?php
/**
 * Limits how many items a site refreshes in the background: each profile and post uses the license's quota at every refresh, whoever added it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The limits apply to new items. Items that are shown already are always refreshed.
 */
final class Limits {

	/** Per block, and per call of the REST route `keep`. */
	const MAX_SOURCES = 10;
	const MAX_POSTS   = 100;

	const PER_SITE = array(
		Reference::PROFILE => 200,
		Reference::POST    => 5000,
		Reference::EMBED   => 2000,
		Reference::LINK    => 2000,
	);
	/** Per user and day. */
	const PER_USER = array(
		Reference::PROFILE => 50,
		Reference::POST    => 500,
		Reference::EMBED   => 200,
		Reference::LINK    => 200,
	);

	/**
	 * Returns the new references that fit the limits, and counts them.
	 *
	 * @param Reference[] $references References that are not refreshed in the background yet.
	 * @param int         $user Who added them. 0 for content that only administrators can change, such as templates and widgets.
	 * @return Reference[]
	 */
	public static function admit( array $references, int $user ): array {
		$by_type = array();
		foreach ( $references as $reference ) {
			$by_type[ $reference->type ][] = $reference;
		}
		$admitted = array();
		foreach ( $by_type as $type => $of_type ) {
			/**
			 * Filters how many profiles, posts, embeds and links a site can show.
			 *
			 * @param int    $max  Limit for this type.
			 * @param string $type `profile`, `post`, `embed` or `link`.
			 */
			$max  = (int) apply_filters( 'central_posts_most', self::PER_SITE[ $type ], $type );
			$free = min( $max - Items::count_in_use( $type ), self::remaining_for_user( $type, $user ) );
			$new  = array_slice( $of_type, 0, max( 0, $free ) );
			self::count_for_user( $type, $user, count( $new ) );
			$admitted = array_merge( $admitted, $new );
		}
		return $admitted;
	}

	private static function remaining_for_user( string $type, int $user ): int {
		return 0 === $user ? PHP_INT_MAX : self::PER_USER[ $type ] - (int) get_transient( self::transient_name( $type, $user ) );
	}

	private static function count_for_user( string $type, int $user, int $count ): void {
		if ( $count > 0 && 0 !== $user ) {
			set_transient( self::transient_name( $type, $user ), (int) get_transient( self::transient_name( $type, $user ) ) + $count, DAY_IN_SECONDS );
		}
	}

	private static function transient_name( string $type, int $user ): string {
		return "central_posts_added_{$type}_{$user}_" . (int) ( time() / DAY_IN_SECONDS );
	}
}
