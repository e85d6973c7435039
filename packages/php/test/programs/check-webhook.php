<?php
// Runs the PHP sample of docs/reference/webhooks.md. Arguments: the folder of the samples, a secret, the headers as JSON, and the body. Prints the
// result.

declare(strict_types=1);

error_reporting(E_ALL);
[, $samples, $secret, $headers, $body] = $argv;
require "$samples/webhook.php";

echo json_encode(acme_open_webhook($secret, json_decode($headers, true), $body)), "\n";
