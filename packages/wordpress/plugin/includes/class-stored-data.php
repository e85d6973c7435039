<?php
/**
 * Validates stored data of the account and of problems: other plugins, imports and older versions may have changed it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Invalid data is treated as missing.
 */
final class Stored_Data {

	/**
	 * Validates the cached account, or the problem that was cached in its place.
	 *
	 * @param mixed $stored Value of the transient.
	 * @return array|null `account`, or `problem`.
	 */
	public static function account_or_problem( $stored ): ?array {
		$problem = self::problem( self::value( $stored, 'problem' ) );
		$account = self::account( self::value( $stored, 'account' ) );
		if ( null !== $problem ) {
			return array( 'problem' => $problem );
		}
		return null === $account ? null : array( 'account' => $account );
	}

	/** @param mixed $stored Return value of Service::describe_problem(). */
	public static function problem( $stored ): ?array {
		$code = self::string( $stored, 'code' );
		return null === $code || '' === $code ? null : array(
			'code'       => $code,
			'request_id' => (string) self::string( $stored, 'request_id' ),
			'at'         => (int) self::number( $stored, 'at' ),
		);
	}

	/** @param mixed $stored `platforms` of the account. @return array[] Each with `id`, `name`, `variants` and `handles`. */
	public static function platforms( $stored ): array {
		$platforms = array();
		foreach ( self::with_strings( $stored, array( 'id', 'name' ) ) as $platform ) {
			$handles     = (array) ( self::value( $platform, 'handles' ) ?? array() );
			$platforms[] = array(
				'variants' => self::with_strings( self::value( $platform, 'variants' ), array( 'id', 'meaning' ) ),
				'handles'  => array_values( array_filter( $handles, 'is_string' ) ),
			) + $platform;
		}
		return $platforms;
	}

	/** @param mixed $stored An array. */
	public static function number( $stored, string $name ): ?int {
		$value = self::value( $stored, $name );
		return is_int( $value ) ? $value : null;
	}

	/** @param mixed $stored Account response of the service. */
	private static function account( $stored ): ?array {
		$license = self::value( $stored, 'license' );
		if ( array() === self::with_strings( array( $license ), array( 'plan', 'status' ) ) ) {
			return null;
		}
		$usage = array();
		foreach ( array( 'scans', 'validations', 'sites', 'connections' ) as $metric ) {
			$count = self::value( self::value( $stored, 'usage' ), $metric );
			$used  = self::number( $count, 'used' );
			if ( null === $used && 'connections' === $metric ) {
				// A service before connected accounts does not count them.
				continue;
			}
			if ( null === $used ) {
				return null;
			}
			$usage[ $metric ] = array(
				'used'  => $used,
				'limit' => self::number( $count, 'limit' ),
			);
		}
		return array(
			'license'   => array( 'expiresAt' => self::string( $license, 'expiresAt' ) ) + $license,
			'usage'     => $usage,
			'platforms' => self::platforms( self::value( $stored, 'platforms' ) ),
		) + $stored;
	}

	/**
	 * Returns the arrays that have all of these string values.
	 *
	 * @param mixed    $stored An array of arrays.
	 * @param string[] $names Required keys.
	 * @return array[]
	 */
	private static function with_strings( $stored, array $names ): array {
		$valid = array();
		foreach ( is_array( $stored ) ? $stored : array() as $each ) {
			$values = array();
			foreach ( $names as $name ) {
				$values[] = self::string( $each, $name );
			}
			if ( ! in_array( null, $values, true ) ) {
				$valid[] = $each;
			}
		}
		return $valid;
	}

	/** @param mixed $stored An array. */
	private static function string( $stored, string $name ): ?string {
		$value = self::value( $stored, $name );
		return is_string( $value ) ? $value : null;
	}

	/**
	 * Returns a value of an array. Reading a key of an object would be a fatal error.
	 *
	 * @param mixed  $stored An array.
	 * @param string $name Key.
	 * @return mixed
	 */
	private static function value( $stored, string $name ) {
		return is_array( $stored ) ? $stored[ $name ] ?? null : null;
	}
}
