<?php
// Router for PHP's built-in server with WordPress's usual rewrite rules: serves files, sends everything else to index.php, and removes
// the site's folder from paths in a network. With KIT_GZIP=1 it compresses pages, styles and scripts, as every host does.
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (getenv('KIT_NETWORK') === '1' && preg_match('~^/[\w-]+(/(?:wp-(?:admin|includes|content|cron|login|json)|content-).*)$~', $path, $parts)) $path = $parts[1];
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if (is_dir($file) && is_file(rtrim($file, '/') . '/index.php')) {
	if (substr($path, -1) !== '/') { header('Location: ' . $path . '/'); exit; }
	$file .= 'index.php';
	$path .= 'index.php';
}
$types = ['css' => 'text/css', 'js' => 'text/javascript'];
$type = getenv('KIT_GZIP') === '1' ? $types[pathinfo($file, PATHINFO_EXTENSION)] ?? null : null;
if (is_file($file) && $type !== null) {
	header("Content-Type: $type; charset=utf-8");
	header('Content-Encoding: gzip');
	echo gzencode(file_get_contents($file));
	exit;
}
if (is_file($file) && substr($file, -4) !== '.php') return false;
if (getenv('KIT_GZIP') === '1') ob_start('ob_gzhandler');
if (!is_file($file)) [$file, $path] = [$_SERVER['DOCUMENT_ROOT'] . '/index.php', '/index.php'];
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
chdir(dirname($file));
require $file;
