<?php
/**
 * A client for Central API in one file, for PHP 7.4 to 8.5, without dependencies. It caches the token, retries failed requests,
 * iterates over pages, and does not resend a rejected key. It never prints or logs a key.
 * License: MIT.
 */

declare(strict_types=1);

namespace CentralApi;

/** The only exception that the client throws. Its code is an error code of the service, `network_error` or `unexpected_answer`. */
final class ApiException extends \RuntimeException
{
    /** @var array<string, mixed> */
    private $error;

    /** @param array<string, mixed> $error code, message, retryable, details, docs and meta (see Client::lastAnswer()) */
    public function __construct(array $error, ?\Throwable $previous = null)
    {
        parent::__construct((string) $error['message'], 0, $previous);
        $this->error = $error;
    }

    /** The stable error code, such as `profile_not_found`. Branch on this value only. */
    public function getErrorCode(): string
    {
        return $this->error['code'];
    }

    /** Whether the same request may succeed later. */
    public function isRetryable(): bool
    {
        return $this->error['retryable'];
    }

    /** HTTP status; 0 if there was no response. */
    public function getHttpStatus(): int
    {
        return $this->error['meta']['status'] ?? 0;
    }

    /** ID of the request, for reports to the operator. */
    public function getRequestId(): ?string
    {
        return $this->error['meta']['requestId'] ?? null;
    }

    /** Seconds to wait before repeating the request. */
    public function getRetryAfter(): ?int
    {
        return $this->error['meta']['retryAfter'] ?? null;
    }

    /** Invalid fields for `invalid_request`, or `status` and `url` for a link. @return array<mixed> */
    public function getDetails(): array
    {
        return $this->error['details'] ?? [];
    }

    /** URL of the documentation of the code; null if the service sent none. */
    public function getDocs(): ?string
    {
        return $this->error['docs'] ?? null;
    }

    /** What PHP prints for an uncaught exception: with the code and the link, which the message does not contain. */
    public function __toString(): string
    {
        $docs = $this->getDocs();
        return $this->getErrorCode() . ($docs === null ? '' : " ($docs)") . "\n" . parent::__toString();
    }

    /** Metadata of the response, see Client::lastAnswer(). @return array<string, mixed> */
    public function getMeta(): array
    {
        return $this->error['meta'] ?? [];
    }
}

final class Client
{
    /** A rejected key is retried at most once per hour, because the site owner has to act first. */
    private const REFUSED_SECONDS = 3600;
    /** Upper limit, so that a proxy with a wrong clock does not block the client for years. */
    private const MOST_REFUSED_SECONDS = 86400;
    private const RENEW_BEFORE_END_SECONDS = 60;
    private const TOKEN_CODES = ['token_expired', 'token_invalid', 'token_malformed'];
    private const TRANSPORT_CODES = ['network_error', 'unexpected_answer'];
    /** Maximum size of a decompressed response, far more than the service sends. */
    private const MAX_BYTES = 8 * 1024 * 1024;

    /** @var string */
    private $baseUrl;
    /** @var array<string, mixed> */
    private $options;
    /** @var \Closure returns the key; dumps, exports and serialization do not show values inside a closure */
    private $key;
    /** @var \Closure|null */
    private $cached = null;
    /** @var string */
    private $rejectedToken = '';
    /** @var array<string, mixed> */
    private $last = [];

