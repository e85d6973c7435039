// What the API's errors mean. Newer errors have the cause in one of `error.details`, which is matched first. All have a reason in
// `error.errors`. https://developers.google.com/youtube/v3/docs/errors

import type { Reset } from '../../upstream/contract/limits.ts'
import type { BodyRow, Ends, Meaning, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'error.errors.0.reason' }]

/** The units of a project are reset at midnight, Pacific Time. */
export const UNITS_RESET: Reset = { midnight: 'America/Los_Angeles' }
const A_MINUTE: Reset = { seconds: 60 }

const DISABLED = 'The Google Cloud project has not enabled the YouTube Data API.'
const RESTRICTED = 'The key is restricted to other callers or to other APIs.'
const UNGRANTED = 'The owner of the channel has not granted the permission to read it.'

type Row = {
  readonly status: readonly [number, ...number[]]
  readonly reasons: readonly string[]
  readonly means: Meaning
  readonly until?: Reset
  readonly says?: string
  readonly ends?: Ends
}

type Words = readonly [
  status: number,
  is: RegExp,
  means: Meaning,
  says: string | undefined,
  message: string,
  ends?: Ends,
]

type Rows = {
  /** In `error.details`: https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto */
  readonly info: readonly Row[]
  /** Errors whose cause is only in the message; their reason is `forbidden` or `badRequest`. They are about what signed
   * the call, not about the requested channel. */
  readonly words: readonly Words[]
  /** In `error.errors`. */
  readonly reasons: readonly Row[]
}

/** Of calls that a key signs. */
const KEY: Rows = {
  info: [
    { status: [400], reasons: ['API_KEY_INVALID'], means: 'credential_refused' },
    {
      status: [403],
      reasons: [
        ...['API_KEY_HTTP_REFERRER_BLOCKED', 'API_KEY_IP_ADDRESS_BLOCKED', 'API_KEY_SERVICE_BLOCKED'],
        ...['API_KEY_ANDROID_APP_BLOCKED', 'API_KEY_IOS_APP_BLOCKED'],
      ],
      means: 'credential_lacks_scope',
      says: RESTRICTED,
    },
  ],
  words: [
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
      /\brequests (?:from|to)\b.{0,200}\bare blocked\b|\bAPI key\b.{0,80}\brestriction\b/i,
      'credential_lacks_scope',
      RESTRICTED,
      'Requests from referer <empty> are blocked.',
    ],
  ],
  reasons: [
    { status: [400], reasons: ['keyInvalid', 'keyExpired'], means: 'credential_refused' },
    { status: [401], reasons: ['authError', 'youtubeSignupRequired'], means: 'credential_refused' },
    { status: [403], reasons: ['dailyLimitExceededUnreg'], means: 'credential_refused' },
    { status: [403], reasons: ['insufficientPermissions'], means: 'credential_lacks_scope' },
    {
      status: [403],
      reasons: ['channelClosed', 'channelSuspended', 'channelNotFound', 'accountClosed', 'accountSuspended'],
      means: 'absent',
    },
  ],
}

