<?php
/**
 * Index of the posts of this site that show each item. It is updated when a post is saved, and used to purge page caches and to list
 * where an item is shown.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Stores one row of post meta for each item that a post shows. Items from a template, a widget or a page builder are recorded when
 * the page is rendered, which is when a page cache stores it.
 */
final class Usage_Index {

	const META_CONTENT  = '_central_posts_item';
	const META_RENDERED = '_central_posts_shown';
	const SHORTCODE     = 'central_posts';
	const LAST_CLEANUP  = 'central_posts_swept';

	/** An item that was not shown for so long is no longer refreshed. */
	const UNUSED_SECONDS = 30 * DAY_IN_SECONDS;

	/** Nesting depth of patterns. */
	const MAX_DEPTH = 5;

	public static function init(): void {
		add_action( 'save_post', array( self::class, 'index_post' ), 10, 2 );
	}

	/** Records the items in a post's content. Runs whenever a post is saved. */
	public static function index_post( int $post_id, \WP_Post $post ): void {
		if ( wp_is_post_revision( $post_id ) || 'auto-draft' === $post->post_status ) {
			return;
		}
		delete_post_meta( $post_id, self::META_RENDERED );
		$references = 'trash' === $post->post_status ? array() : self::references_in( $post->post_content );
		$recorded   = get_post_meta( $post_id, self::META_CONTENT );
		foreach ( array_diff( $recorded, array_keys( $references ) ) as $key ) {
			delete_post_meta( $post_id, self::META_CONTENT, $key );
		}
		foreach ( array_diff( array_keys( $references ), $recorded ) as $key ) {
			add_post_meta( $post_id, self::META_CONTENT, $key );
		}
		if ( array() !== $references ) {
			// A post that cron publishes or an import creates counts for its author.
			$user = get_current_user_id();
			Items::mark_used( array_values( $references ), time(), 0 === $user ? (int) $post->post_author : $user );
			Refresh::run_soon();
		}
	}

	/**
	 * Records items that a page shows although its content does not contain them. This record alone does not keep an item in use.
	 *
	 * @param Reference[] $references Rendered items.
	 */
	public static function record_rendered( array $references ): void {
		$post_id = is_singular() && ! is_preview() && ! is_feed() ? get_queried_object_id() : 0;
		if ( 0 === $post_id ) {
			return;
		}
		$recorded = array_merge( get_post_meta( $post_id, self::META_CONTENT ), get_post_meta( $post_id, self::META_RENDERED ) );
		foreach ( $references as $reference ) {
			if ( ! in_array( $reference->key(), $recorded, true ) ) {
				$recorded[] = $reference->key();
				add_post_meta( $post_id, self::META_RENDERED, $reference->key() );
			}
		}
	}

	/** The references in the blocks and shortcodes of a content. Patterns are posts and have their own records. @return array<string, Reference> By key. */
	private static function references_in( string $content ): array {
		$found = array();
		foreach ( self::selections_in( $content ) as $selection ) {
			foreach ( $selection->references() as $reference ) {
				$found[ $reference->key() ] = $reference;
			}
		}
		return $found;
	}

	/** @return Selection[] */
	private static function selections_in( string $content ): array {
		$found = array();
		if ( has_shortcode( $content, self::SHORTCODE ) && preg_match_all( '/' . get_shortcode_regex( array( self::SHORTCODE ) ) . '/', $content, $matches ) ) {
			foreach ( $matches[3] as $attributes ) {
				$found[] = new Selection( Attributes::from_shortcode( (array) shortcode_parse_atts( $attributes ) ) );
			}
		}
		$blocks = parse_blocks( $content );
		while ( array() !== $blocks ) {
			$block  = array_shift( $blocks );
			$blocks = array_merge( $blocks, $block['innerBlocks'] );
			if ( Block::NAME === $block['blockName'] ) {
				$found[] = new Selection( $block['attrs'] );
			}
		}
		return $found;
	}

	/**
	 * Finds posts of every type and status that show any of these items: in their content, through patterns and template parts, or
	 * when they were rendered.
	 *
	 * @param string[] $keys Keys of items.
	 * @return int[]
	 */
	public static function posts_showing( array $keys ): array {
		$found = self::posts_with_meta( array( self::META_CONTENT, self::META_RENDERED ), $keys );
		$new   = $found;
		for ( $depth = 0; $depth < self::MAX_DEPTH && array() !== $new; $depth++ ) {
			$new   = array_diff( self::posts_including( $new ), $found );
			$found = array_merge( $found, $new );
		}
		return array_values( array_unique( $found ) );
	}

	/** Posts of every type and status whose own content names an item. @return int[] */
	public static function recorded_in( string $key ): array {
		return self::posts_with_meta( array( self::META_CONTENT ), array( $key ) );
	}

	// Direct queries, because get_posts() excludes types and statuses that are excluded from search. They run during a refresh, not
	// during a visit.
	// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders

	/**
	 * Finds posts with such rows of post meta.
	 *
	 * @param string[] $names Meta keys.
	 * @param string[] $keys  Keys of items.
	 * @return int[]
	 */
	private static function posts_with_meta( array $names, array $keys ): array {
		global $wpdb;
		$found = array();
		foreach ( array_chunk( $keys, 500 ) as $chunk ) {
			$placeholders = array( self::placeholders( $names ), self::placeholders( $chunk ) );
			$sql          = "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE meta_key IN ($placeholders[0]) AND meta_value IN ($placeholders[1])";
			$found        = array_merge( $found, $wpdb->get_col( $wpdb->prepare( $sql, array_merge( $names, $chunk ) ) ) );
		}
		return array_map( 'intval', array_unique( $found ) );
	}

