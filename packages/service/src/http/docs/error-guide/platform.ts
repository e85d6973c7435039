import type { Advice } from './advice.ts'

/** What the platform, or the way to it, says. */
export const PLATFORM_ADVICE = {
  platform_unknown: {
    happened: 'No platform has the id that `platform` names. Ids are lower-case letters and digits.',
    todo: 'Do not ask again with it. Take an `id` from `GET /platforms`, and offer that list rather than a fixed one.',
  },
  variant_unknown: {
    happened: 'The platform is there, but does not offer this `variant`. The message names those that it offers.',
    todo: 'Do not ask again with it. Leave `variant` out for the platform’s posts, or take one of its `variants` in `GET /platforms`.',
  },
  handle_malformed: {
    happened:
      'The text cannot be a handle of this platform: it has characters or a form that no profile there can have, it is a URL of somewhere else, or it names more than one profile. The platform was usually not asked.',
    todo: 'Do not ask again with it. Have it corrected, and show one of the platform’s `handles` in `GET /platforms` as an example.',
  },
  profile_not_found: {
    happened: 'The platform was asked and has no such profile: it is mistyped, was renamed, or is deleted.',
    todo: 'Do not ask again at once; the answer is remembered for about a minute. Have the handle checked. For a profile that worked before, try again the next day before telling anybody that it is gone.',
  },
  profile_private: {
    happened:
      'The profile or the post is there, but not for everybody: it is protected, limited to followers, or shown to signed-in people only. The service reads what is public and nothing else.',
    todo: 'Do not ask again at once; the answer is remembered for about a minute. Its owner can make it public. Take down posts of it that are held.',
  },
  profile_unsupported: {
    happened:
      'The text names something that the platform has and the service cannot scan: a person’s own profile or a group where only pages can be read, a hashtag, a search, a playlist. The message says what it is and what can be scanned instead; `details.kind` names its kind: `person`, `group`, `event`, `hashtag`, `search`, `playlist`.',
    todo: 'Do not ask again with it. Show the message, and have the handle of a profile entered that the platform’s `handles` in `GET /platforms` describe. The posts that are held may stay.',
  },
  post_not_found: {
    happened: 'The platform was asked and has no such post: the address is mistyped, or the post was deleted.',
    todo: 'Do not ask again. Have the address checked, and take the post down where it is shown.',
  },
  unsupported_post_url: {
    happened:
      'The address is fine, but is not one of a single post on a platform known here: it leads to a profile, a list or another site. Of a chosen post: it is neither an address of the platform nor an id that is enough there, or the platform’s posts cannot be read one by one.',
    todo: 'Do not ask again with it. Have the address of the post itself pasted, or use validate-link, which takes any public address.',
  },
  platform_not_configured: {
    happened:
      'The platform is built in, but needs credentials that the operator of this service has not set. `GET /platforms` lists it with `"configured": false`. Of a platform that tells accounts their own posts alone: nobody has connected this account, or the chosen post is of none of the connected ones.',
    todo: 'Do not ask again soon. Offer only platforms with `"configured": true`, and tell the operator if this one, or this account, is wanted.',
  },
  platform_rate_limited: {
    happened:
      'The platform, or the guard in front of it, asks to be called less often, and no earlier page was held that could be served instead. Nothing was counted against the quota.',
    todo: 'Wait for the seconds in `Retry-After`, then send the same request again. Meanwhile show the posts that are held; an answer that can be served is served, marked `X-Cache: stale`.',
  },
  platform_unauthorized: {
    happened:
      'The platform refused the credentials of this service: they have expired, were withdrawn, or lack a permission. It says nothing about the license or the token of the caller.',
    todo: 'Do not ask again soon; only the operator can set it right, and is told by the log. Keep showing the posts that are held and try at most once an hour.',
  },
  platform_error: {
    happened:
      'The platform answered with an error, with something unreadable, or could not be reached, and no earlier page was held. The service has already tried again where that could help. Nothing was counted.',
    todo: 'Do not repeat the request where `retryable` is `false`: a response that is too large, a certificate that cannot be verified and redirects that do not end will be the same the next time. Otherwise send the same request again after the seconds in `Retry-After`, or after 30 seconds where there is none; double the pause each time and give up after three tries. Meanwhile show the posts that are held.',
  },
  platform_timeout: {
    happened:
      'The platform did not answer in the time that a page may take, and no earlier page was held. Nothing was counted.',
    todo: 'Send the same request again after the seconds in `Retry-After`, or after 30 seconds where there is none; double the pause each time and give up after three tries. Allow your own HTTP client at least 20 seconds.',
  },
} as const satisfies Record<string, Advice>
