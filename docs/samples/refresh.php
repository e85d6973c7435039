<?php
// Refreshes a feed in the background. On activation: wp_schedule_event(time(), 'hourly', 'acme_refresh').
add_action('acme_refresh', 'acme_refresh');
add_shortcode('acme_feed', 'acme_feed');

function acme_refresh(): void
{
    // A lock that a killed process left behind expires after ten minutes.
    if ((int) get_option('acme_lock') < time() - 600) {
        delete_option('acme_lock');
    }
    // Only one of two concurrent processes can add it.
    if (!add_option('acme_lock', time(), '', false)) {
        return;
    }
    try {
        $page = acme_client()->scan(['platform' => 'sandbox', 'handle' => 'demo']);
        update_option('acme_feed', ['posts' => $page['body']['posts'], 'fetchedAt' => $page['fetchedAt']], false);
        delete_option('acme_problem');
    } catch (CentralApi\ApiException $error) {
        // Keeps the stored posts and shows the problem to editors. Deletes posts that their owner removed or hid.
        update_option('acme_problem', ['code' => $error->getErrorCode(), 'request' => $error->getRequestId()], false);
        if (in_array($error->getErrorCode(), ['profile_not_found', 'profile_private'], true)) {
            delete_option('acme_feed');
        }
    } finally {
        delete_option('acme_lock');
    }
}

function acme_feed(): string
{
    $items = array_map(static function (array $post): string {
        $time = esc_html(substr((string) $post['publishedAt'], 0, 10));
        $text = esc_html((string) $post['text']);
        return '<li>' . $text . ' ' . ($post['url'] === null ? $time : acme_link($post['url'], $time)) . '</li>';
    }, get_option('acme_feed')['posts'] ?? []);
    return '<ul>' . implode('', $items) . '</ul>';
}

function acme_uninstall(): void
{
    wp_unschedule_hook('acme_refresh');
    try {
        acme_client()->account(get_option('home'));
    } catch (CentralApi\ApiException $error) {
        // The operator can release the site instead.
    }
    array_map('delete_option', ['acme_feed', 'acme_problem', 'acme_lock']);
}
