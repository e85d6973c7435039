<?php
/**
 * Renders a selection as HTML from stored data, without network requests.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Needs at most two queries per selection, and more only to record that it is still shown, once a day, or that a visitor came near its end.
 */
final class Render {

	/** WordPress's emoji script skips elements with this class. Otherwise it would load an image of each emoji from a third party. */
	const NO_EMOJI = 'wp-exclude-emoji';

	/**
	 * Renders posts and cards without a wrapper.
	 *
	 * @param Selection $selection Selection.
	 * @return string Empty if nothing is stored yet, or there is nothing to show.
	 */
	public static function html( Selection $selection ): string {
		$references = $selection->references();
		if ( array() === $references ) {
			return '';
		}
		$keys  = Reference::keys( $references );
		$items = Items::find( array_merge( $keys, Older_Posts::row_keys( $selection->sources ) ) );
		self::record_use( $references, $items );
		if ( 'posts' !== $selection->mode ) {
			$shown = Approval::without_hidden( array_slice( $items, 0, 1, true ) );
			$shown = array_diff_key( $shown, Pinned::withheld( $shown ) );
			return self::render_single( $shown[ $keys[0] ] ?? null, $selection );
		}
		$posts = self::select_posts( $selection, $items );
		$shown = array_slice( $posts, 0, self::number_shown( $selection, Pager::pages( $selection ) ), true );
		if ( count( $posts ) < count( $shown ) + $selection->count && $selection->design->shows( 'more' ) ) {
			Older_Posts::request( $selection, $items, time() );
		}
		if ( array() === $shown ) {
			return self::head_alone( $selection, $items );
		}
		$more = count( $shown ) < count( $posts ) ? Pager::url( $selection, Pager::pages( $selection ) + 1, self::anchor( $selection, array_keys( $posts )[ count( $shown ) ] ) ) : '';
		return Render_Stream::html( $selection->design, self::profiles( $selection, $items ), self::cards( $selection, $shown ), $more );
	}

	/** The head of a feed that has no posts to show, if it leads to a profile. */
	private static function head_alone( Selection $selection, array $items ): string {
		$head = Render_Profile::head( self::profiles( $selection, $items ), $selection->design );
		return false === strpos( $head, ' href="' ) ? '' : Render_Stream::stream( $selection->design, $head );
	}

	/** @param array[] $shown Rows of posts. @return array[] Cards in the form of class Render_Stream. */
	private static function cards( Selection $selection, array $shown ): array {
		$cards = array();
		foreach ( $shown as $key => $item ) {
			$cards[] = array(
				'post'     => $item['data'],
				'platform' => $item['reference']->platform,
				'images'   => Images::shown( $item['pictures'] ),
				'id'       => self::anchor( $selection, $key ),
			);
		}
		return $cards;
	}

	/** Id of a post's card in the page. */
	private static function anchor( Selection $selection, string $key ): string {
		return 'central-posts-' . Pager::id( $selection ) . '-' . substr( $key, 0, 8 );
	}

	/** Number of posts on so many pages. Pinned posts are always shown. */
	private static function number_shown( Selection $selection, int $pages ): int {
		return array() === $selection->sources ? PHP_INT_MAX : max( $selection->count * $pages, count( $selection->posts ) );
	}

	/** Profiles of a selection in the form of class Render_Stream. @return array[] */
	private static function profiles( Selection $selection, array $items ): array {
		$profiles = array();
		foreach ( $selection->sources as $source ) {
			$item = $items[ $source->key() ] ?? null;
			if ( isset( $item['data']['profile'] ) ) {
				$profiles[ $item['key'] ] = array(
					'profile'  => $item['data']['profile'],
					'platform' => $item['reference']->platform,
					'name'     => $item['reference']->subject,
					'images'   => Images::shown( $item['pictures'] ),
				);
			}
		}
		return $profiles;
	}

