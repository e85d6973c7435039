<?php
/**
 * REST routes for the editor. The license key and the token never leave the server.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Only users who can edit posts have access, with a rate limit per user.
 */
final class Rest {

	const BASE       = 'central-posts/v1';
	const PER_MINUTE = 60;
	/** A page of posts loads its images one by one. */
	const IMAGES_PER_MINUTE = 600;
	/** Routes that call the service, which counts against the license's quota. */
	const METERED         = array( 'scan', 'read', 'find' );
	const METERED_PER_DAY = 1000;
	/** How long an editor waits for copies of images. */
	const COPY_SECONDS = 8;

	/** Schema of a text. */
	const TEXT = array(
		'type'              => 'string',
		'required'          => true,
		'minLength'         => 1,
		'maxLength'         => 512,
		'validate_callback' => 'rest_validate_request_arg',
		'sanitize_callback' => array( Attributes::class, 'text' ),
	);
	/** Schema of the id of a platform. */
	const PLATFORM = array(
		'pattern'   => '^[a-z0-9][a-z0-9_-]*$',
		'maxLength' => 64,
	) + self::TEXT;

	/** Schema of the id of a variant. */
	const VARIANT = array(
		'required'  => false,
		'pattern'   => '^[a-z0-9_-]+$',
		'maxLength' => 32,
	) + self::TEXT;

