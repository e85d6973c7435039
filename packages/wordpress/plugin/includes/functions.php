<?php
/**
 * For themes and other plugins.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

if ( ! function_exists( 'central_posts' ) ) {
	/**
	 * The same as the shortcode [central_posts], for a theme's template: echo central_posts( array( 'sources' => 'sandbox:demo' ) );
	 *
	 * @param array $attributes Those of the block; lists may be written as arrays or as words with spaces between.
	 * @return string HTML that is escaped already.
	 */
	function central_posts( array $attributes = array() ): string {
		return \CentralPosts\Block::render_elsewhere( $attributes );
	}
}