    /**
     * @param string $baseUrl such as `https://api.example.com`; white space around it and a trailing `/api/v1` are ignored
     * @param array<string, mixed> $options all optional:
     *   siteId: URL of the calling site;
     *   transport: callable(string $method, string $url, array $headers, ?string $body, float $seconds): array of `status`,
     *     `headers` (names in lower case) and `body`; throws if there is no response. Default: WordPress's HTTP API if available,
     *     otherwise cURL;
     *   store: [callable(string $name): ?string, callable(string $name, string $value, int $seconds): void], a cache that all
     *     processes share. Default: transients in WordPress, otherwise the memory of this process;
     *   seconds: time limit of a call, including retries and waits. Default: what `max_execution_time` allows, at most 25;
     *   requestSeconds: time limit of a single request (20); tries: attempts per call (3); userAgent; log: callable(array $event);
     *   now: callable(): float, sleep: callable(float $seconds)
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter]
        string $licenseKey,
        array $options = []
    ) {
        $this->baseUrl = self::normalizeUrl($baseUrl);
        $this->key = static function () use ($licenseKey): string {
            return $licenseKey;
        };
        $isWordPress = function_exists('wp_remote_request');
        $this->options = $options + [
            'siteId' => null,
            'transport' => [self::class, $isWordPress ? 'sendByWordPress' : 'sendByCurl'],
            'store' => $isWordPress ? ['get_transient', 'set_transient'] : null,
            'seconds' => self::defaultSeconds(),
            'requestSeconds' => 20,
            'tries' => 3,
            'userAgent' => null,
            'log' => null,
            'now' => static function (): float {
                return microtime(true);
            },
            'sleep' => static function (float $seconds): void {
                usleep((int) ($seconds * 1e6));
            },
        ];
    }

    /** Removes white space and invisible characters, which settings and forms may add, in UTF-8 or Latin-1. */
    private static function normalizeUrl(string $text): string
    {
        $invisible = '(?:\s|\xC2\xA0|(?<![\x80-\xFF])\xA0|\xE2\x80[\x8B-\x8F\xA8-\xAF]|\xE2\x81[\xA0-\xA4]|\xEF\xBB\xBF)';
        return (string) preg_replace(["~^$invisible+|$invisible+$~D", '~(?:/+api/v1)?/*$~Di'], '', $text);
    }

    /** Returns the platforms and handles that a pasted URL or name can mean. Free of charge; services of version 1.0.0 respond `not_found`. @return array<string, mixed> */
    public function recognize(string $text): array
    {
        return $this->call('/recognize', ['text' => $text]);
    }

    /** Returns a page of a profile: the first one, or the one after `cursor`. A profile without `kind` (from version 1.0.0) is an `account`. @return array<string, mixed> */
    public function scan(array $request): array
    {
        return $this->call('/scan-profile', $request);
    }

    /** Returns the page after `cursor`. @return array<string, mixed> */
    public function loadMore(array $request): array
    {
        return $this->call('/load-more-posts', $request);
    }

    /** Yields every page from first to last. Stop iterating at any time. */
    public function pages(array $request): \Generator
    {
        $page = $this->scan($request);
        yield $page;
        while ($page['nextCursor'] !== null) {
            $page = $this->loadMore(['cursor' => $page['nextCursor']] + $request);
            yield $page;
        }
    }

    /** Yields every post, newest first, with consecutive keys across pages. */
    public function posts(array $request): \Generator
    {
        foreach ($this->pages($request) as $page) {
            // `yield from` would restart the keys at 0 on each page, so that iterator_to_array() would lose posts.
            foreach ($page['body']['posts'] as $post) {
                yield $post;
            }
        }
    }

    /** Reads 1 to 20 posts by their ids or URLs, in this order, optionally through a connected account. @return array<string, mixed> */
    public function readPosts(string $platform, array $posts, ?string $connection = null): array
    {
        $through = $connection === null ? [] : ['connection' => $connection];
        return $this->call('/posts', ['platform' => $platform, 'posts' => array_values($posts)] + $through);
    }

    /** Validates a URL. Without its body, a page may have any size. @return array<string, mixed> */
    public function validateLink(string $url, bool $withBody = false): array
    {
        return $this->call('/validate-link', ['url' => $url, 'withBody' => $withBody]);
    }

    /** Validates the URL of a post. @return array<string, mixed> */
    public function validatePost(string $url, bool $withBody = false): array
    {
        return $this->call('/validate-post', ['url' => $url, 'withBody' => $withBody]);
    }

    /** Returns the license, its limits, sites and platforms, even if the plan has no room for this site. Optionally releases a site. @return array<string, mixed> */
    public function account(?string $release = null): array
    {
        try {
            $account = $this->call('/account', $release === null ? [] : ['release' => $release]);
        } catch (ApiException $error) {
            if ($error->getErrorCode() !== 'site_limit_reached' || $this->options['siteId'] === null) {
                throw $error;
            }
            // A token without a site does not count against the plan's sites.
            $siteless = new self($this->baseUrl, ($this->key)(), ['siteId' => null] + $this->options);
            $account = $siteless->account($release);
        }
        if ($release !== null) {
            $this->recheck();
        }
        return $account;
    }

    /**
     * Returns a URL at which the owner of an account allows the service to read it: `url`, `expiresAt` and `ticket`. Open it in
     * the owner's browser. It works once.
     *
     * @param array<string, mixed> $request `platform`, and optionally host, handle, returnTo, siteId, label, include, app, reconnect
     * @return array<string, mixed>
     */
    public function connect(array $request): array
    {
        return $this->call('/connect', $request);
    }

