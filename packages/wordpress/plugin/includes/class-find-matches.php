<?php
/**
 * Which platforms can have what a person typed into the field of the block, as the service recognizes it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Sends one request to the service, which calls no platform.
 */
final class Find_Matches {

	/** States of a match that cannot be shown. */
	const UNAVAILABLE = array( 'not_in_plan', 'not_configured' );

	const SANDBOX = 'sandbox';

	/** Hashtags and other pages of the sandbox: it has them under any name, so that only these are meant. */
	const MADE_UP = '~^[#!]|/~';
	const MEANT   = '~^(?:[#!]|[a-z]+/)(?:demo|nothing)\b~i';

	/** Platforms whose names need a server, and a server as an example, by what a name begins with. */
	const SERVERS = array(
		'#' => array(
			'mastodon' => 'mastodon.social',
			'misskey'  => 'misskey.io',
			'peertube' => 'peertube.tv',
		),
		'@' => array(
			'mastodon' => 'mastodon.social',
			'misskey'  => 'misskey.io',
			'peertube' => 'peertube.tv',
			'lemmy'    => 'lemmy.world',
		),
		'!' => array( 'lemmy' => 'lemmy.world' ),
	);

	/**
	 * The likeliest first, and the sandbox only if nothing else fits or it is meant.
	 *
	 * @return array[]|string Each with `platform`, `handle`, `variant`, `variants`, `label`, `mark` (HTML). Id of a platform that has what the
	 *                        text names, and does not let it be shown.
	 */
	public static function of( string $text ) {
		$found = self::recognize( $text );
		if ( empty( $found['matches'] ) && ! empty( $found['unsupported'] ) && '' === self::hint( $text ) ) {
			return (string) ( $found['unsupported'][0]['platform'] ?? '' );
		}
		$matches   = self::without_others( (array) ( $found['matches'] ?? array() ) );
		$platforms = array_count_values( array_column( $matches, 'platform' ) );
		return array_map(
			static function ( array $match ) use ( $platforms ): array {
				$name = Glyphs::platform_name( $match['platform'] );
				return array(
					'platform' => $match['platform'],
					'handle'   => $match['handle'],
					'variant'  => $match['variant'] ?? 'posts',
					'variants' => $match['variants'] ?? array(),
					/* translators: 1: name of a platform, 2: what a name means there, such as “a hashtag”. */
					'label'    => 1 === $platforms[ $match['platform'] ] ? $name : sprintf( __( '%1$s: %2$s', 'central-posts' ), $name, (string) ( $match['meaning'] ?? '' ) ),
					'mark'     => Glyphs::mark( $match['platform'] ),
				);
			},
			$matches
		);
	}

	/** How to name the same on platforms that need a server; '' if there is none among those of the license, or the text has a server. */
	public static function hint( string $text ): string {
		if ( ! preg_match( '/^([#@!]?)([\p{L}\p{N}_]+)$/u', $text, $parts ) ) {
			return '';
		}
		$sign    = '' === $parts[1] ? '@' : $parts[1];
		$ids     = array_column( Service::platforms(), 'id' );
		$servers = array_intersect_key( self::SERVERS[ $sign ], array_flip( $ids ) );
		if ( array() === $servers ) {
			return '';
		}
		$names = array_map( array( Glyphs::class, 'platform_name' ), array_keys( $servers ) );
		/* translators: 1: names of platforms, such as “Mastodon, Misskey, PeerTube”. 2: a name with a server, such as #bread@mastodon.social. */
		return sprintf( __( '%1$s: add a server, as in %2$s.', 'central-posts' ), implode( ', ', $names ), $sign . $parts[2] . '@' . reset( $servers ) );
	}

	/** Whether the only match is one that the sandbox has for any text. @param array[] $matches From of(). */
	public static function is_made_up( array $matches ): bool {
		return 1 === count( $matches ) && self::SANDBOX === $matches[0]['platform'] && ! self::is_meant( $matches[0]['handle'] );
	}

	/** @return array `matches` and `unsupported`, as the service returns them. A service of version 1.0.0 recognizes nothing: every platform is possible. */
	private static function recognize( string $text ): array {
		try {
			return Service::client()->recognize( $text );
		} catch ( Api\ApiException $error ) {
			if ( 'not_found' !== $error->getErrorCode() ) {
				throw $error;
			}
		}
		$matches = array();
		foreach ( Service::platforms() as $platform ) {
			$matches[] = array(
				'platform' => $platform['id'],
				'handle'   => $text,
				'variants' => $platform['variants'],
			);
		}
		return array( 'matches' => $matches );
	}

	/** Removes what the license or the service cannot show, and what the sandbox makes up, if anything else is left. */
	private static function without_others( array $matches ): array {
		$available = array_filter(
			$matches,
			static function ( array $match ): bool {
				return ! in_array( $match['state'] ?? '', self::UNAVAILABLE, true );
			}
		);
		$available = array() === $available ? $matches : $available;
		$real      = array_filter(
			$available,
			static function ( array $match ): bool {
				return self::SANDBOX !== $match['platform'] || self::is_meant( $match['handle'] );
			}
		);
		return array_values( array() === $real ? $available : $real );
	}

	/** Whether a handle of the sandbox is one of those that it is documented with. */
	private static function is_meant( string $handle ): bool {
		return ! preg_match( self::MADE_UP, $handle ) || 1 === preg_match( self::MEANT, $handle );
	}
}
