<?php
// Stubs for the WordPress functions that the client uses: HTTP over cURL, and transients in memory.

declare(strict_types=1);

final class WordPressStubs
{
    /** @var array<string, mixed> */
    public static $transients = [];
    /** @var array<string, mixed> */
    public static $options = [];
}

final class WP_Error
{
    /** @var string */
    private $message;

    public function __construct(string $message)
    {
        $this->message = $message;
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

function wp_remote_request(string $url, array $options)
{
    try {
        $body = $options['body'] ?? null;
        $response = CentralApi\Client::sendByCurl($options['method'], $url, $options['headers'], $body, $options['timeout']);
    } catch (RuntimeException $error) {
        return new WP_Error($error->getMessage());
    }
    if ($options['redirection'] !== 0) {
        throw new LogicException('A redirect would be followed');
    }
    return $response;
}

/** @param mixed $value */
function is_wp_error($value): bool
{
    return $value instanceof WP_Error;
}

function wp_remote_retrieve_headers(array $response): ArrayObject
{
    return new ArrayObject($response['headers']);
}

function wp_remote_retrieve_response_code(array $response): int
{
    return $response['status'];
}

function wp_remote_retrieve_body(array $response): string
{
    return $response['body'];
}

/** @return mixed */
function get_transient(string $name)
{
    return WordPressStubs::$transients[$name] ?? false;
}

/** @param mixed $value */
function set_transient(string $name, $value, int $seconds): bool
{
    WordPressStubs::$transients[$name] = $value;
    return $seconds > 0;
}

/** @return mixed */
function get_option(string $name)
{
    return $name === 'home' ? 'https://blog.example' : WordPressStubs::$options[$name] ?? false;
}

/** @param mixed $value */
function add_option(string $name, $value, string $_, bool $autoload): bool
{
    if ($autoload || isset(WordPressStubs::$options[$name])) {
        return false;
    }
    WordPressStubs::$options[$name] = $value;
    return true;
}

/** @param mixed $value */
function update_option(string $name, $value, bool $autoload): bool
{
    WordPressStubs::$options[$name] = $value;
    return !$autoload;
}

function delete_option(string $name): bool
{
    $isThere = isset(WordPressStubs::$options[$name]);
    unset(WordPressStubs::$options[$name]);
    return $isThere;
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url(string $url): string
{
    return htmlspecialchars($url, ENT_QUOTES);
}

function add_action(string $_, string $function): void
{
    assert(is_callable($function));
}

function add_shortcode(string $_, string $function): void
{
    assert(is_callable($function));
}

function wp_unschedule_hook(string $_): void
{
}
