<?php
/**
 * Which posts of this site show what: noted when they are saved, so that a page cache can be told, and the owner can look.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A row of post meta for each item that a post shows. What comes from elsewhere (a template, a widget, the data of a page builder) is
 * noted when the page is rendered, which is when a page cache takes it.
 */
final class Uses {

	const META      = '_central_posts_item';
	const SHOWN     = '_central_posts_shown';
	const SHORTCODE = 'central_posts';
	const SWEPT     = 'central_posts_swept';

	/** What nothing has shown for so long is not fetched any more. */
	const UNUSED_SECONDS = 30 * DAY_IN_SECONDS;

	/** Of patterns in patterns. */
	const MOST_DEPTH = 5;

	public static function init(): void {
		add_action( 'save_post', array( self::class, 'note' ), 10, 2 );
	}

	/** Notes what a post shows; called with each save. */
	public static function note( int $post_id, \WP_Post $post ): void {
		if ( wp_is_post_revision( $post_id ) || 'auto-draft' === $post->post_status ) {
			return;
		}
		delete_post_meta( $post_id, self::SHOWN );
		$references = 'trash' === $post->post_status ? array() : self::references_in( $post->post_content );
		$held       = get_post_meta( $post_id, self::META );
		foreach ( array_diff( $held, array_keys( $references ) ) as $key ) {
			delete_post_meta( $post_id, self::META, $key );
		}
		foreach ( array_diff( array_keys( $references ), $held ) as $key ) {
			add_post_meta( $post_id, self::META, $key );
		}
		if ( array() !== $references ) {
			// A post that is published by cron or imported is its author's.
			$user = get_current_user_id();
			Items::touch( array_values( $references ), time(), 0 === $user ? (int) $post->post_author : $user );
			Refresh::soon();
		}
	}

	/**
	 * Notes what a page shows that its own content does not say. Once for each page: nothing keeps an item because of it.
	 *
	 * @param Reference[] $references What is rendered.
	 */
	public static function note_shown( array $references ): void {
		$post_id = is_singular() && ! is_preview() && ! is_feed() ? get_queried_object_id() : 0;
		if ( 0 === $post_id ) {
			return;
		}
		$noted = array_merge( get_post_meta( $post_id, self::META ), get_post_meta( $post_id, self::SHOWN ) );
		foreach ( $references as $reference ) {
			if ( ! in_array( $reference->key(), $noted, true ) ) {
				$noted[] = $reference->key();
				add_post_meta( $post_id, self::SHOWN, $reference->key() );
			}
		}
	}

