<?php
/**
 * Access to the service. The plugin sends no request before the owner has entered a URL and a license key.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Creates the client, and stores the last problem and the account.
 */
final class Service {

	const PROBLEM   = 'central_posts_problem';
	const PLATFORMS = 'central_posts_platforms';
	const ACCOUNT   = 'central_posts_account';

	/** Longest pause after a problem. */
	const MAX_WAIT_SECONDS = DAY_IN_SECONDS;

	/** How long the settings page waits for the account. */
	const ACCOUNT_SECONDS = 12;

	/** Errors that affect every request, not just one: they stop a refresh. */
	const GLOBAL_ERRORS = array( 'network_error', 'unexpected_answer', 'unavailable', 'internal_error', 'quota_exceeded', 'rate_limited', 'site_limit_reached', 'blocked_here', 'not_set_up', 'key_unreadable' );

	/**
	 * Creates a client for the current URL of this site. A copy of the site has another URL and so counts as another site.
	 *
	 * @param float|null $seconds Time limit of one call; null for the limit that fits the host.
	 * @throws Api\ApiException If the service cannot be called: not_set_up, key_unreadable, blocked_here.
	 */
	public static function client( ?float $seconds = null ): Api\Client {
		$code = self::local_error();
		if ( '' !== $code ) {
			throw self::local_exception( $code );
		}
		return self::client_for( Settings::url(), Settings::key(), $seconds );
	}

	/** Creates a client for a URL and a key that may not be stored. */
	public static function client_for( string $url, string $key, ?float $seconds = null ): Api\Client {
		$options = array(
			'siteId'    => self::site(),
			'userAgent' => 'central-posts/' . CENTRAL_POSTS_VERSION,
		);
		if ( null !== $seconds ) {
			$options['seconds'] = $seconds;
		}
		return new Api\Client( $url, $key, $options );
	}

	/**
	 * Creates the exception for an error of this site, in the form of the client's exceptions.
	 *
	 * @param string $code Code with a message in class Messages.
	 * @param int    $status HTTP status for a REST route; 0 for the default.
	 * @param bool   $is_retryable Whether the same request may succeed later.
	 */
	public static function local_exception( string $code, int $status = 0, bool $is_retryable = false ): Api\ApiException {
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
	 * The URL of this site, independent of the language of a page: translation plugins filter home_url(), and some also filter the
	 * option. In a network the constant would apply to every site.
	 */
	public static function site(): string {
		if ( ! isset( $GLOBALS['wp_filter']['pre_option_home'] ) ) {
			return (string) get_option( 'home' );
		}
		$home = defined( 'WP_HOME' ) && ! is_multisite() ? WP_HOME : ( wp_load_alloptions()['home'] ?? '' );
		return untrailingslashit( (string) $home );
	}

	/** Whether the owner has entered a service URL and a license key. */
	public static function is_set_up(): bool {
		return '' !== Settings::url() && '' !== Settings::key();
	}

	/** The error on this site that prevents requests: a code, or ''. */
	public static function local_error(): string {
		if ( Settings::is_key_unreadable() ) {
			return 'key_unreadable';
		}
		if ( ! self::is_set_up() ) {
			return 'not_set_up';
		}
		return ( new \WP_Http() )->block_request( Settings::url() ) ? 'blocked_here' : '';
	}

	/**
	 * The license, its usage, sites and platforms. Cached for ten minutes.
	 *
	 * @param bool $refresh Whether to skip the cache, and to retry a key that was rejected.
	 * @return array `account`, or `problem` in the form of describe_problem().
	 */
	public static function account( bool $refresh = false ): array {
		$cached = $refresh ? null : Stored_Data::account_or_problem( get_transient( self::ACCOUNT ) );
		if ( null !== $cached ) {
			return $cached;
		}
		try {
			$client = self::client( self::ACCOUNT_SECONDS );
			if ( $refresh ) {
				$client->recheck();
			}
			$result = self::read_account( $client );
		} catch ( Api\ApiException $error ) {
			$result = array( 'problem' => self::describe_problem( $error ) );
		}
		self::store_account( $result );
		return $result;
	}

	/**
	 * Requests the account.
	 *
	 * @return array `account`.
	 * @throws Api\ApiException Also if the response is not an account: unexpected_answer.
	 */
	public static function read_account( Api\Client $client ): array {
		$result = Stored_Data::account_or_problem( array( 'account' => $client->account() ) );
		if ( null === $result ) {
			throw self::local_exception( 'unexpected_answer' );
		}
		return $result;
	}

	/** Caches the account or the problem, as returned by account(), and stores the platforms. */
	public static function store_account( array $result ): void {
		if ( isset( $result['account'] ) ) {
			update_option( self::PLATFORMS, $result['account']['platforms'], false );
			self::clear_problem();
		}
		set_transient( self::ACCOUNT, $result, 10 * MINUTE_IN_SECONDS );
	}

	/** The platforms that the license includes, as of the last account response. @return array[] */
	public static function platforms(): array {
		return Stored_Data::platforms( get_option( self::PLATFORMS ) );
	}

	/** Display name of a platform. */
	public static function platform_name( string $id ): string {
		foreach ( self::platforms() as $platform ) {
			if ( $platform['id'] === $id ) {
				return $platform['name'];
			}
		}
		return ucfirst( $id );
	}

	/** The part of an error that is stored and shown. @return array `code`, `request_id`, `at`. */
	public static function describe_problem( Api\ApiException $error ): array {
		return array(
			'code'       => $error->getErrorCode(),
			'request_id' => (string) $error->getRequestId(),
			'at'         => time(),
		);
	}

	/** Whether an error concerns the license, the quota or the connection, and not a single item. */
	public static function affects_all_requests( string $code ): bool {
		return 0 === strpos( $code, 'license_' ) || 0 === strpos( $code, 'token_' ) || in_array( $code, self::GLOBAL_ERRORS, true );
	}

	/** Problem of the last refresh. @return array|null In the form of describe_problem(), and `until`: when to retry. */
	public static function problem(): ?array {
		$stored  = get_option( self::PROBLEM );
		$problem = Stored_Data::problem( $stored );
		$until   = (int) Stored_Data::number( $stored, 'until' );
		// Guards against a clock that was set back, which would pause the refresh for too long.
		return null === $problem ? null : $problem + array( 'until' => $until <= time() + self::MAX_WAIT_SECONDS ? $until : 0 );
	}

	public static function record_problem( Api\ApiException $error ): void {
		$wait = min( self::MAX_WAIT_SECONDS, max( 5 * MINUTE_IN_SECONDS, (int) $error->getRetryAfter() ) );
		update_option( self::PROBLEM, self::describe_problem( $error ) + array( 'until' => time() + $wait ), false );
	}

	public static function clear_problem(): void {
		delete_option( self::PROBLEM );
	}
}
