<?php
/**
 * Dependencies of editor.js, including the other scripts of the block.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script-2', 'central-posts-posts-editor-script-3', 'central-posts-posts-editor-script-6', 'central-posts-posts-editor-script-7', 'central-posts-posts-editor-script-8', 'central-posts-posts-editor-script-9', 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-element', 'wp-i18n' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
