// What a client gets when one call of a scan is refused: the columns of the table that each platform fills in, and the
// usual rows.
// A platform names a row and writes what differs: `{ ...USUAL.signed, 404: 'profile_not_found' }`.

import type { ErrorCode } from '@central-api/service/errors.ts'

/** An error code. `page`: the page or post is returned complete all the same. `doubted`: the profile or post seems to
 * be missing, so that cached pages stay. */
export type Outcome = ErrorCode | 'page' | 'doubted'

export const STATUSES = [401, 403, 404, 410, 429, 500, 503] as const

export type Conclusions = {
  /** A status with an error in the platform's own format. */
  readonly [Status in (typeof STATUSES)[number]]: Outcome
} & {
  /** Status 200 with an error in the platform's own format. */
  readonly error: Outcome
  /** Status 200 with `{}`, `[]`, null, no body, or a page for people. `failure` keeps cached pages. */
  readonly nothing: 'page' | 'failure'
  /** The response is a bare list, so that `[]` is a valid empty one. */
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
  /** A call without a credential. */
  open,
  /** A call that a credential signs, or of an API that takes one. */
  signed,
  /** A document of a site, or a post. When it is missing, only the status says that it is gone. */
  document: { ...open, 404: 'doubted', 410: 'doubted' },
  /** The exchange of a credential for a token. Any refusal is one of the credential. */
  exchange: { ...signed, 404: 'platform_unauthorized', 410: 'platform_unauthorized' },
  /** A post at any host, which may run other software. Only errors of the platform's own software count. */
  stranger: {
    ...open,
    ...{ 401: 'unsupported_post_url', 403: 'unsupported_post_url', 404: 'unsupported_post_url' },
    ...{ 410: 'unsupported_post_url', 500: 'unsupported_post_url', error: 'unsupported_post_url' },
  },
  /** A call that only enriches the result. */
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
