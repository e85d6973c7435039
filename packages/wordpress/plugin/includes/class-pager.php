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

	/** Identifies a selection in URLs and in ids of its posts. */
	public static function id( Selection $selection ): string {
		$keys = array( $selection->count, $selection->order );
		foreach ( $selection->references() as $reference ) {
			$keys[] = $reference->key();
		}
		$curated = array_filter( array( $selection->filter->id(), $selection->approved ? 'approved' : '' ) );
		return substr( sha1( implode( ' ', array_merge( $keys, $selection->hidden, $curated ) ) ), 0, 6 );
	}

	/** Number of pages to show, from the URL. */
	public static function pages( Selection $selection ): int {
		// Reads a number of pages, which changes nothing. A visitor of a cached page has no nonce.
		// phpcs:ignore WordPress.Security.NonceVerification
		$pages = $_GET[ self::PARAMETER . self::id( $selection ) ] ?? 1;
		return is_scalar( $pages ) ? max( 1, min( self::MAX_PAGES, (int) $pages ) ) : 1;
	}

	/** URL of this page with so many pages of posts. Other parameters are dropped, so that a cached page has none of a visitor's. */
	public static function url( Selection $selection, int $pages, string $anchor ): string {
		return add_query_arg( self::PARAMETER . self::id( $selection ), $pages, self::current_url() ) . "#$anchor";
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
