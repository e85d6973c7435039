<?php
// Of each page: how many queries the kit made for it, and how many calls to other servers; read by `Opened.asked`.
$GLOBALS['kit_calls'] = 0;
add_filter('pre_http_request', static function ($answer) { $GLOBALS['kit_calls']++; return $answer; });
add_action('wp_footer', static function () {
	$own = array_filter($GLOBALS['wpdb']->queries, static fn($query) => strpos($query[2], 'CentralPosts\\') !== false);
	echo '<script type="application/json" id="kit-asked">', json_encode(['queries' => count($own), 'calls' => $GLOBALS['kit_calls']]), '</script>';
}, PHP_INT_MAX);
