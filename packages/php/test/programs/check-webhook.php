<?php
// The PHP of docs/webhooks.md. Gets the folder of the samples, a secret, the header fields as JSON and the body; prints what it makes of it.

declare(strict_types=1);

error_reporting(E_ALL);
[, $samples, $secret, $headers, $body] = $argv;
require "$samples/webhook.php";

echo json_encode(acme_open_webhook($secret, json_decode($headers, true), $body)), "\n";
