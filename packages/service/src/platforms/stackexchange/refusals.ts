// Errors of the API: `{ error_id, error_name, error_message }`, nearly all with status 400. A user or a question that does
// not exist is an empty list. https://api.stackexchange.com/docs/error-handling

import type { Refusal } from '../../upstream/contract/refusal.ts'

const error = (id: number, name: string, message: string) => ({
  status: 400,
  body: { error_id: id, error_message: message, error_name: name },
})

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'error_id',
    is: 502,
    means: 'limited',
    // The message says how long, if it is a matter of the day.
    until: { seconds: 60 },
    example: error(502, 'throttle_violation', 'too many requests from this IP, more requests available in 60 seconds'),
  },
  {
    at: 'error_id',
    is: [500, 503],
    means: 'passing',
    example: error(503, 'temporarily_unavailable', 'the method is temporarily unavailable'),
  },
  {
    at: 'error_message',
    is: /`?key`?(?: doesn't match| is not valid)|application/i,
    signed: true,
    means: 'credential_refused',
    example: error(400, 'bad_parameter', "`key` doesn't match a known application"),
  },
  {
    at: 'error_message',
    is: /^No site found for name\b/i,
    means: 'absent',
    says: 'Stack Exchange has no such site.',
    example: error(400, 'bad_parameter', 'No site found for name `breads.stackexchange.com`'),
  },
  {
    status: [400, 401, 403, 404, 405, 406, 410],
    means: 'broken',
    example: error(404, 'no_method', 'this method cannot be called this way'),
  },
]
