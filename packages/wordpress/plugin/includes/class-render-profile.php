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
	 * @param array[] $profiles Profiles, in the form of class Render_Stream.
	 * @param Design  $design Parts to show.
	 */
	public static function head( array $profiles, Design $design ): string {
		$html = array() === $profiles || ! $design->shows( 'head' ) ? '' : self::built_in_head( $profiles, $design );
		return Environment::part( 'head', $html, self::data( $profiles, $design ) );
	}

	/**
	 * Renders the foot.
	 *
	 * @param array[] $profiles Profiles.
	 * @param Design  $design Parts to show.
	 * @param string  $more URL of the page with more posts; '' if there are none.
	 */
	public static function foot( array $profiles, Design $design, string $more ): string {
		$html = '';
		if ( '' !== $more && $design->shows( 'more' ) && Environment::is_page() ) {
			$html .= '<a class="' . esc_attr( Environment::button_class() ) . ' central-posts-more" href="' . esc_url( $more ) . '" rel="nofollow">' . esc_html( Environment::word( 'loadMore' ) ) . '</a>';
		}
		$url = 1 === count( $profiles ) ? Untrusted_Text::url( self::url( reset( $profiles ) ) ) : '';
		if ( '' !== $url && $design->shows( 'profile' ) ) {
			$label = Untrusted_Text::fill( Environment::word( 'viewOn' ), Glyphs::platform_name( reset( $profiles )['platform'] ) );
			$html .= '<a class="central-posts-all" href="' . $url . '" rel="' . Render_Post::REL . '">' . esc_html( $label ) . ' ' . Glyphs::symbol( 'outward' ) . '</a>';
		}
		$html = '' === $html ? '' : '<div class="central-posts-foot">' . $html . '</div>';
		return Environment::part( 'foot', $html, self::data( $profiles, $design ) + array( 'more' => $more ) );
	}

	/**
	 * Copies of the image of a post's author, if the author is one of the profiles.
	 *
	 * @param array[] $profiles Profiles.
	 * @param array   $post Post.
	 * @return array[]
	 */
	public static function picture_of_author( array $profiles, array $post ): array {
		$author = $post['author'] ?? null;
		if ( null === $author || null !== ( $post['repostOf']['author'] ?? null ) ) {
			return array();
		}
		foreach ( $profiles as $item ) {
			foreach ( array( 'url', 'handle', 'id' ) as $name ) {
				if ( isset( $author[ $name ], $item['profile'][ $name ] ) && $author[ $name ] === $item['profile'][ $name ] ) {
					return Post_Images::copies( $item['images'], 'avatar' );
				}
			}
		}
		return array();
	}

	/** @param array[] $profiles Profiles. */
	private static function built_in_head( array $profiles, Design $design ): string {
		if ( count( $profiles ) > 1 ) {
			$chips = '';
			foreach ( array_slice( $profiles, 0, self::MAX_PROFILES ) as $item ) {
				$chips .= '<li>' . self::picture( $item ) . '<span dir="auto">' . Render_Post::link( self::url( $item ), self::name( $item ) ) . '</span>'
					. ( $design->shows( 'mark' ) ? Glyphs::mark( $item['platform'] ) : '' ) . '</li>';
			}
			return '<ul class="central-posts-head is-several" role="list">' . $chips . '</ul>';
		}
		$item    = reset( $profiles );
		$profile = $item['profile'];
		$handle  = self::handle( (string) ( $profile['handle'] ?? '' ), self::name( $item ) );
		$bio     = $profile['bio']['text'] ?? null;
		return '<div class="central-posts-head">' . self::picture( $item )
			. '<div class="central-posts-about-profile"><p class="central-posts-name"><bdi>' . Untrusted_Text::to_html( self::name( $item ) ) . '</bdi>'
			. ( $design->shows( 'mark' ) ? ' ' . Glyphs::mark( $item['platform'] ) : '' ) . '</p>'
			. ( '' === $handle ? '' : '<p class="central-posts-handle" dir="ltr">' . Untrusted_Text::to_html( $handle ) . '</p>' )
			. ( null === $bio || ! $design->shows( 'bio' ) ? '' : '<p class="central-posts-bio" dir="auto">' . Untrusted_Text::to_html( Untrusted_Text::excerpt( Emoji_Codes::named( $bio, $item['platform'] ) ) ) . '</p>' )
			. ( $design->shows( 'counts' ) ? self::counts( $profile['counts'] ?? array() ) : '' )
			. '</div>' . ( $design->shows( 'visit' ) ? self::visit( $item ) : '' ) . '</div>';
	}

	/** The button that leads to the profile. */
	private static function visit( array $item ): string {
		$url = Untrusted_Text::url( self::url( $item ) );
		if ( '' === $url ) {
			return '';
		}
		$label = Untrusted_Text::fill( Environment::word( 'followOn' ), Glyphs::platform_name( $item['platform'] ) );
		return '<p class="central-posts-visit"><a class="' . esc_attr( Environment::button_class() ) . '" href="' . $url . '" rel="' . Render_Post::REL . '">' . esc_html( $label ) . '</a></p>';
	}

	/** What a filter or a template gets. @param array[] $profiles Profiles. */
	private static function data( array $profiles, Design $design ): array {
		return array(
			'profiles' => array_values( $profiles ),
			'layout'   => $design->layout,
		);
	}

	/** `@name`; a hashtag as it is. Nothing for a path or a query, and nothing that the name says already. */
	private static function handle( string $handle, string $name ): string {
		$bare = ltrim( $handle, '@' );
		if ( '' === $bare || $bare === $name || preg_match( '~[/:?=\s]~', $bare ) ) {
			return '';
		}
		return preg_match( '/^[#!]/', $bare ) ? $bare : "@$bare";
	}

	private static function name( array $item ): string {
		return Emoji_Codes::without( $item['profile']['displayName'] ?? $item['profile']['handle'] ?? $item['name'] );
	}

	private static function url( array $item ): string {
		return (string) ( $item['profile']['url'] ?? '' );
	}

	private static function picture( array $item ): string {
		return Render_Post::avatar( self::name( $item ), Post_Images::copies( $item['images'], 'avatar' ) );
	}

	/** @param mixed $counts Counts by name; null if unknown. */
	private static function counts( $counts ): string {
		$html = '';
		foreach ( array( 'posts', 'followers', 'following' ) as $name ) {
			$number = is_array( $counts ) ? $counts[ $name ] ?? null : null;
			if ( is_int( $number ) ) {
				$label = esc_html( Environment::words_for_count( $name, $number ) );
				$html .= '<li>' . Untrusted_Text::fill( $label, '<strong>' . esc_html( Render_Post::count( $number ) ) . '</strong>' ) . '</li>';
			}
		}
		return '' === $html ? '' : '<ul class="central-posts-counts" role="list">' . $html . '</ul>';
	}
}
