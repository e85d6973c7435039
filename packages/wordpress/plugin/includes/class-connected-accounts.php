<?php
/**
 * The accounts that owners connected at the service. This site keeps their names and states, so that it can show them without a request.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The tokens stay at the service. Posts of an account whose owner took the permission back are deleted here.
 */
final class Connected_Accounts {

	const OPTION = 'central_posts_accounts';

	/** How long the settings page and the editor show the list as it is. */
	const FRESH_SECONDS = 10 * MINUTE_IN_SECONDS;

	/** How often a site with connected accounts looks in the background whether one ends. */
	const LOOK_SECONDS = HOUR_IN_SECONDS;

	const SECONDS = 12;

	/** @var array The stored accounts that $parsed was made from: a refresh looks up each of its rows. */
	private static $parsed_from = array();
	/** @var Connected_Account[] */
	private static $parsed = array();

	public static function init(): void {
		// Before the refresh, which then reads the accounts of this list.
		add_action( Refresh::HOOK, array( self::class, 'look' ), 5 );
	}

	/** @return Connected_Account[] In the order in which they were connected. */
	public static function all(): array {
		$stored = self::stored()['accounts'];
		if ( self::$parsed_from !== $stored ) {
			self::$parsed_from = $stored;
			self::$parsed      = array_values( array_filter( array_map( array( Connected_Account::class, 'parse' ), $stored ) ) );
		}
		return self::$parsed;
	}

	/** The platforms on which accounts can be connected. @return array[] Each with `platform`, `name`, `needs_host` and `accepts_handle`. */
	public static function connectable(): array {
		$platforms = array();
		foreach ( self::stored()['connectable'] as $each ) {
			if ( is_array( $each ) && is_string( $each['platform'] ?? null ) && is_string( $each['name'] ?? null ) ) {
				$platforms[] = array(
					'platform'       => $each['platform'],
					'name'           => $each['name'],
					'needs_host'     => true === ( $each['needsHost'] ?? null ),
					'accepts_handle' => true === ( $each['acceptsHandle'] ?? null ),
				);
			}
		}
		return $platforms;
	}

	public static function find( string $id ): ?Connected_Account {
		foreach ( self::all() as $account ) {
			if ( $account->id === $id ) {
				return $account;
			}
		}
		return null;
	}

	/** The account of a profile; null if nobody connected it. */
	public static function of_profile( string $platform, string $handle ): ?Connected_Account {
		foreach ( self::all() as $account ) {
			if ( $account->is( $platform, $handle ) ) {
				return $account;
			}
		}
		return null;
	}

	/** Adds the connection to a scan of a profile whose owner connected it. @param array $query With `platform` and `handle`. */
	public static function through( array $query ): array {
		$account = self::of_profile( $query['platform'], $query['handle'] );
		return null === $account ? $query : $query + array( 'connection' => $account->id );
	}

	/** Requests the list if it is older than this. @return string Empty, or the code of the error. */
	public static function refresh( int $seconds = self::FRESH_SECONDS ): string {
		$age = time() - self::stored()['at'];
		if ( $age >= 0 && $age < $seconds ) {
			return '';
		}
		try {
			self::store( Service::client( self::SECONDS )->connections() );
		} catch ( Api\ApiException $error ) {
			// Services of version 1.0.0 have no connected accounts.
			if ( 'not_found' !== $error->getErrorCode() ) {
				return $error->getErrorCode();
			}
			self::store( array() );
		}
		return '';
	}

	/** Looks in the background whether an account has ended. A site without connected accounts sends no request. */
	public static function look(): void {
		$problem = Service::problem();
		if ( Service::is_set_up() && ( null === $problem || $problem['until'] <= time() ) && array() !== self::all() ) {
			self::refresh( self::LOOK_SECONDS );
		}
	}

	/**
	 * Stores the list, and deletes the posts of accounts that are not on it any more or were taken back by their owners.
	 *
	 * @param array $response Response of the service.
	 */
	public static function store( array $response ): void {
		$before = self::all();
		update_option(
			self::OPTION,
			array(
				'at'          => time(),
				'of'          => self::license(),
				'accounts'    => array_values( (array) ( $response['connections'] ?? array() ) ),
				'connectable' => array_values( (array) ( $response['connectable'] ?? array() ) ),
			),
			false
		);
		if ( array_column( $before, 'id' ) !== array_column( self::all(), 'id' ) ) {
			// How many of the plan's accounts are used is part of it.
			delete_transient( Service::ACCOUNT );
		}
		$usable = array();
		foreach ( self::all() as $account ) {
			if ( ! $account->is_taken_back() ) {
				$usable[] = $account->id;
			}
		}
		foreach ( $before as $account ) {
			if ( ! in_array( $account->id, $usable, true ) ) {
				self::forget_posts( $account );
			}
		}
	}

	/** Lets the next refresh read the posts of an account at once. */
	public static function read_soon( Connected_Account $account ): void {
		foreach ( self::rows_of( $account ) as $key => $item ) {
			Items::update( $key, array( 'due_at' => time() ) );
		}
		Refresh::run_soon();
	}

	private static function forget_posts( Connected_Account $account ): void {
		$changed = array();
		foreach ( self::rows_of( $account ) as $item ) {
			$older = Older_Posts::of( $item['reference'] );
			$items = Reference::PROFILE === $item['reference']->type ? Items::find( array( $older->key() ) ) : array();
			foreach ( array( $item ) + $items as $each ) {
				$changed = array_merge( $changed, Refresh::record_failure( $each, 'connection_ended', false, '' ) );
			}
		}
		Usage_Index::notify_changed( $changed );
	}

	/** The rows of its posts, by key. @return array<string, array> */
	private static function rows_of( Connected_Account $account ): array {
		return array_filter(
			Items::in_use(),
			static function ( array $item ) use ( $account ): bool {
				$reference = $item['reference'];
				$author    = Reference::POST === $reference->type ? (string) ( $item['data']['author']['handle'] ?? '' ) : $reference->subject;
				return in_array( $reference->type, array( Reference::PROFILE, Reference::POST ), true ) && $account->is( $reference->platform, $author );
			}
		);
	}

	/** What is stored for the current license; nothing of another one. */
	private static function stored(): array {
		$option = get_option( self::OPTION );
		$stored = is_array( $option ) && self::license() === ( $option['of'] ?? null ) ? $option : array();
		return array(
			'at'          => is_int( $stored['at'] ?? null ) ? $stored['at'] : 0,
			'accounts'    => is_array( $stored['accounts'] ?? null ) ? $stored['accounts'] : array(),
			'connectable' => is_array( $stored['connectable'] ?? null ) ? $stored['connectable'] : array(),
		);
	}

	/** Tells licenses apart without their keys. */
	private static function license(): string {
		return Settings::url() . ' ' . Settings::key_suffix();
	}
}
