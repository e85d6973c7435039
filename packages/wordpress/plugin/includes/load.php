<?php
/**
 * Loads the classes of the plugin and registers their hooks. No other file adds hooks.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

foreach ( array(
	'api-client',
	'functions',
	'class-untrusted-text',
	'class-emoji-codes',
	'class-attributes',
	'class-key-encryption',
	'class-settings',
	'class-messages',
	'class-stored-data',
	'class-service',
	'class-reference',
	'class-limits',
	'class-lookalikes',
	'class-words',
	'class-design',
	'class-filter',
	'class-selection',
	'class-items',
	'class-image-rows',
	'class-lock',
	'class-connected-account',
	'class-connected-accounts',
	'class-ip-ranges',
	'class-egress',
	'class-animated-webp',
	'class-image-writer',
	'class-signed-url',
	'class-post-images',
	'class-images',
	'class-older-posts',
	'class-refresh',
	'class-usage-index',
	'class-glyphs',
	'class-post-kind',
	'class-post-order',
	'class-pager',
	'class-post-version',
	'class-curation',
	'class-decisions',
	'class-approval',
	'class-approval-notices',
	'class-pinned',
	'class-environment',
	'class-templates',
	'class-render-media',
	'class-render-post',
	'class-render-profile',
	'class-render-stream',
	'class-render',
	'class-block',
	'class-patterns',
	'class-rest',
	'class-find-matches',
	'class-find-messages',
	'class-find',
	'class-connection-failure',
	'class-other-server',
	'class-connection-check',
	'class-settings-form',
	'class-settings-report',
	'class-settings-tasks',
	'class-settings-page',
	'class-settings-rest',
	'class-connected-messages',
	'class-connected-accounts-tasks',
	'class-connected-accounts-section',
	'class-connected-accounts-rest',
	'class-owner-notice',
	'class-connected-accounts-notice',
	'class-review',
	'class-review-rules',
	'class-review-sources',
	'class-review-tasks',
	'class-review-post',
	'class-review-list',
	'class-review-sidebar',
	'class-review-question',
	'class-review-page',
	'class-review-rest',
	'class-welcome',
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
Pager::init();
Patterns::init();
Rest::init();
Find::init();
Refresh::init();
Usage_Index::init();
Settings_Page::init();
Settings_Tasks::init();
Settings_Rest::init();
Connected_Accounts::init();
Connected_Accounts_Tasks::init();
Connected_Accounts_Section::init();
Connected_Accounts_Rest::init();
Connected_Accounts_Notice::init();
Review_Page::init();
Review_Rest::init();
Welcome::init();
Site_Health::init();
Privacy::init();
