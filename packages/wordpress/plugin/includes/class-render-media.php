<?php
/**
 * Renders the media of a post: images, and buttons that load what only other servers have.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Every medium stands in a frame whose proportions are known before it loads, so that nothing on the page moves.
 */
final class Render_Media {

	/** Proportions of a frame whose medium has none. */
	const FALLBACK_RATIO = '16/9';

	/** When an image loads. `first`: before all others; `row`: at once, as it stands in the first row; `lazy`: when a visitor comes near it. */
	const LOADING = array(
		'first' => 'eager" fetchpriority="high',
		'row'   => 'eager',
		'lazy'  => 'lazy',
	);

	/** Widest and tallest proportions of a frame that follows its medium. */
	const MAX_RATIO = 2.4;
	const WIDEST    = '12/5';
	const MIN_RATIO = 0.5;
	const TALLEST   = '1/2';

	const DEFAULT_SIZES = '(max-width: 600px) 100vw, 400px';

	/**
	 * Renders the media of a post.
	 *
	 * @param array    $post Post.
	 * @param array    $images Its images, by slot.
	 * @param int      $max Number of media to show.
	 * @param string   $sizes The `sizes` attribute of images.
	 * @param string   $loading When the first image loads: a key of LOADING.
	 */
	public static function of_post( array $post, array $images, int $max, string $sizes, string $loading = 'lazy' ): string {
		$frames = array();
		foreach ( array_slice( $post['media'], 0, $max, true ) as $index => $item ) {
			$frame = self::frame( $item, $images, "m$index", $sizes, 0 === $index ? $loading : 'lazy' );
			if ( '' !== $frame ) {
				$frames[] = $frame;
			}
		}
		$cover = Post_Images::copies( $images, 'card' );
		if ( array() === $frames && null !== $post['link'] && array() !== $cover ) {
			$frames[] = self::in_frame( self::image( $cover, '', $sizes, $loading ), self::natural_ratio( $cover, array() ) );
		}
		if ( array() === $frames ) {
			return '';
		}
		$count = count( $post['media'] );
		preg_match( '/ style="[^"]*"/', $frames[0], $ratio );
		if ( 1 === count( $frames ) ) {
			return '<div class="central-posts-media"' . $ratio[0] . '>' . $frames[0] . '</div>';
		}
		$label = Untrusted_Text::fill( Environment::words_for_count( 'items', $count ), Environment::number( $count ) );
		return '<div class="central-posts-media is-gallery"' . $ratio[0] . '><div class="central-posts-slides" role="group" tabindex="0" aria-label="' . esc_attr( $label ) . '">' . implode( '', $frames ) . '</div>'
			. '<span class="central-posts-number" aria-hidden="true">' . Glyphs::symbol( 'gallery' ) . '<span>' . esc_html( Environment::number( $count ) ) . '</span></span></div>';
	}

	/**
	 * Renders a player that loads on click.
	 *
	 * @param string  $src URL of a frame or a file.
	 * @param bool    $is_frame Whether the URL is a page with a player, not a media file.
	 * @param bool    $is_audio Whether the media is audio.
	 * @param array[] $copies Copies of the preview image.
	 * @param string  $alt Alternative text of the preview image.
	 * @param array   $more `ratio` of the frame, `duration` in seconds, `sizes` and `loading` of the image.
	 */
	public static function player( string $src, bool $is_frame, bool $is_audio, array $copies, string $alt = '', array $more = array() ): string {
		$play     = Environment::word( $is_audio ? 'playAudio' : 'playVideo' );
		$file     = $is_audio ? 'audio' : 'video';
		$duration = self::duration( $more['duration'] ?? null );
		$preview  = array() === $copies ? self::blank( $is_audio ? 'audio' : '' ) : self::image( $copies, $alt, $more['sizes'] ?? self::DEFAULT_SIZES, $more['loading'] ?? 'lazy' );
		return self::in_frame(
			$preview . self::load_button( $src, $is_frame ? 'frame' : $file, $play ) . $duration,
			$more['ratio'] ?? self::natural_ratio( $copies, array() ),
			'central-posts-player' . ( $is_audio ? ' is-audio' : '' )
		);
	}

	/**
	 * Renders an image in responsive widths. The width of a lazy one is known when it loads. Another server does not get the URL of the page.
	 *
	 * @param array[] $copies Copies of the image.
	 * @param string  $alt Alternative text.
	 * @param string  $sizes The `sizes` attribute.
	 * @param string  $loading A key of LOADING.
	 */
	public static function image( array $copies, string $alt, string $sizes = self::DEFAULT_SIZES, string $loading = 'lazy' ): string {
		if ( array() === $copies ) {
			return '';
		}
		$last = end( $copies );
		$set  = array();
		foreach ( empty( $last['is_remote'] ) ? $copies : ( $last['offered'] ?? array() ) as $copy ) {
			$set[] = esc_url( $copy['url'] ) . ' ' . (int) $copy['width'] . 'w';
		}
		return '<img class="central-posts-picture" src="' . esc_url( $copies[0]['url'] ) . '"'
			. ( array() === $set ? '' : ' srcset="' . implode( ', ', $set ) . '" sizes="' . ( 'lazy' === $loading ? 'auto, ' : '' ) . esc_attr( $sizes ) . '"' )
			. ( empty( $last['is_remote'] ) ? '' : ' referrerpolicy="no-referrer"' )
			. ( $last['width'] > 0 && $last['height'] > 0 ? ' width="' . (int) $last['width'] . '" height="' . (int) $last['height'] . '"' : '' )
			. ' alt="' . Untrusted_Text::to_html( $alt ) . '" loading="' . self::LOADING[ $loading ] . '" decoding="async">';
	}

