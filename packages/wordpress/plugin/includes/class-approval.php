<?php
/**
 * Decides which stored posts a visitor may see, and fills the queue.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A hidden post is shown nowhere. Where approval is needed, a post is shown only in the version that was approved. The author of a
 * changed post may have withdrawn what it said, so the approved version is not kept: the post waits again.
 */
final class Approval {

	/** Who may approve and hide posts. */
	public static function capability(): string {
		/**
		 * Filters the capability that the queue requires.
		 *
		 * @param string $capability A capability of WordPress.
		 */
		return (string) apply_filters( 'central_posts_review_capability', 'edit_others_posts' );
	}

	/** Whether a selection shows only approved posts of a source. */
	public static function is_needed( Selection $selection, Reference $source ): bool {
		return $selection->approved || Curation::always_needs_approval( $source->key() );
	}

	/**
	 * Keys of the posts of each source of a selection, in the order of its platform. A source that needs approval has only approved
	 * posts, also those that its platform no longer lists.
	 *
	 * @param Selection $selection Selection.
	 * @param array[]   $items Rows of its sources and of their older posts.
	 * @return array `keys` (of posts, for each source), `versions` (version by key of the posts that need approval), `withheld` (keys of
	 *               listed posts that are not approved).
	 */
	public static function posts_by_source( Selection $selection, array $items ): array {
		$found = array(
			'keys'     => array(),
			'versions' => array(),
			'withheld' => array(),
		);
		$needs = array();
		foreach ( $selection->sources as $source ) {
			if ( self::is_needed( $selection, $source ) ) {
				$needs[] = $source->key();
			}
		}
		if ( $selection->approved ) {
			self::take_in_new( $needs, $items );
		}
		$approved = Decisions::approved( $needs );
		foreach ( $selection->sources as $source ) {
			$listed   = (array) ( $items[ $source->key() ]['data']['posts'] ?? array() );
			$versions = $approved[ $source->key() ] ?? null;
			if ( null === $versions ) {
				$found['keys'][] = array_merge( $listed, array_diff( Older_Posts::posts( $items, $source ), $listed ) );
				continue;
			}
			$keys               = array_map( 'strval', array_keys( $versions ) );
			$found['keys'][]    = array_merge( array_values( array_intersect( $listed, $keys ) ), array_values( array_diff( $keys, $listed ) ) );
			$found['versions'] += $versions;
			$found['withheld']  = array_merge( $found['withheld'], array_diff( $listed, $keys ) );
		}
		return $found;
	}

	/**
	 * Removes posts that this site hides.
	 *
	 * @param array[] $rows Rows of posts by key.
	 * @return array[]
	 */
	public static function without_hidden( array $rows ): array {
		$keys = array();
		foreach ( $rows as $key => $row ) {
			$post = self::post_in( $row );
			if ( null !== $post && Curation::hides( self::platform_of( $row ), $post ) ) {
				unset( $rows[ $key ] );
			} elseif ( null !== $post ) {
				$keys[ $key ] = Post_Version::key( self::platform_of( $row ), $post );
			}
		}
		if ( array() === $keys || ! Curation::stored()['hides'] ) {
			return $rows;
		}
		$hidden = array();
		foreach ( Decisions::of_posts( array_unique( $keys ) ) as $decision ) {
			if ( Decisions::HIDDEN === $decision['state'] ) {
				$hidden[] = $decision['post_key'];
			}
		}
		return array_diff_key( $rows, array_intersect( $keys, $hidden ) );
	}

	/** Whether a row holds the version that was approved. @param string[] $versions Version by key of the posts that need approval. */
	public static function is_version_approved( array $row, array $versions ): bool {
		return ! isset( $versions[ $row['key'] ] ) || ( is_array( $row['data'] ) && Post_Version::hash( $row['data'] ) === $versions[ $row['key'] ] );
	}

