<?php
/**
 * Requires approval of a source or in a block, and approves what pages show at that moment, so that no page becomes empty.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Each change purges the pages that it affects.
 */
final class Review_Sources {

	/**
	 * Requires approval of a source on every page, or no longer does.
	 *
	 * @param string $key Key of the source.
	 * @param bool   $is_required Whether its posts need approval.
	 * @param bool   $keeps_shown Whether the posts that pages show now stay approved.
	 * @return array `name` of the source ('' if this site does not show it), `kept` (number of posts that stay approved).
	 */
	public static function set( string $key, bool $is_required, bool $keeps_shown = false ): array {
		$item = self::source( $key );
		if ( null === $item ) {
			return array(
				'name' => '',
				'kept' => 0,
			);
		}
		$shown  = $is_required && $keeps_shown ? self::shown( $item ) : array();
		$always = array_diff( Curation::stored()['always'], array( $key ) );
		Curation::save( array( 'always' => array_values( $is_required ? array_merge( $always, array( $key ) ) : $always ) ) );
		if ( $is_required ) {
			Approval::take_in( $key, array_unique( array_merge( (array) ( $item['data']['posts'] ?? array() ), array_keys( $shown ) ) ) );
		} else {
			Decisions::clean_up( Curation::reviewed( time() ), time() );
		}
		$kept = self::approve( $shown )['done'];
		// Pages that only pin its posts may show them now, or no longer: see class Pinned.
		Review::purge( array_merge( array( $key ), (array) ( $item['data']['posts'] ?? array() ) ) );
		return array(
			'name' => self::name_of( $item ),
			'kept' => $kept,
		);
	}

	/** Name of a source, such as “Rye & Salt Bakery (Mastodon)”. */
	public static function name_of( array $item ): string {
		$profile = $item['data']['profile'] ?? array();
		return Emoji_Codes::without( $profile['displayName'] ?? $profile['handle'] ?? $item['reference']->subject ) . ' (' . Glyphs::platform_name( $item['reference']->platform ) . ')';
	}

	/** The row of a source; null if this site does not show it. */
	public static function source( string $key ): ?array {
		$item = Items::find( array( $key ) )[ $key ] ?? null;
		return null === $item || Reference::PROFILE !== $item['reference']->type ? null : $item;
	}

	/**
	 * Posts of a source that pages show as long as it needs no approval, older ones included.
	 *
	 * @param array $item Row of the source.
	 * @return array[] Rows by key. Empty if a block already shows only approved posts of it: what waits there is shown nowhere.
	 */
	public static function shown( array $item ): array {
		if ( in_array( $item['key'], Curation::reviewed( time() ), true ) ) {
			return array();
		}
		$source = $item['reference'];
		$older  = Older_Posts::posts( Items::find( Older_Posts::row_keys( array( $source ) ) ), $source );
		$posts  = array_filter(
			Items::find( array_unique( array_merge( (array) ( $item['data']['posts'] ?? array() ), $older ) ) ),
			static function ( array $post ): bool {
				return null !== $post['data'];
			}
		);
		return Approval::without_hidden( $posts );
	}

	/**
	 * Approves what a block shows at the moment at which it begins to show only approved posts.
	 *
	 * @param Selection $selection The block without approval.
	 * @return array As Review::decide().
	 */
	public static function approve_shown( Selection $selection ): array {
		$shown = Render::all_items( $selection );
		$new   = Curation::record_blocks( Reference::keys( $selection->sources ), time() );
		foreach ( Items::find( Reference::keys( $selection->sources ) ) as $source ) {
			$listed = (array) ( $source['data']['posts'] ?? array() );
			$older  = Older_Posts::posts( Items::find( Older_Posts::row_keys( array( $source['reference'] ) ) ), $source['reference'] );
			// A source that was reviewed before keeps what waits there.
			if ( in_array( $source['key'], $new, true ) ) {
				Approval::take_in( $source['key'], array_unique( array_merge( $listed, array_intersect( $older, array_keys( $shown ) ) ) ) );
			} else {
				$shown = array_diff_key( $shown, array_flip( array_merge( $listed, $older ) ) );
			}
		}
		return self::approve( $shown );
	}

	/** Approves waiting posts as they are stored. @param array[] $items Rows of posts. @return array As Review::decide(). */
	private static function approve( array $items ): array {
		$choices = array();
		foreach ( $items as $item ) {
			$choices[ Post_Version::key( $item['reference']->platform, $item['data'] ) ] = Post_Version::hash( $item['data'] );
		}
		return Review::decide( $choices, Decisions::APPROVED, Decisions::WAITING );
	}
}
