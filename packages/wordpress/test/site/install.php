<?php
// Installs a site on an empty database, or converts it to a network. Run each mode once.
// Usage: install.php DOCROOT site|network
[, $docroot, $mode] = $argv;
$host = parse_url(getenv('KIT_ORIGIN'), PHP_URL_HOST) . ':' . parse_url(getenv('KIT_ORIGIN'), PHP_URL_PORT);
$_SERVER += ['HTTP_HOST' => $host, 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
if ($mode === 'site') define('WP_INSTALLING', true);
function wp_new_blog_notification() {}
require $docroot . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
if ($mode === 'site') {
	wp_install('The site', 'editor', 'editor@site.example', true, '', 'password');
	update_option('permalink_structure', '/%postname%/');
	// Disables the welcome guide, which covers the editor.
	update_user_meta(1, 'wp_persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false], 'core' => ['enableChoosePatternModal' => false], '_modified' => gmdate('c')]);
} else {
	global $wpdb;
	foreach ($wpdb->tables('ms_global') as $table => $prefixed) $wpdb->$table = $prefixed;
	install_network();
	populate_network(1, $host, 'editor@site.example', 'The network', '/', false);
}
echo $GLOBALS['wp_version'];
