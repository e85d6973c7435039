<?php
/**
 * Dependencies of editor.js, including choose.js and design.js, the first scripts of the block.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'central-posts-posts-editor-script-2', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n', 'wp-api-fetch' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
