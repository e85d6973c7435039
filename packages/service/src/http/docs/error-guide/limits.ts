import type { Advice } from './advice.ts'

/** A quota or a rate limit was reached. */
export const LIMIT_ADVICE = {
  quota_exceeded: {
    happened:
      'All scans or all validations of the plan for this calendar month (UTC) are used. This request was not charged. In a response with selected posts, the code also replaces each post that exceeded the quota. A test license gets this error only from the sandbox, for the handle `error.quota_exceeded`.',
    todo: 'Do not send it again before the seconds in `Retry-After` have passed, when the next month starts. Until then, show cached posts or offer a larger plan. `X-Quota-Remaining` of earlier responses shows the remaining quota.',
  },
  rate_limited: {
    happened:
      'Too many requests arrived in a short time: more than the plan’s burst in a minute, more than 60 requests to account, more sites released in a day than the plan has, a wrong license key after many others from the same IP address, or too many validations of one host. The month’s quota was not charged.',
    todo: 'Wait for the seconds in `Retry-After`, then send the same request again. The item `burst` in `RateLimit` reports how many requests remain in this minute. A client that respects it does not get this error.',
  },
} as const satisfies Record<string, Advice>
