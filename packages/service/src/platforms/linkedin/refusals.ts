// What LinkedIn means when it refuses, where the status does not say it. What a call that only adds something is refused
// with is no fault of the token: read-linkedin.ts.
// https://learn.microsoft.com/linkedin/shared/api-guide/concepts/error-handling

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly FormRow[] = [
  { at: 'serviceErrorCode' },
  { status: [401, 403], at: 'code', is: /^[A-Z][A-Z_]+$/ },
  { at: 'message', is: /^Could not find entity/ },
]

export const REFUSALS: readonly Refusal[] = [
  {
    status: 401,
    means: 'credential_expired',
    example: {
      status: 401,
      body: {
        status: 401,
        code: 'EXPIRED_ACCESS_TOKEN',
        serviceErrorCode: 65602,
        message: 'The token used in the request has expired',
      },
    },
  },
  {
    // A post of a page that the member does not administer.
    status: 403,
    about: 'post',
    means: 'closed',
    example: {
      status: 403,
      body: {
        status: 403,
        code: 'ACCESS_DENIED',
        serviceErrorCode: 100,
        message: 'Not enough permissions to access: GET /posts',
      },
    },
  },
  {
    // What is missing is the endpoint.
    status: 404,
    at: 'message',
    is: /^(?:Resource \S{1,100} does not exist|No virtual resource)/,
    means: 'broken',
    example: {
      status: 404,
      body: { status: 404, code: 'RESOURCE_NOT_FOUND', serviceErrorCode: 0, message: 'Resource posts does not exist' },
    },
  },
  {
    status: 410,
    at: 'message',
    is: /^Could not find entity/,
    means: 'absent',
    example: { status: 410, body: { status: 410, message: 'Could not find entity' } },
  },
  {
    status: 426,
    means: 'broken',
    says: 'LinkedIn has ended the version of its API that this service asks for: the service must be updated.',
    example: {
      status: 426,
      body: { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version 20250501 is not active' },
    },
  },
  {
    status: 429,
    at: 'message',
    is: /\b(?:day|daily)\b/i,
    means: 'exhausted',
    until: { midnight: 'UTC' },
    example: {
      status: 429,
      body: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'The DAY throttle limit for calls is reached.' },
    },
  },
  {
    // Bursts are let through again after some thirty seconds; no header says so.
    status: 429,
    means: 'limited',
    until: { seconds: 60 },
    example: {
      status: 429,
      body: {
        status: 429,
        serviceErrorCode: 101,
        code: 'TOO_MANY_REQUESTS',
        message: 'Resource level throttle limit for calls to this resource is reached.',
      },
    },
  },
]
