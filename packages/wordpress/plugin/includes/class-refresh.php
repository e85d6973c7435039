<?php
/**
 * Keeps what is stored as new as its owner wants it: in the background, in small batches, one process at a time.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * What fails leaves what is held as it is; what its owner took away goes.
 */
final class Refresh {

	const HOOK     = 'central_posts_refresh';
	const SCHEDULE = 'central_posts_quarter';

	/** Of one run: the host ends it sooner or later, and what is left is for the next one. */
	const SECONDS       = 20;
	const MOST_ITEMS    = 100;
	const MOST_PICTURES = 100;
	/** Of one call of `posts`. */
	const BATCH = 20;

	const GONE = array( 'post_not_found', 'profile_not_found', 'profile_private' );

	public static function init(): void {
		add_filter( 'cron_schedules', array( self::class, 'add_schedule' ) );
		add_action( self::HOOK, array( self::class, 'run' ) );
		add_action( 'init', array( self::class, 'schedule' ) );
	}

	/** Every quarter of an hour; each item has an interval of its own. Others ask also before translations may be loaded. */
	public static function add_schedule( array $schedules ): array {
		$schedules[ self::SCHEDULE ] = array(
			'interval' => 15 * MINUTE_IN_SECONDS,
			'display'  => did_action( 'after_setup_theme' ) && did_action( 'init' ) ? __( 'Every 15 minutes', 'central-posts' ) : 'Every 15 minutes',
		);
		return $schedules;
	}

	/** Whatever has taken the event away, it is there again with the next page. Processes that find it missing at once plan the same one. */
	public static function schedule(): void {
		if ( Service::is_set_up() && ! wp_next_scheduled( self::HOOK ) ) {
			wp_schedule_event( time() - time() % ( 15 * MINUTE_IN_SECONDS ), self::SCHEDULE, self::HOOK );
		}
	}

	/** Soon, and not now: whoever caused it does not wait. */
	public static function soon(): void {
		if ( Service::is_set_up() ) {
			wp_schedule_single_event( time(), self::HOOK, array( 'soon' ) );
		}
	}

	/** Seconds between two readings. */
	public static function interval_of( string $type ): int {
		$seconds = array(
			Reference::PROFILE => Settings::interval(),
			Reference::POST    => max( DAY_IN_SECONDS, Settings::interval() ),
			Reference::EMBED   => WEEK_IN_SECONDS,
			Reference::LINK    => WEEK_IN_SECONDS,
		);
		/**
		 * How often something is read again.
		 *
		 * @param int    $seconds At least five minutes; pages do not change more often at the service.
		 * @param string $type    profile, post, embed or link.
		 */
		return max( 5 * MINUTE_IN_SECONDS, (int) apply_filters( 'central_posts_interval', $seconds[ $type ] ?? WEEK_IN_SECONDS, $type ) );
	}

	/** Fetches what is due, copies pictures, and tells those who keep pages what has changed. Once at a time. */
	public static function run(): void {
		$lock = Lock::take( time() );
		if ( null === $lock ) {
			return;
		}
		$tries = Items::tries();
		try {
			Installation::mend();
			$deadline = microtime( true ) + self::SECONDS;
			$changed  = self::fetch_due( $deadline );
			$changed  = array_merge( $changed, Pictures::copy_due( $deadline, self::MOST_PICTURES ) );
			Uses::changed( array_unique( $changed ) );
			Uses::sweep( time() );
		} finally {
			Lock::release( $lock );
		}
		$now = time();
		// A run that could try nothing would find the same again.
		$goes_on = Items::tries() > $tries && null === Service::problem();
		if ( $goes_on && ( null !== Items::overdue_since( $now ) || array() !== Picture_Rows::due( $now, 1 ) ) ) {
			wp_schedule_single_event( $now + MINUTE_IN_SECONDS, self::HOOK, array( 'more' ) );
		}
	}

	/**
	 * Of each kind what is due.
	 *
	 * @return string[] Keys of what shows something else now.
	 */
	private static function fetch_due( float $deadline ): array {
		$problem = Service::problem();
		if ( ! Service::is_set_up() || ( null !== $problem && $problem['until'] > time() ) ) {
			return array();
		}
		$changed = array();
		try {
			$client = Service::client();
			foreach ( self::batches( self::under_their_keys( Items::due( time(), self::MOST_ITEMS ) ) ) as $batch ) {
				if ( microtime( true ) > $deadline ) {
					return $changed;
				}
				$changed = array_merge( $changed, self::fetch_once( $client, $batch ) );
			}
			Service::forget_problem();
		} catch ( Api\ApiException $error ) {
			Service::remember_problem( $error );
		}
		return $changed;
	}

