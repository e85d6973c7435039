<?php

namespace CentralApi\Feed;

// What the renderer calls of WordPress, for sites without it.

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
}

function esc_attr(string $text): string
{
    return esc_html($text);
}

/** Escapes a URL, which may be relative. Empty if it has another scheme than http and https. */
function esc_url(string $url): string
{
    $plain = (string) preg_replace('/[\x00-\x1F\x7F]|%0[ad]/i', '', $url);
    if (preg_match('~^[^/?#]*:~', $plain) && !preg_match('~^https?://~i', $plain)) {
        return '';
    }
    preg_match('~^((?:https?://[^/?#]*)?)(.*)$~is', $plain, $parts);
    return esc_html($parts[1] . Attributes::percent_encode(strtr($parts[2], ['[' => '%5B', ']' => '%5D'])));
}

/** @return string|false|null */
function wp_parse_url(string $url, int $component)
{
    return parse_url($url, $component);
}

function wp_json_encode($value): string
{
    return (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

function wp_check_invalid_utf8(string $text): string
{
    return htmlspecialchars_decode(htmlspecialchars($text, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'), ENT_NOQUOTES);
}

function mb_substr(string $text, int $start, int $length): string
{
    return implode('', array_slice((array) preg_split('//u', $text, -1, PREG_SPLIT_NO_EMPTY), $start, $length));
}

function mb_strlen(string $text): int
{
    return strlen((string) preg_replace('/[\x80-\xBF]/', '', $text));
}

/** Keeps the allowed tags and, in links, their URL and `rel`. Closes what the text leaves open. */
function wp_kses(string $html, array $allowed): string
{
    $tag = '~<!--.*?(?:-->|$)|<(/?)([a-z][a-z0-9-]*)((?:\s+[^\s=<>"\'/]+(?:\s*=\s*(?:"[^"]*"|\'[^\']*\'|[^\s"\'<>]+))?)*)\s*/?>|<~is';
    $open = [];
    $close = static function (string $name) use (&$open): string {
        $at = array_keys($open, $name, true);
        return $at === [] ? '' : implode('', array_map(static function (string $each): string {
            return "</$each>";
        }, array_reverse(array_splice($open, (int) end($at)))));
    };
    $written = (string) preg_replace_callback($tag, static function (array $match) use ($allowed, $close, &$open): string {
        $name = strtolower($match[2] ?? '');
        if ($match[0] === '<') {
            return '&lt;';
        }
        if (!isset($allowed[$name])) {
            return '';
        }
        if ($match[1] === '/') {
            return $close($name);
        }
        if ($name === 'br') {
            return '<br>';
        }
        $open[] = $name;
        return $name === 'a' ? open_link($match[3] ?? '') : "<$name>";
    }, $html);
    return $written . ($open === [] ? '' : $close($open[0]));
}

/** The start tag of a link with these attributes. */
function open_link(string $attributes): string
{
    preg_match_all('~([^\s=>"\'/]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s"\'>]+))~', $attributes, $found, PREG_SET_ORDER);
    $values = [];
    foreach ($found as $each) {
        $value = html_entity_decode(implode('', array_slice($each, 2)), ENT_QUOTES | ENT_HTML5, 'UTF-8');
        $values += [strtolower($each[1]) => $value];
    }
    $url = Untrusted_Text::url($values['href'] ?? '');
    return '<a' . ($url === '' ? '' : " href=\"$url\"") . ' rel="' . esc_attr($values['rel'] ?? Render_Post::REL) . '">';
}
