// DEV's errors: `{ error, status }`, and plain text for too many calls. No credential is needed.

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

/** Exactly these two fields: many kinds of servers write an `error`. */
export const REFUSAL_FORM: readonly FormRow[] = [
  { status: 404, is: /^\s*\{\s*"error"\s*:\s*"not found"\s*,\s*"status"\s*:\s*404\s*\}\s*$/ },
]

export const REFUSALS: readonly Refusal[] = [
  // A Forem that is closed to guests refuses every account alike.
  {
    status: [401, 403],
    means: 'broken',
    says: 'DEV refuses requests without a login.',
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
