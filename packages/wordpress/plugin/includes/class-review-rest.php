<?php
/**
 * The REST routes from which the block learns whether its sources have posts of other people, and how many wait for approval, and by
 * which it keeps what it shows when approval is switched on.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Sends no request to the service.
 */
final class Review_Rest {

	/** Prefix of the transient with what a user's last call of keep() did, so that it can be undone. */
	const KEPT = 'central_posts_kept_';

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		Rest::route(
			'/curation',
			'curation',
			array( self::class, 'curation' ),
			array(
				'sources'  => array(
					'type'              => 'array',
					'required'          => true,
					'maxItems'          => Limits::MAX_SOURCES,
					'items'             => array(
						'type'      => 'string',
						'maxLength' => 2200,
					),
					'validate_callback' => 'rest_validate_request_arg',
				),
				'approved' => array(
					'type'              => 'boolean',
					'default'           => false,
					'validate_callback' => 'rest_validate_request_arg',
				),
			)
		);
		Rest::route(
			'/keep-shown',
			'keep-shown',
			array( self::class, 'keep' ),
			array(
				'attributes' => array(
					'type'              => 'object',
					'default'           => array(),
					'validate_callback' => 'rest_validate_request_arg',
				),
				'undo'       => array(
					'type'              => 'string',
					'default'           => '',
					'maxLength'         => 64,
					'validate_callback' => 'rest_validate_request_arg',
				),
			),
			Approval::capability()
		);
	}

	/**
	 * Approves what a block shows, before it begins to show only approved posts; or undoes that.
	 *
	 * @return array `posts` (number of posts that are approved, or wait again), `id` (by which this is undone; '' if there is nothing to undo).
	 */
	public static function keep( \WP_REST_Request $request ): array {
		$name = self::KEPT . get_current_user_id();
		if ( '' !== $request['undo'] ) {
			$kept = get_transient( $name );
			delete_transient( $name );
			return array(
				'posts' => ( $kept['id'] ?? '' ) === $request['undo'] ? Review::undo( $kept['undo'] ?? array() ) : 0,
				'id'    => '',
			);
		}
		$done = Review_Sources::approve_shown( new Selection( array( 'approved' => false ) + (array) $request['attributes'] ) );
		$id   = 0 === $done['done'] ? '' : wp_generate_uuid4();
		set_transient(
			$name,
			array(
				'id'   => $id,
				'undo' => $done['undo'],
			),
			HOUR_IN_SECONDS
		);
		return array(
			'posts' => $done['done'],
			'id'    => $id,
		);
	}

	/** @return array `byOthers`, `always` (whether approval is needed on every page), `waiting`, `url` (of the queue; '' without permission). */
	public static function curation( \WP_REST_Request $request ): array {
		$selection = new Selection( array( 'sources' => $request['sources'] ) );
		$result    = array(
			'byOthers' => false,
			'always'   => array() !== $selection->sources,
			'waiting'  => 0,
			'url'      => current_user_can( Approval::capability() ) ? Review_Page::url() : '',
		);
		$items     = Items::find( Reference::keys( $selection->sources ) );
		if ( $request['approved'] ) {
			Approval::take_in_new( Reference::keys( $selection->sources ), $items );
		}
		foreach ( $selection->sources as $source ) {
			$item               = $items[ $source->key() ] ?? null;
			$result['byOthers'] = $result['byOthers'] || Review_Sidebar::is_by_others( $item );
			$result['always']   = $result['always'] && Curation::always_needs_approval( $source->key() );
			$result['waiting'] += Decisions::count( Decisions::WAITING, $source->key() );
		}
		return $result;
	}
}