	/** @var \WP_REST_Request|null The last counted request. */
	private static $last_counted = null;
	/** @var bool Whether the last counted request is within the limits. */
	private static $is_within_limits = false;

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		self::route(
			'/scan',
			'scan',
			array( self::class, 'scan' ),
			array(
				'platform' => self::PLATFORM,
				'handle'   => self::TEXT,
				'variant'  => self::VARIANT,
				// Opaque: passed to the service unchanged.
				'cursor'   => array(
					'required'          => false,
					'maxLength'         => 4096,
					'sanitize_callback' => 'rest_sanitize_request_arg',
				) + self::TEXT,
			)
		);
		self::route(
			'/read',
			'read',
			array( self::class, 'read' ),
			array(
				'url'  => array(
					'maxLength'         => 2048,
					'format'            => 'uri',
					'sanitize_callback' => array( Attributes::class, 'url' ),
				) + self::TEXT,
				'mode' => array(
					'enum' => array( 'post', 'link' ),
				) + self::TEXT,
			)
		);
		$references = array(
			'type'              => 'array',
			'required'          => true,
			'maxItems'          => 200,
			'items'             => array(
				'type'      => 'string',
				'maxLength' => 2200,
			),
			'validate_callback' => 'rest_validate_request_arg',
		);
		self::route(
			'/keep',
			'keep',
			array( self::class, 'keep' ),
			array(
				'posts'   => array( 'maxItems' => Limits::MAX_POSTS ) + $references,
				'sources' => array( 'maxItems' => Limits::MAX_SOURCES ) + $references,
			)
		);
		self::route( '/describe', 'describe', array( self::class, 'describe' ), array( 'posts' => $references ) );
		register_rest_route(
			self::BASE,
			'/picture/(?P<key>[0-9a-f]{40})/(?P<slot>m[0-9]|card)',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'image' ),
				'permission_callback' => static function ( \WP_REST_Request $request ) {
					return self::check_permission( $request, 'picture', self::IMAGES_PER_MINUTE );
				},
			)
		);
	}

	/** Returns a page of posts in the format of the service, with image URLs of this site. @return array|\WP_Error */
	public static function scan( \WP_REST_Request $request ) {
		return self::with_client(
			static function ( Api\Client $client ) use ( $request ): array {
				$query = Connected_Accounts::through(
					array(
						'platform' => $request['platform'],
						'handle'   => $request['handle'],
						'variant'  => $request['variant'] ?? 'posts',
					)
				);
				if ( null === $request['cursor'] ) {
					$page = $client->scan( $query );
					Usage_Index::notify_changed( Refresh::store_profile( $page ) );
				} else {
					$page = $client->loadMore( $query + array( 'cursor' => $request['cursor'] ) );
				}
				foreach ( $page['body']['posts'] as $index => $post ) {
					$reference = Reference::of_post( $query['platform'], $post );
					if ( null !== $request['cursor'] ) {
						Items::put( $reference, $post );
					}
					$page['body']['posts'][ $index ] = self::with_local_images( $post, $reference );
				}
				return $page;
			}
		);
	}

	/** Fetches and stores a URL, so that the block can show it at once. @return array|\WP_Error */
	public static function read( \WP_REST_Request $request ) {
		return self::with_client(
			static function ( Api\Client $client ) use ( $request ): array {
				$mode = $request['mode'];
				try {
					return self::read_as( $client, $mode, $request['url'] );
				} catch ( Api\ApiException $error ) {
					if ( 'post' !== $mode || 'unsupported_post_url' !== $error->getErrorCode() ) {
						throw $error;
					}
					return self::read_as( $client, 'link', $request['url'] );
				}
			}
		);
	}

	/**
	 * Records that items will be shown. Missing items are fetched by the next refresh; images are copied while the editor waits.
	 *
	 * @return array|\WP_Error `kept`: number of posts; `left`: number of items whose images are not copied yet.
	 */
	public static function keep( \WP_REST_Request $request ) {
		$selection = new Selection(
			array(
				'posts'   => $request['posts'],
				'sources' => $request['sources'],
			)
		);
		if ( ! Items::mark_used( $selection->references(), time() ) ) {
			return new \WP_Error( 'too_many_shown', Messages::for_code( 'too_many_shown' ), array( 'status' => 429 ) );
		}
		$deadline = microtime( true ) + self::COPY_SECONDS;
		$keys     = array();
		foreach ( $selection->sources as $source ) {
			$keys[] = $source->key();
		}
		$items = Render::selected_items( $selection );
		$left  = 0;
		foreach ( Items::find( $keys ) + $items as $item ) {
			if ( microtime( true ) < $deadline ) {
				Images::copy( $item, $deadline );
			} else {
				++$left;
			}
		}
		Refresh::run_soon();
		return array(
			'kept' => count( $items ),
			'left' => $left,
		);
	}

	/** Describes posts that were selected earlier, and their profiles, for the selector. */
	public static function describe( \WP_REST_Request $request ): array {
		$posts      = array();
		$profiles   = array();
		$references = array();
		$texts      = array();
		foreach ( $request['posts'] as $text ) {
			$reference = Reference::parse( Reference::POST, $text );
			if ( null !== $reference ) {
				$references[ $reference->key() ] = $reference;
				$texts[ $reference->key() ]      = $text;
			}
		}
		$items = Items::find( array_keys( $references ) );
		foreach ( $references as $key => $reference ) {
			$post    = $items[ $key ]['data'] ?? null;
			$author  = $post['author']['handle'] ?? null;
			$posts[] = array(
				'word'        => $texts[ $key ],
				'platform'    => $reference->platform,
				'handle'      => (string) ( $post['author']['handle'] ?? '' ),
				'id'          => (string) ( $post['id'] ?? $reference->subject ),
				'url'         => $post['url'] ?? null,
				'kind'        => $post['kind'] ?? null,
				'publishedAt' => $post['publishedAt'] ?? null,
				'text'        => $post['title'] ?? $post['text'] ?? null,
			);
			if ( null !== $author ) {
				$profiles[ "$reference->platform:$author" ] = array(
					'platform' => $reference->platform,
					'variant'  => 'posts',
					'handle'   => $author,
					'label'    => Emoji_Codes::without( $post['author']['displayName'] ?? $author ),
					'url'      => $post['author']['url'] ?? null,
				);
			}
		}
		return array(
			'posts'    => $posts,
			'profiles' => array_values( $profiles ),
		);
	}

	/** Redirects to the site's copy of an image, and creates the copy if needed. @return \WP_REST_Response|\WP_Error */
	public static function image( \WP_REST_Request $request ) {
		$item  = Items::find( array( $request['key'] ) )[ $request['key'] ] ?? null;
		$sizes = Images::sizes( $item['pictures'] ?? array(), $request['slot'] );
		if ( null !== $item && array() === $sizes ) {
			Images::copy( $item, microtime( true ) + self::COPY_SECONDS );
			$item  = Items::find( array( $request['key'] ) )[ $request['key'] ] ?? null;
			$sizes = Images::sizes( $item['pictures'] ?? array(), $request['slot'] );
		}
		if ( array() === $sizes ) {
			return new \WP_Error( 'central_posts_no_picture', __( 'Image not found.', 'central-posts' ), array( 'status' => 404 ) );
		}
		return new \WP_REST_Response( null, 302, array( 'Location' => $sizes[0]['url'] ) );
	}

	/**
	 * Fetches and stores a post by its URL, or a link.
	 *
	 * @param Api\Client $client Client.
	 * @param string     $mode post or link.
	 * @param string     $url URL.
	 * @return string[] `mode`, `url`, `text`: the beginning of its text.
	 */
	public static function read_as( Api\Client $client, string $mode, string $url ): array {
		$selection = new Selection(
			array(
				'mode' => $mode,
				'url'  => $url,
			)
		);
		$reference = $selection->references()[0] ?? null;
		if ( null === $reference ) {
			throw Service::local_exception( 'link_malformed' );
		}
		if ( array() === Items::find( array( $reference->key() ) ) && array() === Limits::admit( array( $reference ), get_current_user_id() ) ) {
			throw Service::local_exception( 'too_many_shown', 429 );
		}
		Usage_Index::notify_changed( Refresh::fetch_now( $client, $reference ) );
		$item = Items::find( array( $reference->key() ) )[ $reference->key() ] ?? null;
		if ( null === $item ) {
			throw Service::local_exception( 'table_missing' );
		}
		Items::mark_used( array( $reference ), time() );
		Images::copy( $item, microtime( true ) + self::COPY_SECONDS );
		$post = $item['data']['post'] ?? null;
		return array(
			'mode' => $mode,
			'url'  => $url,
			'text' => Untrusted_Text::excerpt( (string) ( $post['title'] ?? $post['text'] ?? $item['data']['preview']['title'] ?? $url ), 12 ),
		);
	}

	/** @return array|\WP_Error Return value of the callback, or the error with its message. */
	public static function with_client( callable $callback ) {
		Installation::repair_table();
		try {
			return $callback( Service::client() );
		} catch ( Api\ApiException $error ) {
			$code = $error->getErrorCode();
			return new \WP_Error(
				$code,
				Render::error_message( $code, (string) $error->getRequestId() ),
				array(
					'status'    => $error->getHttpStatus() >= 400 ? $error->getHttpStatus() : 502,
					'retryable' => $error->isRetryable(),
				)
			);
		}
	}

	/** Counts a call of the current user. Returns whether it is within the limit for the period. */
	public static function count_call( string $route, int $max, int $seconds ): bool {
		$name  = 'central_posts_calls_' . $route . '_' . get_current_user_id() . '_' . (int) ( time() / $seconds );
		$calls = (int) get_transient( $name ) + 1;
		set_transient( $name, $calls, 2 * $seconds );
		return $calls <= $max;
	}

	/** Replaces image URLs with URLs of this site, so that the editor's browser contacts no other host. */
	private static function with_local_images( array $post, Reference $reference ): array {
		$url_of = static function ( string $slot ) use ( $reference ): string {
			return add_query_arg( '_wpnonce', wp_create_nonce( 'wp_rest' ), rest_url( self::BASE . '/picture/' . $reference->key() . '/' . $slot ) );
		};
		$slots  = Settings::copies_images( $reference->platform ) ? Images::urls( $reference, $post ) : array();
		foreach ( $post['media'] as $index => $medium ) {
			$image_url                             = isset( $slots[ "m$index" ] ) ? $url_of( "m$index" ) : null;
			$post['media'][ $index ]['previewUrl'] = $image_url;
			if ( 'image' === $medium['type'] ) {
				$post['media'][ $index ]['url'] = $image_url;
			}
		}
		if ( isset( $post['link']['imageUrl'] ) ) {
			$post['link']['imageUrl'] = isset( $slots['card'] ) ? $url_of( 'card' ) : null;
		}
		if ( isset( $post['author']['avatarUrl'] ) ) {
			$post['author']['avatarUrl'] = null;
		}
		return array( 'word' => $reference->to_attribute() ) + $post;
	}

	/**
	 * Registers a route for users who can edit posts.
	 *
	 * @param string   $path Path below BASE.
	 * @param string   $name Name under which its calls are counted.
	 * @param callable $callback Callback of the route.
	 * @param array    $args Schema of its arguments.
	 * @param string   $capability Capability that it requires.
	 */
	public static function route( string $path, string $name, callable $callback, array $args, string $capability = 'edit_posts' ): void {
		register_rest_route(
			self::BASE,
			$path,
			array(
				'methods'             => 'POST',
				'callback'            => $callback,
				'args'                => $args,
				'permission_callback' => static function ( \WP_REST_Request $request ) use ( $name, $capability ) {
					return current_user_can( $capability ) ? self::check_permission( $request, $name, self::PER_MINUTE ) : false;
				},
			)
		);
	}

	/**
	 * Checks the capability and the limits. Counts a request once: WordPress checks again for the `Allow` header.
	 *
	 * @return bool|\WP_Error
	 */
	private static function check_permission( \WP_REST_Request $request, string $method, int $max ) {
		if ( ! current_user_can( 'edit_posts' ) ) {
			return false;
		}
		if ( self::$last_counted !== $request ) {
			self::$last_counted     = $request;
			self::$is_within_limits = self::count_call( $method, $max, MINUTE_IN_SECONDS ) && ( ! in_array( $method, self::METERED, true ) || self::count_call( 'paid', self::METERED_PER_DAY, DAY_IN_SECONDS ) );
		}
		return self::$is_within_limits ? true : new \WP_Error( 'too_many_calls', Messages::for_code( 'too_many_calls' ), array( 'status' => 429 ) );
	}
}
