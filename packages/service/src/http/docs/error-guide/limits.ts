import type { Advice } from './advice.ts'

/** Too much was asked for. */
export const LIMIT_ADVICE = {
  quota_exceeded: {
    happened:
      'All scans, or all validations, that the plan has for this calendar month (UTC) are used. This request was not counted. Of chosen posts it also stands in the places of those that the month had no room for. Test licenses never meet this.',
    todo: 'Do not ask again before the seconds in `Retry-After` have passed; that is when the next month begins. Until then show the posts that are held, or offer a larger plan. `X-Quota-Remaining` on earlier answers tells how close this is.',
  },
  rate_limited: {
    happened:
      'Too many requests came in a short time: more than the plan’s burst within a minute, more than 60 calls of account, more sites released in a day than the plan has, a wrong license key after many others from the same address, or too many validations of one host. The month’s quota was not touched.',
    todo: 'Wait for the seconds in `Retry-After`, then send the same request again. The item `burst` in `RateLimit` tells how many are left in this minute, so a client that reads it never gets here.',
  },
} as const satisfies Record<string, Advice>
