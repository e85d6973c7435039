<?php
/**
 * What each code means to whoever runs the site, in a sentence.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A row for every code of the service and of its client, and for what only WordPress refuses.
 */
final class Messages {

	/** A whole sentence, not yet escaped. */
	public static function of( string $code ): string {
		switch ( $code ) {
			case 'invalid_json':
				return __( 'The plugin sent something that the service could not read. Update the plugin, or report this to its author.', 'central-posts' );
			case 'invalid_request':
				return __( 'Something in the settings of this feed is missing or malformed. Check the fields, then save again.', 'central-posts' );
			case 'cursor_required':
				return __( 'The plugin asked for more posts in the wrong way. Update the plugin, or report this to its author.', 'central-posts' );
			case 'invalid_cursor':
				return __( 'This list of posts is too old to be continued. Load it again from the start.', 'central-posts' );
			case 'not_found':
				return __( 'The address of the service is wrong, or its version does not have this function. Check the address in the settings.', 'central-posts' );
			case 'method_not_allowed':
				return __( 'The plugin asked the service in the wrong way. Update the plugin, or report this to its author.', 'central-posts' );
			case 'payload_too_large':
				return __( 'The plugin sent too much at once. Choose fewer posts, or report this to the plugin’s author.', 'central-posts' );
			case 'unsupported_media_type':
				return __( 'The plugin asked the service in the wrong way. Update the plugin, or report this to its author.', 'central-posts' );
			case 'license_malformed':
				return __( 'This is not a license key. Copy it again, whole.', 'central-posts' );
			case 'license_unknown':
				return __( 'This license key is not known. Check that it is the current one, and that the address of the service is right.', 'central-posts' );
			case 'license_suspended':
				return __( 'Your license is suspended for now. Ask your provider; your feeds go on showing the posts they have.', 'central-posts' );
			case 'license_expired':
				return __( 'Your license has expired. Renew it to get new posts; your feeds go on showing the posts they have.', 'central-posts' );
			case 'license_revoked':
				return __( 'Your license has ended for good. You need another license key.', 'central-posts' );
			case 'site_limit_reached':
				return __( 'Your plan’s sites are all in use. Release a site that you no longer use, or change to a larger plan.', 'central-posts' );
			case 'platform_not_in_plan':
				return __( 'Your plan does not include this platform. Choose another one, or change to a larger plan.', 'central-posts' );
			case 'token_missing':
				return __( 'The plugin lost its session with the service. Try again; if it stays so, report this to the plugin’s author.', 'central-posts' );
			case 'token_malformed':
				return __( 'The plugin lost its session with the service. Try again; if it stays so, enter the license key again.', 'central-posts' );
			case 'token_invalid':
				return __( 'The plugin’s session with the service is no longer valid. Try again; if it stays so, enter the license key again.', 'central-posts' );
			case 'token_expired':
				return __( 'The plugin’s session with the service is over. Try again.', 'central-posts' );
			case 'quota_exceeded':
				return __( 'Your plan’s requests for this month are used up. Your feeds go on showing the posts they have; new ones come next month or with a larger plan.', 'central-posts' );
			case 'rate_limited':
				return __( 'Too many requests in a short time. Wait a minute, then try again.', 'central-posts' );
			case 'platform_unknown':
				return __( 'This service does not know this platform. Choose another one.', 'central-posts' );
			case 'variant_unknown':
				return __( 'This platform does not offer this kind of posts. Choose another kind.', 'central-posts' );
			case 'handle_malformed':
				return __( 'This is not a name or address of a profile on this platform. Paste the address of the profile’s page.', 'central-posts' );
			case 'profile_not_found':
				return __( 'There is no such profile. Check the name; it may have been renamed or deleted.', 'central-posts' );
			case 'profile_private':
				return __( 'This profile or post is not public, so it cannot be shown.', 'central-posts' );
			case 'profile_unsupported':
				return __( 'The platform lets nobody read profiles of this kind. Choose a page instead.', 'central-posts' );
			case 'post_not_found':
				return __( 'This post is no longer there.', 'central-posts' );
			case 'unsupported_post_url':
				return __( 'This is not the address of a post. Open the post itself and copy its address.', 'central-posts' );
			case 'platform_not_configured':
				return __( 'This platform is not set up at your provider yet. Ask your provider.', 'central-posts' );
			case 'platform_rate_limited':
				return __( 'The platform asks for patience. Your feed goes on showing the posts it has, and is tried again later.', 'central-posts' );
			case 'platform_unauthorized':
				return __( 'The platform refuses your provider’s access. Your provider has to renew it; your feed goes on showing the posts it has.', 'central-posts' );
			case 'platform_error':
				return __( 'The platform has a fault at the moment. Your feed goes on showing the posts it has, and is tried again later.', 'central-posts' );
			case 'platform_timeout':
				return __( 'The platform did not answer in time. Your feed goes on showing the posts it has, and is tried again later.', 'central-posts' );
			case 'link_malformed':
				return __( 'This is not an address of a page. It begins with https:// and has no spaces.', 'central-posts' );
			case 'link_blocked':
				return __( 'This address is not on the public web, so it cannot be shown.', 'central-posts' );
			case 'link_unresolvable':
				return __( 'There is no website of this name. Check the address for typing errors.', 'central-posts' );
			case 'link_unreachable':
				return __( 'The website cannot be reached at the moment. Try again later.', 'central-posts' );
			case 'link_tls_error':
				return __( 'The website’s certificate is not valid, so the page cannot be shown.', 'central-posts' );
			case 'link_status':
				return __( 'The website does not show this page: it may be gone, or visible only to those who sign in.', 'central-posts' );
			case 'link_redirects':
				return __( 'The address leads in a circle. Open the page in a browser and copy the address that you see there.', 'central-posts' );
			case 'link_too_large':
				return __( 'The page is too large to be read.', 'central-posts' );
			case 'link_timeout':
				return __( 'The website did not answer in time. Try again later.', 'central-posts' );
			case 'forbidden':
				return __( 'Your account at the service may not do this.', 'central-posts' );
			case 'conflict':
				return __( 'This cannot be done in the present state. Load the page again and look at what has changed.', 'central-posts' );
			case 'idempotency_key_in_use':
				return __( 'The same request is being answered already. Try again in a second.', 'central-posts' );
			case 'idempotency_key_reused':
				return __( 'The plugin sent a request in the wrong way. Update the plugin, or report this to its author.', 'central-posts' );
			case 'unavailable':
				return __( 'The service is busy at the moment. Try again in a few seconds.', 'central-posts' );
			case 'internal_error':
				return __( 'The service has a fault. Try again; if it stays so, tell your provider the number of the request.', 'central-posts' );
			case 'network_error':
				return __( 'The service cannot be reached. Check its address, and whether your host lets your site call other servers.', 'central-posts' );
			case 'unexpected_answer':
				return __( 'Something else answered in place of the service. Check its address, and whether a firewall stands between.', 'central-posts' );
			case 'blocked_here':
				return __( 'This site may not call other servers: WP_HTTP_BLOCK_EXTERNAL is set. Add the service to WP_ACCESSIBLE_HOSTS.', 'central-posts' );
			case 'not_set_up':
				return __( 'The address of the service and the license key are missing. Enter them in the settings.', 'central-posts' );
			case 'key_unreadable':
				return __( 'The license key cannot be read any more, because the secret keys of this site have changed. Enter it again.', 'central-posts' );
			case 'table_missing':
				return __( 'The table of this plugin is not in the database. Deactivate the plugin and activate it again. If this message stays, ask your host whether the database lets your site create tables.', 'central-posts' );
			case 'too_many_calls':
				return __( 'Too many requests in a short time. Wait a minute, then try again.', 'central-posts' );
			case 'too_many_shown':
				return __( 'This site shows as many profiles and posts as it may, or you have added as many as one person may in a day. Remove what nobody needs any more, or go on tomorrow.', 'central-posts' );
			default:
				return __( 'Something went wrong. Try again; if it stays so, tell your provider the number of the request.', 'central-posts' );
		}
	}
}
