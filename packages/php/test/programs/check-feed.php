<?php
// Runs the feed sample against a service, and prints what a visitor gets.

error_reporting(E_ALL);
[, $samples, $url, $key] = $argv;
require __DIR__ . '/../../central-api-client.php';
require __DIR__ . '/../../central-api-feed.php';
require "$samples/feed.php";

$client = new CentralApi\Client($url, $key, ['siteId' => 'https://blog.example']);
ob_start();
acme_posts_json($client);
$json = json_decode(ob_get_clean(), true);
$first = acme_posts_html($client);
$_GET['cursor'] = $json['nextCursor'];
$second = acme_posts_html($client);
$broken = new CentralApi\Client('http://127.0.0.1:1', $key);
ob_start();
acme_posts_json($broken);
$error = ob_get_clean();
echo json_encode(['posts' => count($json['body']['posts']), 'first' => $first, 'second' => $second, 'error' => $error, 'none' => @acme_posts_html($broken)]);
