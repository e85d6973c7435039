// Errors of fediverse servers.

import type { JsonObject } from '../../parsing/json-value.ts'
import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

/** Error texts for a missing record of Mastodon, Pleroma, Akkoma and GoToSocial. A plain “not found” is not specific:
 * any web server writes it. */
const NO_RECORD = /^(?:Record not found$|Can['’]t find user\b|Not Found: |(?:target )?account not found$)/i

/** `{ error }` with a text. `message` is from Laravel, which Pixelfed uses. */
export const REFUSAL_FORM: readonly FormRow[] = [
  { status: [401, 403], at: 'error', is: /^[^[]/ },
  { status: [404, 410], at: 'error', is: NO_RECORD },
  { at: 'message', is: /^Unauthenticated\b/ },
]

export const saysNoRecord = ({ error }: JsonObject): boolean => typeof error === 'string' && NO_RECORD.test(error)

/** For timelines, which have no feed: only a token of the server opens them. */
export const TIMELINE_REFUSALS: readonly Refusal[] = [
  {
    status: [401, 403],
    signed: false,
    means: 'signed_only',
    says: 'The server requires a login to read this. Set MASTODON_ACCESS_TOKENS.',
    example: { status: 401, body: { error: 'This method requires an authenticated user' } },
  },
  {
    status: [401, 403],
    signed: true,
    means: 'credential_refused',
    example: { status: 401, body: { error: 'The access token is invalid' } },
  },
]

export const REFUSALS: readonly Refusal[] = [
  // Servers in limited federation mode, and always GoToSocial and Pixelfed. The public feed may still be available.
  {
    status: [401, 403],
    signed: false,
    means: 'closed',
    says: 'The server requires a login to read this.',
    example: { status: 401, body: { error: 'This method requires an authenticated user' } },
  },
  {
    status: [401, 403],
    signed: true,
    means: 'credential_refused',
    example: { status: 401, body: { error: 'The access token is invalid' } },
  },
]
