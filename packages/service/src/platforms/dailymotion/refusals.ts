// Dailymotion's errors: `{ error: { code, message, type, error_data } }`. Its rate limits are not documented.

import type { BodyRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'error.error_data' }]

const error = (status: number, type: string, message: string) => ({
  status,
  body: {
    error: {
      more_info: 'https://developer.dailymotion.com/api#error-codes',
      code: status,
      message,
      type,
      error_data: {},
    },
  },
})

const A_MINUTE = { seconds: 60 } as const

export const REFUSALS: readonly Refusal[] = [
  {
    status: [403, 429],
    at: 'error.type',
    is: /^(?:rate_limit|too_many)/,
    means: 'limited',
    until: A_MINUTE,
    example: error(403, 'rate_limit_exceeded', 'Too many requests'),
  },
  { status: 429, means: 'limited', until: A_MINUTE, example: error(429, 'unknown', 'Too many requests') },
  { status: 404, means: 'absent', example: error(404, 'not_found', "Can't find object user for `id' parameter") },
  {
    status: 403,
    at: 'error.type',
    is: ['access_forbidden', 'video_access_error'],
    means: 'hidden',
    example: error(403, 'access_forbidden', 'This video is private.'),
  },
  { status: 401, means: 'broken', example: error(401, 'invalid_token', 'Invalid token') },
  // Errors normally have a status; some gateways replace it with 200.
  {
    status: 200,
    at: 'error.code',
    is: 404,
    means: 'absent',
    example: { ...error(404, 'not_found', 'Not found'), status: 200 },
  },
  {
    status: 200,
    at: 'error.type',
    means: 'broken',
    example: { ...error(500, 'internal_error', 'Broken'), status: 200 },
  },
]
