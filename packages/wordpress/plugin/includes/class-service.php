<?php
/**
 * The one way to the service. Nothing is called before the owner has entered an address and a key.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Makes the client, remembers what stands in the way, and what the account tells.
 */
final class Service {

	const PROBLEM   = 'central_posts_problem';
	const PLATFORMS = 'central_posts_platforms';
	const ACCOUNT   = 'central_posts_account';

	/** The longest that a problem stands in the way. */
	const MOST_WAIT = DAY_IN_SECONDS;

	/** Codes that say of every call what they say of one: the rest of a refresh waits. */
	const OF_ALL = array( 'network_error', 'unexpected_answer', 'unavailable', 'internal_error', 'quota_exceeded', 'rate_limited', 'site_limit_reached', 'blocked_here', 'not_set_up', 'key_unreadable' );

	/**
	 * A client for this site as it is called now: a copy of the site has another address, and so another place.
	 *
	 * @param float|null $seconds All that one call may take; what fits the host when null.
	 * @throws Api\ApiException Where there is no service to be called: not_set_up, key_unreadable, blocked_here.
	 */
	public static function client( ?float $seconds = null ): Api\Client {
		$code = self::obstacle();
		if ( '' !== $code ) {
			throw self::failure( $code );
		}
		$options = array(
			'siteId'    => self::site(),
			'userAgent' => 'central-posts/' . CENTRAL_POSTS_VERSION,
		);
		if ( null !== $seconds ) {
			$options['seconds'] = $seconds;
		}
		return new Api\Client( Settings::url(), Settings::key(), $options );
	}

	/**
	 * What fails on this side, in the form in which the client tells what fails at the service.
	 *
	 * @param string $code That class Messages has a sentence for.
	 * @param int    $status For a route of this site; 0 for what is not the caller's.
	 * @param bool   $is_retryable Whether the same may succeed later.
	 */
	public static function failure( string $code, int $status = 0, bool $is_retryable = false ): Api\ApiException {
		return new Api\ApiException(
			array(
				'code'      => $code,
				'message'   => $code,
				'retryable' => $is_retryable,
				'meta'      => 0 === $status ? array() : array( 'status' => $status ),
			)
		);
	}

	/**
	 * The address of this site whatever the language of a page: where a plugin translates, home_url() is another one for each,
	 * and some of them answer in place of the option, too. In a network the constant would be the address of every site.
	 */
	public static function site(): string {
		if ( ! isset( $GLOBALS['wp_filter']['pre_option_home'] ) ) {
			return (string) get_option( 'home' );
		}
		$home = defined( 'WP_HOME' ) && ! is_multisite() ? WP_HOME : ( wp_load_alloptions()['home'] ?? '' );
		return untrailingslashit( (string) $home );
	}

	/** Whether the owner has said where to ask, and with what. */
	public static function is_set_up(): bool {
		return '' !== Settings::url() && '' !== Settings::key();
	}

	/** What stands in the way on this side: a code, or ''. */
	public static function obstacle(): string {
		if ( Settings::is_key_lost() ) {
			return 'key_unreadable';
		}
		if ( ! self::is_set_up() ) {
			return 'not_set_up';
		}
		return ( new \WP_Http() )->block_request( Settings::url() ) ? 'blocked_here' : '';
	}

	/**
	 * The license, what is used of it, its sites and platforms; held for ten minutes.
	 *
	 * @param bool $again Whether to ask now, also with a key that was refused.
	 * @return array `account`, or `problem` as problem_of() has it.
	 */
	public static function account( bool $again = false ): array {
		$held = $again ? null : Stored_Shape::answer( get_transient( self::ACCOUNT ) );
		if ( null !== $held ) {
			return $held;
		}
		try {
			$client = self::client();
			if ( $again ) {
				$client->recheck();
			}
			$answer = Stored_Shape::answer( array( 'account' => $client->account() ) );
			if ( null === $answer ) {
				throw self::failure( 'unexpected_answer' );
			}
			update_option( self::PLATFORMS, $answer['account']['platforms'], false );
			self::forget_problem();
		} catch ( Api\ApiException $error ) {
			$answer = array( 'problem' => self::problem_of( $error ) );
		}
		set_transient( self::ACCOUNT, $answer, 10 * MINUTE_IN_SECONDS );
		return $answer;
	}

	/** What this license may scan, as it was when the account was last read. @return array[] */
	public static function platforms(): array {
		return Stored_Shape::platforms( get_option( self::PLATFORMS ) );
	}

	/** As people call it. */
	public static function platform_name( string $id ): string {
		foreach ( self::platforms() as $platform ) {
			if ( $platform['id'] === $id ) {
				return $platform['name'];
			}
		}
		return ucfirst( $id );
	}

	/** What to remember and to show of a failure. @return array `code`, `request_id`, `at`. */
	public static function problem_of( Api\ApiException $error ): array {
		return array(
			'code'       => $error->getErrorCode(),
			'request_id' => (string) $error->getRequestId(),
			'at'         => time(),
		);
	}

	/** Whether a failure is of the license, the quota or the way, and not of what was asked for. */
	public static function is_of_all( string $code ): bool {
		return 0 === strpos( $code, 'license_' ) || 0 === strpos( $code, 'token_' ) || in_array( $code, self::OF_ALL, true );
	}

	/** What the last refresh met. @return array|null As problem_of(), and `until`: when to go on. */
	public static function problem(): ?array {
		$stored  = get_option( self::PROBLEM );
		$problem = Stored_Shape::problem( $stored );
		$until   = (int) Stored_Shape::number( $stored, 'until' );
		// Of a clock that was put back since, it would stand in the way for too long.
		return null === $problem ? null : $problem + array( 'until' => $until <= time() + self::MOST_WAIT ? $until : 0 );
	}

	public static function remember_problem( Api\ApiException $error ): void {
		$wait = min( self::MOST_WAIT, max( 5 * MINUTE_IN_SECONDS, (int) $error->getRetryAfter() ) );
		update_option( self::PROBLEM, self::problem_of( $error ) + array( 'until' => time() + $wait ), false );
	}

	public static function forget_problem(): void {
		delete_option( self::PROBLEM );
	}
}
