<?php
/**
 * What editor.js needs of WordPress.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
