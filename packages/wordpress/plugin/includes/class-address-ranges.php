<?php
/**
 * Which network addresses are public, as the service has them: IPv4 is everything but a list, IPv6 one block but a list.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress knows five ranges of IPv4; what answers in the others is as little for strangers.
 */
final class Address_Ranges {

	/** Not reachable by the public, or not by everybody the same way. */
	const DENIED = array(
		'0.0.0.0/8',
		'10.0.0.0/8',
		'100.64.0.0/10',
		'127.0.0.0/8',
		'168.63.129.16/32',
		'169.254.0.0/16',
		'172.16.0.0/12',
		'192.0.0.0/24',
		'192.0.2.0/24',
		'192.31.196.0/24',
		'192.52.193.0/24',
		'192.88.99.0/24',
		'192.168.0.0/16',
		'192.175.48.0/24',
		'198.18.0.0/15',
		'198.51.100.0/24',
		'203.0.113.0/24',
		'224.0.0.0/4',
		'240.0.0.0/4',
		'2001::/23',
		'2001:db8::/32',
		'2002::/16',
		'2620:4f:8000::/48',
		'3fff::/20',
	);

	/** The only block of IPv6 from which public addresses are given out. */
	const PUBLIC_IPV6 = '2000::/3';

	/** Where a machine or a network keeps what is its own: an owner’s service may be there. */
	const OF_A_NETWORK = array( '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7' );

	/** Services of clouds that hand out secrets, in those ranges. */
	const METADATA = array( '100.100.100.200/32', 'fd00:ec2::254/128', 'fd20:ce::254/128' );

	/** Whether everybody may reach it. Anything but an address is not public. */
	public static function is_public( string $address ): bool {
		$is_ipv6 = false !== strpos( $address, ':' );
		return self::is_address( $address ) && ! self::is_in( $address, self::DENIED ) && ( ! $is_ipv6 || self::is_in( $address, array( self::PUBLIC_IPV6 ) ) );
	}

	/** Whether a service of the owner’s may be there. */
	public static function may_be_service( string $address ): bool {
		return self::is_public( $address ) || ( self::is_address( $address ) && self::is_in( $address, self::OF_A_NETWORK ) && ! self::is_in( $address, self::METADATA ) );
	}

	public static function is_address( string $text ): bool {
		return false !== filter_var( $text, FILTER_VALIDATE_IP );
	}

	/** @param string[] $ranges Of either family. */
	private static function is_in( string $address, array $ranges ): bool {
		$bytes = (string) inet_pton( $address );
		foreach ( $ranges as $range ) {
			list( $first, $bits ) = explode( '/', $range );
			$network              = (string) inet_pton( $first );
			if ( strlen( $network ) === strlen( $bytes ) && self::is_same_start( $bytes, $network, (int) $bits ) ) {
				return true;
			}
		}
		return false;
	}

	private static function is_same_start( string $one, string $other, int $bits ): bool {
		$whole = intdiv( $bits, 8 );
		$mask  = 0xFF & ~( 0xFF >> $bits % 8 );
		return substr( $one, 0, $whole ) === substr( $other, 0, $whole )
			&& ( 0 === $mask || ( ord( $one[ $whole ] ) & $mask ) === ( ord( $other[ $whole ] ) & $mask ) );
	}
}
