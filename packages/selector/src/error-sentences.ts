// Made by `npm run docs` from docs/samples/messages.json. Do not edit.

/** Code → what to say to an editor: of all that can become of a scan. */
export const ERROR_SENTENCES: Readonly<Record<string, string>> = {
  invalid_json:
    'The plugin sent something that the service could not read. Update the plugin, or report this to its author.',
  invalid_request: 'Something in the settings of this feed is missing or malformed. Check the fields, then save again.',
  cursor_required: 'The plugin asked for more posts in the wrong way. Update the plugin, or report this to its author.',
  invalid_cursor: 'This list of posts is too old to be continued. Load it again from the start.',
  payload_too_large: 'The plugin sent too much at once. Choose fewer posts, or report this to the plugin’s author.',
  unsupported_media_type:
    'The plugin asked the service in the wrong way. Update the plugin, or report this to its author.',
  license_malformed: 'This is not a license key. Copy it again, whole.',
  license_unknown:
    'This license key is not known. Check that it is the current one, and that the address of the service is right.',
  license_suspended:
    'Your license is suspended for now. Ask your provider; your feeds go on showing the posts they have.',
  license_expired: 'Your license has expired. Renew it to get new posts; your feeds go on showing the posts they have.',
  license_revoked: 'Your license has ended for good. You need another license key.',
  site_limit_reached:
    'Your plan’s sites are all in use. Release a site that you no longer use, or change to a larger plan.',
  platform_not_in_plan: 'Your plan does not include this platform. Choose another one, or change to a larger plan.',
  token_missing:
    'The plugin lost its session with the service. Try again; if it stays so, report this to the plugin’s author.',
  token_malformed:
    'The plugin lost its session with the service. Try again; if it stays so, enter the license key again.',
  token_invalid:
    'The plugin’s session with the service is no longer valid. Try again; if it stays so, enter the license key again.',
  token_expired: 'The plugin’s session with the service is over. Try again.',
  quota_exceeded:
    'Your plan’s requests for this month are used up. Your feeds go on showing the posts they have; new ones come next month or with a larger plan.',
  rate_limited: 'Too many requests in a short time. Wait a minute, then try again.',
  platform_unknown: 'This service does not know this platform. Choose another one.',
  variant_unknown: 'This platform does not offer this kind of posts. Choose another kind.',
  handle_malformed:
    'This is not a name or address of a profile on this platform. Paste the address of the profile’s page.',
  profile_not_found: 'There is no such profile. Check the name; it may have been renamed or deleted.',
  profile_private: 'This profile or post is not public, so it cannot be shown.',
  profile_unsupported: 'The platform lets nobody read profiles of this kind. Choose a page instead.',
  platform_not_configured: 'This platform is not set up at your provider yet. Ask your provider.',
  platform_rate_limited:
    'The platform asks for patience. Your feed goes on showing the posts it has, and is tried again later.',
  platform_unauthorized:
    'The platform refuses your provider’s access. Your provider has to renew it; your feed goes on showing the posts it has.',
  platform_error:
    'The platform has a fault at the moment. Your feed goes on showing the posts it has, and is tried again later.',
  platform_timeout:
    'The platform did not answer in time. Your feed goes on showing the posts it has, and is tried again later.',
  link_blocked: 'This address is not on the public web, so it cannot be shown.',
  unavailable: 'The service is busy at the moment. Try again in a few seconds.',
  internal_error: 'The service has a fault. Try again; if it stays so, tell your provider the number of the request.',
  network_error:
    'The service cannot be reached. Check its address, and whether your host lets your site call other servers.',
  unexpected_answer:
    'Something else answered in place of the service. Check its address, and whether a firewall stands between.',
}
