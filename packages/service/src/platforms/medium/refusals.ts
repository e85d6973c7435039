// What stands in front of Medium says to servers, which it limits hard.

import type { Refusal } from '../contract/refusal.ts'

export const REFUSALS: readonly Refusal[] = [
  {
    status: 403,
    means: 'failing',
    says: 'Medium does not serve its feeds to this service’s address.',
    example: {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Just a moment...</title>',
    },
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 3_600 },
    example: { status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too many requests' },
  },
]
