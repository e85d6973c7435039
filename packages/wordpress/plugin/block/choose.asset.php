<?php
/**
 * Dependencies of choose.js.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-api-fetch', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => CENTRAL_POSTS_VERSION,
);
