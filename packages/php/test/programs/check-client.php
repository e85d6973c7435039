<?php
// Exercises the client against a running service. Arguments: the service URL, a key, an invalid key, and a key for one site. Prints
// one line of JSON.

declare(strict_types=1);

use CentralApi\ApiException;
use CentralApi\Client;

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});
ini_set('zend.exception_ignore_args', '0');

if (($argv[5] ?? '') === 'wordpress') {
    require __DIR__ . '/wordpress-stubs.php';
}
require __DIR__ . '/../../central-api-client.php';

[, $baseUrl, $key, $invalidKey, $starterKey] = $argv;
const DEMO = ['platform' => 'sandbox', 'handle' => 'demo'];

/** The result, or the error. */
function outcome(callable $work)
{
    try {
        return $work();
    } catch (ApiException $error) {
        return [$error->getErrorCode(), $error->getHttpStatus(), $error->isRetryable(), $error->getRetryAfter()];
    }
}

$sent = [];
$transport = static function (string $method, string $url, array $headers, ?string $body, float $seconds) use (&$sent): array {
    $sent[] = preg_replace('~^https?://[^/]+~', '', $url);
    return Client::sendByCurl($method, $url, $headers, $body, $seconds);
};
$stored = [];
$store = [
    static function (string $name) use (&$stored): ?string {
        return $stored[$name] ?? null;
    },
    static function (string $name, string $value) use (&$stored): void {
        $stored[$name] = $value;
    },
];
$events = [];
$waits = [];
$clock = 1000.0;
$log = static function (array $event) use (&$events): void {
    $events[] = $event;
};
$sleep = static function (float $seconds) use (&$waits): void {
    $waits[] = $seconds;
};
$exchanges = static function () use (&$sent): int {
    return count(array_keys($sent, '/api/v1/auth/token', true));
};

$results = ['php' => PHP_VERSION];
$own = ($argv[5] ?? '') === 'wordpress' ? [] : compact('transport', 'store');
$client = new Client("$baseUrl/", $key, $own + ['siteId' => 'https://blog.example', 'log' => $log]);

// Collected by key, like iterator_to_array().
$posts = [];
foreach ($client->posts(DEMO) as $at => $post) {
    $posts[$at] = $post;
}
$results['posts'] = [count($posts), count(array_unique(array_column($posts, 'id'))), max(array_keys($posts))];
$client->scan(DEMO);
$results['meta'] = $client->lastAnswer();
unset($results['meta']['requestId']);
$results['preview'] = $client->validatePost('https://sandbox.example/@demo/1086')['post']['id'];
$results['recognized'] = array_column($client->recognize('#demo')['matches'], 'platform');
$results['account'] = array_column($client->account()['sites'], 'site');
$results['released'] = $client->account('blog.example')['sites'];
$started = $client->connect(['platform' => 'sandbox', 'label' => 'Main']);
$connected = $client->connections($started['ticket']);
$results['connections'] = [$connected['connections'], $connected['connectable'][0]['platform'], $connected['ticket']['state']];
$results['changes'] = [
    outcome(static function () use ($client) {
        return $client->nameConnection('cn_none', null);
    }),
    outcome(static function () use ($client) {
        return $client->disconnect('cn_none');
    }),
];
$results['platforms'] = array_column($client->platforms(), 'id');
$results['errors'] = [
    outcome(static function () use ($client) {
        return $client->scan(['handle' => 'error.profile_private'] + DEMO);
    }),
    outcome(static function () use ($client) {
        return $client->scan(['handle' => 'error.quota_exceeded'] + DEMO);
    }),
];

try {
    $client->scan(['handle' => 'error.profile_private'] + DEMO);
} catch (ApiException $error) {
    $link = (string) $error->getDocs();
    $results['docs'] = [substr($link, -28) === '/docs/errors#profile_private', strtok((string) $error, "\n") === "profile_private ($link)"];
}
try {
    (new Client('', $key, $own))->scan(DEMO);
} catch (ApiException $error) {
    $results['unset'] = [$error->getErrorCode(), $error->getMessage()];
}

