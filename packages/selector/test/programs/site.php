<?php
// A PHP site with the selector in a form, for `php -S`. Signs in its only editor, and prints the stored posts as JSON.

declare(strict_types=1);

error_reporting(E_ALL);
define('SAMPLES', getenv('SAMPLES'));
define('ACME_URL', getenv('CENTRAL_API_URL'));
define('ACME_KEY', getenv('CENTRAL_API_KEY'));

/** Stub of the WordPress function that docs/samples/modes.php uses. */
function get_option(string $name): string
{
    return ['home' => 'https://blog.example'][$name];
}

require getenv('CLIENT');
require SAMPLES . '/modes.php';
require SAMPLES . '/selector.php';

session_start();
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/assets/post-selector.bundle.js') {
    header('Content-Type: text/javascript');
    readfile(getenv('BUNDLE'));
} elseif ($path === '/selector') {
    acme_selector_endpoint(isset($_SESSION['editor']));
} elseif ($path === '/save') {
    header('Content-Type: application/json');
    echo json_encode(acme_chosen_posts($_POST['posts']));
} elseif ($path === '/sign-out') {
    session_destroy();
} else {
    $_SESSION['editor'] = true;
    echo '<!doctype html><html lang="en"><title>Editor</title>', file_get_contents(SAMPLES . '/selector.html');
}
