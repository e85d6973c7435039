<?php
/**
 * Dependencies of api.js, the first script of the block.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-api-fetch', 'wp-components', 'wp-element' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