if ($own !== []) {
    // Another process with the same store reuses the token.
    (new Client($baseUrl, $key, $own + ['siteId' => 'https://blog.example']))->scan(DEMO);
    $results['exchanges'] = $exchanges();

    // Thirty calls with an invalid key cause one token request; "Check again" causes one more.
    $options = $own + ['log' => $log];
    $before = $exchanges();
    for ($count = 0; $count < 30; $count++) {
        $codes[outcome([new Client($baseUrl, $invalidKey, $options), 'account'])[0]] = true;
    }
    $results['invalid_key'] = [array_keys($codes), $exchanges() - $before];
    $again = new Client($baseUrl, $invalidKey, $options);
    $again->recheck();
    outcome([$again, 'account']);
    $results['invalid_key'][] = $exchanges() - $before;

    // A site above the plan's limit can read the account, and works once another site is released.
    (new Client($baseUrl, $starterKey, ['siteId' => 'old.example'] + $own))->scan(DEMO);
    $next = new Client($baseUrl, $starterKey, ['siteId' => 'new.example'] + $own);
    $results['full'] = [outcome([$next, 'account'])['sites'][0]['site']];
    $results['full'][] = outcome(static function () use ($next) {
        return $next->scan(DEMO);
    })[0];
    $next->account('old.example');
    $results['full'][] = count($next->scan(DEMO)['body']['posts']);

    // A rejected token is replaced once.
    $name = array_keys($stored)[0];
    $stored[$name] = json_encode(['token' => 'x', 'until' => time() + 600]);
    $withInvalidToken = new Client($baseUrl, $key, $own + ['siteId' => 'https://blog.example']);
    $results['renewed'] = count($withInvalidToken->scan(DEMO)['body']['posts']);
}

// The page of a proxy, a network failure, and the time limit of a host.
$responses = [['status' => 502, 'headers' => [], 'body' => '<html>Bad Gateway</html>']];
$proxied = static function () use (&$responses): array {
    $response = array_shift($responses) ?? ['status' => 404, 'headers' => ['x-request-id' => 'r1'], 'body' => '<html>'];
    return $response;
};
$withProxy = ['transport' => $proxied, 'store' => null, 'sleep' => $sleep];
$results['proxy'] = outcome([new Client($baseUrl, $key, $withProxy), 'account']);
$results['waits'] = $waits;
$offline = static function (): array {
    throw new RuntimeException('Could not resolve host');
};
$results['offline'] = outcome([new Client($baseUrl, $key, ['transport' => $offline, 'store' => null, 'sleep' => $sleep]), 'account']);
$waits = [];
$withDeadline = ['transport' => $offline, 'store' => null, 'sleep' => $sleep, 'seconds' => 1, 'now' => static function () use (&$clock): float {
    return $clock += 0.4;
}];
outcome([new Client($baseUrl, $key, $withDeadline), 'account']);
$results['waits_before_deadline'] = count($waits);

// Dumps, exports and logs contain neither key nor token.
ob_start();
var_dump($client);
print_r($client);
var_export($client);
$shown = ob_get_clean() . json_encode([$client, $events, $results]);
try {
    $shown .= serialize($client);
} catch (Exception $refusal) {
    $results['serialized'] = false;
}
if (PHP_VERSION_ID >= 80200) {
    try {
        (new Client($baseUrl, $key, ['transport' => static function (): array {
            throw new Exception('offline');
        }, 'tries' => 1, 'store' => null]))->account();
    } catch (ApiException $error) {
        ob_start();
        foreach ([$error->getTrace(), $error->getPrevious()->getTrace()] as $trace) {
            foreach ($trace as $frame) {
                // Skip the frame of this program's transport, whose parameters are not marked as sensitive.
                if (($frame['class'] ?? '') === Client::class && $frame['function'] !== '{closure}') {
                    var_dump($frame['args'] ?? []);
                }
            }
        }
        $shown .= ob_get_clean();
    }
}
$secrets = [$key, $invalidKey, base64_encode('{"alg"'), base64_encode('{"iss"')];
$results['secrets'] = array_values(array_filter($secrets, static function (string $secret) use ($shown): bool {
    return strpos($shown, $secret) !== false;
}));
$results['events'] = array_values(array_unique(array_column($events, 'name')));

echo json_encode($results), "\n";
