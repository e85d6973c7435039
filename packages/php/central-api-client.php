<?php
/**
 * A client of Central API in one file, for PHP 7.4 to 8.5, without dependencies: it keeps the token, repeats what may be
 * repeated, walks from page to page, and never asks twice with a key that was refused. It never prints or logs a key.
 * License: MIT.
 */

declare(strict_types=1);

namespace CentralApi;

/** The one exception of the client: the stable code of the service, or `network_error`, or `unexpected_answer`. */
final class ApiException extends \RuntimeException
{
    /** @var array<string, mixed> */
    private $error;

    /** @param array<string, mixed> $error code, message, retryable, details, and meta: what stood on the answer */
    public function __construct(array $error, ?\Throwable $previous = null)
    {
        parent::__construct((string) $error['message'], 0, $previous);
        $this->error = $error;
    }

    /** Such as `profile_not_found`: branch on this, and on nothing else. */
    public function getErrorCode(): string
    {
        return $this->error['code'];
    }

    /** Whether the very same request may succeed later. */
    public function isRetryable(): bool
    {
        return $this->error['retryable'];
    }

    /** Of HTTP; 0 where nothing came back. */
    public function getHttpStatus(): int
    {
        return $this->error['meta']['status'] ?? 0;
    }

    /** To be put into a report to the operator. */
    public function getRequestId(): ?string
    {
        return $this->error['meta']['requestId'] ?? null;
    }

    /** Seconds to wait before the same request. */
    public function getRetryAfter(): ?int
    {
        return $this->error['meta']['retryAfter'] ?? null;
    }

    /** The fields of `invalid_request`, or status and url of a link. @return array<mixed> */
    public function getDetails(): array
    {
        return $this->error['details'] ?? [];
    }

    /** As Client::lastAnswer() has it. @return array<string, mixed> */
    public function getMeta(): array
    {
        return $this->error['meta'] ?? [];
    }
}

final class Client
{
    /** A key that was refused is for whoever runs the site to look after: tried again at most once an hour. */
    private const REFUSED_SECONDS = 3600;
    /** Whatever a proxy in front of the service says: a slip of its clock is not remembered for years. */
    private const MOST_REFUSED_SECONDS = 86400;
    private const RENEW_BEFORE_END_SECONDS = 60;
    private const TOKEN_CODES = ['token_expired', 'token_invalid', 'token_malformed'];
    private const TRANSPORT_CODES = ['network_error', 'unexpected_answer'];
    /** Of a response, after it was unpacked: far more than the service sends. */
    private const MAX_BYTES = 8 * 1024 * 1024;

    /** @var string */
    private $baseUrl;
    /** @var array<string, mixed> */
    private $options;
    /** @var \Closure in closures no dump, export or serialization shows what they hold */
    private $key;
    /** @var \Closure|null */
    private $held = null;
    /** @var string */
    private $spoiled = '';
    /** @var array<string, mixed> */
    private $last = [];

    /**
     * @param string $baseUrl such as `https://api.example.com`; white space around it and `/api/v1` behind it are left out
     * @param array<string, mixed> $options all optional:
     *   siteId: the site that calls;
     *   transport: callable(string $method, string $url, array $headers, ?string $body, float $seconds): array of `status`,
     *     `headers` (names in lower case) and `body`; throws where nothing came back; WordPress's HTTP API where it is there, else curl;
     *   store: [callable(string $name): ?string, callable(string $name, string $value, int $seconds): void], where all
     *     processes find the token; transients in WordPress, else this process alone;
     *   seconds: all that one call may take, repeats and waits included; what fits the host's limit, at most 25;
     *   requestSeconds: all that one request may take (20); tries (3); userAgent; log: callable(array $event);
     *   now: callable(): float, sleep: callable(float $seconds)
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter]
        string $licenseKey,
        array $options = []
    ) {
        $this->baseUrl = self::plainUrl($baseUrl);
        $this->key = static function () use ($licenseKey): string {
            return $licenseKey;
        };
        $isWordPress = function_exists('wp_remote_request');
        $this->options = $options + [
            'siteId' => null,
            'transport' => [self::class, $isWordPress ? 'sendByWordPress' : 'sendByCurl'],
            'store' => $isWordPress ? ['get_transient', 'set_transient'] : null,
            'seconds' => self::secondsOfHost(),
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

    /** Files, secrets and forms bring white space along, and marks that nobody sees; UTF-8 or not. */
    private static function plainUrl(string $text): string
    {
        $mark = '(?:\s|\xC2\xA0|(?<![\x80-\xFF])\xA0|\xE2\x80[\x8B-\x8F\xA8-\xAF]|\xE2\x81[\xA0-\xA4]|\xEF\xBB\xBF)';
        return (string) preg_replace(["~^$mark+|$mark+$~D", '~(?:/+api/v1)?/*$~Di'], '', $text);
    }

