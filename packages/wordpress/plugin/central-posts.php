<?php
/**
 * Plugin Name:       Central Posts
 * Description:       Posts of any platform in your pages: chosen by hand, or the newest by themselves. Kept on your own site, so that visitors load nothing from anybody else.
 * Version:           1.0.0
 * Requires at least: 6.6
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       central-posts
 * Domain Path:       /languages
 *
 * Parses on any PHP, and loads the rest only where it runs.
 *
 * @package CentralPosts
 */

defined( 'ABSPATH' ) || exit;

define( 'CENTRAL_POSTS_VERSION', '1.0.0' );
define( 'CENTRAL_POSTS_FILE', __FILE__ );

if ( version_compare( PHP_VERSION, '7.4', '>=' ) ) {
	require __DIR__ . '/includes/load.php';
}
