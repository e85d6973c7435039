<?php
/**
 * Renders a stored post, or the link card of a page. Escapes all external data. The HTML loads nothing from other servers.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The HTML is the same for every visitor, so that every page cache can store it.
 */
final class Render_Post {

	const REL = 'nofollow ugc noopener';

	/** Defaults for fields that a stored post lacks. */
	const DEFAULTS = array(
		'title'       => null,
		'summary'     => null,
		'text'        => null,
		'html'        => null,
		'language'    => null,
		'publishedAt' => null,
		'media'       => array(),
		'link'        => null,
		'sensitive'   => null,
	);

	/**
	 * Renders a post.
	 *
	 * @param array  $post Normalized post.
	 * @param string $platform Id of its platform.
	 * @param array  $images Copies of its images on this site.
	 * @param bool   $is_whole Whether to show the full text and all media, or an excerpt.
	 */
	public static function post( array $post, string $platform, array $images, bool $is_whole ): string {
		$post += self::DEFAULTS;
		$url   = (string) ( $post['url'] ?? '' );
		$name  = Service::platform_name( $platform );
		$inner = self::media( $post, $images, $name, $is_whole )
			. '<div class="central-posts-body">'
			. self::byline( $post )
			. ( null === $post['title'] ? '' : '<p class="central-posts-title">' . self::link( $url, $post['title'] ) . '</p>' )
			. self::text( $post, $is_whole )
			. self::poll( $post['poll'] ?? null )
			. self::related_post( $post['repostOf'] ?? null, /* translators: %s: name of a person. */ __( 'Reposted from %s', 'central-posts' ) )
			. self::related_post( $post['quoteOf'] ?? null, /* translators: %s: name of a person. */ __( 'Quotes a post by %s', 'central-posts' ) )
			. ( null === $post['link'] ? '' : self::card( $post['link'], Images::sizes( $images, 'card' ) ) )
			. ( '' === $url ? '' : '<p class="central-posts-origin">' . self::link(
				$url,
				/* translators: %s: name of a platform, such as Mastodon. */
				sprintf( __( 'View on %s', 'central-posts' ), $name )
			) . '</p>' )
			. '</div>';
		if ( true === $post['sensitive'] ) {
			$inner = '<details class="central-posts-covered"><summary>' . esc_html__( 'This post may contain sensitive content. Show post', 'central-posts' ) . '</summary>' . $inner . '</details>';
		}
		return '<article class="central-posts-post">' . $inner . '</article>';
	}

	/**
	 * Renders the link card of a page.
	 *
	 * @param array   $link `url`, `title`, `description`; optionally `siteName`.
	 * @param array[] $sizes Copies of its image.
	 */
	public static function card( array $link, array $sizes ): string {
		$host  = (string) wp_parse_url( $link['url'], PHP_URL_HOST );
		$about = $link['description'] ?? null;
		return '<div class="central-posts-card">'
			. ( array() === $sizes ? '' : self::image( $sizes, '' ) )
			. '<div class="central-posts-card-text"><p class="central-posts-title">' . self::link( $link['url'], $link['title'] ?? $host ) . '</p>'
			. ( null === $about ? '' : '<p>' . Untrusted_Text::to_html( Untrusted_Text::excerpt( $about ) ) . '</p>' )
			. '<p class="central-posts-site">' . Untrusted_Text::to_html( $link['siteName'] ?? $host ) . '</p></div></div>';
	}

	/**
	 * Renders a player that loads on click.
	 *
	 * @param string  $src URL of a frame or a file.
	 * @param bool    $is_frame Whether the URL is a page with a player, not a media file.
	 * @param bool    $is_audio Whether the media is audio.
	 * @param array[] $sizes Copies of the preview image.
	 * @param string  $url URL of the original post.
	 * @param string  $alt Alternative text of the preview image.
	 */
	public static function player( string $src, bool $is_frame, bool $is_audio, array $sizes, string $url, string $alt = '' ): string {
		/* translators: %s: host name of a server, such as www.youtube-nocookie.com. */
		$warning = sprintf( __( 'loads from %s, which may see your IP address', 'central-posts' ), (string) wp_parse_url( $src, PHP_URL_HOST ) );
		$play    = $is_audio ? __( 'Play audio', 'central-posts' ) : __( 'Play video', 'central-posts' );
		$file    = $is_audio ? 'audio' : 'video';
		return '<div class="central-posts-player">' . ( array() === $sizes ? '' : self::image( $sizes, $alt ) )
			. self::load_button( $src, $is_frame ? 'frame' : $file, $play, $warning )
			. ( '' === $url ? '' : '<p class="central-posts-elsewhere">' . self::link( $url, __( 'View original', 'central-posts' ) ) . '</p>' )
			. '</div>';
	}

	/** Renders a link that passes on neither the opener nor search rank. */
	public static function link( string $url, string $text ): string {
		$escaped_url = Untrusted_Text::url( $url );
		if ( '' === $escaped_url ) {
			return Untrusted_Text::to_html( $text );
		}
		return '<a href="' . $escaped_url . '" rel="' . self::REL . '">' . Untrusted_Text::to_html( $text ) . '</a>';
	}

	/** Renders a button that view.js shows. Feeds and excerpts get no button: no script runs there, and `hidden` has no effect. */
	private static function load_button( string $src, string $kind, string $label, string $warning, string $alt = '' ): string {
		$escaped_url = Untrusted_Text::url( $src );
		if ( '' === $escaped_url || is_feed() || doing_filter( 'get_the_excerpt' ) ) {
			return '';
		}
		return '<button type="button" hidden class="central-posts-load" data-kind="' . esc_attr( $kind ) . '" data-src="' . $escaped_url . '" data-alt="' . Untrusted_Text::to_html( $alt ) . '">'
			. esc_html( $label ) . ' <span class="central-posts-loads">(' . Untrusted_Text::to_html( $warning ) . ')</span></button>';
	}

