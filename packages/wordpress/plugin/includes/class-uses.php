<?php
/**
 * Which posts of this site show what: noted when they are saved, so that a page cache can be told, and the owner can look.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A row of post meta for each item that a post shows. Widgets and templates are noted when they are rendered.
 */
final class Uses {

	const META      = '_central_posts_item';
	const SHORTCODE = 'central_posts';
	const SWEPT     = 'central_posts_swept';

	/** What nothing has shown for so long is not fetched any more. */
	const UNUSED_SECONDS = 30 * DAY_IN_SECONDS;

	public static function init(): void {
		add_action( 'save_post', array( self::class, 'note' ), 10, 2 );
	}

	/** Notes what a post shows; called with each save. */
	public static function note( int $post_id, \WP_Post $post ): void {
		if ( wp_is_post_revision( $post_id ) || 'auto-draft' === $post->post_status ) {
			return;
		}
		$references = 'trash' === $post->post_status ? array() : self::references_in( $post->post_content );
		$held       = get_post_meta( $post_id, self::META );
		foreach ( array_diff( $held, array_keys( $references ) ) as $key ) {
			delete_post_meta( $post_id, self::META, $key );
		}
		foreach ( array_diff( array_keys( $references ), $held ) as $key ) {
			add_post_meta( $post_id, self::META, $key );
		}
		if ( array() !== $references ) {
			Items::touch( array_values( $references ), time() );
			Refresh::soon();
		}
	}

	/** What blocks and shortcodes of a text want, patterns that it refers to included. @return array<string, Reference> By key. */
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
	private static function selections_in( string $content, int $depth = 0 ): array {
		$found = array();
		if ( $depth > 5 ) {
			return $found;
		}
		if ( has_shortcode( $content, self::SHORTCODE ) && preg_match_all( '/' . get_shortcode_regex( array( self::SHORTCODE ) ) . '/', $content, $matches ) ) {
			foreach ( $matches[3] as $attributes ) {
				$found[] = new Selection( (array) shortcode_parse_atts( $attributes ) );
			}
		}
		$blocks = parse_blocks( $content );
		while ( array() !== $blocks ) {
			$block  = array_shift( $blocks );
			$blocks = array_merge( $blocks, $block['innerBlocks'] );
			if ( Block::NAME === $block['blockName'] ) {
				$found[] = new Selection( $block['attrs'] );
			} elseif ( 'core/block' === $block['blockName'] && isset( $block['attrs']['ref'] ) ) {
				$pattern = get_post( (int) $block['attrs']['ref'] );
				if ( null !== $pattern ) {
					$found = array_merge( $found, self::selections_in( $pattern->post_content, $depth + 1 ) );
				}
			}
		}
		return $found;
	}

	/**
	 * The posts that show any of these.
	 *
	 * @param string[] $keys Of items.
	 * @return int[]
	 */
	public static function posts_with( array $keys ): array {
		if ( array() === $keys ) {
			return array();
		}
		return get_posts(
			array(
				'post_type'        => 'any',
				'post_status'      => 'any',
				'fields'           => 'ids',
				'posts_per_page'   => 200,
				'suppress_filters' => true,
				// Of a table of this plugin's own there is nothing to be joined; a refresh asks this, and no visitor.
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_query
				'meta_query'       => array(
					array(
						'key'     => self::META,
						'value'   => $keys,
						'compare' => 'IN',
					),
				),
			)
		);
	}

	/** What was noted under one key is noted under another. */
	public static function rekey( string $key, string $right ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$posts = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = %s AND meta_value = %s", self::META, $key ) );
		foreach ( $posts as $post ) {
			update_post_meta( (int) $post, self::META, $right, $key );
		}
	}

	/** Tells caches which pages show something else now. @param string[] $keys Of items. */
	public static function changed( array $keys ): void {
		if ( array() === $keys ) {
			return;
		}
		$posts = self::posts_with( $keys );
		array_map( 'clean_post_cache', $posts );
		/**
		 * What is shown has changed. Page caches that do not listen to clean_post_cache() hang themselves on here.
		 *
		 * @param int[]    $posts Ids of the posts of this site that show it; widgets and templates are not among them.
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
		$last        = '';
		do {
			$items = Items::after( $last, 200 );
			foreach ( $items as $last => $item ) {
				if ( $item['due_at'] > 0 && $item['used_at'] < $now - self::UNUSED_SECONDS && array() === self::posts_with( array( $last ) ) ) {
					Items::update( $last, array( 'due_at' => 0 ) );
				} elseif ( Reference::PROFILE === $item['reference']->type && $item['due_at'] > 0 ) {
					$in_profiles += array_flip( (array) ( $item['data']['posts'] ?? array() ) );
				}
			}
		} while ( array() !== $items );
		$last = '';
		do {
			$items = Items::after( $last, 200 );
			foreach ( $items as $last => $item ) {
				if ( 0 === $item['due_at'] && $item['fetched_at'] < $now - DAY_IN_SECONDS && ! isset( $in_profiles[ $last ] ) ) {
					Items::delete( $last );
				}
			}
		} while ( array() !== $items );
	}
}
