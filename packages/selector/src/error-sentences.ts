// Made by `npm run docs` from docs/samples/messages.json. Do not edit.

/** Code → what to say to an editor: of all that can become of a scan. */
export const ERROR_SENTENCES: Readonly<Record<string, string>> = {
  invalid_json: 'The service could not read the plugin’s request. Update the plugin, or report this to its author.',
  invalid_request: 'A setting of this feed is missing or invalid. Check the fields, then save again.',
  cursor_required:
    'The plugin sent an incomplete request for more posts. Update the plugin, or report this to its author.',
  invalid_cursor: 'This list of posts has expired. Load it again from the start.',
  payload_too_large:
    'The plugin sent too much data at once. Select fewer posts, or report this to the plugin’s author.',
  unsupported_media_type:
    'The plugin sent an invalid request to the service. Update the plugin, or report this to its author.',
  license_malformed: 'This is not a license key. Copy the whole key again.',
  license_unknown: 'This license key was not found. Check that the key is current and that the service URL is correct.',
  license_suspended: 'Your license is suspended. Contact your provider. Your feeds keep showing their current posts.',
  license_expired: 'Your license has expired. Renew it to get new posts. Your feeds keep showing their current posts.',
  license_revoked: 'Your license was permanently revoked. You need another license key.',
  site_limit_reached: 'All sites of your plan are in use. Release a site that you no longer use, or upgrade your plan.',
  platform_not_in_plan: 'Your plan does not include this platform. Choose another platform, or upgrade your plan.',
  token_missing:
    'The plugin lost its session with the service. Try again. If the problem persists, report it to the plugin’s author.',
  token_malformed:
    'The plugin lost its session with the service. Try again. If the problem persists, enter the license key again.',
  token_invalid:
    'The plugin’s session with the service is no longer valid. Try again. If the problem persists, enter the license key again.',
  token_expired: 'The plugin’s session with the service has expired. Try again.',
  quota_exceeded:
    'You have used all requests that your plan includes this month. Your feeds keep showing their current posts. Wait until next month for new posts, or upgrade your plan.',
  rate_limited: 'Too many requests in a short time. Wait a minute, then try again.',
  platform_unknown: 'This service does not support this platform. Choose another platform.',
  variant_unknown: 'This platform does not offer this type of posts. Choose another type.',
  handle_malformed: 'This is not a valid profile name or URL for this platform. Paste the URL of the profile’s page.',
  profile_not_found: 'This profile was not found. It may have been renamed or deleted. Check the name.',
  profile_private: 'This profile or post is not public, so it cannot be shown.',
  profile_unsupported: 'The platform does not allow access to profiles of this type. Choose a page instead.',
  platform_not_configured: 'Your provider has not set up this platform yet. Contact your provider.',
  platform_rate_limited:
    'The platform limits the number of requests. Your feed keeps showing its current posts, and the plugin tries again later.',
  platform_unauthorized:
    'The platform rejected your provider’s credentials. Ask your provider to renew them. Your feed keeps showing its current posts.',
  platform_error:
    'The platform returned an error. Your feed keeps showing its current posts, and the plugin tries again later.',
  platform_timeout:
    'The platform did not respond in time. Your feed keeps showing its current posts, and the plugin tries again later.',
  connection_unknown: 'This connected account is not available to this site. Connect the account again.',
  connection_required: 'This platform shows posts only of connected accounts. Connect the account first.',
  connection_ended: 'The owner’s permission for this account has ended. Connect the account again.',
  link_blocked: 'This URL is not on the public web, so it cannot be shown.',
  unavailable: 'The service is busy. Try again in a few seconds.',
  internal_error:
    'The service had an internal error. Try again. If the problem persists, send the request ID to your provider.',
  network_error:
    'The service cannot be reached. Check the service URL, and whether your host allows outgoing connections.',
  unexpected_answer:
    'The response did not come from the service. Check the service URL, and whether a firewall intercepts the connection.',
}
