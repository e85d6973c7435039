// What Reddit's errors mean. Reddit's own errors have a `reason`; blocked applications get an HTML page.

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
    says: 'The subreddit is quarantined. Only users who opted in can see it.',
    example: forbidden('quarantined'),
  },
  {
    status: 403,
    at: 'error',
    is: 403,
    // A private subreddit has a reason. Without one the cause is unclear: an unapproved application gets this for every call.
    means: 'broken',
    says: 'Reddit refused this call without a reason. The application may not be approved.',
    example: { status: 403, body: { message: 'Forbidden', error: 403 } },
  },
  {
    status: 403,
    means: 'credential_refused',
    ends: 'nothing',
    says: 'Reddit blocks this application. It must be approved by Reddit and have a unique REDDIT_USER_AGENT.',
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
    says: 'The account asks programs not to read it.',
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
    says: 'Reddit blocks this service from its feeds.',
    example: {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<title>Blocked</title>whoa there, pardner!',
    },
  },
]
