<?php
// Adds the number of the plugin's queries and of outgoing requests to each page, for `Opened.serverCounts`.
$GLOBALS['kit_calls'] = 0;
add_filter('pre_http_request', static function ($response) { $GLOBALS['kit_calls']++; return $response; });
add_action('wp_footer', static function () {
	$own = array_filter($GLOBALS['wpdb']->queries, static fn($query) => strpos($query[2], 'CentralPosts\\') !== false);
	echo '<script type="application/json" id="kit-counts">', json_encode(['queries' => count($own), 'calls' => $GLOBALS['kit_calls']]), '</script>';
}, PHP_INT_MAX);
