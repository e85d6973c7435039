<?php
/**
 * Dependencies of preview.js.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script', 'wp-api-fetch', 'wp-components', 'wp-data', 'wp-element', 'wp-i18n' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
