<?php
/**
 * Dependencies of curate.js.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script', 'central-posts-posts-editor-script-10', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
