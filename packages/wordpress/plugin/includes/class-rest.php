<?php
/**
 * What the editor may ask of this site. The key and the token never leave the server.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * For those who may edit posts, and only so many calls of each in a minute.
 */
final class Rest {

	const BASE       = 'central-posts/v1';
	const PER_MINUTE = 60;
	/** Pictures come one by one with a page of posts. */
	const PICTURES_PER_MINUTE = 600;
	/** Calls of the service, each paid by the license. */
	const PAID         = array( 'scan', 'read' );
	const PAID_PER_DAY = 1000;
	/** That an editor waits for copies of pictures when posts are chosen. */
	const COPY_SECONDS = 8;

	/** @var \WP_REST_Request|null The last one that was counted, and whether it may go on. */
	private static $counted = null;
	/** @var bool */
	private static $may = false;

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		$text = array(
			'type'              => 'string',
			'required'          => true,
			'minLength'         => 1,
			'maxLength'         => 512,
			'validate_callback' => 'rest_validate_request_arg',
			'sanitize_callback' => array( Given::class, 'text' ),
		);
		self::route(
			'/scan',
			'scan',
			array(
				'platform' => array(
					'pattern'   => '^[a-z0-9][a-z0-9_-]*$',
					'maxLength' => 64,
				) + $text,
				'handle'   => $text,
				'variant'  => array(
					'required'  => false,
					'pattern'   => '^[a-z0-9_-]+$',
					'maxLength' => 32,
				) + $text,
				// The service's own: not a sign of it is changed.
				'cursor'   => array(
					'required'          => false,
					'maxLength'         => 4096,
					'sanitize_callback' => 'rest_sanitize_request_arg',
				) + $text,
			)
		);
		self::route(
			'/read',
			'read',
			array(
				'url'  => array(
					'maxLength'         => 2048,
					'format'            => 'uri',
					'sanitize_callback' => array( Given::class, 'url' ),
				) + $text,
				'mode' => array(
					'enum' => array( 'post', 'link' ),
				) + $text,
			)
		);
		$words = array(
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
			array(
				'posts'   => array( 'maxItems' => Bounds::POSTS ) + $words,
				'sources' => array( 'maxItems' => Bounds::SOURCES ) + $words,
			)
		);
		self::route( '/describe', 'describe', array( 'posts' => $words ) );
		register_rest_route(
			self::BASE,
			'/picture/(?P<key>[0-9a-f]{40})/(?P<slot>m[0-9]|card)',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'picture' ),
				'permission_callback' => static function ( \WP_REST_Request $request ) {
					return self::may_ask( $request, 'picture', self::PICTURES_PER_MINUTE );
				},
			)
		);
	}

	/** A page of posts, in the form of the service, with pictures of this site. @return array|\WP_Error */
	public static function scan( \WP_REST_Request $request ) {
		return self::ask(
			static function ( Api\Client $client ) use ( $request ): array {
				$asked = array(
					'platform' => $request['platform'],
					'handle'   => $request['handle'],
					'variant'  => $request['variant'] ?? 'posts',
				);
				if ( null === $request['cursor'] ) {
					$page = $client->scan( $asked );
					Uses::changed( Refresh::store_profile( $page ) );
				} else {
					$page = $client->loadMore( $asked + array( 'cursor' => $request['cursor'] ) );
				}
				foreach ( $page['body']['posts'] as $at => $post ) {
					$reference = Reference::of_post( $asked['platform'], $post );
					if ( null !== $request['cursor'] ) {
						Items::put( $reference, $post );
					}
					$page['body']['posts'][ $at ] = self::with_own_pictures( $post, $reference );
				}
				return $page;
			}
		);
	}

	/** What is at an address, read and stored so that the block can show it at once. @return array|\WP_Error */
	public static function read( \WP_REST_Request $request ) {
		return self::ask(
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
	 * What is shown from now on: what is not stored yet is read with the next refresh, and pictures are copied while an editor waits.
	 *
	 * @return array|\WP_Error
	 */
	public static function keep( \WP_REST_Request $request ) {
		$selection = new Selection(
			array(
				'posts'   => $request['posts'],
				'sources' => $request['sources'],
			)
		);
		if ( ! Items::touch( $selection->references_wanted(), time() ) ) {
			return new \WP_Error( 'too_many_shown', Messages::of( 'too_many_shown' ), array( 'status' => 429 ) );
		}
		$deadline = microtime( true ) + self::COPY_SECONDS;
		$items    = Render::items( $selection );
		foreach ( $items as $item ) {
			if ( microtime( true ) < $deadline ) {
				Pictures::copy( $item, $deadline );
			}
		}
		Refresh::soon();
		return array( 'kept' => count( $items ) );
	}

	/** What the selector needs to name posts that were chosen earlier, and whose they are. */
	public static function describe( \WP_REST_Request $request ): array {
		$posts    = array();
		$profiles = array();
		$stored   = array();
		$asked    = array();
		foreach ( $request['posts'] as $word ) {
			$reference = Reference::parse( Reference::POST, $word );
			if ( null !== $reference ) {
				$stored[ $reference->key() ] = $reference;
				$asked[ $reference->key() ]  = $word;
			}
		}
		$items = Items::find( array_keys( $stored ) );
		foreach ( $stored as $key => $reference ) {
			$post    = $items[ $key ]['data'] ?? null;
			$author  = $post['author']['handle'] ?? null;
			$posts[] = array(
				'word'        => $asked[ $key ],
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
					'label'    => $post['author']['displayName'] ?? $author,
					'url'      => $post['author']['url'] ?? null,
				);
			}
		}
		return array(
			'posts'    => $posts,
			'profiles' => array_values( $profiles ),
		);
	}

	/** A picture of a post that is looked through: the site's own copy, made now. @return \WP_REST_Response|\WP_Error */
	public static function picture( \WP_REST_Request $request ) {
		$item  = Items::find( array( $request['key'] ) )[ $request['key'] ] ?? null;
		$sizes = Pictures::sizes( $item['pictures'] ?? array(), $request['slot'] );
		if ( null !== $item && array() === $sizes ) {
			Pictures::copy( $item, microtime( true ) + self::COPY_SECONDS );
			$item  = Items::find( array( $request['key'] ) )[ $request['key'] ] ?? null;
			$sizes = Pictures::sizes( $item['pictures'] ?? array(), $request['slot'] );
		}
		if ( array() === $sizes ) {
			return new \WP_Error( 'central_posts_no_picture', __( 'There is no such picture.', 'central-posts' ), array( 'status' => 404 ) );
		}
		return new \WP_REST_Response( null, 302, array( 'Location' => $sizes[0]['url'] ) );
	}

	private static function read_as( Api\Client $client, string $mode, string $url ): array {
		$selection = new Selection(
			array(
				'mode' => $mode,
				'url'  => $url,
			)
		);
		$reference = $selection->references_wanted()[0] ?? null;
		if ( null === $reference ) {
			throw Service::failure( 'link_malformed' );
		}
		if ( array() === Items::find( array( $reference->key() ) ) && array() === Bounds::admit( array( $reference ), get_current_user_id() ) ) {
			throw Service::failure( 'too_many_shown', 429 );
		}
		Uses::changed( Refresh::read( $client, $reference ) );
		$item = Items::find( array( $reference->key() ) )[ $reference->key() ] ?? null;
		if ( null === $item ) {
			throw Service::failure( 'table_missing' );
		}
		Items::touch( array( $reference ), time() );
		Pictures::copy( $item, microtime( true ) + self::COPY_SECONDS );
		$post = $item['data']['post'] ?? null;
		return array(
			'mode' => $mode,
			'url'  => $url,
			'text' => Words::cut( (string) ( $post['title'] ?? $post['text'] ?? $item['data']['preview']['title'] ?? $url ), 12 ),
		);
	}

	/** @return array|\WP_Error What the call gives, or the code with its sentence. */
	private static function ask( callable $call ) {
		Installation::mend();
		try {
			return $call( Service::client() );
		} catch ( Api\ApiException $error ) {
			$code = $error->getErrorCode();
			return new \WP_Error(
				$code,
				Render::sentence( $code, (string) $error->getRequestId() ),
				array(
					'status'    => $error->getHttpStatus() >= 400 ? $error->getHttpStatus() : 502,
					'retryable' => $error->isRetryable(),
				)
			);
		}
	}

	/** Whether a user has room for one more within so many seconds. */
	private static function count( string $what, int $most, int $seconds ): bool {
		$name  = 'central_posts_calls_' . $what . '_' . get_current_user_id() . '_' . (int) ( time() / $seconds );
		$calls = (int) get_transient( $name ) + 1;
		set_transient( $name, $calls, 2 * $seconds );
		return $calls <= $most;
	}

	/** Of a page that a browser shows: no address of another host is in it but those of links. */
	private static function with_own_pictures( array $post, Reference $reference ): array {
		$own   = static function ( string $slot ) use ( $reference ): string {
			return add_query_arg( '_wpnonce', wp_create_nonce( 'wp_rest' ), rest_url( self::BASE . '/picture/' . $reference->key() . '/' . $slot ) );
		};
		$slots = Settings::copies( $reference->platform ) ? Pictures::addresses( $reference, $post ) : array();
		foreach ( $post['media'] as $at => $medium ) {
			$picture                            = isset( $slots[ "m$at" ] ) ? $own( "m$at" ) : null;
			$post['media'][ $at ]['previewUrl'] = $picture;
			if ( 'image' === $medium['type'] ) {
				$post['media'][ $at ]['url'] = $picture;
			}
		}
		if ( isset( $post['link']['imageUrl'] ) ) {
			$post['link']['imageUrl'] = isset( $slots['card'] ) ? $own( 'card' ) : null;
		}
		if ( isset( $post['author']['avatarUrl'] ) ) {
			$post['author']['avatarUrl'] = null;
		}
		return array( 'word' => $reference->word() ) + $post;
	}

	private static function route( string $path, string $method, array $args ): void {
		register_rest_route(
			self::BASE,
			$path,
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, $method ),
				'args'                => $args,
				'permission_callback' => static function ( \WP_REST_Request $request ) use ( $method ) {
					return self::may_ask( $request, $method, self::PER_MINUTE );
				},
			)
		);
	}

	/**
	 * Whether a user may make this call, which is counted once: WordPress asks a second time for the header `Allow`.
	 *
	 * @return bool|\WP_Error
	 */
	private static function may_ask( \WP_REST_Request $request, string $method, int $most ) {
		if ( ! current_user_can( 'edit_posts' ) ) {
			return false;
		}
		if ( self::$counted !== $request ) {
			self::$counted = $request;
			self::$may     = self::count( $method, $most, MINUTE_IN_SECONDS ) && ( ! in_array( $method, self::PAID, true ) || self::count( 'paid', self::PAID_PER_DAY, DAY_IN_SECONDS ) );
		}
		return self::$may ? true : new \WP_Error( 'too_many_calls', Messages::of( 'too_many_calls' ), array( 'status' => 429 ) );
	}
}
