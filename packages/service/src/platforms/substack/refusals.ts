// What stands in front of Substack says to servers.

import type { Refusal } from '../contract/refusal.ts'

export const REFUSALS: readonly Refusal[] = [
  {
    status: 403,
    means: 'failing',
    says: 'Substack does not serve its feeds to this service’s address.',
    example: {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Just a moment...</title>',
    },
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 600 },
    example: { status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too Many Requests' },
  },
]
