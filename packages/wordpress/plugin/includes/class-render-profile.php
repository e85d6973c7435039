<?php
/**
 * Renders what stands above and below the posts of a profile: head, “Load more”, and the link to the profile.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * From stored data, without queries of its own.
 */
final class Render_Profile {

	/** Profiles in the head of a feed with several. */
	const MAX_PROFILES = 8;

	/**
	 * Renders the head.
	 *
	 * @param array[] $items Rows of the profiles.
	 * @param Design  $design Parts to show.
	 */
	public static function head( array $items, Design $design ): string {
		if ( array() === $items || ! $design->shows( 'head' ) ) {
			return '';
		}
		if ( count( $items ) > 1 ) {
			$chips = '';
			foreach ( array_slice( $items, 0, self::MAX_PROFILES ) as $item ) {
				$chips .= '<li>' . self::picture( $item ) . '<span dir="auto">' . Render_Post::link( self::url( $item ), self::name( $item ) ) . '</span>'
					. ( $design->shows( 'mark' ) ? Glyphs::mark( $item['reference']->platform ) : '' ) . '</li>';
			}
			return '<ul class="central-posts-head is-several" role="list">' . $chips . '</ul>';
		}
		$item    = reset( $items );
		$profile = $item['data']['profile'];
		$handle  = (string) ( $profile['handle'] ?? '' );
		$bio     = $profile['bio']['text'] ?? null;
		$url     = Untrusted_Text::url( self::url( $item ) );
		$visit   = '';
		if ( '' !== $url && $design->shows( 'visit' ) ) {
			/* translators: %s: name of a platform, such as Mastodon. */
			$label = sprintf( __( 'Follow on %s', 'central-posts' ), Glyphs::platform_name( $item['reference']->platform ) );
			$visit = '<p class="central-posts-visit"><a class="' . self::button_classes() . '" href="' . $url . '" rel="' . Render_Post::REL . '">' . esc_html( $label ) . '</a></p>';
		}
		return '<div class="central-posts-head">' . self::picture( $item )
			. '<div class="central-posts-about-profile"><p class="central-posts-name" dir="auto">' . Untrusted_Text::to_html( self::name( $item ) )
			. ( $design->shows( 'mark' ) ? ' ' . Glyphs::mark( $item['reference']->platform ) : '' ) . '</p>'
			. ( '' === $handle || preg_match( '~[/:]~', $handle ) ? '' : '<p class="central-posts-handle" dir="ltr">' . Untrusted_Text::to_html( '@' . ltrim( $handle, '@' ) ) . '</p>' )
			. ( null === $bio || ! $design->shows( 'bio' ) ? '' : '<p class="central-posts-bio" dir="auto">' . Untrusted_Text::to_html( Untrusted_Text::excerpt( $bio ) ) . '</p>' )
			. ( $design->shows( 'counts' ) ? self::counts( $profile['counts'] ?? array() ) : '' )
			. '</div>' . $visit . '</div>';
	}

	/**
	 * Renders the foot.
	 *
	 * @param array[] $items Rows of the profiles.
	 * @param Design  $design Parts to show.
	 * @param string  $more URL of the page with more posts; '' if there are none.
	 */
	public static function foot( array $items, Design $design, string $more ): string {
		$html = '';
		if ( '' !== $more && $design->shows( 'more' ) && ! is_feed() ) {
			$html .= '<a class="' . self::button_classes() . ' central-posts-more" href="' . esc_url( $more ) . '" rel="nofollow">' . esc_html__( 'Load more', 'central-posts' ) . '</a>';
		}
		$url = 1 === count( $items ) ? Untrusted_Text::url( self::url( reset( $items ) ) ) : '';
		if ( '' !== $url && $design->shows( 'profile' ) ) {
			/* translators: %s: name of a platform, such as Mastodon. */
			$label = sprintf( __( 'View on %s', 'central-posts' ), Glyphs::platform_name( reset( $items )['reference']->platform ) );
			$html .= '<a class="central-posts-all" href="' . $url . '" rel="' . Render_Post::REL . '">' . esc_html( $label ) . ' ' . Glyphs::symbol( 'outward' ) . '</a>';
		}
		return '' === $html ? '' : '<div class="central-posts-foot">' . $html . '</div>';
	}

	/**
	 * Copies of the image of a post's author, if the author is one of the profiles.
	 *
	 * @param array[] $items Rows of the profiles.
	 * @param array   $post Post.
	 * @return array[]
	 */
	public static function picture_of_author( array $items, array $post ): array {
		$author = $post['author'] ?? null;
		if ( null === $author || null !== ( $post['repostOf']['author'] ?? null ) ) {
			return array();
		}
		foreach ( $items as $item ) {
			$profile = $item['data']['profile'];
			foreach ( array( 'url', 'handle', 'id' ) as $name ) {
				if ( isset( $author[ $name ], $profile[ $name ] ) && $author[ $name ] === $profile[ $name ] ) {
					return Images::sizes( $item['pictures'], 'avatar' );
				}
			}
		}
		return array();
	}

	private static function name( array $item ): string {
		return $item['data']['profile']['displayName'] ?? $item['data']['profile']['handle'] ?? $item['reference']->subject;
	}

	private static function url( array $item ): string {
		return (string) ( $item['data']['profile']['url'] ?? '' );
	}

	private static function picture( array $item ): string {
		return Render_Post::avatar( self::name( $item ), Images::sizes( $item['pictures'], 'avatar' ) );
	}

	/** The theme's own button, if it styles buttons with theme.json. A classic theme would give it the color of a link. */
	private static function button_classes(): string {
		return wp_theme_has_theme_json() ? 'wp-element-button central-posts-button' : 'central-posts-button';
	}

	/** @param mixed $counts Counts by name; null if unknown. */
	private static function counts( $counts ): string {
		$html = '';
		foreach ( array( 'posts', 'followers', 'following' ) as $name ) {
			$number = is_array( $counts ) ? $counts[ $name ] ?? null : null;
			if ( ! is_int( $number ) ) {
				continue;
			}
			$labels = array(
				/* translators: %s: a number, already formatted. */
				'posts'     => _n( '%s post', '%s posts', $number, 'central-posts' ),
				/* translators: %s: a number, already formatted. */
				'followers' => _n( '%s follower', '%s followers', $number, 'central-posts' ),
				/* translators: %s: a number, already formatted. */
				'following' => _n( '%s following', '%s following', $number, 'central-posts' ),
			);
			$html  .= '<li>' . sprintf( esc_html( $labels[ $name ] ), '<strong>' . esc_html( Render_Post::count( $number ) ) . '</strong>' ) . '</li>';
		}
		return '' === $html ? '' : '<ul class="central-posts-counts" role="list">' . $html . '</ul>';
	}
}
