<?php
/**
 * Renders what the queue has beside it: which sources need approval, and which authors and words are hidden.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Each row has a button that changes it.
 */
final class Review_Sidebar {

	/** Profiles that this site shows. @return array<string, array> Rows by key. */
	public static function sources(): array {
		return array_filter(
			Items::in_use(),
			static function ( array $item ): bool {
				return Reference::PROFILE === $item['reference']->type;
			}
		);
	}

	/** Whether the posts of a source may be by anybody. */
	public static function is_by_others( ?array $item ): bool {
		return in_array( $item['data']['profile']['kind'] ?? 'account', array( 'hashtag', 'search', 'community', 'list', 'feed' ), true );
	}

	/** @param array $place Part of the queue. */
	public static function render( array $place ): void {
		$stored = Curation::stored();
		echo '<aside aria-label="' . esc_attr__( 'Rules', 'central-posts' ) . '">';
		self::render_sources( $place );
		echo '<section class="central-posts-box"><h2>' . esc_html__( 'Hidden authors', 'central-posts' ) . '</h2>';
		echo array() === $stored['authors'] ? '<p>' . esc_html__( 'None. To hide an author, press “More” beside a post.', 'central-posts' ) . '</p>' : '<ul role="list">';
		foreach ( $stored['authors'] as $author ) {
			$name = Emoji_Codes::without( $author['name'] );
			echo '<li><span class="central-posts-words"><bdi>' . esc_html( $name ) . '</bdi> (' . esc_html( Glyphs::platform_name( $author['platform'] ) ) . ')</span>';
			self::render_button( 'unauthor', Review_Rules::id_of( $author ), __( 'Show again', 'central-posts' ), $name, $place );
			echo '</li>';
		}
		echo array() === $stored['authors'] ? '' : '</ul>';
		echo '</section><section class="central-posts-box"><h2>' . esc_html__( 'Hidden words', 'central-posts' ) . '</h2>';
		echo array() === $stored['words'] ? '' : '<ul role="list">';
		foreach ( $stored['words'] as $word ) {
			echo '<li><span class="central-posts-words"><bdi>' . esc_html( $word ) . '</bdi></span>';
			self::render_button( 'unword', $word, __( 'Show again', 'central-posts' ), $word, $place );
			echo '</li>';
		}
		echo array() === $stored['words'] ? '' : '</ul>';
		Review_Tasks::open_form( $place );
		echo '<label for="central-posts-word">' . esc_html__( 'Words or phrases, separated by commas', 'central-posts' ) . '</label><span class="central-posts-line"><input type="text" id="central-posts-word" name="value" autocomplete="off" aria-describedby="central-posts-word-hint" required> <button class="button" name="task" value="word">' . esc_html__( 'Hide', 'central-posts' ) . '</button></span>';
		echo '<p id="central-posts-word-hint" class="description">' . esc_html__( 'Whole words, in any case. “bak*” also hides “baking”.', 'central-posts' ) . '</p></form></section></aside>';
	}

	private static function render_sources( array $place ): void {
		$sources = self::sources();
		if ( array() === $sources ) {
			return;
		}
		$reviewed = Curation::reviewed( time() );
		echo '<section class="central-posts-box"><h2>' . esc_html__( 'Sources', 'central-posts' ) . '</h2><ul role="list">';
		foreach ( $sources as $key => $item ) {
			$name   = Review_Sources::name_of( $item );
			$states = array( __( 'All posts are shown', 'central-posts' ) );
			if ( Curation::always_needs_approval( $key ) ) {
				$states = array( __( 'Only approved posts are shown', 'central-posts' ) );
			} elseif ( in_array( $key, $reviewed, true ) ) {
				$states = array( __( 'Some blocks show only approved posts', 'central-posts' ) );
			}
			if ( self::is_by_others( $item ) && ! in_array( $key, $reviewed, true ) ) {
				$states[] = __( 'anybody can post there', 'central-posts' );
			}
			echo '<li><span class="central-posts-words"><bdi>' . esc_html( $name ) . '</bdi><br><span class="description">' . esc_html( implode( '; ', $states ) ) . '</span></span>';
			if ( Curation::always_needs_approval( $key ) ) {
				self::render_button( 'unsource', $key, __( 'Show all', 'central-posts' ), $name, $place );
			} else {
				echo '<a class="button button-small" href="' . esc_url( Review_Question::url( $key, $place ) ) . '">' . esc_html__( 'Require approval', 'central-posts' ) . '<span class="screen-reader-text"> ' . esc_html( $name ) . '</span></a>';
			}
			echo '</li>';
		}
		echo '</ul></section>';
	}

	private static function render_button( string $task, string $value, string $label, string $about, array $place ): void {
		Review_Tasks::open_form( $place );
		echo '<input type="hidden" name="value" value="' . esc_attr( $value ) . '"><button class="button button-small" name="task" value="' . esc_attr( $task ) . '">' . esc_html( $label ) . '<span class="screen-reader-text"> ' . esc_html( $about ) . '</span></button></form>';
	}
}
