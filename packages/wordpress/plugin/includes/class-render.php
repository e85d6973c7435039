<?php
/**
 * From a selection to HTML: reads what is stored, and never the network.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * At most two queries for a selection; a third, once a day, notes that it is still shown.
 */
final class Render {

	/** WordPress's own script leaves what has this class alone: it would fetch a picture of each emoji from a third party. */
	const NO_EMOJI = 'wp-exclude-emoji';

	/**
	 * Posts and cards without what is around them.
	 *
	 * @param Selection $selection What to show.
	 * @return string Empty where nothing is stored of it yet.
	 */
	public static function html( Selection $selection ): string {
		$references = $selection->references_wanted();
		if ( array() === $references ) {
			return '';
		}
		$keys = array();
		foreach ( $references as $reference ) {
			$keys[] = $reference->key();
		}
		$items = Items::find( $keys );
		self::note_use( $references, $items );
		if ( 'posts' !== $selection->mode ) {
			return self::one( $items[ $keys[0] ] ?? null );
		}
		$is_whole = 'single' === $selection->layout;
		$cards    = '';
		foreach ( self::choose( $selection, $items ) as $item ) {
			$cards .= '<li class="central-posts-item">' . Render_Post::post( $item['data'], $item['reference']->platform, $item['pictures'], $is_whole ) . '</li>';
		}
		// A list is told as one by screen readers also where its style takes the marks away.
		return '' === $cards ? '' : '<ul class="central-posts-items is-' . esc_attr( $selection->layout ) . '" style="--central-posts-columns:' . (int) $selection->columns . '" role="list">' . $cards . '</ul>';
	}

	/**
	 * The rows of the posts that a selection shows.
	 *
	 * @return array[]
	 */
	public static function items( Selection $selection ): array {
		$keys = array();
		foreach ( $selection->references_wanted() as $reference ) {
			$keys[] = $reference->key();
		}
		return self::choose( $selection, Items::find( $keys ) );
	}

	/**
	 * What an editor is told of a selection, and a visitor is not.
	 *
	 * @return string[] Sentences, not yet escaped.
	 */
	public static function troubles( Selection $selection ): array {
		$code = Service::obstacle();
		if ( '' !== $code ) {
			return array( Messages::of( $code ) );
		}
		if ( ! Items::is_there() ) {
			return array( Messages::of( 'table_missing' ) );
		}
		$troubles = array();
		$problem  = Service::problem();
		if ( null !== $problem ) {
			$troubles[] = self::sentence( $problem['code'], $problem['request_id'] );
		}
		foreach ( $selection->unread as $word ) {
			/* translators: %s: what somebody wrote. */
			$troubles[] = sprintf( __( '“%s” names no profile, post or page. Profiles are written as platform:name, posts as platform:URL.', 'central-posts' ), $word );
		}
		$keys = array();
		foreach ( $selection->references_wanted() as $reference ) {
			$keys[] = $reference->key();
		}
		$items = Items::find( $keys );
		if ( count( $items ) < count( array_unique( $keys ) ) ) {
			$troubles[] = Messages::of( 'too_many_shown' );
		}
		foreach ( $items as $item ) {
			if ( '' !== $item['problem'] ) {
				$troubles[] = $item['reference']->subject . ': ' . self::sentence( $item['problem'], $item['request_id'] );
			}
		}
		return array_values( array_unique( $troubles ) );
	}

	/** With the number that a report to the operator needs. */
	public static function sentence( string $code, string $request_id ): string {
		/* translators: %s: number of a request. */
		return Messages::of( $code ) . ( '' === $request_id ? '' : ' ' . sprintf( __( '(Request %s)', 'central-posts' ), $request_id ) );
	}

	/** Rows of posts in the order in which they show. @return array[] */
	private static function choose( Selection $selection, array $items ): array {
		$chosen = array();
		$names  = array();
		foreach ( $selection->posts as $reference ) {
			$item = $items[ $reference->key() ] ?? null;
			if ( null !== $item && null !== $item['data'] ) {
				$chosen[ $item['key'] ] = $item;
				$names[]                = self::name_of( $item );
			}
		}
		if ( array() === $selection->sources ) {
			return $chosen;
		}
		$newest = array();
		foreach ( $selection->sources as $source ) {
			$newest = array_merge( $newest, $items[ $source->key() ]['data']['posts'] ?? array() );
		}
		$posts = Items::find( array_values( array_diff( array_unique( $newest ), array_keys( $chosen ), $selection->hidden ) ) );
		$posts = array_filter(
			$posts,
			static function ( array $item ) use ( $selection, $names ): bool {
				$name = self::name_of( $item );
				return null !== $item['data'] && ! in_array( $name, $names, true ) && ! in_array( ( new Reference( Reference::POST, ...explode( ':', $name, 2 ) ) )->key(), $selection->hidden, true );
			}
		);
		// As its platform has them, which may put a pinned one first; several profiles by their time.
		$order = array_flip( $newest );
		uasort(
			$posts,
			static function ( array $one, array $other ) use ( $selection, $order ): int {
				$by_time = count( $selection->sources ) > 1 ? strcmp( (string) $other['data']['publishedAt'], (string) $one['data']['publishedAt'] ) : 0;
				return 0 === $by_time ? $order[ $one['key'] ] <=> $order[ $other['key'] ] : $by_time;
			}
		);
		$chosen = array_diff_key( $chosen, array_flip( $selection->hidden ) );
		return array_slice( $chosen + $posts, 0, max( $selection->count, count( $chosen ) ), true );
	}

	/** A post by its id, whatever names it where it was chosen. */
	private static function name_of( array $item ): string {
		return $item['reference']->platform . ':' . ( $item['data']['id'] ?? $item['reference']->subject );
	}

	/** A post by its address, or a card. */
	private static function one( ?array $item ): string {
		$data = $item['data'] ?? null;
		if ( null === $data ) {
			return '';
		}
		if ( isset( $data['post'] ) ) {
			return Render_Post::post( $data['post'], (string) $data['platform'], $item['pictures'], true );
		}
		$card  = array( 'url' => $data['preview']['canonicalUrl'] ?? $data['url'] ) + $data['preview'];
		$sizes = Pictures::sizes( $item['pictures'], 'card' );
		$frame = self::frame_of( (string) ( $data['embed']['html'] ?? '' ) );
		if ( '' !== $frame ) {
			return Render_Post::player( $frame, true, 'audio' === ( $data['embed']['type'] ?? '' ), $sizes, '' ) . Render_Post::card( $card, array() );
		}
		return Render_Post::card( $card, $sizes );
	}

	/** The address of the player in an embed; empty where there is none. */
	private static function frame_of( string $html ): string {
		$tags = new \WP_HTML_Tag_Processor( $html );
		$src  = $tags->next_tag( 'iframe' ) ? $tags->get_attribute( 'src' ) : null;
		return is_string( $src ) && 0 === strpos( $src, 'https://' ) ? $src : '';
	}

	/** Missing rows are made, to be fetched in the background; that others are still shown is noted once a day. */
	private static function note_use( array $references, array $items ): void {
		$now   = time();
		$stale = array();
		foreach ( $references as $reference ) {
			$item = $items[ $reference->key() ] ?? null;
			if ( null === $item || $item['used_at'] < $now - DAY_IN_SECONDS ) {
				$stale[] = $reference;
			}
		}
		if ( array() !== $stale ) {
			// Whoever reads a page has added nothing to it: its author has.
			$post = get_post();
			Items::touch( $stale, $now, null === $post ? 0 : (int) $post->post_author );
			Refresh::soon();
		}
		Uses::note_shown( $references );
	}
}
