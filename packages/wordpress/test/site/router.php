<?php
// Router for PHP's built-in server with WordPress's usual rewrite rules: serves files, sends everything else to index.php, and removes
// the site's folder from paths in a network.
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (getenv('KIT_NETWORK') === '1' && preg_match('~^/[\w-]+(/(?:wp-(?:admin|includes|content|cron|login|json)|content-).*)$~', $path, $parts)) $path = $parts[1];
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if (is_dir($file) && is_file(rtrim($file, '/') . '/index.php')) {
	if (substr($path, -1) !== '/') { header('Location: ' . $path . '/'); exit; }
	$file .= 'index.php';
	$path .= 'index.php';
}
if (is_file($file) && substr($file, -4) !== '.php') return false;
if (!is_file($file)) [$file, $path] = [$_SERVER['DOCUMENT_ROOT'] . '/index.php', '/index.php'];
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
chdir(dirname($file));
require $file;
