<?php
// A page cache: stores a visitor's page until clean_post_cache() purges its post (mu-plugins/conditions.php).
function kit_page_file($uri) { return WP_CONTENT_DIR . '/cache/pages/' . sha1($uri) . '.html'; }
(static function () {
	$uri = $_SERVER['REQUEST_URI'] ?? '/';
	$is_visit = PHP_SAPI !== 'cli' && ($_SERVER['REQUEST_METHOD'] ?? '') === 'GET' && strpos(implode(' ', array_keys($_COOKIE)), 'wordpress_logged_in') === false;
	if (!$is_visit || preg_match('~/wp-(?:admin|login|cron|json|includes)|rest_route=~', $uri)) return;
	$file = kit_page_file($uri);
	if (is_file($file)) { header('x-kit-cache: hit'); header('content-type: text/html; charset=UTF-8'); readfile($file); exit; }
	ob_start(static function ($html) use ($file) {
		if (http_response_code() === 200 && strpos($html, '</html>') !== false) {
			is_dir(dirname($file)) || @mkdir(dirname($file), 0777, true);
			file_put_contents($file, $html);
		}
		return $html;
	});
})();