    /** A page of a profile: the first, or the one behind `cursor`. @return array<string, mixed> */
    public function scan(array $request): array
    {
        return $this->call('/scan-profile', $request);
    }

    /** @return array<string, mixed> */
    public function loadMore(array $request): array
    {
        return $this->call('/load-more-posts', $request);
    }

    /** Every page from the first to the last; stop whenever enough has come. */
    public function pages(array $request): \Generator
    {
        $page = $this->scan($request);
        yield $page;
        while ($page['nextCursor'] !== null) {
            $page = $this->loadMore(['cursor' => $page['nextCursor']] + $request);
            yield $page;
        }
    }

    /** Every post, newest first, under keys that count on from page to page. */
    public function posts(array $request): \Generator
    {
        foreach ($this->pages($request) as $page) {
            // One by one: `yield from` would begin at 0 with each page, and an array of it keep only the last of them.
            foreach ($page['body']['posts'] as $post) {
                yield $post;
            }
        }
    }

    /** Chosen posts read again, 1 to 20 ids or addresses, in their order. @return array<string, mixed> */
    public function readPosts(string $platform, array $posts): array
    {
        return $this->call('/posts', ['platform' => $platform, 'posts' => array_values($posts)]);
    }

    /** Without its body an address may be of any size. @return array<string, mixed> */
    public function validateLink(string $url, bool $withBody = false): array
    {
        return $this->call('/validate-link', ['url' => $url, 'withBody' => $withBody]);
    }

    /** @return array<string, mixed> */
    public function validatePost(string $url, bool $withBody = false): array
    {
        return $this->call('/validate-post', ['url' => $url, 'withBody' => $withBody]);
    }

    /** The license, its limits, sites and platforms, also where this site has no place; frees that of a site. @return array<string, mixed> */
    public function account(?string $release = null): array
    {
        try {
            $account = $this->call('/account', $release === null ? [] : ['release' => $release]);
        } catch (ApiException $error) {
            if ($error->getErrorCode() !== 'site_limit_reached' || $this->options['siteId'] === null) {
                throw $error;
            }
            // A token without a site takes no place.
            $siteless = new self($this->baseUrl, ($this->key)(), ['siteId' => null] + $this->options);
            $account = $siteless->account($release);
        }
        if ($release !== null) {
            $this->recheck();
        }
        return $account;
    }

    /** What can be scanned at this service, whoever asks. @return array<int, array<string, mixed>> */
    public function platforms(): array
    {
        $deadline = ($this->options['now'])() + $this->options['seconds'];
        return $this->send('GET', '/platforms', null, null, $deadline)['platforms'] ?? [];
    }

    /** For a button that says “Check again”: a key that was refused is sent again with the next call. */
    public function recheck(): void
    {
        if (isset($this->findHeld()['refused'])) {
            $this->keep(['until' => 0]);
        }
    }

