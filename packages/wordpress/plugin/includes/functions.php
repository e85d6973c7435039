<?php
/**
 * Template functions for themes and other plugins.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

if ( ! function_exists( 'central_posts' ) ) {
	/**
	 * Renders the same as the shortcode [central_posts], in a theme's template: echo central_posts( array( 'sources' => 'sandbox:demo' ) );
	 *
	 * @param array $attributes Block attributes. Lists may be arrays, or strings separated by spaces or commas.
	 * @return string Escaped HTML.
	 */
	function central_posts( array $attributes = array() ): string {
		return \CentralPosts\Block::render_without_block( $attributes );
	}
}
