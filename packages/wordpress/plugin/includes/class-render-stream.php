<?php
/**
 * Renders a feed: head, cards, foot, and the element around them.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Knows nothing of where the posts come from.
 */
final class Render_Stream {

	/** Words that the scripts need. */
	const SCRIPT_WORDS = array( 'more', 'less', 'open', 'close', 'previous', 'next', 'previousImage', 'nextImage', 'previousPosts', 'nextPosts', 'dialog', 'number', 'added', 'failed' );

	/**
	 * Renders a feed.
	 *
	 * @param Design  $design Layout, and parts to show.
	 * @param array[] $profiles `profile`, `platform`, `name` (shown if the profile has none), `images`.
	 * @param array[] $cards `post`, `platform`, `images`, `id` of its element.
	 * @param string  $more URL of the page with more posts; '' if there are none.
	 * @param string  $id Id of the element around them; '' for none.
	 */
	public static function html( Design $design, array $profiles, array $cards, string $more, string $id = '' ): string {
		$items = '';
		foreach ( array_values( $cards ) as $place => $card ) {
			$row    = $place < $design->first_row() ? 'row' : 'lazy';
			$items .= self::item( $design, $profiles, $card, 0 === $place ? 'first' : $row );
		}
		return self::stream(
			$design,
			Render_Profile::head( $profiles, $design )
				// Without the role, some screen readers do not announce a list whose markers are hidden by CSS.
				. '<ul class="central-posts-items is-' . esc_attr( $design->layout ) . '" role="list">' . $items . '</ul>'
				. Render_Profile::foot( $profiles, $design, $more ),
			$id
		);
	}

	/**
	 * The element around head, posts and foot, with the words that the scripts need. Its end lets the stylesheet wait until all of it has
	 * arrived.
	 *
	 * @param Design $design Layout, and parts to show.
	 * @param string $html Safe HTML.
	 * @param string $id Id of the element; '' for none.
	 */
	public static function stream( Design $design, string $html, string $id = '' ): string {
		$words = array();
		foreach ( self::SCRIPT_WORDS as $name ) {
			$words[ $name ] = Environment::word( $name );
		}
		return '<div' . ( '' === $id ? '' : ' id="' . esc_attr( $id ) . '"' ) . ' class="' . $design->classes() . '"' . ( $design->has_lightbox() ? ' data-lightbox' : '' )
			. ' style="' . esc_attr( $design->style() ) . '" data-words="' . Untrusted_Text::to_html( (string) wp_json_encode( $words ) ) . '">' . $html . '<div class="central-posts-last" hidden></div></div>';
	}

	/** @param array[] $profiles Profiles. @param array $card Card. @param string $loading When its first image loads. */
	private static function item( Design $design, array $profiles, array $card, string $loading ): string {
		$avatar = Render_Profile::picture_of_author( $profiles, $card['post'] );
		$html   = Render_Post::post( $card['post'], $card['platform'], $card['images'], $design->is_whole(), $design, $avatar, $card['id'], $loading );
		$ratio  = 'justified' === $design->layout && preg_match( '/--central-posts-natural:[\d\/]+/', $html, $found ) ? ' style="' . $found[0] . '"' : '';
		return '<li class="central-posts-item"' . $ratio . '>' . $html . '</li>';
	}
}
