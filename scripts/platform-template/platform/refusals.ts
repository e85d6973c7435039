// What the errors of Acme's API mean, where the status alone does not say.

import type { Refusal } from '@central-api/service/upstream/contract/refusal.ts'

export const REFUSALS: readonly Refusal[] = [
  {
    status: 403,
    at: 'error',
    is: 'friends_only',
    means: 'hidden',
    example: { status: 403, body: { error: 'friends_only' } },
  },
  {
    status: 429,
    at: 'error',
    is: 'quota_exceeded',
    means: 'exhausted',
    until: { midnight: 'UTC' },
    example: { status: 429, body: { error: 'quota_exceeded' } },
  },
]
