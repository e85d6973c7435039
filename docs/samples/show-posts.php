<?php
require __DIR__ . '/central-api-client.php';

$client = new CentralApi\Client(getenv('CENTRAL_API_URL'), getenv('CENTRAL_API_KEY'), ['siteId' => 'https://blog.example']);
$escape = static function (?string $text): string {
    return htmlspecialchars((string) $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
};

$page = $client->scan(['platform' => 'sandbox', 'handle' => 'demo']);

echo "<ul>\n";
foreach ($page['body']['posts'] as $post) {
    printf("<li><a href=\"%s\">%s</a></li>\n", $escape($post['url']), $escape($post['text'] ?? $post['id']));
}
echo "</ul>\n";