	/**
	 * Returns the rows of the posts that a selection shows.
	 *
	 * @return array[]
	 */
	public static function selected_items( Selection $selection ): array {
		$keys = Reference::keys( $selection->references() );
		return array_slice( self::select_posts( $selection, Items::find( $keys ) ), 0, self::number_shown( $selection, 1 ), true );
	}

	/** Rows of all posts that a selection shows, on all of its pages. @return array[] */
	public static function all_items( Selection $selection ): array {
		$keys = array_merge( Older_Posts::row_keys( $selection->sources ), Reference::keys( $selection->references() ) );
		return self::select_posts( $selection, Items::find( $keys ) );
	}

	/**
	 * Problems of a selection that editors see and visitors do not.
	 *
	 * @param bool $is_empty Whether it shows no post.
	 * @return string[] Messages, not yet escaped.
	 */
	public static function editor_notices( Selection $selection, bool $is_empty ): array {
		$code = Service::local_error();
		if ( '' !== $code ) {
			return array( Messages::for_code( $code ) );
		}
		if ( ! Items::table_exists() ) {
			return array( Messages::for_code( 'table_missing' ) );
		}
		$messages = array();
		$problem  = Service::problem();
		if ( null !== $problem ) {
			$messages[] = self::error_message( $problem['code'], $problem['request_id'] );
		}
		foreach ( $selection->unparsed as $text ) {
			/* translators: %s: text that an author wrote. */
			$messages[] = sprintf( __( '“%s” is not a profile, post or page. Write profiles as platform:name and posts as platform:URL.', 'central-posts' ), $text );
		}
		$keys  = Reference::keys( $selection->references() );
		$items = Items::find( $keys );
		if ( count( $items ) < count( array_unique( $keys ) ) ) {
			$messages[] = Messages::for_code( 'too_many_shown' );
		}
		$messages = array_merge( $messages, Approval_Notices::of( $selection, $items ) );
		if ( $is_empty && 'posts' === $selection->mode ) {
			$messages = array_merge( $messages, Approval_Notices::of_empty( $selection, $items ) );
		}
		foreach ( $items as $item ) {
			if ( '' !== $item['problem'] ) {
				$messages[] = $item['reference']->subject . ': ' . self::error_message( $item['problem'], $item['request_id'] );
			}
		}
		return array_values( array_unique( $messages ) );
	}

	/** The message of an error, with the request ID that a report to the operator needs. */
	public static function error_message( string $code, string $request_id ): string {
		return self::with_request_id( Messages::for_code( $code ), $request_id );
	}

	/** A message with the request ID; without it if there is none. */
	public static function with_request_id( string $message, string $request_id ): string {
		/* translators: %s: ID of a request. */
		return $message . ( '' === $request_id ? '' : ' ' . sprintf( __( '(Request ID: %s)', 'central-posts' ), $request_id ) );
	}

	/**
	 * Whether a selection that shows no post needs no plain link in its place: everything that it names is stored, or this site hides it,
	 * or it waits for approval, so that not even a link with its text may be shown.
	 */
	public static function needs_no_link( Selection $selection ): bool {
		$keys  = Reference::keys( $selection->references() );
		$items = Items::find( $keys );
		if ( array() !== $keys && count( array_filter( array_column( $items, 'data' ) ) ) === count( array_unique( $keys ) ) ) {
			return true;
		}
		if ( 'posts' === $selection->mode ) {
			$items = array_intersect_key( $items, array_flip( Reference::keys( $selection->posts ) ) );
		}
		return count( Approval::without_hidden( $items ) ) < count( $items ) || array() !== Pinned::withheld( $items );
	}

