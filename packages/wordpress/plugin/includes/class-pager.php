<?php
/**
 * “Load more” as a plain link: the same page with a query parameter that says how many pages of posts to show. It works without a
 * script, and every page cache can store each page.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The pages of one selection. Page 2 shows the posts of page 1, and as many again.
 */
final class Pager {

	const MAX_PAGES = 20;
	const PARAMETER = 'central_posts_';

	/** How many selections of one page a URL may name. */
	const MAX_NAMED = 10;

	public static function init(): void {
		add_filter( 'wp_robots', array( self::class, 'restrict_robots' ) );
	}

	/** Identifies a selection in URLs and in ids of its posts. */
	public static function id( Selection $selection ): string {
		$keys    = array_merge( array( $selection->count, $selection->order, $selection->design->layout ), Reference::keys( $selection->references() ) );
		$curated = array_filter( array( $selection->filter->id(), $selection->approved ? 'approved' : '' ) );
		return substr( sha1( implode( ' ', array_merge( $keys, $selection->hidden, $curated ) ) ), 0, 6 );
	}

	/** Number of pages to show, from the URL. */
	public static function pages( Selection $selection ): int {
		return self::named()[ self::PARAMETER . self::id( $selection ) ] ?? 1;
	}

	/**
	 * URL of this page with so many pages of posts, and with as many of other selections as now. All other parameters are dropped, so that
	 * a cached page has none of a visitor's.
	 */
	public static function url( Selection $selection, int $pages, string $anchor ): string {
		$named = array( self::PARAMETER . self::id( $selection ) => $pages ) + self::named();
		ksort( $named );
		return add_query_arg( $named, self::current_url() ) . "#$anchor";
	}

	/**
	 * Search engines need none of these pages, whose posts are links to other sites. The canonical URL of a single page is only a hint.
	 *
	 * @param array $robots Directives.
	 */
	public static function restrict_robots( $robots ): array {
		return ( array() === self::named() ? array() : array( 'noindex' => true ) ) + (array) $robots;
	}

	/**
	 * Numbers of pages in the URL, by parameter. Anything else there is ignored.
	 *
	 * @return array<string, int>
	 */
	private static function named(): array {
		$named = array();
		// Reads numbers of pages, which changes nothing. A visitor of a cached page has no nonce.
		// phpcs:ignore WordPress.Security.NonceVerification
		foreach ( $_GET as $name => $pages ) {
			$is_own = 1 === preg_match( '/^' . self::PARAMETER . '[0-9a-f]{6}$/D', (string) $name ) && is_string( $pages ) && 1 === preg_match( '/^[1-9]\d?$/D', $pages );
			if ( $is_own && $pages > 1 && $pages <= self::MAX_PAGES && count( $named ) < self::MAX_NAMED ) {
				$named[ $name ] = (int) $pages;
			}
		}
		return $named;
	}

	private static function current_url(): string {
		if ( is_singular() ) {
			return (string) get_permalink( get_queried_object_id() );
		}
		global $wp;
		if ( ! $wp instanceof \WP ) {
			return home_url( '/' );
		}
		$is_plain = '' === (string) get_option( 'permalink_structure' );
		$url      = home_url( user_trailingslashit( '/' . ( $is_plain ? '' : $wp->request ) ) );
		// phpcs:ignore WordPress.Security.NonceVerification
		$given = array_filter( array_intersect_key( wp_unslash( $_GET ), array_flip( $wp->public_query_vars ) ), 'is_string' );
		return add_query_arg( array_map( 'rawurlencode', $given ), $url );
	}
}