    /** Returns the connected accounts, and the platforms on which accounts can be connected. With a ticket of connect(), also what became of it. @return array<string, mixed> */
    public function connections(?string $ticket = null): array
    {
        return $this->call('/connections', $ticket === null ? [] : ['ticket' => $ticket]);
    }

    /**
     * Adds an application of the license's own, or changes its secret, where the operator accepts one.
     *
     * @param array<string, string> $app platform, clientId, clientSecret and, if you like, label
     * @return array<string, mixed>
     */
    public function addApp(array $app): array
    {
        return $this->call('/connections', ['app' => $app]);
    }

    /** Removes an application, and ends the connections that were made with it. @return array<string, mixed> */
    public function removeApp(string $id): array
    {
        return $this->call('/connections', ['app' => ['id' => $id, 'remove' => true]]);
    }

    /** Names a connected account, or removes its name, and returns all of them. @return array<string, mixed> */
    public function nameConnection(string $id, ?string $label): array
    {
        return $this->call('/connections', ['id' => $id, 'label' => $label]);
    }

    /** Disconnects an account for all sites of the license, deletes what was read through it, and returns the others. @return array<string, mixed> */
    public function disconnect(string $id): array
    {
        return $this->call('/connections', ['id' => $id, 'disconnect' => true]);
    }

    /** Returns the platforms of this service. Needs no license. @return array<int, array<string, mixed>> */
    public function platforms(): array
    {
        $deadline = ($this->options['now'])() + $this->options['seconds'];
        return $this->send('GET', '/platforms', null, null, $deadline)['platforms'] ?? [];
    }

    /** Lets the next call send a rejected key again, for a “Check again” button. */
    public function recheck(): void
    {
        if (isset($this->findCached()['refused'])) {
            $this->cache(['until' => 0]);
        }
    }

    /** Returns the `srcset` of an image of `media` that the service offers in other widths, or an empty string. Escape it like every
     * other value. @param array<string, mixed> $medium */
    public static function srcset(array $medium): string
    {
        $url = (string) ($medium['url'] ?? '');
        $candidates = array_map(static function (int $width) use ($url): string {
            return "$url?w=$width {$width}w";
        }, $url === '' ? [] : $medium['sizes'] ?? []);
        return implode(', ', $candidates);
    }

