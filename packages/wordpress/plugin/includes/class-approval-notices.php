<?php
/**
 * Tells editors why a page shows fewer posts than its profiles have.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Messages for class Render, which visitors do not see.
 */
final class Approval_Notices {

	/**
	 * Messages about the approval of a selection's posts.
	 *
	 * @param Selection $selection Selection.
	 * @param array[]   $items Rows of its references.
	 * @return string[] Not yet escaped.
	 */
	public static function of( Selection $selection, array $items ): array {
		$waiting = 0;
		foreach ( $selection->sources as $source ) {
			$waiting += Approval::is_needed( $selection, $source ) ? Decisions::count( Decisions::WAITING, $source->key() ) : 0;
		}
		$messages = array();
		if ( $waiting > 0 ) {
			/* translators: %s: number of posts. */
			$messages[] = sprintf( _n( '%s post waits for approval. Open Tools → Approve posts.', '%s posts wait for approval. Open Tools → Approve posts.', $waiting, 'central-posts' ), number_format_i18n( $waiting ) );
		}
		$named = array_intersect_key( $items, self::named( $selection ) );
		foreach ( array_diff_key( $named, Approval::without_hidden( $named ) ) as $item ) {
			/* translators: %s: URL or id of a post. */
			$messages[] = sprintf( __( '%s is hidden on this site. To show it, open Tools → Approve posts.', 'central-posts' ), $item['reference']->subject );
		}
		foreach ( Pinned::withheld( $named ) as $item ) {
			/* translators: %s: URL or id of a post. */
			$messages[] = sprintf( __( '%s waits for approval, and the author of this page may not approve posts. It is shown once somebody approves it under Tools → Approve posts.', 'central-posts' ), $item['reference']->subject );
		}
		return $messages;
	}

	/**
	 * Messages about the sources of a selection that shows no posts at all.
	 *
	 * @param Selection $selection Selection.
	 * @param array[]   $items Rows of its references.
	 * @return string[] Not yet escaped.
	 */
	public static function of_empty( Selection $selection, array $items ): array {
		$messages = array();
		foreach ( $selection->sources as $source ) {
			$item = $items[ $source->key() ] ?? null;
			if ( null === $item || '' !== $item['problem'] ) {
				continue;
			}
			$needs = Approval::is_needed( $selection, $source );
			if ( null === $item['data'] ) {
				/* translators: %s: name of a profile and its platform. */
				$message = __( '%s has not been read yet. Its posts appear after the next refresh.', 'central-posts' );
			} elseif ( empty( $item['data']['posts'] ) ) {
				$message = $needs
					/* translators: %s: name of a profile and its platform. */
					? __( '%s was read, and has no posts yet. New ones wait under Tools → Approve posts before visitors see them.', 'central-posts' )
					/* translators: %s: name of a profile and its platform. */
					: __( '%s was read, and has no posts yet. New ones appear after each refresh.', 'central-posts' );
			} elseif ( $needs && Decisions::count( Decisions::WAITING, $source->key() ) > 0 ) {
				continue;
			} else {
				/* translators: %s: name of a profile and its platform. */
				$message = __( '%s was read, but none of its posts is shown: the filters of this block exclude them, or this site hides them.', 'central-posts' );
			}
			$messages[] = sprintf( $message, Review_Sources::name_of( $item ) );
		}
		return $messages;
	}

	/** Keys of the posts that a selection names. @return array<string, int> */
	private static function named( Selection $selection ): array {
		return array_flip( Reference::keys( 'posts' === $selection->mode ? $selection->posts : $selection->references() ) );
	}
}
