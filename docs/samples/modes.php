<?php
function acme_client(): CentralApi\Client
{
    return new CentralApi\Client(ACME_URL, ACME_KEY, ['siteId' => get_option('home')]);
}

/** Simple: the post as its platform embeds it; a link if it has no embed. Call it when an editor saves, not at each page view. */
function acme_simple(string $url): string
{
    $found = acme_client()->validatePost($url);
    // The service has sanitized it: only frames of known players. wp_kses_post() would remove the player.
    return $found['embed']['html'] ?? acme_link($found['url'], $found['preview']['title'] ?? $found['url']);
}

/** Preview: a card of any page. `$keep_image` copies the image to the site. */
function acme_preview(string $url, callable $keep_image): string
{
    $found = acme_client()->validateLink($url);
    $preview = $found['preview'];
    $image = $preview['imageUrl'] === null ? null : $keep_image($preview['imageUrl']);
    return ($image === null ? '' : '<img src="' . esc_url($image) . '" alt="" loading="lazy">')
        . acme_link($found['url'], $preview['title'] ?? $found['url'])
        . ($preview['description'] === null ? '' : '<p>' . esc_html($preview['description']) . '</p>');
}

/** Selector: the selected posts as they are now. Removes a post that is gone, and keeps the stored copy of one that cannot be read now. */
function acme_refresh_chosen(string $platform, array $ids, array $stored): array
{
    $posts = [];
    foreach (acme_client()->readPosts($platform, $ids)['body']['posts'] as $at => $each) {
        $kept = $each['ok'] ? $each['post'] : ($each['error']['retryable'] ? $stored[$ids[$at]] ?? null : null);
        if ($kept !== null) {
            $posts[$ids[$at]] = $kept;
        }
    }
    return $posts;
}

function acme_link(string $url, string $text): string
{
    return '<a href="' . esc_url($url) . '" rel="nofollow noopener ugc">' . esc_html($text) . '</a>';
}
