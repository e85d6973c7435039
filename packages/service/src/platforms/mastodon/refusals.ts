// What servers of the fediverse say when they do not answer.

import type { BodyRow, Refusal } from '../contract/refusal.ts'

/** `{ error }`, a text; the second is Laravel's, which Pixelfed is made with. */
export const REFUSAL_FORM: readonly BodyRow[] = [
  { at: 'error', is: /^[^[]/ },
  { at: 'message', is: /^Unauthenticated\b/ },
]

export const REFUSALS: readonly Refusal[] = [
  // Limited federation, GoToSocial and Pixelfed always: the public feed may still be there.
  {
    status: [401, 403],
    signed: false,
    means: 'closed',
    says: 'The server shows this only to people who are signed in.',
    example: { status: 401, body: { error: 'This method requires an authenticated user' } },
  },
  {
    status: [401, 403],
    signed: true,
    means: 'credential_refused',
    example: { status: 401, body: { error: 'The access token is invalid' } },
  },
]
