<?php
/**
 * What the rendering of posts takes from WordPress: words, numbers and dates in the language of the site, filters and templates.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The renderer takes nothing else from the site. Outside WordPress, a class with the same methods replaces this one.
 */
final class Environment {

	/** @var array<string, array<string, string>> Words by locale. */
	private static $words = array();

	/** A word or a sentence of the design, not escaped. It may contain placeholders. */
	public static function word( string $name ): string {
		$locale = determine_locale();
		if ( ! isset( self::$words[ $locale ] ) ) {
			self::$words[ $locale ] = self::words();
		}
		return self::filter_word( self::$words[ $locale ][ $name ], $name, null );
	}

	/** A sentence with a number, not escaped: `items`, `votes`, `posts`, `followers` or `following`. `%s` stands for the number. */
	public static function words_for_count( string $name, int $count ): string {
		switch ( $name ) {
			case 'items':
				/* translators: %s: number of images or videos. */
				$text = _n( '%s item', '%s items', $count, 'central-posts' );
				break;
			case 'votes':
				/* translators: %s: number of votes. */
				$text = _n( '%s vote', '%s votes', $count, 'central-posts' );
				break;
			case 'posts':
				/* translators: %s: a number, already formatted. */
				$text = _n( '%s post', '%s posts', $count, 'central-posts' );
				break;
			case 'followers':
				/* translators: %s: a number, already formatted. */
				$text = _n( '%s follower', '%s followers', $count, 'central-posts' );
				break;
			default:
				/* translators: %s: a number, already formatted. */
				$text = _n( '%s following', '%s following', $count, 'central-posts' );
		}
		return self::filter_word( $text, $name, $count );
	}

	public static function number( float $number, int $decimals = 0 ): string {
		return number_format_i18n( $number, $decimals );
	}

	public static function date( int $time ): string {
		return (string) wp_date( (string) get_option( 'date_format' ), $time );
	}

	/** Name of a platform whose name is not in the table of class Glyphs. */
	public static function platform_name( string $platform ): string {
		return Service::platform_name( $platform );
	}

	/** Whether the HTML goes into a page: no script runs in a feed or an excerpt, where `hidden` has no effect either. */
	public static function is_page(): bool {
		return ! is_feed() && ! doing_filter( 'get_the_excerpt' );
	}

	/** The theme's own button, if it styles buttons with theme.json. A classic theme would give it the color of a link. */
	public static function button_class(): string {
		return wp_theme_has_theme_json() ? 'wp-element-button central-posts-button' : 'central-posts-button';
	}

	/**
	 * Lets a theme or another plugin replace a part of a feed.
	 *
	 * @param string $name `card`, `head` or `foot`, or a part of a card: see class Render_Post.
	 * @param string $html HTML of the part; '' if there is none.
	 * @param array  $data What the part was made of. None of it is escaped, except `parts`.
	 */
	public static function part( string $name, string $html, array $data ): string {
		$shown = Templates::render( $name, $html, $data );
		/**
		 * Filters the HTML of a part of a feed.
		 *
		 * @param string $html HTML of the part; '' if there is none.
		 * @param string $name Name of the part.
		 * @param array  $data What the part was made of. None of it is escaped, except `parts`.
		 */
		$shown = (string) apply_filters( 'central_posts_part', $shown, $name, $data );
		// WordPress executes shortcodes in the output of a block, and a template may have printed a text from a platform.
		return $shown === $html ? $html : Untrusted_Text::escape_brackets( $shown );
	}

	private static function filter_word( string $text, string $name, ?int $count ): string {
		/**
		 * Filters a word or a sentence of a feed.
		 *
		 * @param string   $text Text in the language of the site. Keep its placeholders, such as `%s`.
		 * @param string   $name Name of the text.
		 * @param int|null $count Number that selects singular or plural; null if the text has none.
		 */
		return (string) apply_filters( 'central_posts_word', $text, $name, $count );
	}

	/** @return array<string, string> */
	private static function words(): array {
		return array(
			'playVideo' => __( 'Play video', 'central-posts' ),
			'playAudio' => __( 'Play audio', 'central-posts' ),
			'showImage' => __( 'Show image', 'central-posts' ),
			/* translators: %s: host name of a server, such as www.youtube-nocookie.com. */
			'loadsFrom' => __( 'Loads from %s, which may see your IP address', 'central-posts' ),
			'animated' => __( 'The original image is animated.', 'central-posts' ),
			'pinned' => __( 'Pinned', 'central-posts' ),
			'sensitive' => __( 'This post may contain sensitive content. Show post', 'central-posts' ),
			/* translators: %s: millions. */
			'millions' => __( '%sM', 'central-posts' ),
			/* translators: %s: thousands. */
			'thousands' => __( '%sK', 'central-posts' ),
			/* translators: %s: name of a site. */
			'repostedFrom' => __( 'Reposted from %s', 'central-posts' ),
			'reposted' => __( 'Reposted', 'central-posts' ),
			/* translators: %s: name of a person. */
			'repostedBy' => __( 'Reposted by %s', 'central-posts' ),
			/* translators: %s: name of a person. */
			'inReplyTo' => __( 'In reply to %s', 'central-posts' ),
			/* translators: %s: name of a person. */
			'quotes' => __( 'Quotes a post by %s', 'central-posts' ),
			'closed' => __( 'Closed', 'central-posts' ),
			'likes' => __( 'Likes', 'central-posts' ),
			'comments' => __( 'Comments', 'central-posts' ),
			'shares' => __( 'Reposts', 'central-posts' ),
			'views' => __( 'Views', 'central-posts' ),
			/* translators: %s: name of a platform, such as Mastodon. */
			'viewOn' => __( 'View on %s', 'central-posts' ),
			/* translators: %s: name of a platform, such as Mastodon. */
			'followOn' => __( 'Follow on %s', 'central-posts' ),
			'loadMore' => __( 'Load more', 'central-posts' ),
			'more' => __( 'more', 'central-posts' ),
			'less' => __( 'less', 'central-posts' ),
			'open' => __( 'Open', 'central-posts' ),
			'close' => __( 'Close', 'central-posts' ),
			'previous' => __( 'Previous', 'central-posts' ),
			'next' => __( 'Next', 'central-posts' ),
			'previousImage' => __( 'Previous image', 'central-posts' ),
			'nextImage' => __( 'Next image', 'central-posts' ),
			'previousPosts' => __( 'Previous posts', 'central-posts' ),
			'nextPosts' => __( 'Next posts', 'central-posts' ),
			'dialog' => __( 'Post', 'central-posts' ),
			/* translators: 1: number of an image, 2: number of all images. Both are inserted by a script. */
			'number' => __( '%1$s of %2$s', 'central-posts' ),
			/* translators: %s: number of posts. Inserted by a script. */
			'added' => __( '%s more posts', 'central-posts' ),
			'failed' => __( 'More posts could not be loaded. Try again.', 'central-posts' ),
		);
	}
}