	/** What blocks and shortcodes of a text want; patterns are noted by themselves. @return array<string, Reference> By key. */
	private static function references_in( string $content ): array {
		$found = array();
		foreach ( self::selections_in( $content ) as $selection ) {
			foreach ( $selection->references_wanted() as $reference ) {
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
				$found[] = new Selection( Given::attributes( (array) shortcode_parse_atts( $attributes ) ) );
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
	 * The posts that show any of these, of every type and status: in their own content, through patterns and template parts, and as
	 * they were rendered.
	 *
	 * @param string[] $keys Of items.
	 * @return int[]
	 */
	public static function posts_with( array $keys ): array {
		$found = self::noted( array( self::META, self::SHOWN ), $keys );
		$new   = $found;
		for ( $depth = 0; $depth < self::MOST_DEPTH && array() !== $new; $depth++ ) {
			$new   = array_diff( self::posts_around( $new ), $found );
			$found = array_merge( $found, $new );
		}
		return array_values( array_unique( $found ) );
	}

	// Post meta and contents as they are: get_posts() leaves out types and statuses that are kept out of search. A refresh asks this,
	// and no visitor.
	// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders

	/**
	 * The posts that have such rows.
	 *
	 * @param string[] $names Of the meta.
	 * @param string[] $keys  Of items.
	 * @return int[]
	 */
	private static function noted( array $names, array $keys ): array {
		global $wpdb;
		$found = array();
		foreach ( array_chunk( $keys, 500 ) as $some ) {
			$places = array( self::places( $names ), self::places( $some ) );
			$sql    = "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE meta_key IN ($places[0]) AND meta_value IN ($places[1])";
			$found  = array_merge( $found, $wpdb->get_col( $wpdb->prepare( $sql, array_merge( $names, $some ) ) ) );
		}
		return array_map( 'intval', array_unique( $found ) );
	}

	/** The posts whose content refers to patterns or template parts among these. @param int[] $ids Of posts. @return int[] */
	private static function posts_around( array $ids ): array {
		global $wpdb;
		$found = array();
		foreach ( array_chunk( $ids, 500 ) as $some ) {
			$sql = "SELECT ID, post_type, post_name FROM $wpdb->posts WHERE post_type IN ('wp_block', 'wp_template_part') AND ID IN (" . self::places( $some ) . ')';
			foreach ( $wpdb->get_results( $wpdb->prepare( $sql, $some ), ARRAY_A ) as $container ) {
				$sql   = "SELECT ID FROM $wpdb->posts WHERE post_type <> 'revision' AND post_content LIKE %s AND (post_content LIKE %s OR post_content LIKE %s)";
				$found = array_merge( $found, $wpdb->get_col( $wpdb->prepare( $sql, self::marks_of( $container ) ) ) );
			}
		}
		return array_map( 'intval', array_unique( $found ) );
	}

	// phpcs:enable

	/** What a content has that refers to a pattern or a template part, for LIKE; of the last two it has one. @return string[] */
	private static function marks_of( array $container ): array {
		global $wpdb;
		$is_pattern = 'wp_block' === $container['post_type'];
		$block      = $is_pattern ? '<!-- wp:block {' : '<!-- wp:template-part {';
		$name       = $is_pattern ? '"ref":' . $container['ID'] : '"slug":"' . $container['post_name'] . '"';
		$marks      = array();
		foreach ( array( $block, $name . '}', $name . ',' ) as $mark ) {
			$marks[] = '%' . $wpdb->esc_like( $mark ) . '%';
		}
		return $marks;
	}

	/** Whether a post has noted an item. A database that cannot say so is not believed: nothing goes because of it. */
	private static function is_noted( string $note, string $key ): bool {
		global $wpdb;
		return array() !== self::noted( array( $note ), array( $key ) ) || '' !== $wpdb->last_error;
	}

	/** What was noted under one key is noted under another. */
	public static function rekey( string $key, string $right ): void {
		global $wpdb;
		foreach ( array( self::META, self::SHOWN ) as $note ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$posts = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = %s AND meta_value = %s", $note, $key ) );
			foreach ( $posts as $post ) {
				update_post_meta( (int) $post, $note, $right, $key );
			}
		}
	}

	private static function places( array $values ): string {
		return implode( ', ', array_fill( 0, count( $values ), '%s' ) );
	}

	/** Tells caches which pages show something else now. @param string[] $keys Of items. */
	public static function changed( array $keys ): void {
		if ( array() === $keys ) {
			return;
		}
		$posts = self::posts_with( array_merge( $keys, Items::profiles_of( $keys ) ) );
		array_map( 'clean_post_cache', $posts );
		/**
		 * What is shown has changed. Page caches that do not listen to clean_post_cache() hang themselves on here.
		 *
		 * @param int[]    $posts Ids of the posts of this site that show it, patterns and template parts among them. Lists of posts with a
		 *                        widget are not.
		 * @param string[] $keys  Keys of what has changed.
		 */
		do_action( 'central_posts_changed', $posts, $keys );
	}

	/** Once in six hours: what nothing shows any more goes, and what was only looked through in the editor. */
	public static function sweep( int $now ): void {
		if ( (int) get_option( self::SWEPT ) > $now - 6 * HOUR_IN_SECONDS ) {
			return;
		}
		update_option( self::SWEPT, $now, false );
		$in_profiles = array();
		$told        = array();
		$last        = '';
		do {
			$items = Items::after( $last, 200 );
			foreach ( $items as $last => $item ) {
				if ( $item['due_at'] > 0 && $item['used_at'] < $now - self::UNUSED_SECONDS && ! self::is_noted( self::META, $last ) ) {
					Items::update( $last, array( 'due_at' => 0 ) );
					// A page cache may show it without asking: told now, the page says whether it does before the next time here.
					$told[ $last ] = self::is_noted( self::SHOWN, $last );
				}
				if ( Reference::PROFILE === $item['reference']->type && $item['due_at'] > 0 && ( $told[ $last ] ?? true ) ) {
					$in_profiles += array_flip( (array) ( $item['data']['posts'] ?? array() ) );
				}
			}
		} while ( array() !== $items );
		self::changed( array_keys( $told, true, true ) );
		$last = '';
		do {
			$items = Items::after( $last, 200 );
			foreach ( $items as $last => $item ) {
				if ( 0 === $item['due_at'] && $item['fetched_at'] < $now - DAY_IN_SECONDS && ! isset( $in_profiles[ $last ] ) && empty( $told[ $last ] ) ) {
					Items::delete( $last );
					delete_metadata( 'post', 0, self::SHOWN, $last, true );
				}
			}
		} while ( array() !== $items );
	}
}
