<?php
/**
 * How much may be fetched by itself: the license pays for each profile and post of a site at every refresh, whoever added it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Bounds of what is new. What is shown already goes on.
 */
final class Bounds {

	/** Of one call of `keep`, and of one block. */
	const SOURCES = 10;
	const POSTS   = 100;

	const PER_SITE = array(
		Reference::PROFILE => 200,
		Reference::POST    => 5000,
		Reference::EMBED   => 2000,
		Reference::LINK    => 2000,
	);
	/** Of one user within a day. */
	const PER_USER = array(
		Reference::PROFILE => 50,
		Reference::POST    => 500,
		Reference::EMBED   => 200,
		Reference::LINK    => 200,
	);

	/**
	 * Those of new references for which there is room; they are counted.
	 *
	 * @param Reference[] $references That are not fetched by themselves yet.
	 * @param int         $user Who has added them; 0 for what administrators alone can change, such as templates and widgets.
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
			 * How many profiles, posts, embeds and links a site shows at the most.
			 *
			 * @param int    $most Of this type.
			 * @param string $type profile, post, embed or link.
			 */
			$most = (int) apply_filters( 'central_posts_most', self::PER_SITE[ $type ], $type );
			$room = min( $most - Items::count_shown( $type ), self::room_of_user( $type, $user ) );
			$new  = array_slice( $of_type, 0, max( 0, $room ) );
			self::count_for_user( $type, $user, count( $new ) );
			$admitted = array_merge( $admitted, $new );
		}
		return $admitted;
	}

	private static function room_of_user( string $type, int $user ): int {
		return 0 === $user ? PHP_INT_MAX : self::PER_USER[ $type ] - (int) get_transient( self::name_of( $type, $user ) );
	}

	private static function count_for_user( string $type, int $user, int $count ): void {
		if ( $count > 0 && 0 !== $user ) {
			set_transient( self::name_of( $type, $user ), (int) get_transient( self::name_of( $type, $user ) ) + $count, DAY_IN_SECONDS );
		}
	}

	private static function name_of( string $type, int $user ): string {
		return "central_posts_added_{$type}_{$user}_" . (int) ( time() / DAY_IN_SECONDS );
	}
}
