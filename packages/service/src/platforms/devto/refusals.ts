// What DEV says instead of an answer: `{ error, status }`, and plain text where it comes too fast. No credential is needed.

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

/** Both words, and nothing else: servers of every kind write an `error`. */
export const REFUSAL_FORM: readonly FormRow[] = [
  { status: 404, is: /^\s*\{\s*"error"\s*:\s*"not found"\s*,\s*"status"\s*:\s*404\s*\}\s*$/ },
]

export const REFUSALS: readonly Refusal[] = [
  // A Forem that shows strangers nothing says so of everybody.
  {
    status: [401, 403],
    means: 'broken',
    says: 'DEV refuses to be read.',
    example: { status: 403, body: '<html><head><title>Forbidden</title></head></html>' },
  },
  {
    status: 422,
    means: 'broken',
    example: { status: 422, body: { error: 'param is missing or the value is empty', status: 422 } },
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 30 },
    example: { status: 429, headers: { 'retry-after': '60' }, body: 'Retry later\n' },
  },
]
