// What X's errors mean. call-api.ts handles problems in responses with status 200, and a 400.
// https://docs.x.com/x-api/fundamentals/response-codes-and-errors

import type { BodyRow, Refusal } from '../../upstream/contract/refusal.ts'

/** Problem details (RFC 9457) with X's own types. */
export const REFUSAL_FORM: readonly BodyRow[] = [
  { at: 'type', is: /^(?:about:blank$|https:\/\/api\.(?:twitter|x)\.com\/2\/problems\/)/ },
]

const CREDITS = 'The credits of the X account are used up.'
const CAP = 'The X account has read the maximum number of posts for this month.'

const problem = (type: string, title: string, detail: string, more: object = {}) => ({ title, detail, type, ...more })

export const REFUSALS: readonly Refusal[] = [
  {
    // Matches any body: the two known ones have different types.
    status: 402,
    means: 'exhausted',
    says: CREDITS,
    example: {
      status: 402,
      body: problem(
        'https://api.twitter.com/2/problems/credits',
        'CreditsDepleted',
        'Your enrolled account [1] does not have any credits to fulfill this request.',
      ),
    },
  },
  {
    status: [401, 403],
    at: 'errors.0.code',
    is: [32, 89, 99],
    means: 'credential_refused',
    example: {
      status: 403,
      body: {
        errors: [{ code: 99, label: 'authenticity_token_error', message: 'Unable to verify your credentials' }],
      },
    },
  },
  {
    status: 401,
    means: 'credential_refused',
    example: { status: 401, body: problem('about:blank', 'Unauthorized', 'Unauthorized', { status: 401 }) },
  },
  {
    status: 403,
    at: 'type',
    is: /\/client-forbidden$/,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    says: 'The X application is not enrolled for these calls.',
    example: {
      status: 403,
      body: problem(
        'https://api.twitter.com/2/problems/client-forbidden',
        'Client Forbidden',
        'This request must be made using an approved developer account.',
        { reason: 'client-not-enrolled' },
      ),
    },
  },
  {
    // About what was requested, or about the application: the owner granted all that is needed.
    status: 403,
    signed: true,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    example: { status: 403, body: problem('about:blank', 'Forbidden', 'Forbidden', { status: 403 }) },
  },
  {
    status: 404,
    at: 'type',
    is: /\/resource-not-found$/,
    means: 'absent',
    example: {
      status: 404,
      body: problem('https://api.twitter.com/2/problems/resource-not-found', 'Not Found Error', 'Could not find user.'),
    },
  },
  {
    // An unknown name is a problem with status 200, so any other 404 is about the endpoint.
    status: 404,
    means: 'broken',
    example: { status: 404, body: problem('about:blank', 'Not Found', 'Not Found', { status: 404 }) },
  },
  {
    status: 429,
    at: 'type',
    is: /\/usage-capped$/,
    means: 'exhausted',
    says: CAP,
    example: {
      status: 429,
      body: problem(
        'https://api.twitter.com/2/problems/usage-capped',
        'UsageCapExceeded',
        'Usage cap exceeded: Monthly product cap',
        { period: 'Monthly', scope: 'Product' },
      ),
    },
  },
  {
    status: 429,
    means: 'limited',
    until: { seconds: 900 },
    example: {
      status: 429,
      body: problem('about:blank', 'Too Many Requests', 'Too Many Requests', { status: 429 }),
    },
  },
]
