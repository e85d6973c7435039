// What Reddit says instead of an answer. Its own words stand in `reason`; blocked applications get a page for people.

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

export const API_REFUSAL_FORM: readonly FormRow[] = [{ status: 404, at: 'error', is: 404 }]

const forbidden = (reason: string) => ({ status: 403, body: { reason, message: 'Forbidden', error: 403 } })

export const API_REFUSALS: readonly Refusal[] = [
  {
    status: 401,
    means: 'credential_expired',
    example: {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' },
      body: { message: 'Unauthorized', error: 401 },
    },
  },
  {
    status: 403,
    at: 'reason',
    is: ['private', 'gold_only', 'employees_only'],
    means: 'hidden',
    example: forbidden('private'),
  },
  {
    status: 403,
    at: 'reason',
    is: 'quarantined',
    means: 'hidden',
    says: 'The subreddit is quarantined: only readers who agreed to it may see it.',
    example: forbidden('quarantined'),
  },
  {
    status: 403,
    at: 'error',
    is: 403,
    // What is private has a reason. Whose fault it is nobody says: an application without an approval gets it of everything.
    means: 'broken',
    says: 'Reddit forbids this call without a reason: the application may lack an approval.',
    example: { status: 403, body: { message: 'Forbidden', error: 403 } },
  },
  {
    status: 403,
    means: 'credential_refused',
    says: 'Reddit does not serve this application: it must be approved, and name itself in REDDIT_USER_AGENT.',
    example: {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<title>Blocked</title>whoa there, pardner!',
    },
  },
  {
    status: 404,
    at: 'reason',
    is: 'banned',
    means: 'absent',
    says: 'Reddit has banned the subreddit.',
    example: { status: 404, body: { reason: 'banned', message: 'Not Found', error: 404 } },
  },
  {
    status: 404,
    means: 'absent',
    example: { status: 404, body: { message: 'Not Found', error: 404 } },
  },
  {
    at: 'data.is_suspended',
    is: true,
    means: 'absent',
    says: 'Reddit has suspended the account.',
    example: { status: 200, body: { kind: 't2', data: { name: 'acme', is_suspended: true } } },
  },
  {
    at: 'data.hide_from_robots',
    is: true,
    means: 'hidden',
    says: 'The account asks not to be read by programs.',
    example: { status: 200, body: { kind: 't2', data: { name: 'acme', id: 'a1', hide_from_robots: true } } },
  },
  {
    at: 'data.subreddit_type',
    is: ['private', 'employees_only'],
    means: 'hidden',
    example: { status: 200, body: { kind: 't5', data: { display_name: 'breadit', subreddit_type: 'private' } } },
  },
]

export const FEED_REFUSALS: readonly Refusal[] = [
  {
    status: 403,
    at: 'reason',
    is: ['private', 'gold_only', 'employees_only', 'quarantined'],
    means: 'hidden',
    example: forbidden('private'),
  },
  {
    status: 403,
    means: 'failing',
    says: 'Reddit does not serve its feeds to this service.',
    example: {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<title>Blocked</title>whoa there, pardner!',
    },
  },
]
