// What Pinterest's errors mean. `code` is unreliable: both Pinterest's own codes and HTTP statuses occur.

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

/** Pinterest's own 404 names the missing object; a gateway's 404 has a code but no name. */
export const REFUSAL_FORM: readonly FormRow[] = [
  { status: [401, 403], at: 'code', is: /^\d+$/ },
  { status: [404, 410], at: 'message', is: /^(?:User|Account|Board|Board section|Pin)s? not found\b/i },
]

const error = (status: number, code: number, message: string) => ({ status, body: { code, message } })

const SCOPES = 'Please ensure your token is authorized with the correct set of scopes.'

export const REFUSALS: readonly Refusal[] = [
  {
    status: 400,
    at: 'message',
    is: /bookmark/i,
    means: 'invalid_cursor',
    example: error(400, 1, 'Invalid bookmark.'),
  },
  {
    // Another account's pin, or a pin on a private board. Pinterest's specification lists both statuses.
    status: [401, 403],
    at: 'message',
    is: /\bpins?\b/i,
    about: 'post',
    means: 'closed',
    example: error(401, 7, 'Not authorized to access board or Pin.'),
  },
  {
    status: 403,
    about: 'post',
    means: 'closed',
    example: error(403, 29, 'You are not permitted to access that resource.'),
  },
  {
    status: [401, 403],
    at: 'message',
    is: /\bscopes?\b/i,
    means: 'credential_lacks_scope',
    ends: 'scope_missing',
    says: 'The token lacks a scope that reading the account needs.',
    example: error(401, 3, `Your token does not have sufficient permissions. ${SCOPES}`),
  },
  {
    // A board that its owner does not share with the account.
    status: 401,
    at: 'code',
    is: 7,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    example: error(401, 7, 'Not authorized to access board or Pin.'),
  },
  { status: 401, means: 'credential_expired', example: error(401, 2, 'Authentication failed.') },
  {
    // Also when Pinterest restricts the application, which ends no account.
    status: 403,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    example: error(403, 403, 'Not authorized to access the user account.'),
  },
  // A 404 for a pin may also mean another account's pin.
  { status: 404, about: 'post', means: 'closed', example: error(404, 50, 'Pin not found.') },
  { status: 404, means: 'absent', example: error(404, 404, 'Board not found.') },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 60 },
    example: error(429, 8, 'You have exceeded your rate limit. Try again later.'),
  },
]
