<?php
/**
 * Decides which posts that wait for approval a page may show because it names them.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Pinning a post, or embedding it by its URL, is a decision like an approval, so only those who may approve can make it: the author of
 * the page must have the capability of the queue. Templates and widgets have no author: whoever may edit them may edit every page.
 */
final class Pinned {

	/**
	 * Finds posts that wait under a source that always needs approval, and that somebody names who may not approve them.
	 *
	 * @param array[] $rows Rows of the named posts by key.
	 * @return array[] The rows that must not be shown.
	 */
	public static function withheld( array $rows ): array {
		$always = Curation::stored()['always'];
		if ( array() === $always || array() === $rows ) {
			return array();
		}
		$post_keys = array();
		foreach ( $rows as $key => $row ) {
			$post = Approval::post_in( $row );
			if ( null !== $post ) {
				$post_keys[ $key ] = Post_Version::key( Approval::platform_of( $row ), $post );
			}
		}
		$waiting = array();
		foreach ( Decisions::of_posts( array_unique( $post_keys ) ) as $decision ) {
			if ( Decisions::WAITING === $decision['state'] && in_array( $decision['source_key'], $always, true ) ) {
				$waiting[] = $decision['post_key'];
			}
		}
		$withheld = array();
		foreach ( array_intersect( $post_keys, $waiting ) as $key => $post_key ) {
			if ( ! self::is_named_by_reviewer( (string) $key ) ) {
				$withheld[ $key ] = $rows[ $key ];
			}
		}
		return $withheld;
	}

	/** Whether those who name an item where it is rendered now may approve posts. */
	private static function is_named_by_reviewer( string $key ): bool {
		$page = get_post();
		if ( null === $page ) {
			// A preview of the editor belongs to no page. Nobody else renders a block through the REST API without one.
			return ! wp_is_serving_rest_request() || current_user_can( Approval::capability() );
		}
		$naming = Usage_Index::recorded_in( $key );
		if ( in_array( $page->ID, $naming, true ) ) {
			return self::may_review( $page );
		}
		foreach ( $naming as $id ) {
			// A pattern, which authors can write as well, may be part of a page or a template of somebody else.
			$pattern = get_post( $id );
			if ( null !== $pattern && 'wp_block' === $pattern->post_type && ! self::may_review( $pattern ) ) {
				return false;
			}
		}
		return ! doing_filter( 'the_content' ) || self::may_review( $page );
	}

	private static function may_review( \WP_Post $page ): bool {
		return user_can( (int) $page->post_author, Approval::capability() );
	}
}
