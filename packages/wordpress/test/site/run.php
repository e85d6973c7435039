<?php
// Runs PHP code in the site, and prints its return value as JSON.
// Usage: run.php DOCROOT USER CODE
[, $docroot, $user, $code] = $argv;
$host = parse_url(getenv('KIT_ORIGIN'), PHP_URL_HOST) . ':' . parse_url(getenv('KIT_ORIGIN'), PHP_URL_PORT);
$_SERVER += ['HTTP_HOST' => $host, 'REQUEST_URI' => getenv('KIT_PATH') ?: '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET', 'REMOTE_ADDR' => '127.0.0.1', 'SERVER_NAME' => parse_url(getenv('KIT_ORIGIN'), PHP_URL_HOST)];
require $docroot . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
wp_set_current_user((int) $user);
echo "\n", json_encode((static fn() => eval($code))(), JSON_THROW_ON_ERROR);
