// What the API's errors mean. Newer errors have the cause in one of `error.details`, which is matched first. All have a reason in
// `error.errors`. https://developers.google.com/youtube/v3/docs/errors

import type { Reset } from '../../upstream/contract/limits.ts'
import type { BodyRow, Meaning, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'error.errors.0.reason' }]

/** The units of a project are reset at midnight, Pacific Time. */
export const UNITS_RESET: Reset = { midnight: 'America/Los_Angeles' }
const A_MINUTE: Reset = { seconds: 60 }

const DISABLED = 'The project of the key has not enabled the YouTube Data API.'
const RESTRICTED = 'The key is restricted to other callers or to other APIs.'

type Row = {
  readonly status: readonly [number, ...number[]]
  readonly reasons: readonly string[]
  readonly means: Meaning
  readonly until?: Reset
  readonly says?: string
}

/** In `error.details`: https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto */
const ERROR_INFO: readonly Row[] = [
  { status: [400], reasons: ['API_KEY_INVALID'], means: 'credential_refused' },
  { status: [403], reasons: ['CONSUMER_INVALID', 'CONSUMER_SUSPENDED'], means: 'credential_refused' },
  { status: [403], reasons: ['SERVICE_DISABLED'], means: 'credential_lacks_scope', says: DISABLED },
  {
    status: [403],
    reasons: [
      ...['API_KEY_HTTP_REFERRER_BLOCKED', 'API_KEY_IP_ADDRESS_BLOCKED', 'API_KEY_SERVICE_BLOCKED'],
      ...['API_KEY_ANDROID_APP_BLOCKED', 'API_KEY_IOS_APP_BLOCKED'],
    ],
    means: 'credential_lacks_scope',
    says: RESTRICTED,
  },
  { status: [429], reasons: ['RATE_LIMIT_EXCEEDED'], means: 'limited', until: A_MINUTE },
]

/** In `error.errors`. */
const REASONS: readonly Row[] = [
  { status: [400], reasons: ['keyInvalid', 'keyExpired'], means: 'credential_refused' },
  { status: [400], reasons: ['invalidPageToken'], means: 'invalid_cursor' },
  {
    status: [400],
    reasons: [
      ...['missingRequiredParameter', 'incompatibleParameters', 'invalidFilters', 'unexpectedParameter'],
      ...['invalidParameter', 'badRequest'],
    ],
    means: 'broken',
  },
  { status: [401], reasons: ['authError', 'youtubeSignupRequired'], means: 'credential_refused' },
  { status: [403, 429], reasons: ['quotaExceeded', 'dailyLimitExceeded'], means: 'exhausted', until: UNITS_RESET },
  { status: [403, 429], reasons: ['rateLimitExceeded', 'userRateLimitExceeded'], means: 'limited', until: A_MINUTE },
  { status: [403], reasons: ['dailyLimitExceededUnreg'], means: 'credential_refused' },
  { status: [403], reasons: ['insufficientPermissions'], means: 'credential_lacks_scope' },
  { status: [403], reasons: ['accessNotConfigured'], means: 'credential_lacks_scope', says: DISABLED },
  {
    status: [403],
    reasons: [
      ...['forbidden', 'playlistItemsNotAccessible', 'playlistForbidden'],
      ...['watchHistoryNotAccessible', 'watchLaterNotAccessible'],
    ],
    means: 'hidden',
  },
  {
    status: [403],
    reasons: ['channelClosed', 'channelSuspended', 'channelNotFound', 'accountClosed', 'accountSuspended'],
    means: 'absent',
  },
  { status: [404], reasons: ['playlistNotFound', 'channelNotFound', 'videoNotFound'], means: 'absent' },
  { status: [500, 503], reasons: ['backendError', 'internalError', 'SERVICE_UNAVAILABLE'], means: 'passing' },
]

const errorBody = (code: number, reason: string, more: object = {}) => ({
  error: {
    code,
    message: `The request cannot be completed: <a href="/youtube/v3/docs/errors">${reason}</a>.`,
    errors: [{ message: `The request cannot be completed: ${reason}.`, domain: 'youtube.common', reason }],
    ...more,
  },
})

