<?php
/**
 * Renders a stored post, or the link card of a page. Escapes all external data. The HTML loads nothing from other servers.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The HTML is the same for every visitor, so that every page cache can store it. A card links its post once.
 */
final class Render_Post {

	const REL = 'nofollow ugc noopener';

	/** Words of a text that a card has in its HTML. The stylesheet shows fewer lines, until a visitor asks for more. */
	const CARD_WORDS = 160;

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
		'repostOf'    => null,
		'quoteOf'     => null,
		'replyTo'     => null,
		'metrics'     => array(),
	);

	/**
	 * Renders a post.
	 *
	 * @param array       $post Normalized post.
	 * @param string      $platform Id of its platform.
	 * @param array       $images Its images, by slot: see class Post_Images.
	 * @param bool        $is_whole Whether to show the full text and all media, or the beginning.
	 * @param Design|null $design Parts to show; null for all.
	 * @param array[]     $avatar Copies of the image of its author.
	 * @param string      $id Id of its element; '' for none.
	 * @param string      $loading When its first image loads: see class Render_Media.
	 */
	public static function post( array $post, string $platform, array $images, bool $is_whole, ?Design $design = null, array $avatar = array(), string $id = '', string $loading = 'lazy' ): string {
		$post  += self::DEFAULTS;
		$design = $design ?? new Design( array( 'layout' => $is_whole ? 'single' : 'list' ) );
		$data   = array(
			'post'     => $post,
			'platform' => $platform,
			'kind'     => Post_Kind::of( $post ),
			'layout'   => $design->layout,
			'is_whole' => $is_whole,
			'images'   => $images,
		);
		$kind   = $data['kind'];
		$media  = Environment::part( 'media', self::media( $post, $images, $kind, $is_whole, $design, $loading ), $data );
		$parts  = array(
			'reposted' => self::repost( $post ),
			'reply'    => self::reply( $post ),
			'pinned'   => true === ( $post['pinned'] ?? null ) ? self::about( 'pin', esc_html( Environment::word( 'pinned' ) ) ) : '',
			'byline'   => self::byline( $post, $platform, $design, array() === $avatar ? Post_Images::copies( $images, 'avatar' ) : $avatar ),
			'title'    => self::title( $post ),
			'text'     => $design->shows( 'text' ) || 'text' === $kind ? self::text( $post, $platform, $is_whole ) : '',
			'poll'     => self::poll( $post['poll'] ?? null, $platform ),
			'quote'    => self::quote( $post ),
			'link'     => null === $post['link'] ? '' : self::card( $post['link'], 'link' === $kind && '' !== $media ? array() : Post_Images::copies( $images, 'card' ), true ),
			'end'      => self::foot( $post, $platform, $design ),
		);
		foreach ( $parts as $name => $html ) {
			$parts[ $name ] = Environment::part( $name, $html, $data );
		}
		$inner = $media . '<div class="central-posts-body">' . implode( '', $parts ) . '</div>';
		$inner = Environment::part( 'card', $inner, $data + array( 'parts' => array( 'media' => $media ) + $parts ) );
		if ( true === $post['sensitive'] ) {
			$inner = '<details class="central-posts-covered"><summary>' . esc_html( Environment::word( 'sensitive' ) ) . '</summary>' . $inner . '</details>';
		}
		$classes = "central-posts-post is-$kind" . ( '' === $media ? ' is-plain' : '' ) . ( Post_Kind::is_short( $post ) ? ' is-short' : '' ) . ( Post_Kind::is_emoji( $post ) ? ' is-emoji' : '' );
		return '<article' . ( '' === $id ? '' : ' id="' . esc_attr( $id ) . '"' ) . ' class="' . $classes . '">' . $inner . '</article>';
	}

	/**
	 * Renders the link card of a page.
	 *
	 * @param array   $link `url`, `title`, `description`; optionally `siteName`.
	 * @param array[] $copies Copies of its image.
	 * @param bool    $is_inside Whether it is a part of a post.
	 */
	public static function card( array $link, array $copies, bool $is_inside = false ): string {
		$host  = (string) preg_replace( '/^www\./', '', (string) wp_parse_url( $link['url'], PHP_URL_HOST ) );
		$about = $link['description'] ?? null;
		$glyph = $is_inside && array() === $copies ? '<span class="central-posts-card-glyph">' . Glyphs::symbol( 'link' ) . '</span>' : '';
		return '<div class="central-posts-card' . ( $is_inside ? ' is-inside' : '' ) . '">'
			. ( array() === $copies ? $glyph : '<div class="central-posts-card-image">' . Render_Media::image( $copies, '' ) . '</div>' )
			. '<div class="central-posts-card-text"><p class="central-posts-title">' . self::link( $link['url'], $link['title'] ?? $host ) . '</p>'
			. ( null === $about ? '' : '<p class="central-posts-card-about">' . Untrusted_Text::to_html( Untrusted_Text::excerpt( $about ) ) . '</p>' )
			. '<p class="central-posts-site">' . Untrusted_Text::to_html( $link['siteName'] ?? $host ) . '</p></div></div>';
	}

	/** Renders a link that passes on neither the opener nor search rank. */
	public static function link( string $url, string $text ): string {
		$escaped_url = Untrusted_Text::url( $url );
		if ( '' === $escaped_url ) {
			return Untrusted_Text::to_html( $text );
		}
		return '<a href="' . $escaped_url . '" rel="' . self::REL . '">' . Untrusted_Text::to_html( $text ) . '</a>';
	}

	/**
	 * Renders an image of a person, or the first letter of their name on a color that follows from it.
	 *
	 * @param string  $name Name.
	 * @param array[] $copies Copies of the image.
	 */
	public static function avatar( string $name, array $copies ): string {
		if ( array() !== $copies ) {
			return '<span class="central-posts-avatar"><img src="' . esc_url( $copies[0]['url'] ) . '" width="48" height="48" alt=""' . ( empty( $copies[0]['is_remote'] ) ? '' : ' referrerpolicy="no-referrer"' ) . ' loading="lazy" decoding="async"></span>';
		}
		preg_match( Untrusted_Text::GRAPHEME, ltrim( wp_check_invalid_utf8( $name, true ), " \t\n@#." ), $first );
		return '<span class="central-posts-avatar" aria-hidden="true" style="--central-posts-hue:' . crc32( $name ) % 360 . '">' . Untrusted_Text::to_html( mb_substr( $first[0] ?? '', 0, 8 ) ) . '</span>';
	}

	/** A count in few characters: 950, 1.2K, 12K, 4.1M. Cut, and not rounded: 999,999 is no million. */
	public static function count( int $number ): string {
		if ( $number < 1000 ) {
			return Environment::number( $number );
		}
		$unit   = $number < 1000000 ? 1000 : 1000000;
		$parts  = $number < 100 * $unit ? 10 : 1;
		$tenths = (int) floor( $number * $parts / $unit );
		$shown  = Environment::number( $tenths / $parts, 0 === $tenths % $parts ? 0 : 1 );
		return Untrusted_Text::fill( Environment::word( 1000 === $unit ? 'thousands' : 'millions' ), $shown );
	}

	private static function media( array $post, array $images, string $kind, bool $is_whole, Design $design, string $loading ): string {
		$max = $is_whole || 'gallery' === $kind ? Post_Images::MAX_MEDIA : 1;
		return Render_Media::of_post( array( 'link' => 'link' === $kind || 'article' === $kind ? $post['link'] : null ) + $post, $images, $max, $design->image_sizes(), $loading );
	}

	/** Who reposted it. The byline below is that of the original then, if its author is known. */
	private static function repost( array $post ): string {
		$original = $post['repostOf'];
		if ( null === $original ) {
			return '';
		}
		$known = self::name_of( $original['author'] ?? null );
		if ( null === $known ) {
			$host = (string) wp_parse_url( (string) ( $original['url'] ?? '' ), PHP_URL_HOST );
			return '' === $host ? '' : self::about( 'shares', self::link( $original['url'], Untrusted_Text::fill( Environment::word( 'repostedFrom' ), $host ) ) );
		}
		$name = self::name_of( $post['author'] ?? null );
		if ( null === $name ) {
			return self::about( 'shares', esc_html( Environment::word( 'reposted' ) ) );
		}
		return self::about( 'shares', self::link( (string) ( $post['author']['url'] ?? '' ), Untrusted_Text::fill( Environment::word( 'repostedBy' ), $name ) ) );
	}

	/** Whom it replies to. A reply in the author's own thread names nobody. */
	private static function reply( array $post ): string {
		$name = self::name_of( $post['replyTo']['author'] ?? null );
		return null === $name ? '' : self::about( 'reply', self::link( (string) ( $post['replyTo']['url'] ?? '' ), Untrusted_Text::fill( Environment::word( 'inReplyTo' ), $name ) ) );
	}

	private static function byline( array $post, string $platform, Design $design, array $avatar ): string {
		$author = null === self::name_of( $post['repostOf']['author'] ?? null ) ? ( $post['author'] ?? null ) : $post['repostOf']['author'];
		$name   = self::name_of( $author );
		$time   = strtotime( (string) ( $post['publishedAt'] ?? '' ) );
		$who    = '';
		if ( null !== $name && $design->shows( 'author' ) ) {
			$who = '<span class="central-posts-author" dir="auto">' . self::link( (string) ( $author['url'] ?? '' ), $name ) . '</span>';
		}
		if ( false !== $time && $design->shows( 'date' ) ) {
			$who .= ' <time datetime="' . esc_attr( gmdate( 'c', $time ) ) . '">' . esc_html( Environment::date( $time ) ) . '</time>';
		}
		if ( '' === $who ) {
			return '';
		}
		return '<div class="central-posts-byline">' . ( null !== $name && $design->shows( 'author' ) ? self::avatar( $name, $avatar ) : '' )
			. '<p class="central-posts-who">' . $who . '</p>' . ( $design->shows( 'mark' ) ? Glyphs::mark( $platform ) : '' ) . '</div>';
	}

	private static function title( array $post ): string {
		return null === $post['title'] ? '' : '<p class="central-posts-title" dir="auto">' . self::link( (string) ( $post['url'] ?? '' ), $post['title'] ) . '</p>';
	}

	private static function text( array $post, string $platform, bool $is_whole ): string {
		if ( null === $post['text'] && null === $post['summary'] ) {
			return '';
		}
		$lang = null === $post['language'] ? '' : ' lang="' . Untrusted_Text::to_html( $post['language'] ) . '"';
		$open = '<div class="central-posts-text" dir="auto"' . $lang . '>';
		if ( $is_whole && null !== $post['html'] ) {
			return $open . Untrusted_Text::sanitize_html( Emoji_Codes::named_in_html( $post['html'], $platform ) ) . '</div>';
		}
		$text = Emoji_Codes::named( $is_whole ? ( $post['text'] ?? $post['summary'] ) : ( $post['summary'] ?? $post['text'] ), $platform );
		return $open . Untrusted_Text::to_paragraphs( $is_whole ? $text : Untrusted_Text::beginning( $text, self::CARD_WORDS ) ) . '</div>';
	}

	/** A line about where the post comes from. @param string $html Escaped. */
	private static function about( string $glyph, string $html ): string {
		return '<p class="central-posts-about">' . Glyphs::symbol( $glyph ) . '<span dir="auto">' . $html . '</span></p>';
	}

	private static function quote( array $post ): string {
		$name = self::name_of( $post['quoteOf']['author'] ?? null );
		$host = (string) wp_parse_url( (string) ( $post['quoteOf']['url'] ?? '' ), PHP_URL_HOST );
		if ( null === $name && '' === $host ) {
			return '';
		}
		$link = self::link( (string) ( $post['quoteOf']['url'] ?? '' ), Untrusted_Text::fill( Environment::word( 'quotes' ), $name ?? $host ) );
		return '<div class="central-posts-quote">' . self::avatar( $name ?? $host, array() ) . '<p dir="auto">' . $link . '</p>' . Glyphs::symbol( 'quote' ) . '</div>';
	}

	private static function poll( ?array $poll, string $platform ): string {
		if ( null === $poll ) {
			return '';
		}
		$total   = max( 1, array_sum( array_map( 'intval', array_column( $poll['options'], 'votes' ) ) ) );
		$options = '';
		foreach ( $poll['options'] as $option ) {
			$votes    = $option['votes'];
			$share    = null === $votes ? '' : (int) round( 100 * $votes / $total ) . '%';
			$words    = null === $votes ? '' : Untrusted_Text::fill( Environment::words_for_count( 'votes', $votes ), Environment::number( $votes ) );
			$options .= '<li' . ( '' === $share ? '' : ' style="--central-posts-part:' . $share . '"' ) . '><span class="central-posts-option" dir="auto">' . Untrusted_Text::to_html( Emoji_Codes::named( $option['text'], $platform ) ) . '</span>'
				. ( '' === $share ? '' : ' <span class="central-posts-percent" title="' . esc_attr( $words ) . '">' . esc_html( $share ) . '<span class="central-posts-spoken"> (' . esc_html( $words ) . ')</span></span>' ) . '</li>';
		}
		return '<ul class="central-posts-poll" role="list">' . $options . '</ul>' . self::poll_total( $poll );
	}

	private static function poll_total( array $poll ): string {
		$count = $poll['voters'] ?? $poll['votes'] ?? null;
		$parts = array();
		if ( is_int( $count ) ) {
			$parts[] = Untrusted_Text::fill( Environment::words_for_count( 'votes', $count ), Environment::number( $count ) );
		}
		if ( true === ( $poll['closed'] ?? null ) ) {
			$parts[] = Environment::word( 'closed' );
		}
		return array() === $parts ? '' : '<p class="central-posts-poll-total">' . esc_html( implode( ' · ', $parts ) ) . '</p>';
	}

	/** Counts, and the link to the post if its title is not one already. */
	private static function foot( array $post, string $platform, Design $design ): string {
		$url  = (string) ( $post['url'] ?? '' );
		$link = '';
		if ( '' !== Untrusted_Text::url( $url ) && null === $post['title'] && $design->shows( 'link' ) ) {
			$link = '<p class="central-posts-origin">' . self::link( $url, Untrusted_Text::fill( Environment::word( 'viewOn' ), Glyphs::platform_name( $platform ) ) ) . '</p>';
		}
		$counts = $design->shows( 'counts' ) ? self::counts( $post['metrics'] ?? array() ) : '';
		return '' === $counts . $link ? '' : '<div class="central-posts-end">' . $counts . $link . '</div>';
	}

	/** @param mixed $metrics Counts by name; null if unknown. */
	private static function counts( $metrics ): string {
		$html = '';
		foreach ( array( 'likes', 'comments', 'shares', 'views' ) as $name ) {
			$number = is_array( $metrics ) ? $metrics[ $name ] ?? null : null;
			if ( is_int( $number ) && $number > 0 ) {
				$html .= '<li>' . Glyphs::symbol( $name ) . '<span class="central-posts-spoken">' . esc_html( Environment::word( $name ) ) . ' </span>' . esc_html( self::count( $number ) ) . '</li>';
			}
		}
		return '' === $html ? '' : '<ul class="central-posts-counts" role="list">' . $html . '</ul>';
	}

	/** @param array|null $author Author. */
	private static function name_of( ?array $author ): ?string {
		$name = $author['displayName'] ?? $author['handle'] ?? null;
		return null === $name ? null : Emoji_Codes::without( $name );
	}
}