    /** What stood on the last answer: status, requestId, quota (limit, used, remaining, reset), cache, age, retryAfter. @return array<string, mixed> */
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
        for ($try = 1;; $try++) {
            $token = '';
            try {
                $token = $this->token($deadline);
                return $this->send('POST', '/api/v1' . $path, $body, $token, $deadline);
            } catch (ApiException $error) {
                if (!$isRenewed && $token !== '' && in_array($error->getErrorCode(), self::TOKEN_CODES, true)) {
                    $isRenewed = true;
                    $this->spoiled = $token;
                    continue;
                }
                $isOfOtherSite = $error->getErrorCode() === 'site_limit_reached' && isset($body['siteId']);
                if ($token !== '' && !$isOfOtherSite && $error->getErrorCode() !== 'rate_limited') {
                    $this->rememberRefusal($error);
                }
                $wait = $this->pauseBefore($try, $error);
                if ($wait === null || ($this->options['now'])() + $wait >= $deadline) {
                    throw $error;
                }
                $this->tell(['name' => 'repeat', 'code' => $error->getErrorCode(), 'tries' => $try, 'seconds' => $wait]);
                ($this->options['sleep'])($wait);
            }
        }
    }

    /** Seconds before the next try; null where there should be none. */
    private function pauseBefore(int $try, ApiException $error): ?float
    {
        if (!$error->isRetryable() || $try >= $this->options['tries']) {
            return null;
        }
        $isOfTransport = in_array($error->getErrorCode(), self::TRANSPORT_CODES, true);
        return $error->getRetryAfter() ?: ($isOfTransport ? 0.5 : 30.0) * 2 ** ($try - 1);
    }

    private function token(float $deadline): string
    {
        $held = $this->findHeld();
        if (isset($held['token'])) {
            return $held['token'];
        }
        if (isset($held['refused'])) {
            $left = (int) max(1, ceil($held['until'] - ($this->options['now'])()));
            throw new ApiException(['meta' => ['retryAfter' => $left] + ($held['refused']['meta'] ?? [])] + $held['refused']);
        }
        $askedAt = ($this->options['now'])();
        $body = array_filter(['licenseKey' => ($this->key)(), 'siteId' => $this->options['siteId']]);
        try {
            $data = $this->send('POST', '/api/v1/auth/token', $body, null, $deadline);
        } catch (ApiException $error) {
            $this->rememberRefusal($error);
            throw $error;
        }
        $this->keep(['token' => $data['token'], 'until' => $askedAt + $data['expiresIn'] - self::RENEW_BEFORE_END_SECONDS]);
        return $data['token'];
    }

    /** What stands for every call with this key is remembered; what is of one call is not. */
    private function rememberRefusal(ApiException $error): void
    {
        $code = $error->getErrorCode();
        $isFinal = strpos($code, 'license_') === 0 || $code === 'site_limit_reached';
        $seconds = $isFinal ? self::REFUSED_SECONDS : ($code === 'rate_limited' ? $error->getRetryAfter() : null);
        if ($seconds === null) {
            return;
        }
        $seconds = min($seconds, self::MOST_REFUSED_SECONDS);
        $this->tell(['name' => 'key_refused', 'code' => $code, 'seconds' => $seconds]);
        $refused = ['code' => $code, 'message' => $error->getMessage(), 'retryable' => $error->isRetryable()];
        $refused['meta'] = ['status' => $error->getHttpStatus()];
        $this->keep(['refused' => $refused, 'until' => ($this->options['now'])() + $seconds]);
    }

    /** A token of this process is good wherever it came from; a refusal may have been taken back by another one. @return array<string, mixed> */
    private function findHeld(): array
    {
        $here = $this->held === null ? null : ($this->held)();
        $store = $this->options['store'];
        if ($store === null || ($this->isGood($here) && isset($here['token']))) {
            return $this->isGood($here) ? $here : [];
        }
        try {
            $there = self::readStored(($store[0])($this->storeName()));
        } catch (\Exception $failure) {
            $this->tell(['name' => 'store_failed', 'error' => $failure->getMessage()]);
            return $this->isGood($here) ? $here : [];
        }
        if (!$this->isGood($there)) {
            return [];
        }
        $this->hold($there);
        return $there;
    }

    /** A store may give what is JSON back as what it says. @param mixed $found @return mixed */
    private static function readStored($found)
    {
        return json_decode(is_array($found) || is_object($found) ? (string) json_encode($found) : (string) $found, true);
    }

    /** @param mixed $held */
    private function isGood($held): bool
    {
        $isAlive = is_array($held) && ($held['until'] ?? 0) > ($this->options['now'])();
        return $isAlive && (isset($held['refused']) || (isset($held['token']) && $held['token'] !== $this->spoiled));
    }

    private function hold(
        #[\SensitiveParameter]
        array $held
    ): void {
        $this->held = static function () use ($held): array {
            return $held;
        };
    }

    private function keep(
        #[\SensitiveParameter]
        array $held
    ): void {
        $this->hold($held);
        if ($this->options['store'] === null) {
            return;
        }
        $seconds = (int) max(1, floor($held['until'] - ($this->options['now'])()));
        try {
            ($this->options['store'][1])($this->storeName(), json_encode($held), $seconds);
        } catch (\Exception $failure) {
            $this->tell(['name' => 'store_failed', 'error' => $failure->getMessage()]);
        }
    }

    /** Tells nothing of the key; another key, site or service has another one. */
    private function storeName(): string
    {
        $parts = [$this->baseUrl, ($this->key)(), $this->options['siteId']];
        // Not as JSON, which has no text for a key that is not UTF-8.
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
                $answer = ($this->options['transport'])($method, $this->baseUrl . $path, $headers, $json, (float) $seconds);
            } catch (ApiException $error) {
                throw $error;
            } catch (\Exception $cause) {
                $message = 'The service could not be reached, or did not answer in time.';
                throw new ApiException(['code' => 'network_error', 'message' => $message, 'retryable' => true], $cause);
            }
            $this->last = $this->readMeta((int) $answer['status'], $answer['headers']);
            if (strlen((string) $answer['body']) > self::MAX_BYTES) {
                throw self::tooLarge();
            }
            return $this->unwrap(json_decode((string) $answer['body'], true), $body === null);
        } catch (ApiException $error) {
            $code = $error->getErrorCode();
            throw $error;
        } finally {
            $milliseconds = (int) round((($this->options['now'])() - $startedAt) * 1000);
            $about = ['status' => $this->last['status'] ?? 0, 'requestId' => $this->last['requestId'] ?? null];
            $this->tell(['name' => 'answer', 'path' => $path, 'code' => $code, 'milliseconds' => $milliseconds] + $about);
        }
    }

    /** Of the endpoints, all answer in the envelope; what is read with GET comes bare. @param mixed $answer @return array<string, mixed> */
    private function unwrap($answer, bool $isBare): array
    {
        $status = $this->last['status'];
        $error = is_array($answer) && ($answer['ok'] ?? null) === false ? ($answer['error'] ?? null) : null;
        if (isset($error['code'], $error['message']) && is_string($error['code'])) {
            $about = ['code' => $error['code'], 'message' => (string) $error['message'], 'meta' => $this->last];
            throw new ApiException($about + [
                'retryable' => (bool) ($error['retryable'] ?? $status >= 500),
                'details' => (array) ($error['details'] ?? []),
            ]);
        }
        if (is_array($answer) && $isBare && $status === 200) {
            return $answer;
        }
        if (is_array($answer) && !$isBare && ($answer['ok'] ?? null) === true && is_array($answer['data'] ?? null)) {
            return $answer['data'];
        }
        // A proxy's page, or a wrong base address.
        $message = "Something that is not the service answered with status $status.";
        $about = ['code' => 'unexpected_answer', 'message' => $message, 'meta' => $this->last];
        throw new ApiException($about + ['retryable' => $status >= 500]);
    }

    private static function tooLarge(): ApiException
    {
        $message = 'Something that is not the service sent more than 8 MiB.';
        return new ApiException(['code' => 'unexpected_answer', 'message' => $message, 'retryable' => false]);
    }

    /** Seconds from the date of a response, which its own clock has written, or from now. @param array<string, string> $headers */
    private function readRetryAfter(array $headers): ?int
    {
        $text = trim($headers['retry-after'] ?? '');
        if (preg_match('/^\d{1,12}$/D', $text)) {
            return (int) $text;
        }
        $at = self::readDate($text);
        return $at === null ? null : (int) max(0, ceil($at - (self::readDate($headers['date'] ?? '') ?? ($this->options['now'])())));
    }

    /** A date of HTTP, in any of its three forms; null where it is none. */
    private static function readDate(string $text): ?int
    {
        if (!preg_match('/^[A-Z][a-z]{2,8},? [ -~]{10,40}$/D', trim($text))) {
            return null;
        }
        // One of the forms names no zone: it is GMT as the others are.
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

    /** What a log does wrong is no fault of the call. @param array<string, mixed> $event without anything secret */
    private function tell(array $event): void
    {
        try {
            $this->options['log'] === null || ($this->options['log'])($event);
        } catch (\Exception $failure) {
            return;
        }
    }

    /** A host ends a page after so many seconds, and what the page does besides needs some of them. */
    private static function secondsOfHost(): int
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
            $message = 'This PHP has no cURL; give the client a transport of your own.';
            throw new ApiException(['code' => 'network_error', 'message' => $message, 'retryable' => false]);
        }
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $answered = [];
        $text = '';
        $handle = curl_init($url);
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $lines,
            // A redirect would turn POST into GET; the base address must be the final one.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => (int) (min(5, $seconds) * 1000),
            CURLOPT_TIMEOUT_MS => (int) ($seconds * 1000),
            CURLOPT_ENCODING => '',
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$answered): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $answered[strtolower(trim($parts[0]))] = trim($parts[1]);
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
        return ['status' => (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), 'headers' => $answered, 'body' => $text];
    }

    /** The owner's own address may be a private one, which wp_safe_remote_request() refuses. @return array{status: int, headers: array<string, string>, body: string} */
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
        $answer = wp_remote_request($url, $options + ($body === null ? [] : ['body' => $body]));
        if (is_wp_error($answer)) {
            throw new \RuntimeException($answer->get_error_message());
        }
        $answered = [];
        foreach (wp_remote_retrieve_headers($answer) as $name => $value) {
            $answered[strtolower($name)] = is_array($value) ? implode(', ', $value) : (string) $value;
        }
        $status = (int) wp_remote_retrieve_response_code($answer);
        return ['status' => $status, 'headers' => $answered, 'body' => wp_remote_retrieve_body($answer)];
    }
}
