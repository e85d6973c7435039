<?php
/**
 * Dependencies of editor.js.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script-3', 'central-posts-posts-editor-script-12', 'central-posts-posts-editor-script-13', 'wp-block-editor', 'wp-blocks', 'wp-element', 'wp-i18n' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
