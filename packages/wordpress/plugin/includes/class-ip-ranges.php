<?php
/**
 * Public IP addresses, by the same rules as the service: IPv4 is public except for a list of ranges; IPv6 is public inside one block, except for a list of ranges.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress itself blocks five IPv4 ranges only.
 */
final class Ip_Ranges {

	/** Not publicly reachable, or not globally unique. */
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

	/** The only IPv6 block from which public addresses are assigned. */
	const PUBLIC_IPV6 = '2000::/3';

	/** Loopback and private networks: the owner’s own service may be there. */
	const PRIVATE_RANGES = array( '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7' );

	/** Cloud metadata services inside those ranges, which hand out secrets. */
	const METADATA_SERVICES = array( '100.100.100.200/32', 'fd00:ec2::254/128', 'fd20:ce::254/128' );

	/** Whether this is a public IP address; false for anything else. */
	public static function is_public( string $address ): bool {
		$is_ipv6 = false !== strpos( $address, ':' );
		return self::is_ip( $address ) && ! self::is_in( $address, self::DENIED ) && ( ! $is_ipv6 || self::is_in( $address, array( self::PUBLIC_IPV6 ) ) );
	}

	/** Whether the owner’s service may have this address: public or private, but no metadata service. */
	public static function is_allowed_for_service( string $address ): bool {
		return self::is_public( $address ) || ( self::is_ip( $address ) && self::is_in( $address, self::PRIVATE_RANGES ) && ! self::is_in( $address, self::METADATA_SERVICES ) );
	}

	public static function is_ip( string $text ): bool {
		return false !== filter_var( $text, FILTER_VALIDATE_IP );
	}

	/** @param string[] $ranges CIDR ranges, IPv4 or IPv6. */
	private static function is_in( string $address, array $ranges ): bool {
		$bytes = (string) inet_pton( $address );
		foreach ( $ranges as $range ) {
			list( $first, $bits ) = explode( '/', $range );
			$network              = (string) inet_pton( $first );
			if ( strlen( $network ) === strlen( $bytes ) && self::has_same_prefix( $bytes, $network, (int) $bits ) ) {
				return true;
			}
		}
		return false;
	}

	private static function has_same_prefix( string $one, string $other, int $bits ): bool {
		$whole = intdiv( $bits, 8 );
		$mask  = 0xFF & ~( 0xFF >> $bits % 8 );
		return substr( $one, 0, $whole ) === substr( $other, 0, $whole )
			&& ( 0 === $mask || ( ord( $one[ $whole ] ) & $mask ) === ( ord( $other[ $whole ] ) & $mask ) );
	}
}
