import type { Advice } from './advice.ts'

/** Errors of platforms. */
export const PLATFORM_ADVICE = {
  platform_unknown: {
    happened: 'No platform has the id in `platform`. Ids consist of lowercase letters and digits.',
    todo: 'Do not repeat the request. Use an `id` from `GET /platforms`, and offer that list instead of a fixed one.',
  },
  variant_unknown: {
    happened: 'The platform does not have this `variant`. The message lists its variants.',
    todo: 'Do not repeat the request. Omit `variant` for the platform’s posts, or use one of its `variants` in `GET /platforms`.',
  },
  handle_malformed: {
    happened:
      'The text cannot be a handle of this platform: it contains invalid characters, has an invalid format, is a URL of another site, or names more than one profile. Usually the service did not call the platform.',
    todo: 'Do not repeat the request. Ask the user to correct the handle, and show one of the platform’s `handles` in `GET /platforms` as an example.',
  },
  profile_not_found: {
    happened: 'The platform has no such profile: the handle is mistyped, or the profile was renamed or deleted.',
    todo: 'Do not repeat the request immediately; the response is cached for about a minute. Ask the user to check the handle. If the profile worked before, try again the next day before you report that it is gone.',
  },
  profile_private: {
    happened:
      'The profile or the post exists but is not public: it is protected, limited to followers, or visible only after login. The service reads public content only.',
    todo: 'Do not repeat the request immediately; the response is cached for about a minute. The owner can make the content public. Remove its posts from your cache.',
  },
  profile_unsupported: {
    happened:
      'The handle names something that the service cannot scan on this platform: a personal profile or a group where only pages are supported, a hashtag, a search, or a playlist. The message says what it is and what you can scan instead. `details.kind` is its kind, such as `person`, `group`, `hashtag` or `playlist`: `unsupported[].kind` in `GET /platforms` lists the kinds of each platform, and more may be added.',
    todo: 'Do not repeat the request. Show the message, and ask for a handle in one of the forms that `GET /platforms` lists: `handles` for accounts, `kinds[].handles` for everything else. You can keep cached posts.',
  },
  post_not_found: {
    happened: 'The platform has no such post: the URL is mistyped, or the post was deleted.',
    todo: 'Do not repeat the request. Ask the user to check the URL, and remove the post where it is shown.',
  },
  unsupported_post_url: {
    happened:
      'The URL is valid but is not the URL of a single post on a supported platform: it leads to a profile, a list or another site. For a selected post, it is neither a URL of the platform nor an id that is sufficient there, or the platform does not provide single posts.',
    todo: 'Do not repeat the request. Ask for the URL of the post itself, or use validate-link, which accepts any public URL.',
  },
  platform_not_configured: {
    happened:
      'The platform is built in, but the operator of this service has not set its credentials. `GET /platforms` lists it with `"configured": false`. For a platform that returns posts only to the account that owns them, nobody has connected this account, or the selected post belongs to no connected account.',
    todo: 'Do not repeat the request soon. Offer only platforms with `"configured": true`, and tell the operator if you need this platform or account.',
  },
  platform_rate_limited: {
    happened:
      'The platform, or the service’s own limit for it, allows no more requests at the moment, and no earlier page is cached. Or the license has used its share of a small budget, such as YouTube’s searches of a day. The quota was not charged.',
    todo: 'Wait for the seconds in `Retry-After`, then send the same request again. Meanwhile, show cached posts. When the service has a cached page, it returns that page with `X-Cache: stale` instead of this error.',
  },
  platform_unauthorized: {
    happened:
      'The platform rejected the credentials of this service: they have expired, were revoked, or lack a permission. The license and the token of the client are not the cause.',
    todo: 'Do not repeat the request soon. Only the operator can fix this; the service logs it. Keep showing cached posts and try at most once an hour.',
  },
  platform_error: {
    happened:
      'The platform returned an error or an unreadable response, or could not be reached, and no earlier page is cached. The service has already retried where that could help. Nothing was charged.',
    todo: 'Do not repeat the request if `retryable` is `false`: a response that is too large, a certificate that cannot be verified, or an endless redirect will not change. Otherwise, send the same request again after the seconds in `Retry-After`, or after 30 seconds if the header is missing. Double the pause each time and give up after three attempts. Meanwhile, show cached posts.',
  },
  platform_timeout: {
    happened:
      'The platform did not respond within the time limit for a page, and no earlier page is cached. Nothing was charged.',
    todo: 'Send the same request again after the seconds in `Retry-After`, or after 30 seconds if the header is missing. Double the pause each time and give up after three attempts. Set the timeout of your HTTP client to at least 20 seconds.',
  },
} as const satisfies Record<string, Advice>
