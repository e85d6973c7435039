<?php
/**
 * What the buttons of the queue do: approve and hide posts, hide authors and words, and require approval of a source.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Each change purges the pages that it affects.
 */
final class Review {

	const MAX_AUTHORS = 500;

	/** Posts to look at at once when a rule changes. */
	const BATCH = 200;

	/**
	 * Approves or hides posts, or puts them back into the queue.
	 *
	 * @param array<string, string> $choices Version that the editor has seen, by key of the post.
	 * @param string                $state One of Decisions::STATES.
	 * @param string                $seen State that the editor has seen; '' for any.
	 * @return array `done` (number of posts), `changed` (posts that have another version meanwhile, or that somebody else has decided
	 *               about), `ruled` (posts whose author or word is hidden), `undo` (see undo()).
	 */
	public static function decide( array $choices, string $state, string $seen = '' ): array {
		$result = array(
			'done'    => 0,
			'changed' => 0,
			'ruled'   => 0,
			'undo'    => array(),
		);
		$keys   = array();
		foreach ( self::rows_by_post( array_keys( $choices ) ) as $post_key => $rows ) {
			$row        = $rows[0];
			$item       = Items::find( array( $row['item_key'] ) )[ $row['item_key'] ] ?? null;
			$is_decided = '' !== $seen && $seen !== $row['state'] && $state !== $row['state'];
			if ( $is_decided || ( Decisions::APPROVED === $state && $row['version'] !== $choices[ $post_key ] ) ) {
				++$result['changed'];
				continue;
			}
			if ( Decisions::HIDDEN !== $state && null !== ( $item['data'] ?? null ) && Curation::hides( $item['reference']->platform, $item['data'] ) ) {
				++$result['ruled'];
				continue;
			}
			++$result['done'];
			$result['undo'][ $post_key ] = array( 'to' => $state ) + array_intersect_key( $row, array_flip( array( 'state', 'changed', 'by_rule', 'version' ) ) );
			self::set( (string) $post_key, $state );
			$keys = array_merge( $keys, array_column( $rows, 'item_key' ), array_column( $rows, 'source_key' ) );
		}
		if ( Decisions::HIDDEN === $state && $result['done'] > 0 ) {
			Curation::save( array( 'hides' => true ) );
		}
		self::purge( $keys );
		return $result;
	}

	/**
	 * Restores earlier decisions. An approval is restored only if the post has not changed since; what somebody else has decided since
	 * stays.
	 *
	 * @param array[] $earlier `to` (the decision to undo), `state`, `changed`, `by_rule` and `version` by key of the post.
	 * @return int Number of posts.
	 */
	public static function undo( array $earlier ): int {
		$keys = array();
		$done = 0;
		foreach ( self::rows_by_post( array_keys( $earlier ) ) as $post_key => $of_post ) {
			$before = $earlier[ $post_key ];
			if ( $before['to'] !== $of_post[0]['state'] ) {
				continue;
			}
			++$done;
			$is_old = $before['version'] !== $of_post[0]['version'];
			Decisions::update(
				(string) $post_key,
				array(
					'state'      => $is_old && Decisions::APPROVED === $before['state'] ? Decisions::WAITING : $before['state'],
					'changed'    => (int) ( $is_old || $before['changed'] ),
					'by_rule'    => (int) $before['by_rule'],
					'decided_by' => get_current_user_id(),
				)
			);
			$keys = array_merge( $keys, array_column( $of_post, 'item_key' ), array_column( $of_post, 'source_key' ) );
		}
		self::purge( $keys );
		return $done;
	}

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
		self::apply_rules();
		return $author['name'];
	}

	/** Shows a hidden author again. @return string Name of the author; '' if there is no such rule. */
	public static function show_author( string $id ): string {
		$authors = Curation::stored()['authors'];
		foreach ( $authors as $index => $author ) {
			if ( self::id_of( $author ) === $id ) {
				unset( $authors[ $index ] );
				Curation::save( array( 'authors' => array_values( $authors ) ) );
				self::apply_rules();
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
	 * @return string[] The words.
	 */
	public static function set_words( string $text, bool $is_hidden ): array {
		$words = Words::parse( $text );
		$known = Curation::stored()['words'];
		if ( array() !== $words ) {
			Curation::save( array( 'words' => $is_hidden ? Words::parse( array_merge( $known, $words ) ) : array_values( array_diff( $known, $words ) ) ) );
			self::apply_rules();
		}
		return $words;
	}

	/** Requires approval of a source on every page, or no longer does. @return string The source as in a shortcode; '' if this site does not show it. */
	public static function set_source( string $key, bool $is_required ): string {
		$item = Items::find( array( $key ) )[ $key ] ?? null;
		if ( null === $item || Reference::PROFILE !== $item['reference']->type ) {
			return '';
		}
		$always = array_diff( Curation::stored()['always'], array( $key ) );
		Curation::save( array( 'always' => array_values( $is_required ? array_merge( $always, array( $key ) ) : $always ) ) );
		if ( $is_required ) {
			Approval::take_in( $key, (array) ( $item['data']['posts'] ?? array() ) );
		} else {
			Decisions::clean_up( Curation::reviewed( time() ), time() );
		}
		self::purge( array( $key ) );
		return $item['reference']->to_attribute();
	}

	/** Hides the posts in the queue whose author or word is hidden, and puts posts back that no rule hides any more. */
	private static function apply_rules(): void {
		$last = '';
		do {
			$rows  = Decisions::page_after( $last, self::BATCH );
			$items = Items::find( array_column( $rows, 'item_key' ) );
			foreach ( $rows as $row ) {
				$last      = $row['post_key'];
				$item      = $items[ $row['item_key'] ] ?? null;
				$is_hidden = null !== ( $item['data'] ?? null ) && Curation::hides( $item['reference']->platform, $item['data'] );
				if ( $is_hidden && Decisions::HIDDEN !== $row['state'] ) {
					self::set( $last, Decisions::HIDDEN, 1 );
				} elseif ( ! $is_hidden && '1' === (string) $row['by_rule'] ) {
					self::set( $last, Decisions::WAITING );
				}
			}
		} while ( array() !== $rows );
		// Any page may have shown a post with this author or word.
		self::purge( array_keys( Items::in_use() ) );
	}

	private static function set( string $post_key, string $state, int $by_rule = 0 ): void {
		Decisions::update(
			$post_key,
			array(
				'state'      => $state,
				'changed'    => 0,
				'by_rule'    => $by_rule,
				'decided_by' => get_current_user_id(),
			)
		);
	}

	/** @param array $post_keys Keys of posts. @return array<string, array[]> Rows by key of the post. */
	private static function rows_by_post( array $post_keys ): array {
		$found = array();
		foreach ( Decisions::of_posts( array_map( 'strval', $post_keys ) ) as $row ) {
			$found[ $row['post_key'] ][] = $row;
		}
		return $found;
	}

	/** @param string[] $keys Keys of items. */
	private static function purge( array $keys ): void {
		Usage_Index::notify_changed( array_values( array_unique( array_filter( array_map( 'strval', $keys ), 'strlen' ) ) ) );
	}
}
