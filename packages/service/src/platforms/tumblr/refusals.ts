// What Tumblr's errors mean. `meta.status` is the true status, whatever the response's HTTP status is.

import type { BodyRow, Meaning, Refusal } from '../../upstream/contract/refusal.ts'

/** What every error of the API contains. */
export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'meta.status' }]

const error = (status: number, msg: string, code: number, detail: string) => ({
  status,
  body: { meta: { status, msg }, errors: [{ title: msg, code, detail }], response: [] },
})

/** A row for the status of the response, and one for the status in its body. */
const both = (status: number, means: Meaning, example: Refusal['example'], says?: string): readonly Refusal[] => {
  const row = { means, ...(says !== undefined && { says }) }
  return [
    { status, ...row, example },
    { at: 'meta.status', is: status, ...row, example: { ...example, status: 200 } },
  ]
}

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'errors.0.code',
    is: 4012,
    means: 'hidden',
    says: 'Only people who are logged in to Tumblr can see this blog.',
    example: error(404, 'Not Found', 4012, 'This Tumblr is only viewable within the Tumblr dashboard'),
  },
  ...both(404, 'absent', error(404, 'Not Found', 0, 'The thing you are looking for is not here.')),
  {
    at: 'response',
    is: /^You do not have permission\b/i,
    means: 'hidden',
    says: 'The blog is private or requires a password.',
    example: {
      status: 403,
      body: { meta: { status: 403, msg: 'Forbidden' }, response: 'You do not have permission to view this blog' },
    },
  },
  // Any other 403 is about the application.
  {
    at: 'meta.status',
    is: 403,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    says: 'The application of TUMBLR_API_KEY is not allowed to read this.',
    example: error(403, 'Forbidden', 0, 'This application is not allowed to make this call.'),
  },
  { status: 403, means: 'broken', example: { status: 403, body: '<!doctype html><title>Forbidden</title>' } },
  ...both(401, 'credential_refused', error(401, 'Unauthorized', 1016, 'Unable to authorize')),
  ...both(429, 'limited', error(429, 'Limit Exceeded', 0, 'Limit Exceeded')),
  {
    at: 'meta.status',
    is: /^5\d\d$/,
    means: 'failing',
    example: error(500, 'Internal Server Error', 0, 'Something broke'),
  },
]
