<?php

namespace CentralApi\Feed;

/**
 * Renders pages of posts as HTML. Every string of a page is untrusted. The HTML contains no script and no cookie, and is the same for
 * every visitor.
 */
final class Feed
{
    /**
     * Renders a page of posts, or the pages of several profiles in the order of time.
     *
     * @param array $page Page as `scan()` of the client returns it, or a list of pages.
     * @param array $options Layout and parts as in the WordPress kit, and:
     *   `platform` (if the page does not say it); `id` (prefix of all ids, for two feeds on one page);
     *   `more` (URL of your page with more posts, in which `{cursor}` is replaced);
     *   `image` (callable($url, $slot) that returns copies, smallest first: `url`, `width`, `height`; another URL; or null);
     *   `renderPart` (callable($name, $html, $data) that returns the HTML of a part); `buttonClass`;
     *   `words` (texts by name); `plural` (callable($count) that returns `one`, `few` … for your language);
     *   `number` (callable($number, $decimals)); `date` (callable($timestamp)); `timeZone`.
     * @return string Empty without posts.
     */
    public static function render(array $page, array $options = []): string
    {
        $pages = isset($page['body']) ? [$page] : array_values($page);
        $before = Environment::begin($options);
        try {
            $design = new Design($options);
            $id = self::id($pages, (string) ($options['id'] ?? ''), $design->layout);
            $cards = self::cards($pages, $id, $options);
            $more = self::more($pages, (string) ($options['more'] ?? ''), $id);
            $html = $cards === [] ? '' : Render_Stream::html($design, self::profiles($pages, $options), $cards, $more, $id);
            return $html === '' || $design->look === '' ? $html : "<div class=\"is-style-$design->look\">$html</div>";
        } finally {
            Environment::end($before);
        }
    }

    private static function profiles(array $pages, array $options): array
    {
        $profiles = [];
        foreach ($pages as ['body' => $body]) {
            if (isset($body['profile'])) {
                $profiles[] = [
                    'profile' => $body['profile'],
                    'platform' => self::platform($body, $options),
                    'name' => (string) ($body['handle'] ?? ''),
                    'images' => self::images(array_filter(['avatar' => $body['profile']['avatarUrl'] ?? null]), [], $options),
                ];
            }
        }
        return $profiles;
    }

    /** Each post once. The same post has the same id on every page. */
    private static function cards(array $pages, string $id, array $options): array
    {
        $cards = [];
        foreach (self::merge($pages) as [$post, $body]) {
            $platform = self::platform($body, $options);
            $own = $id . '-' . hash('crc32b', "$platform:{$post['id']}");
            $images = self::images(Post_Images::urls($post, true), $post['media'] ?? [], $options);
            $cards += [$own => ['post' => $post, 'platform' => $platform, 'images' => $images, 'id' => $own]];
        }
        return array_values($cards);
    }

    /** Posts of several profiles in the order of time. A post without a time stays behind the one before it. */
    private static function merge(array $pages): array
    {
        $all = [];
        foreach ($pages as ['body' => $body]) {
            $time = PHP_INT_MAX;
            foreach ($body['posts'] as $post) {
                $own = strtotime((string) ($post['publishedAt'] ?? ''));
                $time = $own === false ? $time : $own;
                $all[] = [$post, $body, $time, count($all)];
            }
        }
        if (count($pages) > 1) {
            // Before PHP 8, sorting is not stable.
            usort($all, static function (array $one, array $other): int {
                return [$other[2], $one[3]] <=> [$one[2], $other[3]];
            });
        }
        return $all;
    }

    /** Images in the form of class Post_Images. */
    private static function images(array $urls, array $media, array $options): array
    {
        $images = [];
        foreach ($urls as $slot => $url) {
            $found = isset($options['image']) ? $options['image']($url, $slot) : (Untrusted_Text::url($url) === '' ? null : $url);
            if (is_string($found) && $found !== '') {
                $medium = preg_match('/^m(\d)$/', $slot, $at) ? $media[$at[1]] : [];
                $size = ['width' => (int) ($medium['width'] ?? 0), 'height' => (int) ($medium['height'] ?? 0)];
                $offered = self::offered($found, $medium);
                $found = [['url' => $found, 'is_remote' => true, 'offered' => $offered] + $size];
            }
            if (is_array($found) && $found !== []) {
                $images[$slot] = ['copies' => array_values($found)];
            }
        }
        return $images;
    }

    /** What the API offers of the file itself in other widths. */
    private static function offered(string $url, array $medium): array
    {
        $offered = [];
        foreach ($url === ($medium['url'] ?? null) ? $medium['sizes'] ?? [] : [] as $width) {
            if (is_int($width)) {
                $offered[] = ['url' => "$url?w=$width", 'width' => $width];
            }
        }
        return $offered;
    }

    private static function id(array $pages, string $id, string $layout): string
    {
        $handles = [];
        foreach ($pages as ['body' => $body]) {
            $handles[] = $body['handle'] ?? '';
        }
        $own = preg_replace('/[^\w-]/', '', $id);
        return 'central-posts-' . ($own === '' ? hash('crc32b', "$layout " . implode(',', $handles)) : $own);
    }

    private static function more(array $pages, string $more, string $id): string
    {
        $cursor = count($pages) === 1 ? (string) ($pages[0]['nextCursor'] ?? '') : '';
        if ($more === '' || $cursor === '') {
            return '';
        }
        $url = str_replace('{cursor}', rawurlencode($cursor), $more);
        return strpos($url, '#') === false ? "$url#$id" : $url;
    }

    private static function platform(array $body, array $options): string
    {
        return (string) ($body['platform'] ?? $options['platform'] ?? '');
    }
}
