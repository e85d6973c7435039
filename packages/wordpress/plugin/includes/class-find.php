<?php
/**
 * The REST route behind the field of the block: finds out what a typed text names, and stores it so that the block can show it at once.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A post by its URL, or a profile of a platform. Which platforms fit is decided in class Recognizer.
 */
final class Find {

	/** Errors of a platform that does not have the profile, so that the next platform is tried. Such a scan does not count. */
	const NOT_HERE = array( 'handle_malformed', 'profile_not_found', 'profile_unsupported', 'platform_error', 'platform_not_configured', 'platform_unauthorized', 'platform_unknown', 'platform_not_in_plan' );

	/** Most platforms to try for one text. */
	const MAX_TRIES = 3;

	/** Time limit of one scan, in seconds. */
	const SCAN_SECONDS = 12;

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		Rest::route(
			'/find',
			'find',
			array( self::class, 'find' ),
			array(
				'text'     => array( 'maxLength' => 2048 ) + Rest::TEXT,
				'platform' => array( 'required' => false ) + Rest::PLATFORM,
			)
		);
	}

	/**
	 * Finds a post or a profile.
	 *
	 * @return array|\WP_Error `is`: `profile` (with `platform`, `handle`, `variant`, `label`, `url`), `post` (with `mode`, `url`, `text`),
	 *                         or `unclear` (with `platforms`, among which the editor chooses, and `url`, which can be a link card; or null).
	 */
	public static function find( \WP_REST_Request $request ) {
		return Rest::with_client(
			static function () use ( $request ): array {
				$text   = $request['text'];
				$chosen = $request['platform'];
				if ( null !== $chosen ) {
					return self::profile( $chosen, $text );
				}
				return self::post( $text ) ?? self::first_profile( $text );
			}
		);
	}

	/** The post with this URL; null if the text is not the URL of a post. */
	private static function post( string $text ): ?array {
		$url = self::url( $text );
		if ( null === $url ) {
			return null;
		}
		try {
			return array( 'is' => 'post' ) + Rest::read_as( Service::client(), 'post', $url );
		} catch ( Api\ApiException $error ) {
			if ( 'unsupported_post_url' === $error->getErrorCode() ) {
				return null;
			}
			throw $error;
		}
	}

	/** The first platform with such a profile. A name without a server can be on many platforms: the editor chooses. */
	private static function first_profile( string $text ): array {
		$candidates = Recognizer::candidates( $text, Service::platforms() );
		$url        = self::url( $text );
		if ( array() === $candidates && null === $url ) {
			throw Service::local_exception( 'not_recognized', 404 );
		}
		if ( array() === $candidates || ( count( $candidates ) > 1 && ! Recognizer::names_host( $text ) ) ) {
			return array(
				'is'        => 'unclear',
				'platforms' => $candidates,
				'url'       => $url,
			);
		}
		$first = null;
		foreach ( array_slice( $candidates, 0, self::MAX_TRIES ) as $platform ) {
			try {
				return self::profile( $platform, $text );
			} catch ( Api\ApiException $error ) {
				if ( ! in_array( $error->getErrorCode(), self::NOT_HERE, true ) ) {
					throw $error;
				}
				$first = $first ?? $error;
			}
		}
		throw $first;
	}

	private static function profile( string $platform, string $text ): array {
		$page    = Service::client( self::SCAN_SECONDS )->scan(
			array(
				'platform' => $platform,
				'handle'   => $text,
				'variant'  => 'posts',
			)
		);
		$profile = $page['body']['profile'];
		Usage_Index::notify_changed( Refresh::store_profile( $page ) );
		return array(
			'is'       => 'profile',
			'platform' => $platform,
			'handle'   => $page['body']['handle'],
			'variant'  => 'posts',
			'label'    => $profile['displayName'] ?? $profile['handle'],
			'url'      => $profile['url'] ?? null,
		);
	}

	/** The text as a URL with its scheme; null if it is none. */
	private static function url( string $text ): ?string {
		if ( ! Recognizer::is_url( $text ) ) {
			return null;
		}
		$url = Attributes::url( preg_match( '~^https?://~i', $text ) ? $text : "https://$text" );
		return '' === $url ? null : $url;
	}
}