	/** Finds posts whose content includes any of these patterns or template parts. @param int[] $ids Ids of posts. @return int[] */
	private static function posts_including( array $ids ): array {
		global $wpdb;
		$found = array();
		foreach ( array_chunk( $ids, 500 ) as $chunk ) {
			$sql = "SELECT ID, post_type, post_name FROM $wpdb->posts WHERE post_type IN ('wp_block', 'wp_template_part') AND ID IN (" . self::placeholders( $chunk ) . ')';
			foreach ( $wpdb->get_results( $wpdb->prepare( $sql, $chunk ), ARRAY_A ) as $container ) {
				$sql   = "SELECT ID FROM $wpdb->posts WHERE post_type <> 'revision' AND post_content LIKE %s AND (post_content LIKE %s OR post_content LIKE %s)";
				$found = array_merge( $found, $wpdb->get_col( $wpdb->prepare( $sql, self::like_patterns( $container ) ) ) );
			}
		}
		return array_map( 'intval', array_unique( $found ) );
	}

	// phpcs:enable

	/** LIKE patterns for a content that includes a pattern or a template part. It matches the first, and one of the last two. @return string[] */
	private static function like_patterns( array $container ): array {
		global $wpdb;
		$is_pattern = 'wp_block' === $container['post_type'];
		$block      = $is_pattern ? '<!-- wp:block {' : '<!-- wp:template-part {';
		$name       = $is_pattern ? '"ref":' . $container['ID'] : '"slug":"' . $container['post_name'] . '"';
		$patterns   = array();
		foreach ( array( $block, $name . '}', $name . ',' ) as $fragment ) {
			$patterns[] = '%' . $wpdb->esc_like( $fragment ) . '%';
		}
		return $patterns;
	}

	/** Whether any post has recorded an item. Returns true after a database error, so that no item is deleted because of it. */
	private static function is_recorded( string $name, string $key ): bool {
		global $wpdb;
		return array() !== self::posts_with_meta( array( $name ), array( $key ) ) || '' !== $wpdb->last_error;
	}

	/** Replaces the key of an item in all records. */
	public static function rekey( string $key, string $new_key ): void {
		global $wpdb;
		foreach ( array( self::META_CONTENT, self::META_RENDERED ) as $name ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$posts = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = %s AND meta_value = %s", $name, $key ) );
			foreach ( $posts as $post ) {
				update_post_meta( (int) $post, $name, $new_key, $key );
			}
		}
	}

	private static function placeholders( array $values ): string {
		return implode( ', ', array_fill( 0, count( $values ), '%s' ) );
	}

	/** Purges page caches of the posts that show changed items. @param string[] $keys Keys of items. */
	public static function notify_changed( array $keys ): void {
		if ( array() === $keys ) {
			return;
		}
		$posts = self::posts_showing( array_merge( $keys, Items::profiles_containing( $keys ) ) );
		array_map( 'clean_post_cache', $posts );
		/**
		 * Fires after shown items have changed. Use it to purge page caches that ignore clean_post_cache().
		 *
		 * @param int[]    $posts Ids of the posts that show the items, including patterns and template parts. Archive pages with a widget
		 *                        are not included.
		 * @param string[] $keys  Keys of the changed items.
		 */
		do_action( 'central_posts_changed', $posts, $keys );
	}

	/** Deletes items that are no longer shown, and items that were only browsed in the editor. Runs every six hours. */
	public static function clean_up( int $now ): void {
		if ( (int) get_option( self::LAST_CLEANUP ) > $now - 6 * HOUR_IN_SECONDS ) {
			return;
		}
		update_option( self::LAST_CLEANUP, $now, false );
		$reviewed    = Curation::reviewed( $now );
		$kept        = Decisions::kept( $reviewed, $now );
		$in_profiles = $kept;
		$is_rendered = array();
		$last        = '';
		Decisions::clean_up( $reviewed, $now );
		do {
			$items = Items::page_after( $last, 200 );
			foreach ( $items as $last => $item ) {
				if ( $item['due_at'] > 0 && $item['used_at'] < $now - self::UNUSED_SECONDS && ! isset( $kept[ $last ] ) && ! self::is_recorded( self::META_CONTENT, $last ) ) {
					Items::update( $last, array( 'due_at' => 0 ) );
					// A cached page may still show it. After the purge the page renders again, and records it before the next cleanup if so.
					$is_rendered[ $last ] = self::is_recorded( self::META_RENDERED, $last );
				}
				if ( Reference::PROFILE === $item['reference']->type && $item['due_at'] > 0 && ( $is_rendered[ $last ] ?? true ) ) {
					$in_profiles += array_flip( (array) ( $item['data']['posts'] ?? array() ) );
				} elseif ( Reference::OLDER === $item['reference']->type ) {
					$in_profiles += array_flip( Older_Posts::current( $item['data'] )['posts'] ?? array() );
				}
			}
		} while ( array() !== $items );
		self::notify_changed( array_keys( $is_rendered, true, true ) );
		$last = '';
		do {
			$items = Items::page_after( $last, 200 );
			foreach ( $items as $last => $item ) {
				if ( 0 === $item['due_at'] && $item['fetched_at'] < $now - DAY_IN_SECONDS && ! isset( $in_profiles[ $last ] ) && empty( $is_rendered[ $last ] ) ) {
					Items::delete( $last );
					delete_metadata( 'post', 0, self::META_RENDERED, $last, true );
				}
			}
		} while ( array() !== $items );
	}
}
