// Misskey's errors: `{ error: { message, code, id, kind } }`, each with its own status.

import type { FormRow, Refusal } from '../../upstream/contract/refusal.ts'

const error = (
  status: number,
  code: string,
  message: string,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  status,
  body: { error: { message, code, id, kind: status >= 500 ? 'server' : 'client', ...more } },
})

const ANY: readonly Refusal[] = [
  {
    at: 'error.code',
    is: 'NO_SUCH_USER',
    means: 'absent',
    example: error(404, 'NO_SUCH_USER', 'No such user.', '4362f8dc-731f-4ad8-a694-be5a88922a24'),
  },
  {
    at: 'error.code',
    is: 'NO_SUCH_NOTE',
    means: 'absent',
    example: error(400, 'NO_SUCH_NOTE', 'No such note.', '24fcbfc6-2e37-42b6-8388-c29b3861a08d'),
  },
  {
    at: 'error.code',
    is: 'NO_SUCH_CHANNEL',
    means: 'absent',
    example: error(400, 'NO_SUCH_CHANNEL', 'No such channel.', '6f6c314b-7486-4897-8966-c04a66a02923'),
  },
  {
    at: 'error.code',
    is: 'NO_SUCH_CLIP',
    means: 'absent',
    example: error(400, 'NO_SUCH_CLIP', 'No such clip.', 'c3c5fe33-d62c-44d2-9ea5-d997703f5c20'),
  },
  {
    at: 'error.code',
    is: ['SIGNIN_REQUIRED', 'CONTENT_RESTRICTED_BY_USER', 'CONTENT_RESTRICTED_BY_SERVER'],
    means: 'hidden',
    says: 'This content requires a login.',
    example: error(400, 'SIGNIN_REQUIRED', 'Signin required.', '8e75455b-738c-471d-9f80-62693f33372e'),
  },
  {
    at: 'error.code',
    is: 'RATE_LIMIT_EXCEEDED',
    means: 'limited',
    until: { seconds: 60 },
    example: {
      ...error(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded.', 'd5826d14-3982-4d2e-8011-b9e9f02499ef', {
        info: { resetMs: 1_790_000_000_000 },
      }),
      headers: { 'retry-after': '30' },
    },
  },
  {
    at: 'error.code',
    is: 'INTERNAL_ERROR',
    means: 'failing',
    example: error(500, 'INTERNAL_ERROR', 'Internal error occurred.', '5d37dbcb-891e-41ca-a3d6-e690c97775ac'),
  },
  {
    at: 'isSuspended',
    is: true,
    means: 'absent',
    says: 'The server has suspended the account.',
    example: { status: 200, body: { id: '9abc000001', username: 'nao', host: null, isSuspended: true } },
  },
]

export const REFUSALS: readonly Refusal[] = [
  ...ANY,
  // The public feed may still be available.
  {
    at: 'error.code',
    is: ['CREDENTIAL_REQUIRED', 'AUTHENTICATION_FAILED'],
    means: 'closed',
    says: 'The server requires a login to read this.',
    example: {
      ...error(401, 'CREDENTIAL_REQUIRED', 'Credential required.', '1384574d-a912-4b81-8601-c7b1c4085df1'),
      headers: { 'www-authenticate': 'Bearer realm="Misskey"' },
    },
  },
  {
    at: 'requireSigninToViewContents',
    is: true,
    means: 'hidden',
    says: 'The notes of this account require a login.',
    example: { status: 200, body: { id: '9abc000001', username: 'nao', requireSigninToViewContents: true } },
  },
]

/** For an account that its owner connected, whatever it requires of others. */
export const CONNECTED_REFUSALS: readonly Refusal[] = [
  ...ANY,
  {
    at: 'error.code',
    is: ['CREDENTIAL_REQUIRED', 'AUTHENTICATION_FAILED'],
    means: 'credential_refused',
    example: error(
      401,
      'AUTHENTICATION_FAILED',
      'Authentication failed. Please ensure your token is correct.',
      'b0a7f5f8-dc2f-4171-b91f-de88ad238e14',
    ),
  },
  {
    at: 'error.code',
    is: 'PERMISSION_DENIED',
    means: 'credential_lacks_scope',
    example: error(
      403,
      'PERMISSION_DENIED',
      'Your app does not have the necessary permissions to use this endpoint.',
      '1370e5b7-d4eb-4566-bb1d-7748ee6a1838',
    ),
  },
  {
    at: 'error.code',
    is: 'YOUR_ACCOUNT_SUSPENDED',
    means: 'credential_refused',
    ends: 'account_gone',
    example: error(
      403,
      'YOUR_ACCOUNT_SUSPENDED',
      'Your account has been suspended.',
      'a8c724b3-6e9c-4b46-b1a8-bc3ed6258370',
    ),
  },
]

/** Any other refusal of the token is of something in front of the server. */
export const CONNECTED_FORM: readonly FormRow[] = [{ at: 'error.code' }]
