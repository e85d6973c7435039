// Responses of the server in front of a large site: a challenge for browsers, and a rate limit without a time.

import type { Refusal } from '../upstream/contract/refusal.ts'

/** For the site with this name, which is called again after `seconds`. */
export const frontRefusals = (name: string, seconds: number): readonly Refusal[] => [
  {
    status: 403,
    means: 'failing',
    says: `${name} does not serve its feeds to this service’s address.`,
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
