<?php
/**
 * What editors have decided for the whole site: which sources need approval, and which authors and words are hidden.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and writes a single option. A page on which nothing is curated needs no query for it.
 */
final class Curation {

	const OPTION = 'central_posts_curation';

	/** A source stays in the queue for so long after a block with “only what I approved” was last rendered. */
	const UNUSED_SECONDS = 30 * DAY_IN_SECONDS;

	const DEFAULTS = array(
		'always'  => array(),
		'blocks'  => array(),
		'authors' => array(),
		'words'   => array(),
		'hides'   => false,
	);

	/** @var mixed The option that $parsed comes from. */
	private static $raw = null;
	/** @var array|null Memoized: a page compares hundreds of posts with it. */
	private static $parsed = null;

	/**
	 * The stored decisions; damaged values count as missing.
	 *
	 * @return array `always` (keys of sources that need approval everywhere), `blocks` (time of the last rendering by key of source),
	 *               `authors` (`platform`, `id`, `handle`, `name`), `words`, `hides` (whether single posts may be hidden).
	 */
	public static function stored(): array {
		$raw = get_option( self::OPTION );
		if ( null === self::$parsed || $raw !== self::$raw ) {
			self::$raw    = $raw;
			self::$parsed = self::parse( is_array( $raw ) ? $raw : array() );
		}
		return self::$parsed;
	}

	private static function parse( array $stored ): array {
		foreach ( self::DEFAULTS as $name => $default ) {
			$stored[ $name ] = gettype( $stored[ $name ] ?? null ) === gettype( $default ) ? $stored[ $name ] : $default;
		}
		$stored['always']  = array_filter( $stored['always'], 'is_string' );
		$stored['blocks']  = array_filter( $stored['blocks'], 'is_int' );
		$stored['words']   = array_filter( $stored['words'], 'is_string' );
		$stored['authors'] = array_filter(
			$stored['authors'],
			static function ( $author ): bool {
				return is_string( $author['platform'] ?? null ) && is_string( $author['id'] ?? null ) && is_string( $author['handle'] ?? null ) && is_string( $author['name'] ?? null );
			}
		);
		return $stored;
	}

	/** @param array $changes Values by name. */
	public static function save( array $changes ): void {
		update_option( self::OPTION, $changes + self::stored(), true );
	}

	/** Whether anything is curated, so that stored posts have to be compared with decisions. */
	public static function is_in_use(): bool {
		$stored = self::stored();
		return $stored['hides'] || array() !== $stored['always'] || array() !== $stored['blocks'];
	}

	/** Whether posts of a source need approval on every page. */
	public static function always_needs_approval( string $key ): bool {
		return in_array( $key, self::stored()['always'], true );
	}

	/** Keys of the sources whose new posts wait for approval. @return string[] */
	public static function reviewed( int $now ): array {
		$stored = self::stored();
		$recent = array_filter(
			$stored['blocks'],
			static function ( int $at ) use ( $now ): bool {
				return $at > $now - self::UNUSED_SECONDS;
			}
		);
		return array_values( array_unique( array_merge( $stored['always'], array_map( 'strval', array_keys( $recent ) ) ) ) );
	}

	/**
	 * Records once a day that a block shows only approved posts of these sources.
	 *
	 * @param string[] $keys Keys of sources.
	 * @return string[] Keys that were not reviewed before.
	 */
	public static function record_blocks( array $keys, int $now ): array {
		$blocks = self::stored()['blocks'];
		$new    = array_diff( $keys, self::reviewed( $now ) );
		$stale  = array_filter(
			$keys,
			static function ( string $key ) use ( $blocks, $now ): bool {
				return ( $blocks[ $key ] ?? 0 ) < $now - DAY_IN_SECONDS;
			}
		);
		if ( array() !== $stale ) {
			self::save( array( 'blocks' => array_fill_keys( $stale, $now ) + $blocks ) );
		}
		return array_values( $new );
	}

	/** Whether the author or a word of a post is hidden on this site. */
	public static function hides( string $platform, array $post ): bool {
		$stored = self::stored();
		foreach ( $stored['authors'] as $author ) {
			if ( self::is_by( $author, $platform, $post['author'] ?? null ) || self::is_by( $author, $platform, $post['repostOf']['author'] ?? null ) ) {
				return true;
			}
		}
		return array() !== $stored['words'] && Words::has_any( Words::of_post( $post ), $stored['words'] );
	}

	/**
	 * The author of a post as a rule.
	 *
	 * @return array|null Null if the post names nobody.
	 */
	public static function author_of( string $platform, array $post ): ?array {
		$author = $post['repostOf']['author'] ?? $post['author'] ?? null;
		$id     = (string) ( $author['id'] ?? '' );
		$handle = (string) ( $author['handle'] ?? $author['url'] ?? '' );
		return '' === $id . $handle ? null : array(
			'platform' => $platform,
			'id'       => $id,
			'handle'   => $handle,
			'name'     => Emoji_Codes::without( (string) ( $author['displayName'] ?? $author['handle'] ?? $handle ) ),
		);
	}

	/** Whether both are the same person: by id if both have one, because handles change hands. */
	private static function is_by( array $rule, string $platform, ?array $author ): bool {
		if ( null === $author || $rule['platform'] !== $platform ) {
			return false;
		}
		$id = (string) ( $author['id'] ?? '' );
		if ( '' !== $rule['id'] && '' !== $id ) {
			return $rule['id'] === $id;
		}
		$handle = (string) ( $author['handle'] ?? $author['url'] ?? '' );
		return '' !== $handle && Lookalikes::plain( wp_check_invalid_utf8( $rule['handle'], true ) ) === Lookalikes::plain( wp_check_invalid_utf8( $handle, true ) );
	}
}
