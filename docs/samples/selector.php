<?php
/** A page of posts, in the response format that the element expects. Remembers the posts that an editor saw, because these will be stored. */
function acme_selector_page(array $request): array
{
    try {
        $known = array_flip(['platform', 'handle', 'variant', 'cursor']);
        $page = acme_client()->scan(array_intersect_key($request, $known));
    } catch (CentralApi\ApiException $error) {
        return ['ok' => false, 'error' => ['code' => $error->getErrorCode(), 'requestId' => $error->getRequestId()]];
    }
    foreach ($page['body']['posts'] as $post) {
        $_SESSION['acme_shown'][acme_name(['id' => $post['id']] + $page['body'])] = $post;
    }
    return ['ok' => true, 'data' => $page];
}

/** The route of `source`. Check the session before, and limit the rate. */
function acme_selector_endpoint(bool $may_edit): void
{
    header('Content-Type: application/json');
    // Pages of other sites cannot send JSON with an editor's cookies.
    if (!$may_edit || ($_SERVER['CONTENT_TYPE'] ?? '') !== 'application/json') {
        http_response_code(403);
        echo json_encode(['ok' => false, 'error' => ['sentence' => 'Sign in again.']]);
        return;
    }
    $request = json_decode((string) file_get_contents('php://input'), true);
    echo json_encode(acme_selector_page(is_array($request) ? $request : []));
}

/** The posts that a form submitted, in its order. The browser only identifies them; other data from it is not stored. */
function acme_chosen_posts(string $value): array
{
    $posts = array_map(static function (array $each): ?array {
        $shown = $_SESSION['acme_shown'][acme_name($each)] ?? null;
        if ($shown !== null) {
            return $shown;
        }
        $found = acme_client()->readPosts($each['platform'], [$each['url'] ?? $each['id']])['body']['posts'][0];
        return $found['ok'] ? $found['post'] : null;
    }, json_decode($value, true) ?? []);
    return array_values(array_filter($posts));
}

function acme_name(array $post): string
{
    return json_encode([$post['platform'], $post['handle'], $post['id']]);
}
