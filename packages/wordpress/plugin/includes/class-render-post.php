<?php
/**
 * HTML of one stored post, or of the card of a page. Everything from outside is escaped here; nothing is loaded from anybody.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Static: the same bytes for every visitor, so that any page cache may stand before it.
 */
final class Render_Post {

	const REL = 'nofollow ugc noopener';

	/** What a post has at the least, whatever was stored. */
	const BLANK = array(
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
	 * A post as the service gave it.
	 *
	 * @param array  $post In the normalized form.
	 * @param string $platform Its id.
	 * @param array  $pictures The site's own copies.
	 * @param bool   $is_whole All of its text, or what a card has room for.
	 */
	public static function post( array $post, string $platform, array $pictures, bool $is_whole ): string {
		$post += self::BLANK;
		$url   = (string) ( $post['url'] ?? '' );
		$name  = Service::platform_name( $platform );
		$inner = self::media( $post, $pictures, $name, $is_whole )
			. '<div class="central-posts-body">'
			. self::byline( $post )
			. ( null === $post['title'] ? '' : '<p class="central-posts-title">' . self::link( $url, $post['title'] ) . '</p>' )
			. self::text( $post, $is_whole )
			. self::poll( $post['poll'] ?? null )
			. self::about( $post['repostOf'] ?? null, /* translators: %s: name of a person. */ __( 'Passed on from %s', 'central-posts' ) )
			. self::about( $post['quoteOf'] ?? null, /* translators: %s: name of a person. */ __( 'About a post of %s', 'central-posts' ) )
			. ( null === $post['link'] ? '' : self::card( $post['link'], Pictures::sizes( $pictures, 'card' ) ) )
			. ( '' === $url ? '' : '<p class="central-posts-origin">' . self::link(
				$url,
				/* translators: %s: name of a platform, such as Mastodon. */
				sprintf( __( 'View on %s', 'central-posts' ), $name )
			) . '</p>' )
			. '</div>';
		if ( true === $post['sensitive'] ) {
			$inner = '<details class="central-posts-covered"><summary>' . esc_html__( 'This post may be sensitive. Show it', 'central-posts' ) . '</summary>' . $inner . '</details>';
		}
		return '<article class="central-posts-post">' . $inner . '</article>';
	}

	/**
	 * The card of a page.
	 *
	 * @param array   $link `url`, `title`, `description`; may have `siteName`.
	 * @param array[] $sizes Copies of its picture.
	 */
	public static function card( array $link, array $sizes ): string {
		$host  = (string) wp_parse_url( $link['url'], PHP_URL_HOST );
		$about = $link['description'] ?? null;
		return '<div class="central-posts-card">'
			. ( array() === $sizes ? '' : self::picture( $sizes, '' ) )
			. '<div class="central-posts-card-text"><p class="central-posts-title">' . self::link( $link['url'], $link['title'] ?? $host ) . '</p>'
			. ( null === $about ? '' : '<p>' . Words::html( Words::cut( $about ) ) . '</p>' )
			. '<p class="central-posts-site">' . Words::html( $link['siteName'] ?? $host ) . '</p></div></div>';
	}

	/**
	 * A player that loads when it is asked for.
	 *
	 * @param string  $src Of a frame or a file.
	 * @param bool    $is_frame Whether it is a page with a player, and not the file.
	 * @param bool    $is_audio Whether there is nothing to see.
	 * @param array[] $sizes Copies of the picture that stands for it.
	 * @param string  $url Of the post, to go to instead.
	 * @param string  $alt Of the picture.
	 */
	public static function player( string $src, bool $is_frame, bool $is_audio, array $sizes, string $url, string $alt = '' ): string {
		/* translators: %s: host name of a server, such as www.youtube-nocookie.com. */
		$loads = sprintf( __( 'loads from %s, which may see your address', 'central-posts' ), (string) wp_parse_url( $src, PHP_URL_HOST ) );
		$play  = $is_audio ? __( 'Play the recording', 'central-posts' ) : __( 'Play the video', 'central-posts' );
		$file  = $is_audio ? 'audio' : 'video';
		return '<div class="central-posts-player">' . ( array() === $sizes ? '' : self::picture( $sizes, $alt ) )
			. self::button( $src, $is_frame ? 'frame' : $file, $play, $loads )
			. ( '' === $url ? '' : '<p class="central-posts-elsewhere">' . self::link( $url, __( 'Open it where it was posted', 'central-posts' ) ) . '</p>' )
			. '</div>';
	}

	/** A link that tells nobody who comes and gives no rank. */
	public static function link( string $url, string $text ): string {
		$address = Words::url( $url );
		if ( '' === $address ) {
			return Words::html( $text );
		}
		return '<a href="' . $address . '" rel="' . self::REL . '">' . Words::html( $text ) . '</a>';
	}

	/** Hidden until the script that makes it work is there. A feed and an excerpt are read where it never is, and nothing is hidden. */
	private static function button( string $src, string $kind, string $does, string $loads, string $alt = '' ): string {
		$address = Words::url( $src );
		if ( '' === $address || is_feed() || doing_filter( 'get_the_excerpt' ) ) {
			return '';
		}
		return '<button type="button" hidden class="central-posts-load" data-kind="' . esc_attr( $kind ) . '" data-src="' . $address . '" data-alt="' . Words::html( $alt ) . '">'
			. esc_html( $does ) . ' <span class="central-posts-loads">(' . Words::html( $loads ) . ')</span></button>';
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
		$lang = null === $post['language'] ? '' : ' lang="' . Words::html( $post['language'] ) . '"';
		$open = '<div class="central-posts-text" dir="auto"' . $lang . '>';
		if ( $is_whole && null !== $post['html'] ) {
			return $open . Words::rich( $post['html'] ) . '</div>';
		}
		if ( $is_whole ) {
			return $open . Words::paragraphs( $post['text'] ?? $post['summary'] ) . '</div>';
		}
		return $open . '<p>' . Words::html( Words::cut( $post['summary'] ?? $post['text'] ) ) . '</p></div>';
	}

	/** The other post that a post is about. @param array|null $other `url`, `author`. */
	private static function about( ?array $other, string $says ): string {
		$name = $other['author']['displayName'] ?? $other['author']['handle'] ?? $other['url'] ?? null;
		return null === $name ? '' : '<p class="central-posts-about">' . self::link( (string) ( $other['url'] ?? '' ), sprintf( $says, $name ) ) . '</p>';
	}

	private static function poll( ?array $poll ): string {
		if ( null === $poll ) {
			return '';
		}
		$options = '';
		foreach ( $poll['options'] as $option ) {
			/* translators: 1: an answer of a poll, 2: number of votes. */
			$text     = null === $option['votes'] ? $option['text'] : sprintf( _n( '%1$s: %2$s vote', '%1$s: %2$s votes', $option['votes'], 'central-posts' ), $option['text'], number_format_i18n( $option['votes'] ) );
			$options .= '<li>' . Words::html( $text ) . '</li>';
		}
		return '<ul class="central-posts-poll">' . $options . '</ul>';
	}

	private static function media( array $post, array $pictures, string $platform, bool $is_whole ): string {
		$html = '';
		$most = $is_whole ? Pictures::MOST_SLOTS : 1;
		foreach ( array_slice( $post['media'], 0, $most ) as $at => $medium ) {
			$html .= self::medium( $medium, Pictures::sizes( $pictures, "m$at" ), (string) ( $post['url'] ?? '' ) );
			if ( 'image' === $medium['type'] && Pictures::is_still( $pictures, "m$at" ) ) {
				$html .= '<p class="central-posts-still">' . esc_html__( 'This picture moves where it was posted.', 'central-posts' ) . '</p>';
			}
		}
		return '' === $html ? '' : '<div class="central-posts-media">' . $html . '</div>';
	}

	private static function medium( array $medium, array $sizes, string $url ): string {
		$alt = (string) ( $medium['alt'] ?? '' );
		if ( 'image' !== $medium['type'] ) {
			$frame = $medium['embedUrl'] ?? null;
			$src   = $frame ?? $medium['url'];
			return null === $src ? self::picture( $sizes, $alt ) : self::player( $src, null !== $frame, 'audio' === $medium['type'], $sizes, $url, $alt );
		}
		if ( array() !== $sizes ) {
			return self::picture( $sizes, $alt );
		}
		$src = $medium['url'] ?? $medium['previewUrl'];
		if ( null === $src ) {
			return '';
		}
		/* translators: %s: host name of a server. */
		$loads  = sprintf( __( 'loads from %s, which may see your address', 'central-posts' ), (string) wp_parse_url( $src, PHP_URL_HOST ) );
		$button = self::button( $src, 'image', __( 'Show the picture', 'central-posts' ), $loads, $alt );
		return '' === $button ? '' : '<div class="central-posts-player">' . $button . '</div>';
	}

	/** Of this site, in the width that a browser needs. */
	private static function picture( array $sizes, string $alt ): string {
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
			. '" alt="' . Words::html( $alt ) . '" loading="lazy" decoding="async">';
	}
}
