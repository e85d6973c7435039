// Flickr's errors, always with status 200: `{ stat: "fail", code, message }`. Codes below 96 depend on the method; the
// rows are about the methods that the service calls. https://www.flickr.com/services/api/

import type { Meaning, Refusal } from '../../upstream/contract/refusal.ts'

const row = (code: number | readonly number[], means: Meaning, message: string, says?: string): Refusal => ({
  status: 200,
  at: 'code',
  is: code,
  means,
  ...(says !== undefined && { says }),
  example: { status: 200, body: { stat: 'fail', code: [code].flat()[0], message } },
})

export const REFUSALS: readonly Refusal[] = [
  row(
    100,
    'credential_refused',
    'Invalid API Key (Key has invalid format)',
    'Flickr does not accept the key in FLICKR_API_KEY.',
  ),
  row([96, 97, 98, 99], 'credential_lacks_scope', 'Invalid signature', 'Flickr requires a login for this call.'),
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
