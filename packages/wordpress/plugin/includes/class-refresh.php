<?php
/**
 * Refreshes stored posts in the background: in small batches, one process at a time, at the interval that the owner has set.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A failed request leaves the stored data as it is. Posts and profiles that were deleted or made private are deleted here too.
 */
final class Refresh {

	const HOOK     = 'central_posts_refresh';
	const SCHEDULE = 'central_posts_quarter';

	/** Limits of one run, because hosts end long processes. The next run does the rest. */
	const MAX_SECONDS = 20;
	const MAX_ITEMS   = 100;
	const MAX_IMAGES  = 100;
	/** Posts in one request to `/posts`. */
	const BATCH = 20;

	/** The last three: the owner of a connected account took the permission back, or the account was disconnected. */
	const GONE = array( 'post_not_found', 'profile_not_found', 'profile_private', 'connection_ended', 'connection_unknown', 'connection_required' );

	public static function init(): void {
		add_filter( 'cron_schedules', array( self::class, 'add_schedule' ) );
		add_action( self::HOOK, array( self::class, 'run' ) );
		add_action( 'init', array( self::class, 'schedule' ) );
	}

	/** Adds a schedule of 15 minutes; each item has its own interval. Other plugins may run this filter before translations can be loaded. */
	public static function add_schedule( array $schedules ): array {
		$schedules[ self::SCHEDULE ] = array(
			'interval' => 15 * MINUTE_IN_SECONDS,
			'display'  => did_action( 'after_setup_theme' ) && did_action( 'init' ) ? __( 'Every 15 minutes', 'central-posts' ) : 'Every 15 minutes',
		);
		return $schedules;
	}

	/** Schedules the event again if it is missing. The rounded time lets concurrent processes schedule the same event. */
	public static function schedule(): void {
		if ( Service::is_set_up() && ! wp_next_scheduled( self::HOOK ) ) {
			wp_schedule_event( time() - time() % ( 15 * MINUTE_IN_SECONDS ), self::SCHEDULE, self::HOOK );
		}
	}

	/** Schedules a run soon, so that the current request does not wait for it. */
	public static function run_soon(): void {
		if ( Service::is_set_up() ) {
			wp_schedule_single_event( time(), self::HOOK, array( 'soon' ) );
		}
	}

	/** Seconds between two refreshes of an item. */
	public static function interval_of( string $type ): int {
		$seconds = array(
			Reference::PROFILE => Settings::interval(),
			Reference::OLDER   => DAY_IN_SECONDS,
			Reference::POST    => max( DAY_IN_SECONDS, Settings::interval() ),
			Reference::EMBED   => WEEK_IN_SECONDS,
			Reference::LINK    => WEEK_IN_SECONDS,
		);
		/**
		 * Filters the refresh interval of a type of items.
		 *
		 * @param int    $seconds At least five minutes: the service does not update a page more often.
		 * @param string $type    `profile`, `older` (posts of a profile), `post`, `embed` or `link`.
		 */
		return max( 5 * MINUTE_IN_SECONDS, (int) apply_filters( 'central_posts_interval', $seconds[ $type ] ?? WEEK_IN_SECONDS, $type ) );
	}

	/** Fetches due items, copies images, and purges page caches. Only one process runs at a time. */
	public static function run(): void {
		$lock = Lock::acquire( time() );
		if ( null === $lock ) {
			return;
		}
		$attempts = Items::attempts();
		try {
			Installation::repair_table();
			$deadline = microtime( true ) + self::MAX_SECONDS;
			$changed  = self::fetch_due( $deadline );
			$changed  = array_merge( $changed, Images::copy_due( $deadline, self::MAX_IMAGES ) );
			Usage_Index::notify_changed( array_unique( $changed ) );
			Usage_Index::clean_up( time() );
		} finally {
			Lock::release( $lock );
		}
		$now = time();
		// If this run attempted nothing, another run would not either.
		$has_more = Items::attempts() > $attempts && null === Service::problem();
		if ( $has_more && ( null !== Items::overdue_since( $now ) || array() !== Image_Rows::due( $now, 1 ) ) ) {
			wp_schedule_single_event( $now + MINUTE_IN_SECONDS, self::HOOK, array( 'more' ) );
		}
	}

