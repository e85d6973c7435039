<?php

namespace CentralApi\Feed;

/** Words, numbers and dates of the current call. */
final class Environment
{
    const WORDS = [
/* WORDS */
    ];

    const PLURAL_WORDS = [
/* PLURAL_WORDS */
    ];

    /** @var array Options of the call. */
    private static $options = [];

    /** Begins a call. Returns what end() needs: a part may render another feed. */
    public static function begin(array $options): array
    {
        $before = self::$options;
        self::$options = $options;
        return $before;
    }

    public static function end(array $before): void
    {
        self::$options = $before;
    }

    public static function word(string $name): string
    {
        return self::$options['words'][$name] ?? self::WORDS[$name];
    }

    public static function words_for_count(string $name, int $count): string
    {
        $forms = self::$options['words'][$name] ?? self::PLURAL_WORDS[$name];
        $form = isset(self::$options['plural']) ? self::$options['plural']($count) : ($count === 1 ? 'one' : 'other');
        return $forms[$form] ?? $forms['other'];
    }

    public static function number(float $number, int $decimals = 0): string
    {
        return isset(self::$options['number']) ? self::$options['number']($number, $decimals) : number_format($number, $decimals);
    }

    public static function date(int $time): string
    {
        if (isset(self::$options['date'])) {
            return self::$options['date']($time);
        }
        try {
            $zone = new \DateTimeZone(self::$options['timeZone'] ?? 'UTC');
        } catch (\Exception $error) {
            $zone = new \DateTimeZone('UTC');
        }
        return (new \DateTimeImmutable("@$time"))->setTimezone($zone)->format('F j, Y');
    }

    public static function platform_name(string $platform): string
    {
        return ucfirst($platform);
    }

    public static function is_page(): bool
    {
        return true;
    }

    public static function button_class(): string
    {
        return trim((self::$options['buttonClass'] ?? '') . ' central-posts-button');
    }

    public static function part(string $name, string $html, array $data): string
    {
        return isset(self::$options['renderPart']) ? (string) self::$options['renderPart']($name, $html, $data) : $html;
    }
}

/** Values of options. */
final class Attributes
{
    /** @param mixed $value Raw value. */
    public static function text($value): string
    {
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /** @param mixed $value A list, or a string separated by spaces or commas. @return string[] */
    public static function names($value): array
    {
        $list = is_array($value) ? $value : (array) preg_split('/[\s,]+/', self::text($value));
        return array_values(array_filter(array_map([self::class, 'text'], $list), 'strlen'));
    }

    /** Percent-encodes characters that are not valid in a URL. */
    public static function percent_encode(string $url): string
    {
        return (string) preg_replace_callback('/[\s"<>\\\\^`{}]/', static function (array $match): string {
            return rawurlencode($match[0]);
        }, $url);
    }
}