/** Of calls that the token of a connected channel signs. */
const TOKEN: Rows = {
  info: [
    {
      status: [403],
      reasons: ['ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
      means: 'credential_lacks_scope',
      ends: 'scope_missing',
      says: UNGRANTED,
    },
  ],
  words: [],
  reasons: [
    {
      status: [403],
      reasons: ['insufficientPermissions'],
      means: 'credential_lacks_scope',
      ends: 'scope_missing',
      says: UNGRANTED,
    },
    // The Google account has no channel any more.
    { status: [401], reasons: ['youtubeSignupRequired'], means: 'credential_refused', ends: 'account_gone' },
    {
      status: [403],
      reasons: ['channelClosed', 'channelSuspended', 'accountClosed', 'accountSuspended'],
      means: 'credential_refused',
      ends: 'account_gone',
    },
    { status: [403], reasons: ['channelNotFound'], means: 'absent' },
    // An expired access token and one that was revoked look the same: only renewing it tells them apart.
    { status: [401], reasons: ['authError'], means: 'credential_expired' },
  ],
}

/** Of all calls. What is wrong with the project ends no connected channel. */
const COMMON: Rows = {
  info: [
    {
      status: [403],
      reasons: ['CONSUMER_INVALID', 'CONSUMER_SUSPENDED'],
      means: 'credential_refused',
      ends: 'nothing',
    },
    {
      status: [403],
      reasons: ['SERVICE_DISABLED'],
      means: 'credential_lacks_scope',
      ends: 'nothing',
      says: DISABLED,
    },
    { status: [429], reasons: ['RATE_LIMIT_EXCEEDED'], means: 'limited', until: A_MINUTE },
  ],
  words: [
    [
      403,
      /\bconsumer\b.{0,200}\bsuspended\b/i,
      'credential_refused',
      undefined,
      "Permission denied: Consumer 'api_key:abc' has been suspended.",
      'nothing',
    ],
    [
      403,
      /\bhas not been used in project\b|\bAPI\b.{0,80}\bdisabled\b/i,
      'credential_lacks_scope',
      DISABLED,
      'YouTube Data API v3 has not been used in project 1 before or it is disabled.',
      'nothing',
    ],
  ],
  reasons: [
    { status: [400], reasons: ['invalidPageToken'], means: 'invalid_cursor' },
    {
      status: [400],
      reasons: [
        ...['missingRequiredParameter', 'incompatibleParameters', 'invalidFilters', 'unexpectedParameter'],
        ...['invalidParameter', 'badRequest'],
      ],
      means: 'broken',
    },
    { status: [403, 429], reasons: ['quotaExceeded', 'dailyLimitExceeded'], means: 'exhausted', until: UNITS_RESET },
    { status: [403, 429], reasons: ['rateLimitExceeded', 'userRateLimitExceeded'], means: 'limited', until: A_MINUTE },
    {
      status: [403],
      reasons: ['accessNotConfigured'],
      means: 'credential_lacks_scope',
      ends: 'nothing',
      says: DISABLED,
    },
    {
      status: [403],
      reasons: [
        ...['forbidden', 'playlistItemsNotAccessible', 'playlistForbidden'],
        ...['watchHistoryNotAccessible', 'watchLaterNotAccessible'],
      ],
      means: 'hidden',
    },
    { status: [404], reasons: ['playlistNotFound', 'channelNotFound', 'videoNotFound'], means: 'absent' },
    { status: [500, 503], reasons: ['backendError', 'internalError', 'SERVICE_UNAVAILABLE'], means: 'passing' },
  ],
}

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

const PER_DAY: Refusal = {
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
}

const ofWords = ([status, is, means, says, message, ends]: Words): Refusal => ({
  ...{ status, at: 'error.message', is, means },
  ...(says !== undefined && { says }),
  ...(ends !== undefined && { ends }),
  example: {
    status,
    body: {
      error: { code: status, message, errors: [{ message, domain: 'global', reason: OLDER.get(status) ?? '' }] },
    },
  },
})

/** What signed the calls comes first. */
const tableOf = (own: Rows): readonly Refusal[] => [
  PER_DAY,
  ...refusalsOf([...own.info, ...COMMON.info], (reason, status) => ({
    is: new RegExp(`"reason":\\s*"${reason}"`),
    example: { status, body: errorBody(status, OLDER.get(status) ?? '', errorInfo(reason)) },
  })),
  ...[...own.words, ...COMMON.words].map(ofWords),
  ...refusalsOf([...own.reasons, ...COMMON.reasons], (reason, status) => ({
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

export const REFUSALS: readonly Refusal[] = tableOf(KEY)

/** Of channels that their owners connected. */
export const OWN_REFUSALS: readonly Refusal[] = [
  ...tableOf(TOKEN),
  // Newer errors lack the reason.
  {
    status: 401,
    means: 'credential_expired',
    example: {
      status: 401,
      body: { error: { code: 401, message: 'Request had invalid credentials.', status: 'UNAUTHENTICATED' } },
    },
  },
]
