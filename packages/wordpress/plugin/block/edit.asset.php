<?php
/**
 * Dependencies of edit.js.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script', 'central-posts-posts-editor-script-2', 'central-posts-posts-editor-script-3', 'central-posts-posts-editor-script-4', 'central-posts-posts-editor-script-5', 'central-posts-posts-editor-script-8', 'central-posts-posts-editor-script-9', 'central-posts-posts-editor-script-10', 'central-posts-posts-editor-script-11', 'wp-block-editor', 'wp-components', 'wp-data', 'wp-element', 'wp-i18n' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
