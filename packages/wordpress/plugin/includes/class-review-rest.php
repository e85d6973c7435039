<?php
/**
 * The REST route from which the block learns whether its sources have posts of other people, and how many wait for approval.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Sends no request to the service.
 */
final class Review_Rest {

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		Rest::route(
			'/curation',
			'curation',
			array( self::class, 'curation' ),
			array(
				'sources' => array(
					'type'              => 'array',
					'required'          => true,
					'maxItems'          => Limits::MAX_SOURCES,
					'items'             => array(
						'type'      => 'string',
						'maxLength' => 2200,
					),
					'validate_callback' => 'rest_validate_request_arg',
				),
			)
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
		foreach ( $selection->sources as $source ) {
			$item               = Items::find( array( $source->key() ) )[ $source->key() ] ?? null;
			$result['byOthers'] = $result['byOthers'] || Review_Sidebar::is_by_others( $item );
			$result['always']   = $result['always'] && Curation::always_needs_approval( $source->key() );
			$result['waiting'] += Decisions::count( Decisions::WAITING, $source->key() );
		}
		return $result;
	}
}
