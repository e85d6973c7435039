// What Flickr says instead of an answer, always with status 200: `{ stat: "fail", code, message }`. Codes below 96 are of the
// method. The rows tell those of the methods that are asked. https://www.flickr.com/services/api/

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
    'Flickr does not know the key of FLICKR_API_KEY.',
  ),
  row([96, 97, 98, 99], 'credential_lacks_scope', 'Invalid signature', 'Flickr asks for a login for this call.'),
  row([105, 106], 'passing', 'Service currently unavailable'),
  row(10, 'passing', 'Sorry, the Flickr search API is not currently available.'),
  row([111, 112, 116, 3], 'broken', 'Format "xyz" not found'),
  // Also: unknown user, photo not found.
  row(1, 'absent', 'User not found'),
  row(5, 'absent', 'User deleted'),
  row(2, 'hidden', 'Permission denied'),
  {
    status: 200,
    at: 'stat',
    is: 'fail',
    means: 'broken',
    example: { status: 200, body: { stat: 'fail', code: 4711, message: 'Something else' } },
  },
  // Who is not there is told with 200: what is missing here is the endpoint.
  { status: 404, means: 'broken', example: { status: 404, body: '<title>Flickr: Page Not Found</title>' } },
]