	private static function frame( array $item, array $images, string $slot, string $sizes, string $loading ): string {
		$copies = Post_Images::copies( $images, $slot );
		$alt    = (string) ( $item['alt'] ?? '' );
		$ratio  = self::natural_ratio( $copies, $item );
		if ( 'image' !== $item['type'] ) {
			return self::moving_frame( $item, $copies, $alt, $ratio, $sizes, $loading );
		}
		if ( array() !== $copies ) {
			$still = empty( $images[ $slot ]['is_still'] ) ? '' : '<p class="central-posts-still">' . esc_html( Environment::word( 'animated' ) ) . '</p>';
			return self::in_frame( self::image( $copies, $alt, $sizes, $loading ) . $still, $ratio );
		}
		$button = self::load_button( (string) ( $item['url'] ?? $item['previewUrl'] ), 'image', Environment::word( 'showImage' ), $alt );
		return '' === $button ? '' : self::in_frame( self::blank( 'image' ) . $button, $ratio, 'central-posts-player' );
	}

	private static function moving_frame( array $item, array $copies, string $alt, string $ratio, string $sizes, string $loading ): string {
		$embed = $item['embedUrl'] ?? null;
		$src   = $embed ?? $item['url'];
		$more  = array(
			'ratio'    => $ratio,
			'duration' => $item['durationSeconds'] ?? null,
			'sizes'    => $sizes,
			'loading'  => $loading,
		);
		if ( null !== $src ) {
			return self::player( $src, null !== $embed, 'audio' === $item['type'], $copies, $alt, $more );
		}
		return array() === $copies ? '' : self::in_frame( self::image( $copies, $alt, $sizes, $loading ) . '<span class="central-posts-badge" aria-hidden="true">' . Glyphs::play() . '</span>' . self::duration( $more['duration'] ), $ratio );
	}

	private static function in_frame( string $html, string $ratio, string $classes = '' ): string {
		return '<div class="' . trim( "central-posts-frame $classes" ) . '" style="--central-posts-natural:' . esc_attr( $ratio ) . '">' . $html . '</div>';
	}

	/** What stands in a frame without an image. */
	private static function blank( string $glyph ): string {
		return '<span class="central-posts-blank" aria-hidden="true">' . ( '' === $glyph ? '' : Glyphs::symbol( $glyph ) ) . '</span>';
	}

	/** A button that a script shows, where scripts run. */
	private static function load_button( string $src, string $kind, string $label, string $alt = '' ): string {
		$escaped_url = Untrusted_Text::url( $src );
		if ( '' === $escaped_url || ! Environment::is_page() ) {
			return '';
		}
		$host    = (string) wp_parse_url( $src, PHP_URL_HOST );
		$warning = Untrusted_Text::fill( Environment::word( 'loadsFrom' ), $host );
		$mark    = 'image' === $kind ? '' : '<span class="central-posts-badge">' . Glyphs::play() . '</span>';
		return '<button type="button" hidden class="central-posts-load" data-kind="' . esc_attr( $kind ) . '" data-src="' . $escaped_url . '" data-alt="' . Untrusted_Text::to_html( $alt ) . '">'
			. $mark . '<span class="central-posts-verb">' . esc_html( $label ) . '</span> <span class="central-posts-loads"><span>(</span>' . Untrusted_Text::to_html( $warning ) . '<span>)</span></span></button>';
	}

	/** @param mixed $seconds Seconds. */
	private static function duration( $seconds ): string {
		if ( ! is_numeric( $seconds ) || $seconds < 1 ) {
			return '';
		}
		$seconds = (int) round( $seconds );
		$parts   = $seconds < 3600 ? gmdate( 'i:s', $seconds ) : (int) ( $seconds / 3600 ) . gmdate( ':i:s', $seconds );
		return '<span class="central-posts-duration">' . esc_html( preg_replace( '/^0(?=\d:)/', '', $parts ) ) . '</span>';
	}

	/** Proportions of a medium, as CSS writes them: of its copies, or of its own numbers. */
	private static function natural_ratio( array $copies, array $item ): string {
		$last   = array() === $copies ? $item : end( $copies );
		$width  = (int) ( $last['width'] ?? 0 );
		$height = (int) ( $last['height'] ?? 0 );
		if ( $width < 1 || $height < 1 ) {
			return self::FALLBACK_RATIO;
		}
		$ratio = $width / $height;
		if ( $ratio > self::MAX_RATIO || $ratio < self::MIN_RATIO ) {
			return $ratio > 1 ? self::WIDEST : self::TALLEST;
		}
		return "$width/$height";
	}
}
