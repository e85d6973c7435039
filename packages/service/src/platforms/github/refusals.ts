// GitHub's errors: `{ message, documentation_url, status }`, where the status is a string.
// https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api

import type { BodyRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [
  { at: 'documentation_url' },
  { at: 'status', is: ['401', '403', '404', '410', '451'] },
]

const DOCS = 'https://docs.github.com/rest'

const error = (status: number, message: string, more: object = {}) => ({
  status,
  body: { message, documentation_url: DOCS, status: String(status), ...more },
})

const graphqlError = (type: string | undefined, message: string) => ({
  status: 200,
  body: {
    data: { repository: null },
    errors: [{ ...(type !== undefined && { type }), path: ['repository'], message }],
  },
})

/** The GraphQL API reports its errors with status 200. */
export const GRAPHQL_REFUSALS: readonly Refusal[] = [
  {
    at: 'errors.0.type',
    is: 'NOT_FOUND',
    means: 'absent',
    example: graphqlError('NOT_FOUND', "Could not resolve to a Repository with the name 'acme/nothing'."),
  },
  {
    at: 'errors.0.type',
    is: ['RATE_LIMITED', 'RATE_LIMIT'],
    means: 'limited',
    until: { seconds: 3_600 },
    example: graphqlError('RATE_LIMIT', 'API rate limit already exceeded for user ID 5.'),
  },
  {
    at: 'errors.0.type',
    is: ['FORBIDDEN', 'INSUFFICIENT_SCOPES'],
    means: 'credential_lacks_scope',
    says: 'The token may not read the discussions of this repository.',
    example: graphqlError('FORBIDDEN', 'Resource not accessible by personal access token'),
  },
  {
    at: 'errors.0.type',
    is: 'INVALID_CURSOR_ARGUMENTS',
    means: 'invalid_cursor',
    example: graphqlError('INVALID_CURSOR_ARGUMENTS', '`x` does not appear to be a valid cursor.'),
  },
  {
    at: 'errors.0.message',
    is: /something went wrong|timeout/i,
    means: 'passing',
    example: graphqlError(undefined, 'Something went wrong while executing your query on 2026-05-01T00:00:00Z.'),
  },
  {
    at: 'errors',
    means: 'broken',
    example: graphqlError('undefinedField', "Field 'x' doesn't exist on type 'Discussion'"),
  },
]

export const REFUSALS: readonly Refusal[] = [
  {
    status: [403, 429],
    at: 'message',
    is: /secondary rate limit|abuse detection/i,
    means: 'limited',
    // GitHub asks to wait at least a minute if no header says how long.
    until: { seconds: 60 },
    example: error(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'),
  },
  {
    status: [403, 429],
    at: 'message',
    is: /rate limit exceeded/i,
    means: 'limited',
    until: { seconds: 3_600 },
    example: error(403, "API rate limit exceeded for 203.0.113.9. (But here's the good news: sign in for more.)"),
  },
  {
    status: 403,
    is: /User-Agent header/i,
    means: 'broken',
    says: 'GitHub requires a User-Agent that this service did not send.',
    example: {
      status: 403,
      body: 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
    },
  },
  {
    status: [403, 451],
    at: 'message',
    is: /access blocked|unavailable|suspended/i,
    means: 'hidden',
    example: error(451, 'Repository access blocked', { block: { reason: 'dmca' } }),
  },
  {
    // An organization, or the application's permissions, refuse this one thing.
    status: 403,
    signed: true,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    example: error(403, 'Resource protected by organization SAML enforcement.'),
  },
  { status: 401, means: 'credential_refused', example: error(401, 'Bad credentials') },
  { status: 404, means: 'absent', example: error(404, 'Not Found') },
  { status: 400, means: 'broken', example: error(400, 'Unsupported API version') },
  {
    // Without `errors`, the status marks the end of the events.
    status: 422,
    at: 'errors',
    means: 'broken',
    example: error(422, 'Validation Failed', { errors: [{ resource: 'Search', field: 'q', code: 'invalid' }] }),
  },
  {
    status: [502, 503, 504],
    means: 'passing',
    example: { status: 502, body: '<html><title>Server Error</title></html>' },
  },
]
