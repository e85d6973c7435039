// Refusals of proxies in front of large sites: a browser challenge, and a rate limit without a reset.

import type { Refusal } from '../upstream/contract/refusal.ts'

/** `name` is that of the site; `seconds` is how long to wait after a rate limit. */
export const frontRefusals = (name: string, seconds: number): readonly Refusal[] => [
  {
    status: 403,
    means: 'failing',
    says: `${name} blocks this service’s IP address from its feeds.`,
    example: {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Just a moment...</title>',
    },
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds },
    example: { status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too many requests' },
  },
]
