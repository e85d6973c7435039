// Discourse's errors: `{ errors, error_type, extras? }`. Its front end and its middleware answer 429 in plain text, too.

import type { BodyRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'error_type' }]

const error = (status: number, type: string, message: string) => ({
  status,
  body: { errors: [message], error_type: type },
})

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'error_type',
    is: 'not_found',
    means: 'absent',
    example: error(404, 'not_found', 'The requested URL or resource could not be found.'),
  },
  {
    at: 'error_type',
    is: 'not_logged_in',
    means: 'hidden',
    says: 'The forum requires a login.',
    example: error(403, 'not_logged_in', 'You need to be logged in to do that.'),
  },
  {
    at: 'error_type',
    is: 'invalid_access',
    means: 'hidden',
    example: error(403, 'invalid_access', 'You are not permitted to view the requested resource.'),
  },
  {
    at: 'error_type',
    is: 'rate_limit',
    means: 'limited',
    until: { seconds: 60 },
    example: error(429, 'rate_limit', 'You’ve performed this action too many times, please try again later.'),
  },
  {
    at: 'user.profile_hidden',
    is: true,
    means: 'hidden',
    says: 'The user hides the profile.',
    example: { status: 200, body: { user: { id: 4, username: 'quiet', profile_hidden: true } } },
  },
]
