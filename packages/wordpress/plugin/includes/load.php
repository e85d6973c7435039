<?php
/**
 * What the plugin is made of, and the hooks of each part. Nothing else adds hooks.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

foreach ( array(
	'api-client',
	'functions',
	'class-words',
	'class-given',
	'class-key-box',
	'class-settings',
	'class-messages',
	'class-stored-shape',
	'class-service',
	'class-reference',
	'class-bounds',
	'class-selection',
	'class-items',
	'class-picture-rows',
	'class-lock',
	'class-address-ranges',
	'class-egress',
	'class-moving-webp',
	'class-picture-writer',
	'class-signed-url',
	'class-pictures',
	'class-refresh',
	'class-uses',
	'class-render-post',
	'class-render',
	'class-block',
	'class-rest',
	'class-settings-page',
	'class-site-health',
	'class-privacy',
	'class-installation',
) as $central_posts_part ) {
	require_once __DIR__ . '/' . $central_posts_part . '.php';
}
unset( $central_posts_part );

Installation::init();
Egress::init();
Block::init();
Rest::init();
Refresh::init();
Uses::init();
Settings_Page::init();
Site_Health::init();
Privacy::init();
