<?php
// Renders the cases of a file, writes the HTML of each into another one as JSON, and prints the version. Any notice of PHP ends it.

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message): bool {
    throw new ErrorException($message, 0, $level);
});

require __DIR__ . '/../../central-api-feed.php';

$feeds = [];
foreach (json_decode(file_get_contents($argv[1]), true) as ['page' => $page, 'options' => $options]) {
    $feeds[] = CentralApi\Feed\Feed::render($page, $options);
}
file_put_contents($argv[2], json_encode($feeds, JSON_THROW_ON_ERROR));
echo PHP_VERSION;
