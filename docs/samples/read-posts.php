<?php
require __DIR__ . '/central-api-client.php';

$client = new CentralApi\Client(getenv('CENTRAL_API_URL'), getenv('CENTRAL_API_KEY'), ['siteId' => 'https://blog.example']);

try {
    foreach ($client->posts(['platform' => 'sandbox', 'handle' => 'demo']) as $post) {
        echo $post['id'], ' ', $post['kind'], "\n";
    }
} catch (CentralApi\ApiException $error) {
    error_log($error->getErrorCode() . ' in request ' . $error->getRequestId());
    exit(1);
}
