<?php
// Changes an option of the installed site, publishes or deletes a post: `change.php FOLDER permalinks STRUCTURE`,
// `change.php FOLDER publish TITLE`, `change.php FOLDER remove ID`. Prints the id of the post.
require $argv[1] . '/wp-load.php';
[, , $what, $value] = $argv;
if ($what === 'permalinks') {
	global $wp_rewrite;
	$wp_rewrite->set_permalink_structure($value);
	$wp_rewrite->flush_rules(false);
}
if ($what === 'remove') wp_delete_post((int) $value, true);
if ($what === 'publish') echo wp_insert_post(['post_status' => 'publish', 'post_title' => $value, 'post_content' => $value, 'post_author' => 1]);
