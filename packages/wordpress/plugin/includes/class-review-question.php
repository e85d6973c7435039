<?php
/**
 * Asks, before approval of a source is required, what becomes of the posts that pages show of it now.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Stands above the queue, and works without a script.
 */
final class Review_Question {

	/** Names of the choices in the form. */
	const KEEP = 'keep';
	const WAIT = 'wait';

	/** URL that asks about a source. @param array $place Part of the queue. */
	public static function url( string $key, array $place ): string {
		return Review_Page::url( $place + array( 'ask' => $key ) );
	}

	/**
	 * Renders the question; nothing if there is nothing to ask.
	 *
	 * @param string $key Key of the source; '' for none.
	 * @param array  $place Part of the queue.
	 */
	public static function render( string $key, array $place ): void {
		$item = '' === $key || Curation::always_needs_approval( $key ) ? null : Review_Sources::source( $key );
		if ( null === $item ) {
			return;
		}
		$name   = Review_Sources::name_of( $item );
		$number = count( Review_Sources::shown( $item ) );
		echo '<section class="central-posts-box central-posts-question" aria-labelledby="central-posts-question-title"><h2 id="central-posts-question-title">';
		/* translators: %s: name of a profile, such as “Rye & Salt Bakery (Mastodon)”. */
		echo esc_html( sprintf( __( 'Require approval of %s?', 'central-posts' ), $name ) ) . '</h2>';
		echo '<p>' . esc_html__( 'New posts wait here, and visitors see only what you approved, on every page.', 'central-posts' ) . '</p>';
		Review_Tasks::open_form( $place );
		echo '<input type="hidden" name="value" value="' . esc_attr( $key ) . '">';
		if ( $number > 0 ) {
			/* translators: %s: number of posts. */
			$keep = sprintf( _n( 'The %s post shown now stays approved', 'The %s posts shown now stay approved', $number, 'central-posts' ), number_format_i18n( $number ) );
			self::render_choice( self::KEEP, true, $keep, __( 'Your pages stay as they are.', 'central-posts' ) );
			self::render_choice( self::WAIT, false, __( 'All posts wait', 'central-posts' ), __( 'Visitors see no posts of this source until you approve some.', 'central-posts' ) );
		}
		echo '<p class="central-posts-buttons"><button class="button button-primary" name="task" value="source" autofocus>' . esc_html__( 'Require approval', 'central-posts' ) . '</button> <a class="button" href="' . esc_url( Review_Page::url( $place ) ) . '">' . esc_html__( 'Cancel', 'central-posts' ) . '</a></p></form></section>';
	}

	private static function render_choice( string $value, bool $is_default, string $label, string $about ): void {
		$id = "central-posts-shown-$value";
		echo '<p class="central-posts-choice"><input type="radio" name="shown" id="' . esc_attr( $id ) . '" value="' . esc_attr( $value ) . '"' . checked( $is_default, true, false ) . ' aria-describedby="' . esc_attr( $id ) . '-about"><label for="' . esc_attr( $id ) . '">' . esc_html( $label ) . '</label><span class="description" id="' . esc_attr( $id ) . '-about">' . esc_html( $about ) . '</span></p>';
	}
}