	/** Rows of posts in display order. @return array[] */
	private static function select_posts( Selection $selection, array $items ): array {
		$selected = array();
		foreach ( $selection->posts as $reference ) {
			$item = $items[ $reference->key() ] ?? null;
			if ( null !== $item && null !== $item['data'] ) {
				$selected[ $item['key'] ] = $item;
			}
		}
		$selected = array_diff_key( $selected, Pinned::withheld( $selected ) );
		$names    = array_map( array( self::class, 'post_identity' ), array_values( $selected ) );
		if ( array() === $selection->sources ) {
			return Approval::without_hidden( $selected );
		}
		$by_source = Approval::posts_by_source( $selection, $items );
		$newest    = array_diff( array_unique( array_merge( array(), ...$by_source['keys'] ) ), $by_source['withheld'] );
		$posts     = Items::find( array_values( array_diff( $newest, array_keys( $selected ), $selection->hidden ) ) );
		$posts     = array_filter(
			$posts,
			static function ( array $item ) use ( $selection, $names, $by_source ): bool {
				$name = self::post_identity( $item );
				return null !== $item['data'] && $selection->filter->matches( $item['data'] ) && Approval::is_version_approved( $item, $by_source['versions'] ) && ! in_array( $name, $names, true ) && ! in_array( ( new Reference( Reference::POST, ...explode( ':', $name, 2 ) ) )->key(), $selection->hidden, true );
			}
		);
		$visible   = Approval::without_hidden( array_diff_key( $selected, array_flip( $selection->hidden ) ) + $posts );
		$selected  = array_intersect_key( $selected, $visible );
		return $selected + Post_Order::sort( array_intersect_key( $posts, $visible ), $by_source['keys'], $selection, count( $selected ) );
	}

	/** Identifies a post by its id, however the selection refers to it. */
	private static function post_identity( array $item ): string {
		return $item['reference']->platform . ':' . ( $item['data']['id'] ?? $item['reference']->subject );
	}

	/** Renders a post by its URL, or a link card. */
	private static function render_single( ?array $item, Selection $selection ): string {
		$data = $item['data'] ?? null;
		if ( null === $data ) {
			return '';
		}
		$design = new Design( array( 'layout' => 'single', 'without' => $selection->design->without ) );
		if ( isset( $data['post'] ) ) {
			return Render_Stream::stream( $design, Render_Post::post( $data['post'], (string) $data['platform'], Images::shown( $item['pictures'] ), true, $design ) );
		}
		$card  = array( 'url' => $data['preview']['canonicalUrl'] ?? $data['url'] ) + $data['preview'];
		$sizes = Images::sizes( $item['pictures'], 'card' );
		$frame = self::iframe_url( (string) ( $data['embed']['html'] ?? '' ) );
		if ( '' === $frame ) {
			return Render_Stream::stream( $design, Render_Post::card( $card, $sizes ) );
		}
		$player = '<div class="central-posts-media">' . Render_Media::player( $frame, true, 'audio' === ( $data['embed']['type'] ?? '' ), $sizes ) . '</div>';
		return Render_Stream::stream( $design, '<article class="central-posts-post is-video">' . $player . Render_Post::card( $card, array() ) . '</article>' );
	}

	/** URL of the player in an embed; empty if there is none. */
	private static function iframe_url( string $html ): string {
		$tags = new \WP_HTML_Tag_Processor( $html );
		$src  = $tags->next_tag( 'iframe' ) ? $tags->get_attribute( 'src' ) : null;
		return is_string( $src ) && 0 === strpos( $src, 'https://' ) ? $src : '';
	}

	/** Inserts missing rows, which are fetched in the background. Records once a day that existing rows are still shown. */
	private static function record_use( array $references, array $items ): void {
		$now   = time();
		$stale = array();
		foreach ( $references as $reference ) {
			$item = $items[ $reference->key() ] ?? null;
			if ( null === $item || $item['used_at'] < $now - DAY_IN_SECONDS ) {
				$stale[] = $reference;
			}
		}
		if ( array() !== $stale ) {
			// The item counts for the author of the page, not for the current visitor.
			$post = get_post();
			Items::mark_used( $stale, $now, null === $post ? 0 : (int) $post->post_author );
			Refresh::run_soon();
		}
		Usage_Index::record_rendered( $references );
	}
}
