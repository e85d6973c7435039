<?php
/**
 * The shape of what is stored of the account and of problems: other plugins, imports and older versions may have changed it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * What has not its shape is as good as absent.
 */
final class Stored_Shape {

	/**
	 * What is stored for ten minutes.
	 *
	 * @param mixed $stored As class Service has it.
	 * @return array|null `account`, or `problem`.
	 */
	public static function answer( $stored ): ?array {
		$problem = self::problem( self::part( $stored, 'problem' ) );
		$account = self::account( self::part( $stored, 'account' ) );
		if ( null !== $problem ) {
			return array( 'problem' => $problem );
		}
		return null === $account ? null : array( 'account' => $account );
	}

	/** @param mixed $stored As `Service::problem_of` has it. */
	public static function problem( $stored ): ?array {
		$code = self::text( $stored, 'code' );
		return null === $code || '' === $code ? null : array(
			'code'       => $code,
			'request_id' => (string) self::text( $stored, 'request_id' ),
			'at'         => (int) self::number( $stored, 'at' ),
		);
	}

	/** @param mixed $stored As the account has them. @return array[] Each with `id`, `name`, `variants` and `handles`. */
	public static function platforms( $stored ): array {
		$platforms = array();
		foreach ( self::with_texts( $stored, array( 'id', 'name' ) ) as $platform ) {
			$handles     = (array) ( self::part( $platform, 'handles' ) ?? array() );
			$platforms[] = array(
				'variants' => self::with_texts( self::part( $platform, 'variants' ), array( 'id', 'meaning' ) ),
				'handles'  => array_values( array_filter( $handles, 'is_string' ) ),
			) + $platform;
		}
		return $platforms;
	}

	/** @param mixed $stored An array. */
	public static function number( $stored, string $name ): ?int {
		$value = self::part( $stored, $name );
		return is_int( $value ) ? $value : null;
	}

	/** @param mixed $stored As the service answers. */
	private static function account( $stored ): ?array {
		$license = self::part( $stored, 'license' );
		if ( array() === self::with_texts( array( $license ), array( 'plan', 'status' ) ) ) {
			return null;
		}
		$usage = array();
		foreach ( array( 'scans', 'validations', 'sites' ) as $counted ) {
			$count = self::part( self::part( $stored, 'usage' ), $counted );
			$used  = self::number( $count, 'used' );
			if ( null === $used ) {
				return null;
			}
			$usage[ $counted ] = array(
				'used'  => $used,
				'limit' => self::number( $count, 'limit' ),
			);
		}
		return array(
			'license'   => array( 'expiresAt' => self::text( $license, 'expiresAt' ) ) + $license,
			'usage'     => $usage,
			'platforms' => self::platforms( self::part( $stored, 'platforms' ) ),
		) + $stored;
	}

	/**
	 * Arrays in an array, but for those that lack one of the texts.
	 *
	 * @param mixed    $stored An array of arrays.
	 * @param string[] $names Of what each has.
	 * @return array[]
	 */
	private static function with_texts( $stored, array $names ): array {
		$whole = array();
		foreach ( is_array( $stored ) ? $stored : array() as $each ) {
			$texts = array();
			foreach ( $names as $name ) {
				$texts[] = self::text( $each, $name );
			}
			if ( ! in_array( null, $texts, true ) ) {
				$whole[] = $each;
			}
		}
		return $whole;
	}

	/** @param mixed $stored An array. */
	private static function text( $stored, string $name ): ?string {
		$value = self::part( $stored, $name );
		return is_string( $value ) ? $value : null;
	}

	/**
	 * Of an object it would be a fatal error to ask.
	 *
	 * @param mixed  $stored An array.
	 * @param string $name Of a value in it.
	 * @return mixed
	 */
	private static function part( $stored, string $name ) {
		return is_array( $stored ) ? $stored[ $name ] ?? null : null;
	}
}
