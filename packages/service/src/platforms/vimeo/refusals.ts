// What Vimeo's errors mean: `{ error, link, developer_message, error_code }`, or only `{ error }`. A private object is reported as
// missing.

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly FormRow[] = [
  { at: 'developer_message' },
  { at: 'error', is: /^The requested [a-z]{1,20} could(?: not|n['’]t) be found\.?$/i },
]

const error = (status: number, code: number, words: string) => ({
  status,
  body: { error: words, link: null, developer_message: words, error_code: code },
})

export const REFUSALS: readonly Refusal[] = [
  { status: 401, means: 'credential_refused', example: error(401, 8003, 'The access token is no longer valid.') },
  {
    status: 403,
    means: 'credential_lacks_scope',
    // Vimeo may also say it of another user's video.
    ends: 'nothing',
    says: 'The token of VIMEO_ACCESS_TOKEN is not allowed to read this. It needs the scope “public”.',
    example: error(403, 8007, 'The token has no such scope.'),
  },
  { status: 404, means: 'absent', example: error(404, 5000, "The requested user couldn't be found.") },
  { status: 404, means: 'absent', example: { status: 404, body: { error: 'Not found' } } },
  {
    // The block lasts for up to a minute.
    status: 429,
    means: 'limited',
    until: { seconds: 60 },
    example: error(429, 9000, 'You have made too many requests.'),
  },
  { status: 503, means: 'passing', example: error(503, 7300, 'Search is unavailable.') },
  {
    status: 200,
    at: 'error_code',
    means: 'broken',
    example: { ...error(200, 2204, 'Something is wrong.') },
  },
]
