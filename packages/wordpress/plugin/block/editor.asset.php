<?php
/**
 * What editor.js needs of WordPress, and of choose.js, which is the block's first script.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n', 'wp-api-fetch' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
