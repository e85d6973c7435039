// PHP helpers that create rows and images of posts without the service.

/** Shared by the PHP code of a test. `$put` stores a row of a post; `$copy` copies its images from a local file. */
export const PRELUDE = `
use CentralPosts\\{Block, Egress, Image_Rows, Images, Installation, Items, Key_Encryption, Limits, Messages, Reference, Refresh, Service, Settings, Site_Health, Usage_Index};
$down = false; $file = ''; $requests = [];
add_filter('pre_http_request', function ($response, $options, $url) use (&$down, &$file, &$requests) {
  $requests[] = $url;
  if (strpos($url, 'https://img.example/') !== 0) return $response;
  if ($down) return new WP_Error('http_request_failed', 'timeout');
  copy($file, $options['filename']);
  return ['headers' => [], 'body' => '', 'response' => ['code' => 200, 'message' => 'OK'], 'cookies' => [], 'filename' => $options['filename']];
}, 10, 3);
$row = fn($ref) => Items::find([$ref->key()])[$ref->key()] ?? null;
$put = function ($id) use ($row) {
  $ref = new Reference('post', 'sandbox', "https://posts.example/$id"); Items::delete($ref->key());
  Items::put($ref, ['id' => $id, 'url' => "https://posts.example/$id", 'kind' => 'image', 'title' => null, 'text' => $id, 'author' => null, 'link' => null, 'media' => [['type' => 'image', 'url' => "https://img.example/$id", 'previewUrl' => null, 'alt' => null]]], time() + 99999);
  return $ref;
};
$copy = fn($ref) => Images::copy($row($ref), microtime(true) + 30);
$paths = fn($ref) => array_map(fn($each) => wp_get_upload_dir()['basedir'] . '/central-posts/' . $each['file'], $row($ref)['pictures']['m0']['files'] ?? []);
$rest = function ($path, $body) { $request = new WP_REST_Request('POST', "/central-posts/v1/$path"); $request->set_body_params($body); return rest_do_request($request); };
$image = function ($name, $draw) { $path = get_temp_dir() . "hosts-$name"; $draw($path); return $path; };
$plain = $image('plain.jpg', fn($path) => imagejpeg(imagecreatetruecolor(400, 200), $path));
`
