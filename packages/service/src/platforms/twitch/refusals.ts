// What Twitch says instead of an answer: `{ error, status, message }`. Its 401 of a token that has ended is the plain one, and
// what a 400 is about is read where it was asked: read-twitch.ts.

import type { BodyRow, Refusal } from '../contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'error', is: /^[A-Z]/ }]

const error = (status: number, reason: string, message: string) => ({
  status,
  body: { error: reason, status, message },
})

export const REFUSALS: readonly Refusal[] = [
  {
    status: 401,
    at: 'message',
    is: /client.?id is (?:missing|invalid)/i,
    means: 'credential_refused',
    example: error(401, 'Unauthorized', 'Client ID is missing'),
  },
  {
    status: 403,
    means: 'credential_lacks_scope',
    example: error(403, 'Forbidden', 'User does not have the required scope'),
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 60 },
    example: error(429, 'Too Many Requests', 'Request limit exceeded'),
  },
  { status: 500, means: 'passing', example: error(500, 'Internal Server Error', '') },
]
