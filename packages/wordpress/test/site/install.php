<?php
// Installs the site, or with `network` makes a network of it. Run once each, on an empty database.
// usage: install.php DOCROOT site|network
[, $docroot, $what] = $argv;
$host = parse_url(getenv('KIT_ORIGIN'), PHP_URL_HOST) . ':' . parse_url(getenv('KIT_ORIGIN'), PHP_URL_PORT);
$_SERVER += ['HTTP_HOST' => $host, 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
if ($what === 'site') define('WP_INSTALLING', true);
function wp_new_blog_notification() {}
require $docroot . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
if ($what === 'site') {
	wp_install('The site', 'editor', 'editor@site.example', true, '', 'password');
	update_option('permalink_structure', '/%postname%/');
	// A tour that stands over the editor.
	update_user_meta(1, 'wp_persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false], 'core' => ['enableChoosePatternModal' => false], '_modified' => gmdate('c')]);
} else {
	global $wpdb;
	foreach ($wpdb->tables('ms_global') as $table => $prefixed) $wpdb->$table = $prefixed;
	install_network();
	populate_network(1, $host, 'editor@site.example', 'The network', '/', false);
}
echo $GLOBALS['wp_version'];