	/**
	 * Puts the posts of a source into the queue.
	 *
	 * @param string   $source_key Key of the source.
	 * @param string[] $keys Keys of the posts that it lists now.
	 */
	public static function take_in( string $source_key, array $keys ): void {
		if ( ! in_array( $source_key, Curation::reviewed( time() ), true ) ) {
			return;
		}
		$posts = array();
		foreach ( Items::find( $keys ) as $item ) {
			if ( null !== $item['data'] ) {
				$posts[ Post_Version::key( $item['reference']->platform, $item['data'] ) ] = $item;
			}
		}
		$known = array();
		foreach ( Decisions::of_posts( array_map( 'strval', array_keys( $posts ) ) ) as $row ) {
			$known[ $row['post_key'] ][ $row['source_key'] ] = $row;
		}
		foreach ( $posts as $post_key => $item ) {
			$rows = $known[ $post_key ] ?? array();
			$any  = array() === $rows ? null : reset( $rows );
			if ( ! isset( $rows[ $source_key ] ) ) {
				$is_hidden = null === $any && Curation::hides( $item['reference']->platform, $item['data'] );
				Decisions::add(
					array(
						'source_key'   => $source_key,
						'post_key'     => (string) $post_key,
						'item_key'     => $item['key'],
						'state'        => $any['state'] ?? ( $is_hidden ? Decisions::HIDDEN : Decisions::WAITING ),
						'version'      => $any['version'] ?? Post_Version::hash( $item['data'] ),
						'changed'      => (int) ( $any['changed'] ?? 0 ),
						'by_rule'      => (int) ( $any['by_rule'] ?? $is_hidden ),
						'published_at' => (int) strtotime( (string) ( $item['data']['publishedAt'] ?? '' ) ),
					)
				);
			}
			if ( null !== $any && array_diff( array_column( $rows, 'item_key' ), array( $item['key'] ) ) ) {
				Decisions::update( (string) $post_key, array( 'item_key' => $item['key'] ) );
			}
			Decisions::set_version( (string) $post_key, Post_Version::hash( $item['data'] ) );
		}
		self::check_unlisted( $source_key, $keys );
	}

	/** Records that another version of a post was stored. */
	public static function recheck( string $platform, array $post ): void {
		if ( Curation::is_in_use() ) {
			Decisions::set_version( Post_Version::key( $platform, $post ), Post_Version::hash( $post ) );
		}
	}

	/** Has approved posts that their source no longer lists refreshed on their own, so that a deleted post disappears. */
	private static function check_unlisted( string $source_key, array $listed ): void {
		$approved = Decisions::approved( array( $source_key ) )[ $source_key ];
		$unlisted = array_diff( array_map( 'strval', array_keys( $approved ) ), $listed );
		foreach ( array_chunk( $unlisted, 200 ) as $keys ) {
			$references = array();
			foreach ( Items::find( $keys ) as $item ) {
				if ( 0 === $item['due_at'] ) {
					$references[] = $item['reference'];
				}
			}
			Items::mark_used( $references, time(), 0 );
		}
	}

	/** Fills the queue as soon as a block needs approval, without waiting for a refresh. @param string[] $source_keys Keys of sources. @param array[] $items Their rows by key. */
	public static function take_in_new( array $source_keys, array $items ): void {
		foreach ( Curation::record_blocks( $source_keys, time() ) as $key ) {
			self::take_in( $key, (array) ( $items[ $key ]['data']['posts'] ?? array() ) );
		}
	}

	/** The post in a row of a post or an embed. */
	public static function post_in( array $row ): ?array {
		$post = Reference::EMBED === $row['reference']->type ? $row['data']['post'] ?? null : $row['data'];
		return is_array( $post ) ? $post : null;
	}

	/** The platform of such a row. */
	public static function platform_of( array $row ): string {
		return Reference::EMBED === $row['reference']->type ? (string) ( $row['data']['platform'] ?? '' ) : $row['reference']->platform;
	}
}
