<?php
// Runs the PHP samples of docs/guides/plugin.md with stubs for WordPress. Arguments: the folder of the samples, the service URL, and a key.

declare(strict_types=1);

error_reporting(E_ALL);
[, $samples, $baseUrl, $key] = $argv;
define('ACME_URL', $baseUrl);
define('ACME_KEY', $key);

require __DIR__ . '/wordpress-stubs.php';
require __DIR__ . '/../../central-api-client.php';
require "$samples/modes.php";
require "$samples/refresh.php";

$results = [
    'simple' => acme_simple("https://sandbox.example/@demo/1087"),
    'preview' => acme_preview("https://sandbox.example/news/1004", static function (string $url): string {
        return '/uploads/' . basename($url);
    }),
];

acme_refresh();
$results['feed'] = substr_count(acme_feed(), '<li>');
$results['escaped'] = strpos(acme_feed(), '<script>') === false;
add_option('acme_lock', time(), '', false);
update_option('acme_feed', ['posts' => []], false);
acme_refresh();
$results['locked'] = substr_count(acme_feed(), '<li>');
update_option('acme_lock', time() - 601, false);
acme_refresh();
$results['unlocked'] = substr_count(acme_feed(), '<li>');
$results['sites'] = array_column(acme_client()->account()['sites'], 'site');
acme_uninstall();
$results['left'] = array_keys(WordPressStubs::$options);
$results['sitesLeft'] = acme_client()->account()['sites'];

echo json_encode($results), "\n";
