<?php
/**
 * Decides about posts of the queue: approves and hides them, puts them back, and undoes that.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Each change purges the pages that it affects.
 */
final class Review {

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

	/** Records a decision about a post. @param int $by_rule 1 if a hidden author or word has decided, not a person. */
	public static function set( string $post_key, string $state, int $by_rule = 0 ): void {
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

	/** Purges the pages that show these items. @param string[] $keys Keys of items. */
	public static function purge( array $keys ): void {
		Usage_Index::notify_changed( array_values( array_unique( array_filter( array_map( 'strval', $keys ), 'strlen' ) ) ) );
	}
}
