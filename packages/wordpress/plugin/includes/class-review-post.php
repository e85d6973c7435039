<?php
/**
 * Renders one post of the queue: what a visitor would see of it, why it is here, and its buttons.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The post itself comes from the renderer of the pages, whole, so that what is approved is what is published.
 */
final class Review_Post {

	/** What a card of the queue looks like. The head, and what leads to more posts, belong to a page. */
	const DESIGN = array(
		'layout'  => 'single',
		'lines'   => 5,
		'ratio'   => 'original',
		'corner'  => 'none',
		'without' => array( 'head', 'more', 'profile', 'link' ),
	);

	/** What a button consists of. */
	const BUTTON = array(
		'button' => array(
			'class' => true,
			'name'  => true,
			'value' => true,
			'form'  => true,
		),
		'span'   => array( 'class' => true ),
	);

	/**
	 * Renders a post.
	 *
	 * @param array      $row Row of class Decisions.
	 * @param array      $item Row of the post.
	 * @param array|null $source Row of its source.
	 * @param array      $place Part of the queue.
	 */
	public static function render( array $row, array $item, ?array $source, array $place ): void {
		$post   = $item['data'] + Render_Post::DEFAULTS;
		$author = Curation::author_of( $item['reference']->platform, $post );
		$about  = self::about( $post, $author );
		$value  = $row['post_key'] . ':' . $row['version'];
		$is_off = Curation::hides( $item['reference']->platform, $post );
		echo '<li class="central-posts-entry"><label class="central-posts-pick"><input type="checkbox" name="posts[]" form="' . esc_attr( Review_List::FORM ) . '" value="' . esc_attr( $value ) . '"><span class="screen-reader-text">' . esc_html( $about ) . '</span></label>';
		echo '<div class="central-posts-what">';
		self::render_facts( $row, $post, $source, $is_off );
		self::render_card( $item, $source );
		echo '</div><div class="central-posts-tasks"><div class="central-posts-buttons">';
		if ( ! $is_off ) {
			self::render_buttons( $place['state'], 'form="' . esc_attr( Review_List::FORM ) . '" name="one" value="%s:' . esc_attr( $value ) . '"', $about );
		}
		echo '</div>';
		self::render_more( $value, $author, (string) ( $post['url'] ?? '' ), $about, $place );
		echo '</div></li>';
	}

	/** Author and beginning of a post, by which screen readers tell its checkbox and buttons from those of other posts. */
	private static function about( array $post, ?array $author ): string {
		$name = null === $author ? __( 'Unknown author', 'central-posts' ) : $author['name'];
		$text = Untrusted_Text::excerpt( (string) ( $post['title'] ?? $post['text'] ?? $post['summary'] ?? '' ), 8 );
		return $name . ', ' . ( '' === $text ? __( 'No text', 'central-posts' ) : $text );
	}

	/** Where the post comes from, and what an editor has to know about it. */
	private static function render_facts( array $row, array $post, ?array $source, bool $is_off ): void {
		$flags = array_filter(
			array(
				'1' === (string) $row['changed'] ? __( 'Changed after it was approved', 'central-posts' ) : '',
				$is_off ? __( 'Its author or a word is hidden', 'central-posts' ) : '',
				true === $post['sensitive'] ? __( 'Sensitive content: covered on your pages', 'central-posts' ) : '',
			)
		);
		/* translators: %s: name of a profile, such as “Rye & Salt Bakery (Mastodon)”. */
		$from = null === $source ? '' : sprintf( __( 'From %s', 'central-posts' ), Review_Sources::name_of( $source ) );
		if ( '' === $from && array() === $flags ) {
			return;
		}
		echo '<p class="central-posts-facts"><span dir="auto">' . esc_html( $from ) . '</span>';
		foreach ( $flags as $flag ) {
			echo ' <span class="central-posts-flag">' . esc_html( $flag ) . '</span>';
		}
		echo '</p>';
	}

	/** The post as on a page, whole: text, images, video, poll, quote, link, and the cover of sensitive content. */
	private static function render_card( array $item, ?array $source ): void {
		$profiles = isset( $source['data']['profile'] ) ? array(
			array(
				'profile'  => $source['data']['profile'],
				'platform' => $source['reference']->platform,
				'name'     => $source['reference']->subject,
				'images'   => Images::shown( $source['pictures'] ),
			),
		) : array();
		$card     = array(
			'post'     => $item['data'],
			'platform' => $item['reference']->platform,
			'images'   => Images::shown( $item['pictures'] ),
			'id'       => 'central-posts-' . substr( $item['key'], 0, 12 ),
		);
		$html     = Render_Stream::html( new Design( self::DESIGN ), $profiles, array( $card ), '' );
		// The renderer escapes everything that comes from a platform.
		// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped, CentralPosts.Security.EscapeOutput.NotEscaped
		echo $html;
	}

	/**
	 * Renders the buttons that fit a state.
	 *
	 * @param string $state State of the posts.
	 * @param string $attributes Attributes of a button, escaped, with %s for its task.
	 * @param string $about What the buttons are about, for screen readers.
	 */
	public static function render_buttons( string $state, string $attributes, string $about = '' ): void {
		$labels = array(
			'approve' => __( 'Approve', 'central-posts' ),
			'hide'    => __( 'Hide', 'central-posts' ),
			'wait'    => __( 'Back to waiting', 'central-posts' ),
		);
		foreach ( $labels as $task => $label ) {
			if ( Review_Page::STATES_BY_TASK[ $task ] !== $state ) {
				$attribute = str_replace( '%s', $task, $attributes );
				echo wp_kses( "<button class='button is-$task' $attribute>" . esc_html( $label ) . ( '' === $about ? '' : '<span class="screen-reader-text"> ' . esc_html( $about ) . '</span>' ) . '</button> ', self::BUTTON );
			}
		}
	}

	/** The link to the post, and what hides more than this post. */
	private static function render_more( string $value, ?array $author, string $url, string $about, array $place ): void {
		echo '<details class="central-posts-further"><summary>' . esc_html__( 'More', 'central-posts' ) . '<span class="screen-reader-text"> ' . esc_html( $about ) . '</span></summary><div>';
		if ( null !== $author ) {
			/* translators: %s: name of an author. */
			echo '<button class="button" form="' . esc_attr( Review_List::FORM ) . '" name="one" value="author:' . esc_attr( $value ) . '">' . esc_html( sprintf( __( 'Hide all posts by %s', 'central-posts' ), $author['name'] ) ) . '</button>';
		}
		Review_Tasks::open_form( $place );
		$id = 'central-posts-word-' . substr( $value, 0, 12 );
		echo '<label for="' . esc_attr( $id ) . '">' . esc_html__( 'Hide posts with this word', 'central-posts' ) . '</label><span class="central-posts-line"><input type="text" id="' . esc_attr( $id ) . '" name="value" maxlength="' . (int) Words::MAX_LENGTH . '" autocomplete="off" required> <button class="button" name="task" value="word">' . esc_html__( 'Hide', 'central-posts' ) . '</button></span></form>';
		if ( preg_match( '~^https?://~i', $url ) ) {
			echo '<a href="' . esc_url( $url ) . '" target="_blank" rel="nofollow ugc noopener noreferrer">' . esc_html__( 'View original', 'central-posts' ) . '<span class="screen-reader-text"> ' . esc_html__( '(opens in a new tab)', 'central-posts' ) . '</span></a>';
		}
		echo '</div></details>';
	}
}
