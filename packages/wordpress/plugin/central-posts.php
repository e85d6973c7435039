<?php
/**
 * Plugin Name:       Central Posts
 * Description:       Shows posts from any platform on your pages: the latest posts of a profile, or posts that you select. All content is stored on your own site, so visitors load nothing from other servers.
 * Version:           1.0.0
 * Requires at least: 6.6
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       central-posts
 * Domain Path:       /languages
 *
 * This file parses on every PHP version. It loads the rest of the plugin only on a supported one.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

define( 'CENTRAL_POSTS_VERSION', '1.0.0' );
define( 'CENTRAL_POSTS_FILE', __FILE__ );

if ( version_compare( PHP_VERSION, '7.4', '>=' ) ) {
	require __DIR__ . '/includes/load.php';
}
