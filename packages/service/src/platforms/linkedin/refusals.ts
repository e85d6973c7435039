// LinkedIn's errors, as far as the status does not say it all. Failures of calls for optional values are not the
// token's fault: see read-linkedin.ts. https://learn.microsoft.com/linkedin/shared/api-guide/concepts/error-handling

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly FormRow[] = [
  { at: 'serviceErrorCode' },
  { status: [401, 403], at: 'code', is: /^[A-Z][A-Z_]+$/ },
  { at: 'message', is: /^Could not find entity/ },
]

export const REFUSALS: readonly Refusal[] = [
  {
    // A new token works, if LinkedIn gives one.
    status: 401,
    at: 'code',
    is: 'REVOKED_ACCESS_TOKEN',
    means: 'credential_expired',
    ends: 'removed_by_owner',
    example: {
      status: 401,
      body: {
        status: 401,
        code: 'REVOKED_ACCESS_TOKEN',
        serviceErrorCode: 65601,
        message: 'The token used in the request has been revoked by the user',
      },
    },
  },
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
    // The post is of a page that the member does not administer.
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
    // All scopes are granted together, so it is the member's role that is missing. Calls for optional values name other
    // resources.
    status: 403,
    at: 'message',
    is: /\b(?:GET \/posts|partnerApiPosts|VisibilityReduction)/,
    means: 'credential_lacks_scope',
    ends: 'role_lost',
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
    // The endpoint is missing, not the entity.
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
    says: 'LinkedIn no longer supports the API version that this service uses. Update the service.',
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
    // After a burst LinkedIn allows calls again after about thirty seconds; no header says so.
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
