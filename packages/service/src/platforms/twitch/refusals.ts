// What Twitch's errors mean: `{ error, status, message }`. An expired token is a plain 401; read-twitch.ts interprets a 400 by its
// request.

import type { BodyRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'error', is: /^[A-Z]/ }]

const error = (status: number, reason: string, message: string) => ({
  status,
  body: { error: reason, status, message },
})

export const REFUSALS: readonly Refusal[] = [
  {
    status: 401,
    at: 'message',
    is: /client.?id/i,
    means: 'credential_refused',
    says: 'Twitch rejected TWITCH_CLIENT_ID. It is invalid or does not belong to the application of the token.',
    ends: 'nothing',
    example: error(401, 'Unauthorized', 'Client ID is missing'),
  },
  {
    status: 403,
    means: 'credential_lacks_scope',
    // Owners need not grant any scope.
    ends: 'nothing',
    example: error(403, 'Forbidden', 'User does not have the required scope'),
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 60 },
    example: error(429, 'Too Many Requests', 'Request limit exceeded'),
  },
  {
    status: 404,
    about: 'post',
    at: 'message',
    is: /\bvideos?\b/i,
    means: 'absent',
    example: error(404, 'Not Found', 'None of the videos was found'),
  },
  {
    status: 404,
    at: 'message',
    is: /\bgame_id\b/i,
    means: 'absent',
    example: error(404, 'Not Found', 'The ID in the game_id query parameter was not found.'),
  },
  // Unknown logins return an empty list, so any other 404 is about the endpoint.
  { status: 404, means: 'broken', example: error(404, 'Not Found', '') },
  { status: 500, means: 'passing', example: error(500, 'Internal Server Error', '') },
]
