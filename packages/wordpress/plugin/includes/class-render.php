<?php
/**
 * Renders a selection as HTML from stored data, without network requests.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Needs at most two queries per selection, and a third one per day to record that it is still shown.
 */
final class Render {

	/** WordPress's emoji script skips elements with this class. Otherwise it would load an image of each emoji from a third party. */
	const NO_EMOJI = 'wp-exclude-emoji';

	/**
	 * Renders posts and cards without a wrapper.
	 *
	 * @param Selection $selection Selection.
	 * @return string Empty if nothing is stored yet.
	 */
	public static function html( Selection $selection ): string {
		$references = $selection->references();
		if ( array() === $references ) {
			return '';
		}
		$keys = array();
		foreach ( $references as $reference ) {
			$keys[] = $reference->key();
		}
		$items = Items::find( $keys );
		self::record_use( $references, $items );
		if ( 'posts' !== $selection->mode ) {
			return self::render_single( $items[ $keys[0] ] ?? null );
		}
		$is_whole = 'single' === $selection->layout;
		$cards    = '';
		foreach ( self::select_posts( $selection, $items ) as $item ) {
			$cards .= '<li class="central-posts-item">' . Render_Post::post( $item['data'], $item['reference']->platform, $item['pictures'], $is_whole ) . '</li>';
		}
		// Without the role, some screen readers do not announce a list whose markers are hidden by CSS.
		return '' === $cards ? '' : '<ul class="central-posts-items is-' . esc_attr( $selection->layout ) . '" style="--central-posts-columns:' . (int) $selection->columns . '" role="list">' . $cards . '</ul>';
	}

	/**
	 * Returns the rows of the posts that a selection shows.
	 *
	 * @return array[]
	 */
	public static function selected_items( Selection $selection ): array {
		$keys = array();
		foreach ( $selection->references() as $reference ) {
			$keys[] = $reference->key();
		}
		return self::select_posts( $selection, Items::find( $keys ) );
	}

	/**
	 * Problems of a selection that editors see and visitors do not.
	 *
	 * @return string[] Messages, not yet escaped.
	 */
	public static function editor_notices( Selection $selection ): array {
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
		$keys = array();
		foreach ( $selection->references() as $reference ) {
			$keys[] = $reference->key();
		}
		$items = Items::find( $keys );
		if ( count( $items ) < count( array_unique( $keys ) ) ) {
			$messages[] = Messages::for_code( 'too_many_shown' );
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
		/* translators: %s: ID of a request. */
		return Messages::for_code( $code ) . ( '' === $request_id ? '' : ' ' . sprintf( __( '(Request ID: %s)', 'central-posts' ), $request_id ) );
	}

	/** Rows of posts in display order. @return array[] */
	private static function select_posts( Selection $selection, array $items ): array {
		$selected = array();
		$names    = array();
		foreach ( $selection->posts as $reference ) {
			$item = $items[ $reference->key() ] ?? null;
			if ( null !== $item && null !== $item['data'] ) {
				$selected[ $item['key'] ] = $item;
				$names[]                  = self::post_identity( $item );
			}
		}
		if ( array() === $selection->sources ) {
			return $selected;
		}
		$newest = array();
		foreach ( $selection->sources as $source ) {
			$newest = array_merge( $newest, $items[ $source->key() ]['data']['posts'] ?? array() );
		}
		$posts = Items::find( array_values( array_diff( array_unique( $newest ), array_keys( $selected ), $selection->hidden ) ) );
		$posts = array_filter(
			$posts,
			static function ( array $item ) use ( $selection, $names ): bool {
				$name = self::post_identity( $item );
				return null !== $item['data'] && ! in_array( $name, $names, true ) && ! in_array( ( new Reference( Reference::POST, ...explode( ':', $name, 2 ) ) )->key(), $selection->hidden, true );
			}
		);
		// A single profile keeps the order of its platform, which may begin with a pinned post. Several profiles are sorted by time.
		$order = array_flip( $newest );
		uasort(
			$posts,
			static function ( array $one, array $other ) use ( $selection, $order ): int {
				$by_time = count( $selection->sources ) > 1 ? strcmp( (string) $other['data']['publishedAt'], (string) $one['data']['publishedAt'] ) : 0;
				return 0 === $by_time ? $order[ $one['key'] ] <=> $order[ $other['key'] ] : $by_time;
			}
		);
		$selected = array_diff_key( $selected, array_flip( $selection->hidden ) );
		return array_slice( $selected + $posts, 0, max( $selection->count, count( $selected ) ), true );
	}

	/** Identifies a post by its id, however the selection refers to it. */
	private static function post_identity( array $item ): string {
		return $item['reference']->platform . ':' . ( $item['data']['id'] ?? $item['reference']->subject );
	}

	/** Renders a post by its URL, or a link card. */
	private static function render_single( ?array $item ): string {
		$data = $item['data'] ?? null;
		if ( null === $data ) {
			return '';
		}
		if ( isset( $data['post'] ) ) {
			return Render_Post::post( $data['post'], (string) $data['platform'], $item['pictures'], true );
		}
		$card  = array( 'url' => $data['preview']['canonicalUrl'] ?? $data['url'] ) + $data['preview'];
		$sizes = Images::sizes( $item['pictures'], 'card' );
		$frame = self::iframe_url( (string) ( $data['embed']['html'] ?? '' ) );
		if ( '' !== $frame ) {
			return Render_Post::player( $frame, true, 'audio' === ( $data['embed']['type'] ?? '' ), $sizes, '' ) . Render_Post::card( $card, array() );
		}
		return Render_Post::card( $card, $sizes );
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