	/**
	 * Fetches due items of every type.
	 *
	 * @return string[] Keys of changed items.
	 */
	private static function fetch_due( float $deadline ): array {
		$problem = Service::problem();
		if ( ! Service::is_set_up() || ( null !== $problem && $problem['until'] > time() ) ) {
			return array();
		}
		$changed = array();
		try {
			$client = Service::client();
			foreach ( self::batches( self::with_current_keys( Items::due( time(), self::MAX_ITEMS ) ) ) as $batch ) {
				if ( microtime( true ) > $deadline ) {
					return $changed;
				}
				$changed = array_merge( $changed, self::fetch_counted( $client, $batch ) );
			}
			Service::clear_problem();
		} catch ( Api\ApiException $error ) {
			Service::record_problem( $error );
		}
		return $changed;
	}

	/**
	 * Corrects the keys of rows whose subject was rewritten by a migration. Drops a row if one with the new key exists.
	 *
	 * @param array<string, array> $items Rows.
	 * @return array[] Rows with correct keys.
	 */
	private static function with_current_keys( array $items ): array {
		$result = array();
		foreach ( $items as $key => $item ) {
			$new_key = $item['reference']->key();
			if ( $new_key !== $key ) {
				Usage_Index::rekey( $key, $new_key );
				Decisions::rekey( $key, $new_key );
				if ( ! Items::rekey( $key, $new_key ) ) {
					continue;
				}
				$item['key'] = $new_key;
			}
			$result[] = $item;
		}
		return $result;
	}

	/**
	 * Counts an attempt for each row, then fetches the batch: a row that crashes the process, or that cannot be written, is not
	 * fetched again before its interval has passed. After an error that affects all requests, the rows are due again, but behind
	 * the others: they may have caused the error.
	 *
	 * @param Api\Client $client Client.
	 * @param array[]    $batch Rows of one type and platform.
	 * @return string[] Keys of changed items.
	 * @throws Api\ApiException An error that affects all requests.
	 */
	private static function fetch_counted( Api\Client $client, array $batch ): array {
		$begun = array();
		foreach ( $batch as $item ) {
			if ( Items::begin_attempt( $item['key'], time() + self::interval_of( $item['reference']->type ) ) ) {
				$begun[] = $item;
			}
		}
		if ( array() === $begun ) {
			return array();
		}
		try {
			return self::fetch( $client, $begun );
		} catch ( Api\ApiException $error ) {
			foreach ( $begun as $item ) {
				Items::update( $item['key'], array( 'due_at' => time() ) );
			}
			throw $error;
		}
	}

	/**
	 * Groups posts by platform and connected account, and puts every other row into its own batch. The longest overdue batch comes first.
	 *
	 * @param array[] $items Rows.
	 * @return array[][]
	 */
	private static function batches( array $items ): array {
		$batches = array();
		$posts   = array();
		foreach ( $items as $item ) {
			if ( Reference::POST === $item['reference']->type ) {
				$posts[ $item['reference']->platform . ' ' . self::connection_of( $item ) ][] = $item;
			} else {
				$batches[] = array( $item );
			}
		}
		foreach ( $posts as $platform_posts ) {
			$batches = array_merge( $batches, array_chunk( $platform_posts, self::BATCH ) );
		}
		usort(
			$batches,
			static function ( array $one, array $other ): int {
				return $one[0]['due_at'] <=> $other[0]['due_at'];
			}
		);
		return $batches;
	}

	/**
	 * Fetches a batch. Records an error of a single item in its row; throws an error that affects all requests.
	 *
	 * @param Api\Client $client Client.
	 * @param array[]    $batch Rows of one type and platform.
	 * @return string[] Keys of changed items.
	 * @throws Api\ApiException An error that affects all requests.
	 */
	public static function fetch( Api\Client $client, array $batch ): array {
		try {
			return self::request( $client, $batch );
		} catch ( Api\ApiException $error ) {
			if ( Service::affects_all_requests( $error->getErrorCode() ) ) {
				throw $error;
			}
			$changed = array();
			foreach ( $batch as $item ) {
				$changed = array_merge( $changed, self::record_failure( $item, $error->getErrorCode(), $error->isRetryable(), (string) $error->getRequestId() ) );
			}
			return $changed;
		}
	}

