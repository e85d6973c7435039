// What `error.code` of TikTok means. It is `ok` when there is no error, and may be an error even with status 200.
// https://developers.tiktok.com/doc/tiktok-api-v2-error-handling

import type { Meaning, Refusal } from '../../upstream/contract/refusal.ts'

const errorBody = (code: string, message = '') => ({
  data: {},
  error: { code, message, log_id: '20261002081500ABCDEF' },
})

const row = (status: number, code: string, means: Meaning, more: Partial<Refusal> = {}): Refusal => ({
  ...{ at: 'error.code', is: code, means, ...more },
  example: { status, body: errorBody(code) },
})

const LACKS_SCOPE = 'The owner of the account, or TikTok, has not granted the scopes that these calls need.'

/** read-display.ts handles the scope errors of an account. */
const COMMON: readonly Refusal[] = [
  row(401, 'access_token_invalid', 'credential_expired'),
  row(200, 'scope_not_authorized', 'credential_lacks_scope', { status: 200, says: LACKS_SCOPE }),
  row(200, 'scope_permission_missed', 'credential_lacks_scope', { status: 200, says: LACKS_SCOPE }),
  row(429, 'daily_quota_limit_exceeded', 'exhausted', { until: { midnight: 'UTC' } }),
  row(429, 'rate_limit_exceeded', 'limited', { until: { seconds: 60 } }),
  row(500, 'internal_error', 'passing'),
  {
    at: 'error.message',
    is: /\bcursor\b/i,
    means: 'invalid_cursor',
    example: { status: 400, body: errorBody('invalid_params', 'Invalid count or cursor') },
  },
  {
    // A search id expires after minutes.
    at: 'error.message',
    is: /\bsearch.?id\b/i,
    means: 'invalid_cursor',
    example: {
      status: 400,
      body: errorBody('invalid_params', 'Search Id 7201388525814961198 is invalid or expired'),
    },
  },
]

/** Unknown errors. */
const OTHERS: readonly Refusal[] = [
  row(400, 'invalid_params', 'broken'),
  // TikTok reports a missing account with 400, not with 404.
  { status: 404, means: 'broken', example: { status: 404, body: 'Unsupported path (Janus)' } },
  {
    status: 200,
    at: 'error.code',
    is: /^(?!ok$)/,
    means: 'broken',
    example: { status: 200, body: errorBody('something_new') },
  },
]

export const DISPLAY_REFUSALS: readonly Refusal[] = [...COMMON, ...OTHERS]

export const RESEARCH_REFUSALS: readonly Refusal[] = [
  ...COMMON,
  {
    at: 'error.message',
    is: /\b(?:find|no such|unknown|not exist).{0,20}\buser\b|\buser\b.{0,20}\b(?:not found|not exist)/i,
    means: 'absent',
    example: { status: 400, body: errorBody('invalid_params', 'Invalid params: cannot find the user') },
  },
  ...OTHERS,
]
