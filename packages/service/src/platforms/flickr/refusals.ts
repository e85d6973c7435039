// Flickr's errors, always with status 200: `{ stat: "fail", code, message }`. Codes below 96 depend on the method; the
// rows are about the methods that the service calls. https://www.flickr.com/services/api/

import type { FormRow, Meaning, Refusal } from '../../upstream/contract/refusal.ts'

const row = (code: number | readonly number[], means: Meaning, message: string, says?: string): Refusal => ({
  status: 200,
  at: 'code',
  is: code,
  means,
  ...(says !== undefined && { says }),
  example: { status: 200, body: { stat: 'fail', code: [code].flat()[0], message } },
})

/** Any other status, such as a 403, is of something in front of Flickr. */
export const REFUSAL_FORM: readonly FormRow[] = [{ status: 200, at: 'stat', is: 'fail' }]

/** Problems of OAuth 1.0 are a form, with status 400 or 401. */
const problem = (
  is: RegExp,
  { example, ...rest }: Pick<Refusal, 'means' | 'ends' | 'says'> & { readonly example: string },
): Refusal => ({ status: [400, 401], is, ...rest, example: { status: 401, body: example } })

const WRONG_SECRET = 'Flickr rejects the signature. Check the secret of the application.'

export const REFUSALS: readonly Refusal[] = [
  row(
    100,
    'credential_refused',
    'Invalid API Key (Key has invalid format)',
    'Flickr does not accept the key in FLICKR_API_KEY.',
  ),
  // The token of a connected account.
  row(98, 'credential_refused', 'Invalid auth token'),
  { ...row([96, 97], 'credential_lacks_scope', 'Invalid signature', WRONG_SECRET), ends: 'nothing' },
  row(99, 'credential_lacks_scope', 'Insufficient permissions', 'Flickr requires a login for this call.'),
  problem(/^oauth_problem=(?:token_(?:expired|rejected|revoked|used)|permission_denied)\b/, {
    ...{ means: 'credential_refused', example: 'oauth_problem=token_rejected' },
  }),
  // The clock or the application, and not the account.
  problem(/^oauth_problem=(?:nonce_used|timestamp_refused)\b/, {
    ...{ means: 'broken', example: 'oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1-2' },
    says: 'Flickr rejects the time of the signature. Check the clock of the machine that runs the service.',
  }),
  problem(/^oauth_problem=/, {
    ...{ means: 'credential_lacks_scope', ends: 'nothing', says: WRONG_SECRET },
    example: 'oauth_problem=signature_invalid&debug_sbs=GET',
  }),
  row([105, 106], 'passing', 'Service currently unavailable'),
  row(10, 'passing', 'Sorry, the Flickr search API is not currently available.'),
  row([111, 112, 116, 3], 'broken', 'Format "xyz" not found'),
  // Of an album, the code means that its user is unknown; of everything else, that it is not public.
  { ...row(2, 'absent', 'User not found'), at: 'message', is: /^(?:User not found|Unknown user)$/ },
  // The code also means that a user is unknown or a photo does not exist.
  row(1, 'absent', 'User not found'),
  row(5, 'absent', 'User deleted'),
  row(2, 'hidden', 'Permission denied'),
  row(4, 'hidden', 'Group/pool is member only'),
  // A page beyond the newest 4,000 photos of a search.
  row(20, 'invalid_cursor', 'Excessive photo offset in search'),
  {
    status: 200,
    at: 'stat',
    is: 'fail',
    means: 'broken',
    example: { status: 200, body: { stat: 'fail', code: 4711, message: 'Something else' } },
  },
  // Flickr reports a missing user or photo with status 200, so a 404 means that the endpoint is missing.
  { status: 404, means: 'broken', example: { status: 404, body: '<title>Flickr: Page Not Found</title>' } },
]
