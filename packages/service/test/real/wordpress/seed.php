<?php
// Fills the installed site with posts as described on standard input (JSON); prints the result (JSON).
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
// Stores content without sanitizing: an administrator may write scripts into posts.
kses_remove_filters();
$site = json_decode(file_get_contents('php://stdin'), true, 64, JSON_THROW_ON_ERROR);
$wp_rewrite->flush_rules(false);

$users = [];
foreach ($site['authors'] as $author) {
	$id = username_exists($author['slug']) ?: wp_create_user($author['slug'], wp_generate_password(), $author['slug'] . '@site.example');
	wp_update_user(['ID' => $id, 'display_name' => $author['name'], 'description' => $author['bio'], 'role' => $author['role']]);
	$users[$author['slug']] = $id;
}

$images = [];
foreach ($site['images'] as $image) {
	['basedir' => $folder, 'baseurl' => $base] = wp_upload_dir();
	$file = $folder . '/' . $image['name'];
	wp_mkdir_p(dirname($file));
	$canvas = imagecreatetruecolor($image['width'], $image['height']);
	imagefilledrectangle($canvas, 0, 0, $image['width'], $image['height'], imagecolorallocate($canvas, ...$image['color']));
	imagepng($canvas, $file);
	$id = wp_insert_attachment(['post_mime_type' => 'image/png', 'post_title' => $image['name'], 'post_status' => 'inherit'], $file);
	wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
	update_post_meta($id, '_wp_attachment_image_alt', wp_slash($image['alt']));
	$images[$image['name']] = ['id' => $id, 'url' => wp_get_attachment_url($id), 'alt' => $image['alt']];
}
if (isset($site['icon'])) update_option('site_icon', $images[$site['icon']]['id']);

$posts = [];
foreach ($site['posts'] as $post) {
	$content = preg_replace_callback('/\[\[(full|large|id|alt):([^\]]+)\]\]/', function ($match) use ($images) {
		$image = $images[$match[2]];
		if ($match[1] === 'id') return $image['id'];
		if ($match[1] === 'alt') return esc_attr($image['alt']);
		return $match[1] === 'full' ? $image['url'] : wp_get_attachment_image_url($image['id'], 'large');
	}, $post['content']);
	$id = wp_insert_post(wp_slash([
		'post_type' => $post['type'],
		'post_status' => $post['status'],
		'post_title' => $post['title'],
		'post_name' => $post['slug'],
		'post_content' => $content,
		'post_excerpt' => $post['excerpt'],
		'post_password' => $post['password'],
		'post_author' => $users[$post['author']],
		'post_date' => get_date_from_gmt($post['published']),
		'post_date_gmt' => $post['published'],
	]), true);
	if (is_wp_error($id)) throw new Exception($id->get_error_message());
	if ($post['categories'] !== []) wp_set_object_terms($id, $post['categories'], 'category');
	if ($post['tags'] !== []) wp_set_object_terms($id, $post['tags'], 'post_tag');
	if ($post['local'] !== null) $wpdb->update($wpdb->posts, ['post_date' => $post['local']], ['ID' => $id]);
	if ($post['edited'] !== null) $wpdb->update($wpdb->posts, ['post_modified' => get_date_from_gmt($post['edited']), 'post_modified_gmt' => $post['edited']], ['ID' => $id]);
	if ($post['featured'] !== null) set_post_thumbnail($id, $images[$post['featured']]['id']);
	if ($post['sticky']) stick_post($id);
	for ($comment = 0; $comment < $post['comments']; $comment++)
		wp_insert_comment(['comment_post_ID' => $id, 'comment_content' => "Comment $comment", 'comment_author' => 'reader', 'comment_approved' => 1]);
	clean_post_cache($id);
	$posts[] = ['id' => (string) $id, 'url' => get_permalink($id), 'guid' => get_post($id)->guid];
}
echo json_encode([
	'version' => get_bloginfo('version'),
	'posts' => $posts,
	'images' => $images,
	'authors' => array_map(fn($id) => ['id' => (string) $id, 'url' => get_author_posts_url($id)], $users),
	'iconUrl' => get_site_icon_url(),
], JSON_THROW_ON_ERROR);
