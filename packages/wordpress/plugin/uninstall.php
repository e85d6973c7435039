<?php
/**
 * WordPress runs this file when the plugin is deleted.
 *
 * @package CentralPosts
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/central-posts.php';

\CentralPosts\Installation::uninstall();
