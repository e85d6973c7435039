<?php
// Permalinks for PHP's built-in server: serves files directly, and passes all other requests to WordPress.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = realpath($_SERVER['DOCUMENT_ROOT'] . urldecode($path));
if ($file !== false && is_file($file) && str_starts_with($file, realpath($_SERVER['DOCUMENT_ROOT']))) return false;
if ($file !== false && is_file($file . '/index.php') && $path !== '/') return false;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
chdir($_SERVER['DOCUMENT_ROOT']);
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