    /** Metadata of the last response: status, requestId, quota (limit, used, remaining, reset), cache, age, retryAfter. @return array<string, mixed> */
    public function lastAnswer(): array
    {
        return $this->last;
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'siteId' => $this->options['siteId'], 'licenseKey' => '(hidden)'];
    }

    /** @return array<string, mixed> */
    private function call(string $path, array $body): array
    {
        $deadline = ($this->options['now'])() + $this->options['seconds'];
        $isRenewed = false;
        for ($attempt = 1;; $attempt++) {
            $token = '';
            try {
                $token = $this->token($deadline);
                return $this->send('POST', '/api/v1' . $path, $body, $token, $deadline);
            } catch (ApiException $error) {
                if (!$isRenewed && $token !== '' && in_array($error->getErrorCode(), self::TOKEN_CODES, true)) {
                    $isRenewed = true;
                    $this->rejectedToken = $token;
                    continue;
                }
                $isOfOtherSite = $error->getErrorCode() === 'site_limit_reached' && isset($body['siteId']);
                if ($token !== '' && !$isOfOtherSite && $error->getErrorCode() !== 'rate_limited') {
                    $this->cacheRejection($error);
                }
                $delay = $this->retryDelay($attempt, $error);
                if ($delay === null || ($this->options['now'])() + $delay >= $deadline) {
                    throw $error;
                }
                $this->logEvent(['name' => 'repeat', 'code' => $error->getErrorCode(), 'tries' => $attempt, 'seconds' => $delay]);
                ($this->options['sleep'])($delay);
            }
        }
    }

    /** Seconds to wait before the next attempt; null for no further attempt. */
    private function retryDelay(int $attempt, ApiException $error): ?float
    {
        if (!$error->isRetryable() || $attempt >= $this->options['tries']) {
            return null;
        }
        $isTransportError = in_array($error->getErrorCode(), self::TRANSPORT_CODES, true);
        return $error->getRetryAfter() ?: ($isTransportError ? 0.5 : 30.0) * 2 ** ($attempt - 1);
    }

    private function token(float $deadline): string
    {
        $cached = $this->findCached();
        if (isset($cached['token'])) {
            return $cached['token'];
        }
        if (isset($cached['refused'])) {
            $left = (int) max(1, ceil($cached['until'] - ($this->options['now'])()));
            throw new ApiException(['meta' => ['retryAfter' => $left] + ($cached['refused']['meta'] ?? [])] + $cached['refused']);
        }
        $requestedAt = ($this->options['now'])();
        $body = array_filter(['licenseKey' => ($this->key)(), 'siteId' => $this->options['siteId']]);
        try {
            $data = $this->send('POST', '/api/v1/auth/token', $body, null, $deadline);
        } catch (ApiException $error) {
            $this->cacheRejection($error);
            throw $error;
        }
        $this->cache(['token' => $data['token'], 'until' => $requestedAt + $data['expiresIn'] - self::RENEW_BEFORE_END_SECONDS]);
        return $data['token'];
    }

    /** Caches an error that applies to every call with this key. Ignores errors of a single call. */
    private function cacheRejection(ApiException $error): void
    {
        $code = $error->getErrorCode();
        $isLicenseError = strpos($code, 'license_') === 0 || $code === 'site_limit_reached';
        $seconds = $isLicenseError ? self::REFUSED_SECONDS : ($code === 'rate_limited' ? $error->getRetryAfter() : null);
        if ($seconds === null) {
            return;
        }
        $seconds = min($seconds, self::MOST_REFUSED_SECONDS);
        $this->logEvent(['name' => 'key_refused', 'code' => $code, 'seconds' => $seconds]);
        $rejection = ['code' => $code, 'message' => $error->getMessage(), 'retryable' => $error->isRetryable()];
        $rejection['docs'] = $error->getDocs();
        $rejection['meta'] = ['status' => $error->getHttpStatus()];
        $this->cache(['refused' => $rejection, 'until' => ($this->options['now'])() + $seconds]);
    }

    /** Finds a cached token or rejection. Always asks the store about a rejection, which another process may have cleared. @return array<string, mixed> */
    private function findCached(): array
    {
        $local = $this->cached === null ? null : ($this->cached)();
        $store = $this->options['store'];
        if ($store === null || ($this->isValid($local) && isset($local['token']))) {
            return $this->isValid($local) ? $local : [];
        }
        try {
            $stored = self::readStored(($store[0])($this->storeName()));
        } catch (\Exception $error) {
            $this->logEvent(['name' => 'store_failed', 'error' => $error->getMessage()]);
            return $this->isValid($local) ? $local : [];
        }
        if (!$this->isValid($stored)) {
            return [];
        }
        $this->cacheLocally($stored);
        return $stored;
    }

    /** Parses a stored value. Some stores return decoded JSON. @param mixed $value @return mixed */
    private static function readStored($value)
    {
        return json_decode(is_array($value) || is_object($value) ? (string) json_encode($value) : (string) $value, true);
    }

    /** @param mixed $cached */
    private function isValid($cached): bool
    {
        $isFresh = is_array($cached) && ($cached['until'] ?? 0) > ($this->options['now'])();
        return $isFresh && (isset($cached['refused']) || (isset($cached['token']) && $cached['token'] !== $this->rejectedToken));
    }

    private function cacheLocally(
        #[\SensitiveParameter]
        array $cached
    ): void {
        $this->cached = static function () use ($cached): array {
            return $cached;
        };
    }

    private function cache(
        #[\SensitiveParameter]
        array $cached
    ): void {
        $this->cacheLocally($cached);
        if ($this->options['store'] === null) {
            return;
        }
        $seconds = (int) max(1, floor($cached['until'] - ($this->options['now'])()));
        try {
            ($this->options['store'][1])($this->storeName(), json_encode($cached), $seconds);
        } catch (\Exception $error) {
            $this->logEvent(['name' => 'store_failed', 'error' => $error->getMessage()]);
        }
    }

    /** Name of the cached value: unique per service, key and site, and does not reveal the key. */
    private function storeName(): string
    {
        $parts = [$this->baseUrl, ($this->key)(), $this->options['siteId']];
        // Not JSON, which cannot encode a key that is not UTF-8.
        return 'central_api_' . substr(hash('sha256', serialize($parts)), 0, 32);
    }

    /** @return array<string, mixed> */
    private function send(
        string $method,
        string $path,
        #[\SensitiveParameter]
        ?array $body,
        #[\SensitiveParameter]
        ?string $token,
        float $deadline
    ): array {
        if (!preg_match('~^https?://[^/]~i', $this->baseUrl)) {
            // Never the value itself, which may be a key.
            $problem = $this->baseUrl === '' ? 'is not set' : 'is not an HTTP URL';
            $message = "Central API: baseUrl $problem. Set it to the URL of your Central API, such as https://api.example.com";
            throw new ApiException(['code' => 'network_error', 'message' => $message, 'retryable' => false]);
        }
        $startedAt = ($this->options['now'])();
        $seconds = max(0.1, min($this->options['requestSeconds'], $deadline - $startedAt));
        $headers = array_filter([
            'Accept' => 'application/json',
            'Content-Type' => $body === null ? null : 'application/json',
            'Authorization' => $token === null ? null : "Bearer $token",
            'User-Agent' => $this->options['userAgent'],
        ]);
        $json = $body === null ? null : json_encode((object) $body, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
        $this->last = [];
        $code = null;
        try {
            try {
                $response = ($this->options['transport'])($method, $this->baseUrl . $path, $headers, $json, (float) $seconds);
            } catch (ApiException $error) {
                throw $error;
            } catch (\Exception $cause) {
                $url = preg_replace('~//[^/?#]*@~', '//', $this->baseUrl);
                $message = "The service at $url could not be reached or did not respond in time.";
                throw new ApiException(['code' => 'network_error', 'message' => $message, 'retryable' => true], $cause);
            }
            $this->last = $this->readMeta((int) $response['status'], $response['headers']);
            if (strlen((string) $response['body']) > self::MAX_BYTES) {
                throw self::tooLarge();
            }
            return $this->unwrap(json_decode((string) $response['body'], true), $body === null);
        } catch (ApiException $error) {
            $code = $error->getErrorCode();
            throw $error;
        } finally {
            $milliseconds = (int) round((($this->options['now'])() - $startedAt) * 1000);
            $fields = ['status' => $this->last['status'] ?? 0, 'requestId' => $this->last['requestId'] ?? null];
            $this->logEvent(['name' => 'answer', 'path' => $path, 'code' => $code, 'milliseconds' => $milliseconds] + $fields);
        }
    }

    /** Unwraps the envelope of an endpoint. Responses to GET have none. @param mixed $response @return array<string, mixed> */
    private function unwrap($response, bool $isBare): array
    {
        $status = $this->last['status'];
        $error = is_array($response) && ($response['ok'] ?? null) === false ? ($response['error'] ?? null) : null;
        if (isset($error['code'], $error['message']) && is_string($error['code'])) {
            $fields = ['code' => $error['code'], 'message' => (string) $error['message'], 'meta' => $this->last];
            throw new ApiException($fields + [
                'retryable' => (bool) ($error['retryable'] ?? $status >= 500),
                'details' => (array) ($error['details'] ?? []),
                'docs' => is_string($error['docs'] ?? null) ? $error['docs'] : null,
            ]);
        }
        if (is_array($response) && $isBare && $status === 200) {
            return $response;
        }
        if (is_array($response) && !$isBare && ($response['ok'] ?? null) === true && is_array($response['data'] ?? null)) {
            return $response['data'];
        }
        // The page of a proxy, or a wrong base URL.
        $message = "The response with status $status is not from the service. Check the base URL, and whether a proxy intercepts the request.";
        $fields = ['code' => 'unexpected_answer', 'message' => $message, 'meta' => $this->last];
        throw new ApiException($fields + ['retryable' => $status >= 500]);
    }

    private static function tooLarge(): ApiException
    {
        $message = 'The response exceeds 8 MiB, so it is not from the service. Check the base URL.';
        return new ApiException(['code' => 'unexpected_answer', 'message' => $message, 'retryable' => false]);
    }

    /** Parses `Retry-After`. A date counts from the `Date` header of the same clock if there is one, otherwise from now. @param array<string, string> $headers */
    private function readRetryAfter(array $headers): ?int
    {
        $text = trim($headers['retry-after'] ?? '');
        if (preg_match('/^\d{1,12}$/D', $text)) {
            return (int) $text;
        }
        $at = self::readDate($text);
        return $at === null ? null : (int) max(0, ceil($at - (self::readDate($headers['date'] ?? '') ?? ($this->options['now'])())));
    }

    /** Parses an HTTP date in any of its three formats; null if it is none. */
    private static function readDate(string $text): ?int
    {
        if (!preg_match('/^[A-Z][a-z]{2,8},? [ -~]{10,40}$/D', trim($text))) {
            return null;
        }
        // The asctime format has no time zone. It is GMT, like the others.
        $zone = preg_match('/(?:GMT|UTC|[+-]\d{4})$/D', trim($text)) ? '' : ' GMT';
        $at = strtotime(trim($text) . $zone);
        return $at === false ? null : $at;
    }

    /** @param array<string, string> $headers @return array<string, mixed> */
    private function readMeta(int $status, array $headers): array
    {
        $number = static function (string $name) use ($headers): ?int {
            return preg_match('/^\d{1,12}$/D', $headers[$name] ?? '') ? (int) $headers[$name] : null;
        };
        $quota = [];
        foreach (['limit', 'used', 'remaining', 'reset'] as $part) {
            $quota[$part] = $number("x-quota-$part");
        }
        return [
            'status' => $status,
            'requestId' => $headers['x-request-id'] ?? null,
            'quota' => $quota['limit'] === null ? null : $quota,
            'cache' => $headers['x-cache'] ?? null,
            'age' => $number('age'),
            'retryAfter' => $this->readRetryAfter($headers),
        ];
    }

    /** Passes an event to the log, and ignores its exceptions. @param array<string, mixed> $event contains no secrets */
    private function logEvent(array $event): void
    {
        try {
            $this->options['log'] === null || ($this->options['log'])($event);
        } catch (\Exception $error) {
            return;
        }
    }

    /** Time limit of a call that leaves some of `max_execution_time` for the rest of the page. */
    private static function defaultSeconds(): int
    {
        $limit = (int) ini_get('max_execution_time');
        return $limit <= 0 ? 25 : max(3, min(25, $limit - 5));
    }

    /** @return array{status: int, headers: array<string, string>, body: string} */
    public static function sendByCurl(
        string $method,
        string $url,
        #[\SensitiveParameter]
        array $headers,
        #[\SensitiveParameter]
        ?string $body,
        float $seconds
    ): array {
        if (!function_exists('curl_init') || !function_exists('curl_exec')) {
            $message = 'cURL is not available in PHP. Enable it, or pass the option `transport`.';
            throw new ApiException(['code' => 'network_error', 'message' => $message, 'retryable' => false]);
        }
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $responseHeaders = [];
        $text = '';
        $handle = curl_init($url);
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $lines,
            // A redirect would turn POST into GET. The base URL must be the final one.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => (int) (min(5, $seconds) * 1000),
            CURLOPT_TIMEOUT_MS => (int) ($seconds * 1000),
            CURLOPT_ENCODING => '',
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$responseHeaders): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $responseHeaders[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $bytes) use (&$text): int {
                $text .= $bytes;
                return strlen($text) > self::MAX_BYTES ? -1 : strlen($bytes);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        $isDone = curl_exec($handle);
        if (strlen($text) > self::MAX_BYTES) {
            throw self::tooLarge();
        }
        if ($isDone === false) {
            throw new \RuntimeException(curl_error($handle));
        }
        return ['status' => (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), 'headers' => $responseHeaders, 'body' => $text];
    }

    /** The service may have a private IP address, which wp_safe_remote_request() rejects. @return array{status: int, headers: array<string, string>, body: string} */
    public static function sendByWordPress(
        string $method,
        string $url,
        #[\SensitiveParameter]
        array $headers,
        #[\SensitiveParameter]
        ?string $body,
        float $seconds
    ): array {
        $options = ['method' => $method, 'headers' => $headers, 'timeout' => $seconds, 'redirection' => 0];
        $options['limit_response_size'] = self::MAX_BYTES + 1;
        $response = wp_remote_request($url, $options + ($body === null ? [] : ['body' => $body]));
        if (is_wp_error($response)) {
            throw new \RuntimeException($response->get_error_message());
        }
        $responseHeaders = [];
        foreach (wp_remote_retrieve_headers($response) as $name => $value) {
            $responseHeaders[strtolower($name)] = is_array($value) ? implode(', ', $value) : (string) $value;
        }
        $status = (int) wp_remote_retrieve_response_code($response);
        return ['status' => $status, 'headers' => $responseHeaders, 'body' => wp_remote_retrieve_body($response)];
    }
}
