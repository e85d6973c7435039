<?php
/**
 * Hides authors and words on this site, and shows them again.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Each change purges the pages that it affects.
 */
final class Review_Rules {

	const MAX_AUTHORS = 500;

	/** Posts to look at at once when a rule changes. */
	const BATCH = 200;

	/**
	 * Hides the author of a post on this site.
	 *
	 * @return string Name of the author; '' if the post is gone or names nobody.
	 */
	public static function hide_author( string $post_key ): string {
		$row    = Decisions::of_posts( array( $post_key ) )[0] ?? null;
		$item   = null === $row ? null : Items::find( array( $row['item_key'] ) )[ $row['item_key'] ] ?? null;
		$author = null === ( $item['data'] ?? null ) ? null : Curation::author_of( $item['reference']->platform, $item['data'] );
		if ( null === $author ) {
			return '';
		}
		$authors = Curation::stored()['authors'];
		if ( ! in_array( $author, $authors, true ) && count( $authors ) < self::MAX_AUTHORS ) {
			Curation::save( array( 'authors' => array_merge( array_values( $authors ), array( $author ) ) ) );
		}
		self::apply();
		return $author['name'];
	}

	/** Shows a hidden author again. @return string Name of the author; '' if there is no such rule. */
	public static function show_author( string $id ): string {
		$authors = Curation::stored()['authors'];
		foreach ( $authors as $index => $author ) {
			if ( self::id_of( $author ) === $id ) {
				unset( $authors[ $index ] );
				Curation::save( array( 'authors' => array_values( $authors ) ) );
				self::apply();
				return $author['name'];
			}
		}
		return '';
	}

	/** Identifies the rule of an author in forms. */
	public static function id_of( array $author ): string {
		return md5( implode( "\n", array( $author['platform'], $author['id'], $author['handle'] ) ) );
	}

	/**
	 * Hides words, or shows them again.
	 *
	 * @param string $text Words and phrases, separated by commas.
	 * @return string[] The words; none if no word has a letter, a number or a symbol such as an emoji.
	 */
	public static function set_words( string $text, bool $is_hidden ): array {
		$words = Words::parse( $text );
		// A word of punctuation alone would hide posts that nobody meant. Words that were hidden earlier can be shown again.
		$words = $is_hidden ? array_values( (array) preg_grep( '/[\p{L}\p{N}\p{So}\p{Sc}]/u', $words ) ) : $words;
		$known = Curation::stored()['words'];
		if ( array() !== $words ) {
			Curation::save( array( 'words' => $is_hidden ? Words::parse( array_merge( $known, $words ) ) : array_values( array_diff( $known, $words ) ) ) );
			self::apply();
		}
		return $words;
	}

	/** Hides the posts in the queue whose author or word is hidden, and puts posts back that no rule hides any more. */
	private static function apply(): void {
		$last = '';
		do {
			$rows  = Decisions::page_after( $last, self::BATCH );
			$items = Items::find( array_column( $rows, 'item_key' ) );
			foreach ( $rows as $row ) {
				$last      = $row['post_key'];
				$item      = $items[ $row['item_key'] ] ?? null;
				$is_hidden = null !== ( $item['data'] ?? null ) && Curation::hides( $item['reference']->platform, $item['data'] );
				if ( $is_hidden && Decisions::HIDDEN !== $row['state'] ) {
					Review::set( $last, Decisions::HIDDEN, 1 );
				} elseif ( ! $is_hidden && '1' === (string) $row['by_rule'] ) {
					Review::set( $last, Decisions::WAITING );
				}
			}
		} while ( array() !== $rows );
		// Any page may have shown a post with this author or word.
		Review::purge( array_keys( Items::in_use() ) );
	}
}