	/**
	 * A row whose subject was rewritten is that of its new subject, or goes where there is one.
	 *
	 * @param array<string, array> $items Rows.
	 * @return array[] Rows, each under the key of its reference.
	 */
	private static function under_their_keys( array $items ): array {
		$kept = array();
		foreach ( $items as $key => $item ) {
			$right = $item['reference']->key();
			if ( $right !== $key ) {
				Uses::rekey( $key, $right );
				if ( ! Items::rekey( $key, $right ) ) {
					continue;
				}
				$item['key'] = $right;
			}
			$kept[] = $item;
		}
		return $kept;
	}

	/**
	 * Fetches what can be noted as tried before: what ends the process, or cannot be written, is not fetched again before
	 * its interval is over. Where a failure is of all, it is due again, behind the rest: it may have failed for what it is.
	 *
	 * @param Api\Client $client To ask.
	 * @param array[]    $batch Rows of one type and platform.
	 * @return string[] Keys.
	 * @throws Api\ApiException What stops the rest, too.
	 */
	private static function fetch_once( Api\Client $client, array $batch ): array {
		$begun = array();
		foreach ( $batch as $item ) {
			if ( Items::begin( $item['key'], time() + self::interval_of( $item['reference']->type ) ) ) {
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
	 * Posts of one platform together, everything else alone; the longest overdue first.
	 *
	 * @param array[] $items Rows.
	 * @return array[][]
	 */
	private static function batches( array $items ): array {
		$batches = array();
		$posts   = array();
		foreach ( $items as $item ) {
			if ( Reference::POST === $item['reference']->type ) {
				$posts[ $item['reference']->platform ][] = $item;
			} else {
				$batches[] = array( $item );
			}
		}
		foreach ( $posts as $of_platform ) {
			$batches = array_merge( $batches, array_chunk( $of_platform, self::BATCH ) );
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
	 * One call. What is of one item is noted there; what is of all is thrown.
	 *
	 * @param Api\Client $client To ask.
	 * @param array[]    $batch Rows of one type and platform.
	 * @return string[] Keys.
	 * @throws Api\ApiException What stops the rest, too.
	 */
	public static function fetch( Api\Client $client, array $batch ): array {
		try {
			return self::call( $client, $batch );
		} catch ( Api\ApiException $error ) {
			if ( Service::is_of_all( $error->getErrorCode() ) ) {
				throw $error;
			}
			$changed = array();
			foreach ( $batch as $item ) {
				$changed = array_merge( $changed, self::note( $item, $error->getErrorCode(), $error->isRetryable(), (string) $error->getRequestId() ) );
			}
			return $changed;
		}
	}

	/** @return string[] Keys. */
	private static function call( Api\Client $client, array $batch ): array {
		switch ( $batch[0]['reference']->type ) {
			case Reference::POST:
				return self::fetch_posts( $client, $batch );
			case Reference::PROFILE:
				return self::fetch_profile( $client, $batch[0]['reference'] );
			case Reference::EMBED:
				return self::fetch_embed( $client, $batch[0]['reference'] );
			default:
				return self::fetch_link( $client, $batch[0]['reference'] );
		}
	}

	/**
	 * Reads the address that an editor has just given. What is stored of it already does when the call fails.
	 *
	 * @param Api\Client $client To ask.
	 * @param Reference  $reference An embed or a link.
	 * @return string[] Keys of what has changed.
	 * @throws Api\ApiException Why there is nothing to show.
	 */
	public static function read( Api\Client $client, Reference $reference ): array {
		$item = Items::find( array( $reference->key() ) )[ $reference->key() ] ?? null;
		try {
			return self::call( $client, array( array( 'reference' => $reference ) ) );
		} catch ( Api\ApiException $error ) {
			if ( null !== $item ) {
				self::note( $item, $error->getErrorCode(), $error->isRetryable(), (string) $error->getRequestId() );
			}
			if ( null === ( $item['data'] ?? null ) || in_array( $error->getErrorCode(), self::GONE, true ) ) {
				throw $error;
			}
			return array();
		}
	}

	private static function fetch_posts( Api\Client $client, array $batch ): array {
		$asked = array();
		foreach ( $batch as $item ) {
			$asked[] = $item['reference']->subject;
		}
		$changed = array();
		$answers = $client->readPosts( $batch[0]['reference']->platform, $asked )['body']['posts'] ?? null;
		if ( ! is_array( $answers ) || count( $answers ) !== count( $batch ) ) {
			throw Service::failure( 'unexpected_answer', 0, true );
		}
		foreach ( $batch as $at => $item ) {
			$answer = $answers[ $at ];
			$is_ok  = true === ( $answer['ok'] ?? null );
			if ( $is_ok ? ! self::are_posts( array( $answer['post'] ?? null ) ) : ! is_string( $answer['error']['code'] ?? null ) ) {
				throw Service::failure( 'unexpected_answer', 0, true );
			}
			if ( $is_ok ) {
				if ( self::keep( $item['reference'], $answer['post'] ) ) {
					$changed[] = $item['key'];
				}
				Picture_Rows::want( array( $item['key'] ), time() );
			} else {
				$changed = array_merge( $changed, self::note( $item, $answer['error']['code'], (bool) ( $answer['error']['retryable'] ?? true ), '' ) );
			}
		}
		return $changed;
	}

	private static function fetch_profile( Api\Client $client, Reference $profile ): array {
		$page = $client->scan(
			array(
				'platform' => $profile->platform,
				'handle'   => $profile->subject,
				'variant'  => $profile->variant,
			)
		);
		return self::store_profile( $page, $profile );
	}

	/**
	 * Stores the first page of a profile. Its posts are rows of their own, so that two blocks share them.
	 *
	 * @param array          $page As the service gave it.
	 * @param Reference|null $shown What is shown somewhere, to be read again; null where an editor only looks.
	 * @return string[] Keys of what has changed.
	 * @throws Api\ApiException Where it is no page of a profile.
	 */
	public static function store_profile( array $page, ?Reference $shown = null ): array {
		$body = $page['body'] ?? null;
		if ( ! is_array( $body ) || ! is_array( $body['profile'] ?? null ) || ! self::are_posts( $body['posts'] ?? null ) ) {
			throw Service::failure( 'unexpected_answer', 0, true );
		}
		$profile = $shown ?? new Reference( Reference::PROFILE, $body['platform'], $body['handle'], $body['variant'] );
		$keys    = array();
		$new     = array();
		foreach ( $body['posts'] as $post ) {
			$reference = Reference::of_post( $profile->platform, $post );
			$keys[]    = $reference->key();
			if ( Items::put( $reference, $post ) ) {
				$new[] = $reference->key();
			}
		}
		$data = array(
			'profile' => $body['profile'],
			'posts'   => $keys,
		);
		if ( null === $shown ) {
			$is_new = Items::put( $profile, $data );
		} else {
			Picture_Rows::want( $new, time() );
			Picture_Rows::want_missing( $keys, time() );
			$is_new = self::keep( $profile, $data );
		}
		return $is_new || array() !== $new ? array_merge( array( $profile->key() ), $new ) : array();
	}

	/** @param mixed $posts As they came. */
	private static function are_posts( $posts ): bool {
		foreach ( is_array( $posts ) ? $posts : array( null ) as $post ) {
			if ( ! is_array( $post ) || ! is_string( $post['id'] ?? null ) || ! is_array( $post['media'] ?? null ) ) {
				return false;
			}
		}
		return true;
	}

	/** A post by its address: the post where the platform tells it, else what its page says of itself. */
	private static function fetch_embed( Api\Client $client, Reference $reference ): array {
		$found = $client->validatePost( $reference->subject );
		$data  = array_intersect_key( $found, array_flip( array( 'url', 'platform', 'post', 'preview', 'embed' ) ) );
		return self::keep_with_picture( $reference, $data );
	}

	private static function fetch_link( Api\Client $client, Reference $reference ): array {
		$found = $client->validateLink( $reference->subject );
		return self::keep_with_picture( $reference, array_intersect_key( $found, array_flip( array( 'url', 'preview' ) ) ) );
	}

	private static function keep_with_picture( Reference $reference, array $data ): array {
		$is_new = self::keep( $reference, $data );
		Picture_Rows::want( array( $reference->key() ), time() );
		return $is_new ? array( $reference->key() ) : array();
	}

	/** Spread over the interval, so that what came together does not stay together. */
	private static function keep( Reference $reference, array $data ): bool {
		$interval = self::interval_of( $reference->type );
		return Items::put( $reference, $data, time() + $interval - wp_rand( 0, (int) ( $interval / 10 ) ) );
	}

	/** What is gone goes, with its pictures; anything else stays as it is held. @return string[] Keys. */
	private static function note( array $item, string $code, bool $is_retryable, string $request_id ): array {
		$interval = self::interval_of( $item['reference']->type );
		$changes  = array(
			// No longer than their columns: a database that is strict writes nothing of the row else.
			'problem'    => substr( $code, 0, 64 ),
			'request_id' => substr( $request_id, 0, 128 ),
			'due_at'     => time() + ( $is_retryable ? min( HOUR_IN_SECONDS, $interval ) : 4 * $interval ),
		);
		$is_gone  = in_array( $code, self::GONE, true ) && null !== $item['data'];
		if ( $is_gone ) {
			foreach ( (array) ( $item['data']['posts'] ?? array() ) as $key ) {
				$post = Items::find( array( $key ) )[ $key ] ?? null;
				if ( null !== $post && 0 === $post['due_at'] ) {
					Items::delete( $key );
				}
			}
			Pictures::delete( $item['pictures'] );
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