	private static function byline( array $post ): string {
		$author = $post['author'] ?? null;
		$name   = $author['displayName'] ?? $author['handle'] ?? null;
		$parts  = array();
		if ( null !== $name ) {
			$parts[] = '<span class="central-posts-author">' . self::link( (string) ( $author['url'] ?? '' ), $name ) . '</span>';
		}
		$time = strtotime( (string) ( $post['publishedAt'] ?? '' ) );
		if ( false !== $time ) {
			$parts[] = '<time datetime="' . esc_attr( gmdate( 'c', $time ) ) . '">' . esc_html( wp_date( get_option( 'date_format' ), $time ) ) . '</time>';
		}
		return array() === $parts ? '' : '<p class="central-posts-byline">' . implode( ' ', $parts ) . '</p>';
	}

	private static function text( array $post, bool $is_whole ): string {
		if ( null === $post['text'] && null === $post['summary'] ) {
			return '';
		}
		$lang = null === $post['language'] ? '' : ' lang="' . Untrusted_Text::to_html( $post['language'] ) . '"';
		$open = '<div class="central-posts-text" dir="auto"' . $lang . '>';
		if ( $is_whole && null !== $post['html'] ) {
			return $open . Untrusted_Text::sanitize_html( $post['html'] ) . '</div>';
		}
		if ( $is_whole ) {
			return $open . Untrusted_Text::to_paragraphs( $post['text'] ?? $post['summary'] ) . '</div>';
		}
		return $open . '<p>' . Untrusted_Text::to_html( Untrusted_Text::excerpt( $post['summary'] ?? $post['text'] ) ) . '</p></div>';
	}

	/** Renders a link to a reposted or quoted post. @param array|null $other `url`, `author`. */
	private static function related_post( ?array $other, string $format ): string {
		$name = $other['author']['displayName'] ?? $other['author']['handle'] ?? $other['url'] ?? null;
		return null === $name ? '' : '<p class="central-posts-about">' . self::link( (string) ( $other['url'] ?? '' ), sprintf( $format, $name ) ) . '</p>';
	}

	private static function poll( ?array $poll ): string {
		if ( null === $poll ) {
			return '';
		}
		$options = '';
		foreach ( $poll['options'] as $option ) {
			/* translators: 1: an option of a poll, 2: number of votes. */
			$text     = null === $option['votes'] ? $option['text'] : sprintf( _n( '%1$s: %2$s vote', '%1$s: %2$s votes', $option['votes'], 'central-posts' ), $option['text'], number_format_i18n( $option['votes'] ) );
			$options .= '<li>' . Untrusted_Text::to_html( $text ) . '</li>';
		}
		return '<ul class="central-posts-poll">' . $options . '</ul>';
	}

	private static function media( array $post, array $images, string $platform, bool $is_whole ): string {
		$html = '';
		$max  = $is_whole ? Images::MAX_SLOTS : 1;
		foreach ( array_slice( $post['media'], 0, $max ) as $index => $item ) {
			$html .= self::media_item( $item, Images::sizes( $images, "m$index" ), (string) ( $post['url'] ?? '' ) );
			if ( 'image' === $item['type'] && Images::was_animated( $images, "m$index" ) ) {
				$html .= '<p class="central-posts-still">' . esc_html__( 'The original image is animated.', 'central-posts' ) . '</p>';
			}
		}
		return '' === $html ? '' : '<div class="central-posts-media">' . $html . '</div>';
	}

	private static function media_item( array $item, array $sizes, string $url ): string {
		$alt = (string) ( $item['alt'] ?? '' );
		if ( 'image' !== $item['type'] ) {
			$frame = $item['embedUrl'] ?? null;
			$src   = $frame ?? $item['url'];
			return null === $src ? self::image( $sizes, $alt ) : self::player( $src, null !== $frame, 'audio' === $item['type'], $sizes, $url, $alt );
		}
		if ( array() !== $sizes ) {
			return self::image( $sizes, $alt );
		}
		$src = $item['url'] ?? $item['previewUrl'];
		if ( null === $src ) {
			return '';
		}
		/* translators: %s: host name of a server. */
		$warning = sprintf( __( 'loads from %s, which may see your IP address', 'central-posts' ), (string) wp_parse_url( $src, PHP_URL_HOST ) );
		$button  = self::load_button( $src, 'image', __( 'Show image', 'central-posts' ), $warning, $alt );
		return '' === $button ? '' : '<div class="central-posts-player">' . $button . '</div>';
	}

	/** Renders an image of this site in responsive widths. */
	private static function image( array $sizes, string $alt ): string {
		if ( array() === $sizes ) {
			return '';
		}
		$set = array();
		foreach ( $sizes as $size ) {
			$set[] = esc_url( $size['url'] ) . ' ' . $size['width'] . 'w';
		}
		$last = end( $sizes );
		return '<img class="central-posts-picture" src="' . esc_url( $sizes[0]['url'] ) . '" srcset="' . esc_attr( implode( ', ', $set ) )
			. '" sizes="(max-width: 600px) 100vw, 400px" width="' . (int) $last['width'] . '" height="' . (int) $last['height']
			. '" alt="' . Untrusted_Text::to_html( $alt ) . '" loading="lazy" decoding="async">';
	}
}
