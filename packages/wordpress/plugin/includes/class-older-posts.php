<?php
/**
 * Older posts of a profile: the pages after its newest one. The background refresh fetches them one by one, once “Load more” comes near
 * the end of what is stored.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A visitor can only ask for the next page of a profile. Each page is fetched once and kept for a day, and a profile has a limit of
 * pages, so that the number of requests does not depend on the number of visits. Then all are dropped: a post that its author has
 * deleted does not stay longer.
 *
 * One row for each profile, whose data has `posts` (keys), `cursor` (of the next page; null at the end), `pages` and `since` (when the
 * first of them was fetched).
 */
final class Older_Posts {

	const MAX_PAGES = 4;

	/** How long the pages are kept, and how long a failed page is not requested again. */
	const KEPT_SECONDS  = DAY_IN_SECONDS;
	const PAUSE_SECONDS = HOUR_IN_SECONDS;

	/** Refers to the row of a profile. */
	public static function of( Reference $profile ): Reference {
		return new Reference( Reference::OLDER, $profile->platform, $profile->subject, $profile->variant );
	}

	/** The profile of a row. */
	public static function profile_of( Reference $older ): Reference {
		return new Reference( Reference::PROFILE, $older->platform, $older->subject, $older->variant );
	}

	/** Keys of the rows of profiles. @param Reference[] $profiles Profiles. @return string[] */
	public static function row_keys( array $profiles ): array {
		$keys = array();
		foreach ( $profiles as $profile ) {
			$keys[] = self::of( $profile )->key();
		}
		return $keys;
	}

	/** Keys of the older posts of a profile. @param array[] $items Rows by key. @return string[] */
	public static function posts( array $items, Reference $profile ): array {
		return self::current( $items[ self::of( $profile )->key() ]['data'] ?? null )['posts'] ?? array();
	}

	/** The data of a row if it may still be shown. */
	public static function current( ?array $data ): ?array {
		$age = time() - (int) ( $data['since'] ?? 0 );
		return isset( $data['posts'], $data['pages'] ) && is_array( $data['posts'] ) && $age >= 0 && $age < self::KEPT_SECONDS ? $data : null;
	}

	/**
	 * Has the next page of each profile of a selection fetched soon.
	 *
	 * @param Selection $selection Selection.
	 * @param array[]   $items Rows of its profiles, and of their older posts, by key.
	 * @param int       $now Current time.
	 */
	public static function request( Selection $selection, array $items, int $now ): void {
		$is_queued = false;
		foreach ( $selection->sources as $profile ) {
			// A source that needs approval keeps its approved posts, however old they are.
			if ( isset( $items[ $profile->key() ]['data']['cursor'] ) && ! Approval::is_needed( $selection, $profile ) && self::may_request( $items[ self::of( $profile )->key() ] ?? null, $profile, $now ) ) {
				Items::queue( self::of( $profile ), $now );
				$is_queued = true;
			}
		}
		if ( $is_queued ) {
			Refresh::run_soon();
		}
	}

	/** Whether the next page may be requested: it is not queued, has not just failed, and is within the limit. */
	private static function may_request( ?array $item, Reference $profile, int $now ): bool {
		if ( null !== $item && ( $item['due_at'] > 0 || ( '' !== $item['problem'] && $item['used_at'] > $now - self::PAUSE_SECONDS ) ) ) {
			return false;
		}
		$data = self::current( $item['data'] ?? null );
		return ( $data['pages'] ?? 0 ) < self::max_pages( $profile ) && ( null === $data || isset( $data['cursor'] ) );
	}

	private static function max_pages( Reference $profile ): int {
		/**
		 * Filters how many older pages of a profile are stored. Each costs one scan, at most once a day, and only if a visitor comes near it.
		 *
		 * @param int    $pages    Pages of up to 20 posts, besides the newest one. 0 for none.
		 * @param string $platform Id of the platform.
		 */
		return (int) apply_filters( 'central_posts_older_pages', self::MAX_PAGES, $profile->platform );
	}

	/**
	 * Fetches and stores the next page.
	 *
	 * @param Api\Client $client Client.
	 * @param Reference  $older Row of a profile.
	 * @return string[] Keys of changed items.
	 * @throws Api\ApiException If the page cannot be fetched.
	 */
	public static function fetch( Api\Client $client, Reference $older ): array {
		$profile = self::profile_of( $older );
		$items   = Items::find( array( $profile->key(), $older->key() ) );
		$data    = self::current( $items[ $older->key() ]['data'] ?? null ) ?? array(
			'posts'  => array(),
			'cursor' => $items[ $profile->key() ]['data']['cursor'] ?? null,
			'pages'  => 0,
			'since'  => time(),
		);
		$changed = array();
		if ( isset( $data['cursor'] ) && $data['pages'] < self::max_pages( $profile ) ) {
			$page    = $client->loadMore(
				Connected_Accounts::through(
					array(
						'platform' => $profile->platform,
						'handle'   => $profile->subject,
						'variant'  => $profile->variant,
						'cursor'   => $data['cursor'],
					)
				)
			);
			$stored  = Refresh::store_posts( $profile->platform, $page['body']['posts'] ?? null );
			$changed = array_merge( array( $profile->key() ), $stored['changed'] );
			Image_Rows::request( $stored['changed'], time() );
			Image_Rows::request_missing( $stored['keys'], time() );
			Items::put(
				$older,
				array(
					'posts'  => array_values( array_unique( array_merge( $data['posts'], $stored['keys'] ) ) ),
					'cursor' => $page['nextCursor'] ?? null,
					'pages'  => $data['pages'] + 1,
				) + $data
			);
		}
		Items::update( $older->key(), array( 'due_at' => 0 ) );
		return $changed;
	}

	/** Columns of a row whose page could not be fetched. A cursor that the service does not know any more is dropped with its pages. */
	public static function after_failure( string $code ): array {
		return array(
			'due_at'  => 0,
			'used_at' => time(),
		) + ( 'invalid_cursor' === $code ? array( 'data' => null ) : array() );
	}

	/**
	 * Takes over the posts that newer ones have pushed off the newest page. Drops all older posts if there is a gap before them.
	 *
	 * @param Reference $profile Profile whose newest page is about to be stored.
	 * @param string[]  $keys Keys of its posts.
	 * @param bool      $is_last Whether there are no older ones.
	 */
	public static function shift( Reference $profile, array $keys, bool $is_last ): void {
		$older = self::of( $profile );
		$items = Items::find( array( $profile->key(), $older->key() ) );
		$data  = self::current( $items[ $older->key() ]['data'] ?? null );
		if ( null === $data ) {
			return;
		}
		$before = array_values( (array) ( $items[ $profile->key() ]['data']['posts'] ?? array() ) );
		$common = array_keys( array_intersect( $before, $keys ) );
		if ( $is_last || array() === $common ) {
			Items::delete( $older->key() );
			return;
		}
		// A post before the last one that both pages have was deleted.
		$pushed = array_slice( $before, (int) end( $common ) + 1 );
		if ( array() !== $pushed ) {
			Items::put( $older, array( 'posts' => array_values( array_unique( array_merge( $pushed, $data['posts'] ) ) ) ) + $data );
		}
	}
}
