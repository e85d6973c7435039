<?php
// Exercises the client with unusual hosts, settings, stores and responses. Argument: the URL of a server whose responses exceed the
// client's limit, or ''. Prints one line of JSON.

declare(strict_types=1);

use CentralApi\ApiException;
use CentralApi\Client;

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});
require __DIR__ . '/../../central-api-client.php';

const DEMO = ['platform' => 'sandbox', 'handle' => 'demo'];
const PAGE = '{"ok":true,"data":{"body":{"posts":[]},"nextCursor":null}}';
const TOKEN = '{"ok":true,"data":{"token":"t","expiresIn":3600}}';
const NOW = 1772366400.0; // 2026-03-01, 12:00 UTC

/** The error code of an ApiException, or the class of any other exception. */
function outcome(callable $work)
{
    try {
        $work();
        return 'ok';
    } catch (ApiException $error) {
        return $error->getErrorCode() . ($error->isRetryable() ? ' retryable' : '');
    } catch (Throwable $error) {
        return get_class($error) . ': ' . $error->getMessage();
    }
}

$urls = [];
$respondWith = static function (array $response) use (&$urls): callable {
    return static function (string $_, string $url) use ($response, &$urls): array {
        $urls[] = $url;
        $isToken = substr($url, -11) === '/auth/token';
        return $isToken ? ['status' => 200, 'headers' => [], 'body' => TOKEN] : $response + ['status' => 200, 'headers' => [], 'body' => PAGE];
    };
};
$scan = static function (string $baseUrl, string $key, array $options) use ($respondWith): array {
    $client = new Client($baseUrl, $key, $options + ['transport' => $respondWith([]), 'store' => null]);
    return $client->scan(DEMO);
};

$results = ['php' => PHP_VERSION];

// Keys and sites in Latin-1 get distinct names in the store.
$names = [];
$naming = ['store' => [
    static function (string $name) use (&$names): ?string {
        $names[$name] = true;
        return null;
    },
    static function (): void {
    },
]];
$results['latin'] = [];
foreach ([["ck_live_x\xa0", null], ["ck_live_x\xa1", null], ['ck_live_x', "https://caf\xe9.example"], ['ck_live_x', "https://caf\xe8.example"]] as [$key, $site]) {
    $results['latin'][] = outcome(static function () use ($scan, $key, $site, $naming) {
        $scan('https://central.example', $key, $naming + ['siteId' => $site]);
    });
}
$results['names'] = count($names);

// All spellings of a base URL are normalized alike.
$urls = [];
foreach (["https://central.example\n", " https://central.example// ", "\xEF\xBB\xBFhttps://central.example\xE2\x80\x8B", "https://central.example\xC2\xA0", "https://central.example\xA0", 'https://central.example/api/v1', "https://central.example/API/v1/\r\n"] as $written) {
    $scan($written, 'k', []);
}
$results['urls'] = array_values(array_unique($urls));
$urls = [];
$scan("https://blog.example/voil\xC3\xA0/", 'k', []);
$results['folder'] = $urls[1];

// `Retry-After` in seconds, and as a date relative to now or to the `Date` header.
$results['waits'] = [];
foreach ([
    ['retry-after' => 'Sun, 01 Mar 2026 13:00:00 GMT'],
    ['retry-after' => 'Sunday, 01-Mar-26 13:00:00 GMT'],
    ['retry-after' => 'Sun Mar  1 13:00:00 2026'],
    ['retry-after' => ' 3600 '],
    ['retry-after' => 'Sun, 01 Mar 2026 14:01:00 GMT', 'date' => 'Sun, 01 Mar 2026 13:01:00 GMT'],
    ['retry-after' => 'Sun, 01 Mar 2026 13:00:00 GMT', 'date' => 'some day'],
    ['retry-after' => 'Sun, 01 Mar 2026 11:00:00 GMT'],
    ['retry-after' => 'tomorrow'],
    ['retry-after' => '-5'],
    [],
] as $headers) {
    $slept = 0;
    $client = new Client('https://central.example', 'k', [
        'transport' => $respondWith(['status' => 503, 'headers' => $headers, 'body' => '<h1>Maintenance</h1>']),
        'store' => null,
        'now' => static function (): float {
            return NOW;
        },
        'sleep' => static function () use (&$slept): void {
            $slept++;
        },
    ]);
    try {
        $client->scan(DEMO);
    } catch (ApiException $error) {
        $results['waits'][] = [$error->getRetryAfter(), $slept];
    }
}

// A proxy requests a wait of ten years: how long the key is blocked, and what the caller gets.
$stored = [];
$limited = new Client('https://central.example', 'k', [
    'transport' => static function (): array {
        $error = '{"ok":false,"error":{"code":"rate_limited","message":"m","retryable":true}}';
        return ['status' => 429, 'headers' => ['retry-after' => '315360000'], 'body' => $error];
    },
    'store' => [
        static function (string $name) use (&$stored): ?string {
            return $stored[$name][0] ?? null;
        },
        static function (string $name, string $value, int $seconds) use (&$stored): void {
            $stored[$name] = [$value, $seconds];
        },
    ],
    'now' => static function (): float {
        return NOW;
    },
]);
$results['years'] = [];
for ($call = 0; $call < 2; $call++) {
    try {
        $limited->scan(DEMO);
    } catch (ApiException $error) {
        $results['years'][] = [$error->getErrorCode(), $error->getRetryAfter(), array_column($stored, 1)];
    }
}

// A store that returns decoded JSON: one token request for three processes.
foreach (['text' => null, 'array' => true, 'object' => false] as $what => $isArray) {
    $urls = [];
    $stored = [];
    $store = [
        static function (string $name) use (&$stored, $isArray) {
            $text = $stored[$name] ?? null;
            return $text === null || $isArray === null ? $text : json_decode($text, $isArray);
        },
        static function (string $name, string $value) use (&$stored): void {
            $stored[$name] = $value;
        },
    ];
    for ($process = 0; $process < 3; $process++) {
        $scan('https://central.example', 'k', ['store' => $store]);
    }
    $results['exchanges'][$what] = count($urls) - 3;
}

// The quota is parsed without any PHP extension.
$client = new Client('https://central.example', 'k', ['store' => null, 'transport' => $respondWith(['headers' => [
    'x-quota-limit' => '10', 'x-quota-used' => '1', 'x-quota-remaining' => '9', 'x-quota-reset' => '5',
]])]);
$client->scan(DEMO);
$results['quota'] = $client->lastAnswer()['quota']['limit'];

// Responses above 8 MiB are rejected with every transport.
$results['large'] = outcome(static function () use ($scan, $respondWith) {
    $scan('https://central.example', 'k', ['transport' => $respondWith(['body' => str_repeat(' ', 8388609)])]);
});
if ($argv[1] !== '') {
    $results['streamed'] = outcome(static function () use ($argv) {
        (new Client($argv[1], 'k', ['store' => null]))->platforms();
    });
}

echo json_encode($results), "\n";
