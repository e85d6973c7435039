<?php
/**
 * The REST route behind the field of the block: finds out what a typed text names, and stores it so that the block can show it at once.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A post by its URL, or a profile of a platform. The service recognizes which platforms fit.
 */
final class Find {

	/** Errors of a platform that does not have the profile, so that the next platform is tried. Such a scan does not count. */
	const NOT_HERE = array( 'handle_malformed', 'profile_not_found', 'profile_unsupported', 'platform_error', 'platform_not_configured', 'platform_unauthorized', 'platform_unknown', 'platform_not_in_plan' );

	/** A text with a host belongs to one platform at most, which only a scan can tell. */
	const WITH_HOST = '~[\w-]\.[a-z]{2,}(?:[/:?#]|$)~i';

	/** Most platforms to try for one text. */
	const MAX_TRIES = 3;

	/** Time limit of one scan, in seconds. */
	const SCAN_SECONDS = 12;

	/** @var string Id of the platform that was tried last; '' if none was. */
	private static $tried = '';

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
				'variant'  => Rest::VARIANT,
				'only'     => array(
					'required' => false,
					'enum'     => array( 'profile' ),
				) + Rest::TEXT,
			)
		);
	}

	/**
	 * Finds a post or a profile.
	 *
	 * @return array|\WP_Error `is`: `profile` (with `platform`, `handle`, `variant`, `label`, `url`, `byOthers`: whether anybody can post there; `variants` if they are known), `post` (with `mode`, `url`, `text`),
	 *                         or `unclear` (with `matches`, among which the editor chooses: see Find_Matches; `says`, why none fits; `hint`, what else to type; and `url`,
	 *                         which can be a link card; or null).
	 */
	public static function find( \WP_REST_Request $request ) {
		return Rest::with_client(
			static function () use ( $request ) {
				$text        = trim( $request['text'] );
				self::$tried = (string) $request['platform'];
				try {
					return self::any( $text, $request );
				} catch ( Api\ApiException $error ) {
					$message = Find_Messages::of_error( $error->getErrorCode(), self::$tried, $text );
					if ( '' === $message ) {
						throw $error;
					}
					if ( 'platform_error' === $error->getErrorCode() ) {
						$message = Render::with_request_id( $message, (string) $error->getRequestId() );
					}
					return new \WP_Error( $error->getErrorCode(), $message, array( 'status' => $error->getHttpStatus() >= 400 ? $error->getHttpStatus() : 502 ) );
				}
			}
		);
	}

	private static function any( string $text, \WP_REST_Request $request ): array {
		if ( null !== $request['platform'] ) {
			return self::profile( $request['platform'], $text, $request['variant'] ?? 'posts' );
		}
		$post = 'profile' === $request['only'] ? null : self::post( $text );
		return $post ?? self::first_profile( $text, null === $request['only'] ? self::url( $text ) : null );
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

	/**
	 * The first platform with such a profile. A name without a server can be on many platforms: the editor chooses.
	 *
	 * @param string      $text Text.
	 * @param string|null $url URL that can be a link card instead.
	 */
	private static function first_profile( string $text, ?string $url ): array {
		$matches = Find_Matches::of( $text );
		$hint    = Find_Matches::hint( $text );
		if ( is_string( $matches ) ) {
			self::$tried = $matches;
			throw Service::local_exception( 'profile_unsupported', 422 );
		}
		if ( array() === $matches && null === $url && '' === $hint ) {
			throw Service::local_exception( 'not_recognized', 404 );
		}
		$is_open = count( $matches ) > 1 && ! preg_match( self::WITH_HOST, $text );
		if ( array() === $matches || $is_open || ( '' !== $hint && Find_Matches::is_made_up( $matches ) ) ) {
			return array(
				'is'      => 'unclear',
				'matches' => $matches,
				'says'    => array() === $matches && null !== $url ? Find_Messages::of_url( $url ) : '',
				'hint'    => $hint,
				'url'     => $url,
			);
		}
		$first = null;
		foreach ( array_slice( $matches, 0, self::MAX_TRIES ) as $match ) {
			try {
				return self::profile( $match['platform'], $match['handle'], $match['variant'] ) + array( 'variants' => $match['variants'] );
			} catch ( Api\ApiException $error ) {
				if ( ! in_array( $error->getErrorCode(), self::NOT_HERE, true ) ) {
					throw $error;
				}
				$first = $first ?? $error;
			}
		}
		throw $first;
	}

	private static function profile( string $platform, string $handle, string $variant ): array {
		self::$tried = $platform;

		$page    = Service::client( self::SCAN_SECONDS )->scan(
			Connected_Accounts::through(
				array(
					'platform' => $platform,
					'handle'   => $handle,
					'variant'  => $variant,
				)
			)
		);
		$profile = $page['body']['profile'];
		Usage_Index::notify_changed( Refresh::store_profile( $page ) );
		return array(
			'is'       => 'profile',
			'platform' => $platform,
			'handle'   => $page['body']['handle'],
			'variant'  => $variant,
			'label'    => Emoji_Codes::without( $profile['displayName'] ?? $profile['handle'] ),
			'url'      => $profile['url'] ?? null,
			'byOthers' => Review_Sidebar::is_by_others( array( 'data' => array( 'profile' => $profile ) ) ),
		);
	}

	/** The text as a URL with its scheme; null if it is none. */
	private static function url( string $text ): ?string {
		if ( ! preg_match( '~^(?:https?://|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/|$))~i', $text ) ) {
			return null;
		}
		$url = Attributes::url( preg_match( '~^https?://~i', $text ) ? $text : "https://$text" );
		return '' === $url ? null : $url;
	}
}