	/** @return string[] Keys of changed items. */
	private static function request( Api\Client $client, array $batch ): array {
		switch ( $batch[0]['reference']->type ) {
			case Reference::POST:
				return self::fetch_posts( $client, $batch );
			case Reference::PROFILE:
				return self::fetch_profile( $client, $batch[0]['reference'] );
			case Reference::OLDER:
				return Older_Posts::fetch( $client, $batch[0]['reference'] );
			case Reference::EMBED:
				return self::fetch_embed( $client, $batch[0]['reference'] );
			default:
				return self::fetch_link( $client, $batch[0]['reference'] );
		}
	}

	/**
	 * Fetches a URL that an editor has just entered. If the request fails, data that is stored already is used.
	 *
	 * @param Api\Client $client Client.
	 * @param Reference  $reference An embed or a link.
	 * @return string[] Keys of changed items.
	 * @throws Api\ApiException If there is nothing to show.
	 */
	public static function fetch_now( Api\Client $client, Reference $reference ): array {
		$item = Items::find( array( $reference->key() ) )[ $reference->key() ] ?? null;
		try {
			return self::request( $client, array( array( 'reference' => $reference ) ) );
		} catch ( Api\ApiException $error ) {
			if ( null !== $item ) {
				self::record_failure( $item, $error->getErrorCode(), $error->isRetryable(), (string) $error->getRequestId() );
			}
			if ( null === ( $item['data'] ?? null ) || in_array( $error->getErrorCode(), self::GONE, true ) ) {
				throw $error;
			}
			return array();
		}
	}

	/** Id of the connected account that a post is read through; empty if there is none. */
	private static function connection_of( array $item ): string {
		$account = Connected_Accounts::of_profile( $item['reference']->platform, (string) ( $item['data']['author']['handle'] ?? '' ) );
		return null === $account ? '' : $account->id;
	}

	private static function fetch_posts( Api\Client $client, array $batch ): array {
		$ids = array();
		foreach ( $batch as $item ) {
			$ids[] = $item['reference']->subject;
		}
		$changed    = array();
		$connection = self::connection_of( $batch[0] );
		$results    = $client->readPosts( $batch[0]['reference']->platform, $ids, '' === $connection ? null : $connection )['body']['posts'] ?? null;
		if ( ! is_array( $results ) || count( $results ) !== count( $batch ) ) {
			throw Service::local_exception( 'unexpected_answer', 0, true );
		}
		foreach ( $batch as $index => $item ) {
			$result = $results[ $index ];
			$is_ok  = true === ( $result['ok'] ?? null );
			if ( $is_ok ? ! self::are_posts( array( $result['post'] ?? null ) ) : ! is_string( $result['error']['code'] ?? null ) ) {
				throw Service::local_exception( 'unexpected_answer', 0, true );
			}
			if ( $is_ok ) {
				if ( self::store( $item['reference'], $result['post'] ) ) {
					$changed[] = $item['key'];
				}
				Image_Rows::request( array( $item['key'] ), time() );
			} else {
				$changed = array_merge( $changed, self::record_failure( $item, $result['error']['code'], (bool) ( $result['error']['retryable'] ?? true ), '' ) );
			}
		}
		return $changed;
	}

	private static function fetch_profile( Api\Client $client, Reference $profile ): array {
		$page = $client->scan(
			Connected_Accounts::through(
				array(
					'platform' => $profile->platform,
					'handle'   => $profile->subject,
					'variant'  => $profile->variant,
				)
			)
		);
		return self::store_profile( $page, $profile );
	}

	/**
	 * Stores the first page of a profile. Its posts get their own rows, so that several blocks share them.
	 *
	 * @param array          $page Response of the service.
	 * @param Reference|null $shown Profile to refresh; null if an editor only browses its posts.
	 * @return string[] Keys of changed items.
	 * @throws Api\ApiException If the response is not a page of a profile.
	 */
	public static function store_profile( array $page, ?Reference $shown = null ): array {
		$body = $page['body'] ?? null;
		if ( ! is_array( $body ) || ! is_array( $body['profile'] ?? null ) ) {
			throw Service::local_exception( 'unexpected_answer', 0, true );
		}
		$profile = $shown ?? new Reference( Reference::PROFILE, $body['platform'], $body['handle'], $body['variant'] );
		$stored  = self::store_posts( $profile->platform, $body['posts'] ?? null );
		$keys    = $stored['keys'];
		$new     = $stored['changed'];
		$cursor  = $page['nextCursor'] ?? null;
		$data    = array(
			'profile' => $body['profile'],
			'posts'   => $keys,
			'cursor'  => $cursor,
		);
		Older_Posts::shift( $profile, $keys, null === $cursor );
		if ( null === $shown ) {
			$is_new = Items::put( $profile, $data );
		} else {
			Image_Rows::request( $new, time() );
			Image_Rows::request_missing( $keys, time() );
			$is_new = self::store( $profile, $data );
			Image_Rows::request_missing( array( $profile->key() ), time() );
		}
		Approval::take_in( $profile->key(), $keys );
		return $is_new || array() !== $new ? array_merge( array( $profile->key() ), $new ) : array();
	}

