// What a client is told where one call of a scan is refused: the columns of the table that each platform fills in, and the rows
// that most calls have. A platform names one of them and writes what differs: `{ ...USUAL.signed, 404: 'profile_not_found' }`.

import type { ErrorCode } from '@central-api/service/errors.ts'

/** A code; `page` where the page or the post comes all the same, with all that it has; `doubted` where the profile or the post
 * is not there as far as anybody can tell, so that cached pages stay. */
export type Reported = ErrorCode | 'page' | 'doubted'

export const STATUSES = [401, 403, 404, 410, 429, 500, 503] as const

export type Conclusions = {
  /** A status, in the platform's own form. */
  readonly [Status in (typeof STATUSES)[number]]: Reported
} & {
  /** Status 200 with an error of the platform's own form in it. */
  readonly error: Reported
  /** Status 200 with nothing in it (`{}`, `[]`, null, no body), or with a page for people. A failure ends no cached page. */
  readonly nothing: 'page' | 'failure'
  /** Its good answer is a bare list: `[]` is one without anything in it. */
  readonly isBareList?: boolean
}

const open: Conclusions = {
  401: 'platform_error',
  403: 'platform_error',
  404: 'platform_error',
  410: 'platform_error',
  429: 'platform_rate_limited',
  500: 'platform_error',
  503: 'platform_error',
  error: 'platform_error',
  nothing: 'failure',
}

const signed: Conclusions = { ...open, 401: 'platform_unauthorized', 403: 'platform_unauthorized' }

export const USUAL = {
  /** A call that no credential signs. */
  open,
  /** One that a credential signs, or an API's that takes one. */
  signed,
  /** What is missing there is gone, as far as its status tells: a document at a site, a post. */
  document: { ...open, 404: 'doubted', 410: 'doubted' },
  /** The exchange of a credential for a token: whatever refuses it refuses the credential. */
  exchange: { ...signed, 404: 'platform_unauthorized', 410: 'platform_unauthorized' },
  /** A post at anybody's host, which may speak otherwise: only what is named as a refusal of its program is one. */
  stranger: {
    ...open,
    ...{ 401: 'unsupported_post_url', 403: 'unsupported_post_url', 404: 'unsupported_post_url' },
    ...{ 410: 'unsupported_post_url', 500: 'unsupported_post_url', error: 'unsupported_post_url' },
  },
  /** What only enriches. */
  spared: {
    401: 'page',
    403: 'page',
    404: 'page',
    410: 'page',
    429: 'page',
    500: 'page',
    503: 'page',
    error: 'page',
    nothing: 'page',
  },
} as const satisfies Readonly<Record<string, Conclusions>>
