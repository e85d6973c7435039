<?php
// Installs an empty site as described on standard input (JSON). Run once, on an empty database.
define('WP_INSTALLING', true);
function wp_new_blog_notification() {}
function wp_install_defaults($user_id) {
	// WordPress's own function would publish a post, a page and a comment.
	global $wpdb;
	$wpdb->insert($wpdb->terms, ['name' => 'Uncategorized', 'slug' => 'uncategorized', 'term_group' => 0]);
	$wpdb->insert($wpdb->term_taxonomy, ['term_id' => 1, 'taxonomy' => 'category', 'description' => '', 'parent' => 0, 'count' => 0]);
	update_option('default_category', 1);
}
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$site = json_decode(file_get_contents('php://stdin'), true, 64, JSON_THROW_ON_ERROR);
wp_install($site['name'], 'editor', 'editor@site.example', true, '', wp_generate_password());
update_option('blogdescription', $site['description']);
update_option('timezone_string', $site['timezone']);
update_option('posts_per_rss', $site['postsPerFeed']);
update_option('permalink_structure', $site['permalinks']);
switch_theme('twentytwentyone');
