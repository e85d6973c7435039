<?php
// Sends the owner of an account to the platform, and takes the browser back. Load it with your plugin.

use CentralApi\ApiException;
use CentralApi\Client;

const ACME_STATES = 'acme_states_';

/** Starts: call it from a handler of admin-post.php, after current_user_can() and check_admin_referer(). */
function acme_connect(Client $client, string $platform, string $host = ''): void
{
    $state = wp_generate_password(32, false);
    $started = $client->connect(array_filter([
        'platform' => $platform,
        'host' => $host,
        'returnTo' => add_query_arg('acme_state', $state, admin_url('options-general.php?page=acme')),
    ]));
    // Bound to the user, and used once.
    set_transient(ACME_STATES . get_current_user_id(), $state, 1800);
    wp_redirect($started['url'], 303);
    exit;
}

/** Returns: call it when the settings page loads. Returns a sentence for the owner, or '' if the browser does not return. */
function acme_take_back(Client $client): string
{
    if (!isset($_GET['acme_state']) || !current_user_can('manage_options')) {
        return '';
    }
    $expected = get_transient(ACME_STATES . get_current_user_id());
    delete_transient(ACME_STATES . get_current_user_id());
    if (!is_string($expected) || !hash_equals($expected, (string) wp_unslash($_GET['acme_state']))) {
        return 'This link is not valid any more.';
    }
    if (isset($_GET['connect_error'])) {
        return 'No account was connected: ' . sanitize_key(wp_unslash($_GET['connect_error']));
    }
    try {
        // The ids in the URL give no access. The list says which accounts the license has.
        $accounts = array_column($client->connections()['connections'], 'account', 'id');
    } catch (ApiException $error) {
        return $error->getMessage();
    }
    $ids = explode(',', (string) wp_unslash($_GET['connection'] ?? ''));
    $connected = array_column(array_intersect_key($accounts, array_flip($ids)), 'handle');
    return $connected === [] ? 'This account is not connected.' : 'Connected: ' . implode(', ', $connected);
}
