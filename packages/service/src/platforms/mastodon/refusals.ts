// What servers of the fediverse say when they do not answer.

import type { JsonObject } from '../../parsing/json-value.ts'
import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

/** What Mastodon and its kin say of a record that is not there; Pleroma and Akkoma, GoToSocial. Any web server says that something
 * was “not found”. */
const NO_RECORD = /^(?:Record not found$|Can['’]t find user\b|Not Found: |(?:target )?account not found$)/i

/** `{ error }`, a text; `message` is Laravel's, which Pixelfed is made with. */
export const REFUSAL_FORM: readonly FormRow[] = [
  { status: [401, 403], at: 'error', is: /^[^[]/ },
  { status: [404, 410], at: 'error', is: NO_RECORD },
  { at: 'message', is: /^Unauthenticated\b/ },
]

export const saysNoRecord = ({ error }: JsonObject): boolean => typeof error === 'string' && NO_RECORD.test(error)

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
