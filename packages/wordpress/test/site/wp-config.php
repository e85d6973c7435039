<?php
// Configuration of a test site from environment variables.
foreach (json_decode(getenv('KIT_CONSTANTS') ?: '{}', true) as $name => $value) define($name, $value);
define('DB_NAME', getenv('KIT_DATABASE'));
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('KIT_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', getenv('KIT_ORIGIN'));
define('WP_SITEURL', getenv('KIT_ORIGIN'));
define('WP_CONTENT_DIR', getenv('KIT_CONTENT'));
define('WP_CONTENT_URL', getenv('KIT_ORIGIN') . '/' . basename(getenv('KIT_CONTENT')));
defined('WP_HTTP_BLOCK_EXTERNAL') || define('WP_HTTP_BLOCK_EXTERNAL', true);
defined('WP_ACCESSIBLE_HOSTS') || define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
defined('DISABLE_WP_CRON') || define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('FS_METHOD', 'direct');
define('WP_DEBUG', true);
define('WP_DEBUG_LOG', getenv('KIT_CONTENT') . '/debug.log');
defined('WP_DEBUG_DISPLAY') || define('WP_DEBUG_DISPLAY', false);
define('SAVEQUERIES', true);
if (getenv('KIT_NETWORK') === '1') {
	define('MULTISITE', true);
	define('SUBDOMAIN_INSTALL', false);
	define('DOMAIN_CURRENT_SITE', parse_url(getenv('KIT_ORIGIN'), PHP_URL_HOST) . ':' . parse_url(getenv('KIT_ORIGIN'), PHP_URL_PORT));
	define('PATH_CURRENT_SITE', '/');
	define('SITE_ID_CURRENT_SITE', 1);
	define('BLOG_ID_CURRENT_SITE', 1);
}
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name)
	define($name, hash('sha256', $name));
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
