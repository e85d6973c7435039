<?php
function acme_client(): CentralApi\Client
{
    return new CentralApi\Client(ACME_URL, ACME_KEY, ['siteId' => get_option('home')]);
}

/** Simple: the post as its platform embeds it; a link where it has no embed. Called when an editor saves, not when a visitor comes. */
function acme_simple(string $url): string
{
    $found = acme_client()->validatePost($url);
    // The service has sanitized it: frames of known players only. wp_kses_post() would take the player away.
    return $found['embed']['html'] ?? acme_link($found['url'], $found['preview']['title'] ?? $found['url']);
}

/** Preview: a card of any page. The picture is the site's own copy. */
function acme_preview(string $url, callable $keep_picture): string
{
    $found = acme_client()->validateLink($url);
    $preview = $found['preview'];
    $picture = $preview['imageUrl'] === null ? null : $keep_picture($preview['imageUrl']);
    return ($picture === null ? '' : '<img src="' . esc_url($picture) . '" alt="" loading="lazy">')
        . acme_link($found['url'], $preview['title'] ?? $found['url'])
        . ($preview['description'] === null ? '' : '<p>' . esc_html($preview['description']) . '</p>');
}

/** Selector: the chosen posts as they are now. One that is gone goes; one that cannot be read now stays as it is held. */
function acme_refresh_chosen(string $platform, array $ids, array $held): array
{
    $posts = [];
    foreach (acme_client()->readPosts($platform, $ids)['body']['posts'] as $at => $each) {
        $kept = $each['ok'] ? $each['post'] : ($each['error']['retryable'] ? $held[$ids[$at]] ?? null : null);
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
