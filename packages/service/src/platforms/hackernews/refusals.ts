// Errors of the two APIs. Neither reports a missing user or item as an error: the API answers `null`, the search has no
// hits.

import type { Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSALS: readonly Refusal[] = [
  {
    status: [400, 401, 403, 404, 410],
    means: 'broken',
    example: { status: 404, body: { status: 404, error: 'Not Found' } },
  },
  {
    status: 200,
    at: 'error',
    means: 'broken',
    example: { status: 200, body: { error: 'Permission denied' } },
  },
]