/** The relevant entry need not be the first. */
const errorInfo = (reason: string, metadata: object = { service: 'youtube.googleapis.com' }) => ({
  details: [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [{ url: 'https://console.developers.google.com' }] },
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata },
  ],
})

/** The reasons in `error.errors` that accompany newer errors. */
const OLDER: ReadonlyMap<number, string> = new Map([
  [400, 'badRequest'],
  [403, 'forbidden'],
  [429, 'rateLimitExceeded'],
])

/** A row for each reason, so that each has an example. */
const refusalsOf = (rows: readonly Row[], rowOf: (reason: string, status: number) => Omit<Refusal, 'means'>) =>
  rows.flatMap(({ reasons, ...row }) => reasons.map((reason): Refusal => ({ ...rowOf(reason, row.status[0]), ...row })))

type Words = readonly [status: number, is: RegExp, means: Meaning, says: string | undefined, message: string]

/** Errors whose cause is only in the message; their reason is `forbidden` or `badRequest`. They are about the key, not about the
 * requested channel. */
const WORDS: readonly Words[] = [
  [
    400,
    /\bAPI key (?:not valid|expired|not found)\b/i,
    'credential_refused',
    undefined,
    'API key not valid. Please pass a valid API key.',
  ],
  [
    403,
    /\bunregistered callers\b|\bvalid API key\b/i,
    'credential_refused',
    undefined,
    'The request is missing a valid API key.',
  ],
  [
    403,
    /\bconsumer\b.{0,200}\bsuspended\b/i,
    'credential_refused',
    undefined,
    "Permission denied: Consumer 'api_key:abc' has been suspended.",
  ],
  [
    403,
    /\bhas not been used in project\b|\bAPI\b.{0,80}\bdisabled\b/i,
    'credential_lacks_scope',
    DISABLED,
    'YouTube Data API v3 has not been used in project 1 before or it is disabled.',
  ],
  [
    403,
    /\brequests (?:from|to)\b.{0,200}\bare blocked\b|\bAPI key\b.{0,80}\brestriction\b/i,
    'credential_lacks_scope',
    RESTRICTED,
    'Requests from referer <empty> are blocked.',
  ],
]

export const REFUSALS: readonly Refusal[] = [
  {
    status: [403, 429],
    is: /"quota_limit":\s*"[^"]*PerDay|"quota_unit":\s*"1\/d\b|\bper day\b/i,
    means: 'exhausted',
    until: UNITS_RESET,
    example: {
      status: 429,
      body: errorBody(429, 'rateLimitExceeded', {
        status: 'RESOURCE_EXHAUSTED',
        ...errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit: 'defaultPerDayPerProject' }),
      }),
    },
  },
  ...refusalsOf(ERROR_INFO, (reason, status) => ({
    is: new RegExp(`"reason":\\s*"${reason}"`),
    example: { status, body: errorBody(status, OLDER.get(status) ?? '', errorInfo(reason)) },
  })),
  ...WORDS.map(
    ([status, is, means, says, message]): Refusal => ({
      ...{ status, at: 'error.message', is, means },
      ...(says !== undefined && { says }),
      example: {
        status,
        body: {
          error: { code: status, message, errors: [{ message, domain: 'global', reason: OLDER.get(status) ?? '' }] },
        },
      },
    }),
  ),
  ...refusalsOf(REASONS, (reason, status) => ({
    at: 'error.errors.0.reason',
    is: reason,
    example: { status, body: errorBody(status, reason) },
  })),
  {
    status: 429,
    at: 'error.status',
    is: 'RESOURCE_EXHAUSTED',
    means: 'limited',
    until: A_MINUTE,
    example: { status: 429, body: { error: { code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED' } } },
  },
  // A missing channel is an empty list, so any other 404 is about the endpoint.
  { status: 404, means: 'broken', example: { status: 404, body: errorBody(404, 'notFound') } },
]
