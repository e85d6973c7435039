<?php
/** A page of posts of our profile. The URL of the page may have a cursor. */
function acme_page(CentralApi\Client $client): array
{
    $profile = ['platform' => 'sandbox', 'handle' => 'demo'];
    $cursor = is_string($_GET['cursor'] ?? null) ? $_GET['cursor'] : '';
    return $client->scan($cursor === '' ? $profile : $profile + ['cursor' => $cursor]);
}

/** The posts as JSON, for `src` of the element. */
function acme_posts_json(CentralApi\Client $client): void
{
    header('Content-Type: application/json');
    try {
        $page = acme_page($client);
        header('Cache-Control: public, max-age=300');
        echo json_encode($page);
    } catch (CentralApi\ApiException $error) {
        http_response_code(502);
        echo json_encode(['error' => $error->getErrorCode()]);
    }
}

/** The same posts as HTML, for a page that works without a script. Empty if the service is down. */
function acme_posts_html(CentralApi\Client $client): string
{
    $options = ['layout' => 'masonry', 'id' => 'news', 'more' => '/news?cursor={cursor}'];
    try {
        return '<central-feed>' . CentralApi\Feed\Feed::render(acme_page($client), $options) . '</central-feed>';
    } catch (CentralApi\ApiException $error) {
        error_log($error->getErrorCode() . ' in request ' . $error->getRequestId());
        return '';
    }
}