	/**
	 * Stores the posts of a page.
	 *
	 * @param string $platform Platform.
	 * @param mixed  $posts Posts of a response.
	 * @return string[][] `keys` of all posts in their order, and of those that have `changed`.
	 * @throws Api\ApiException If they are not posts.
	 */
	public static function store_posts( string $platform, $posts ): array {
		if ( ! self::are_posts( $posts ) ) {
			throw Service::local_exception( 'unexpected_answer', 0, true );
		}
		$stored = array(
			'keys'    => array(),
			'changed' => array(),
		);
		foreach ( $posts as $post ) {
			$reference        = Reference::of_post( $platform, $post );
			$stored['keys'][] = $reference->key();
			if ( Items::put( $reference, $post ) ) {
				$stored['changed'][] = $reference->key();
			}
		}
		return $stored;
	}

	/** @param mixed $posts Posts of a response. */
	private static function are_posts( $posts ): bool {
		foreach ( is_array( $posts ) ? $posts : array( null ) as $post ) {
			if ( ! is_array( $post ) || ! is_string( $post['id'] ?? null ) || ! is_array( $post['media'] ?? null ) ) {
				return false;
			}
		}
		return true;
	}

	/** Fetches a post by its URL: the post if the platform provides it, otherwise the preview of its page. */
	private static function fetch_embed( Api\Client $client, Reference $reference ): array {
		$found = $client->validatePost( $reference->subject );
		$data  = array_intersect_key( $found, array_flip( array( 'url', 'platform', 'post', 'preview', 'embed' ) ) );
		return self::store_with_images( $reference, $data );
	}

	private static function fetch_link( Api\Client $client, Reference $reference ): array {
		$found = $client->validateLink( $reference->subject );
		return self::store_with_images( $reference, array_intersect_key( $found, array_flip( array( 'url', 'preview' ) ) ) );
	}

	private static function store_with_images( Reference $reference, array $data ): array {
		$is_new = self::store( $reference, $data );
		Image_Rows::request( array( $reference->key() ), time() );
		return $is_new ? array( $reference->key() ) : array();
	}

	/** Stores data and schedules the next refresh with jitter, so that items added together are not all due at once. */
	private static function store( Reference $reference, array $data ): bool {
		$interval = self::interval_of( $reference->type );
		return Items::put( $reference, $data, time() + $interval - wp_rand( 0, (int) ( $interval / 10 ) ) );
	}

	/** Records an error. Deletes the data and images of an item that no longer exists; keeps the data otherwise. @return string[] Keys of changed items. */
	public static function record_failure( array $item, string $code, bool $is_retryable, string $request_id ): array {
		$interval = self::interval_of( $item['reference']->type );
		$changes  = array(
			// Limited to the length of the columns: in strict mode the database would reject the whole row.
			'problem'    => substr( $code, 0, 64 ),
			'request_id' => substr( $request_id, 0, 128 ),
			'due_at'     => time() + ( $is_retryable ? min( HOUR_IN_SECONDS, $interval ) : 4 * $interval ),
		);
		if ( Reference::OLDER === $item['reference']->type ) {
			$changes = Older_Posts::after_failure( $code ) + $changes;
		}
		$is_gone = in_array( $code, self::GONE, true ) && null !== $item['data'];
		if ( $is_gone ) {
			foreach ( (array) ( $item['data']['posts'] ?? array() ) as $key ) {
				$post = Items::find( array( $key ) )[ $key ] ?? null;
				if ( null !== $post && 0 === $post['due_at'] ) {
					Items::delete( $key );
				}
			}
			Images::delete( $item['pictures'] );
			Decisions::forget_item( $item['key'] );
			$changes += array(
				'data'         => null,
				'pictures'     => array(),
				'pictures_due' => 0,
			);
		}
		Items::update( $item['key'], $changes );
		return $is_gone ? array( $item['key'] ) : array();
	}
}
