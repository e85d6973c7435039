// Ghost's errors: `{ errors: [{ message, type, code, … }] }`.

import type { BodyRow, Refusal } from '../../upstream/contract/refusal.ts'

export const REFUSAL_FORM: readonly BodyRow[] = [{ at: 'errors.0.type', is: /Error$/ }]

/** The nine fields of an error, as Ghost writes them. */
const error = (status: number, type: string, message: string, code: string | null = null) => ({
  status,
  body: {
    errors: [
      {
        message,
        context: null,
        type,
        details: null,
        property: null,
        help: null,
        code,
        id: '0b1c2d30-0000-11f0-8000-000000000000',
        ghostErrorCode: null,
      },
    ],
  },
})

export const REFUSALS: readonly Refusal[] = [
  {
    status: 401,
    at: 'errors.0.code',
    is: 'INVALID_API_KEY_TYPE',
    means: 'credential_refused',
    says: 'GHOST_CONTENT_KEYS contains an Admin API key for the site. Use the Content API key.',
    example: error(401, 'UnauthorizedError', 'Invalid API Key type', 'INVALID_API_KEY_TYPE'),
  },
  {
    status: 401,
    means: 'credential_refused',
    example: error(401, 'UnauthorizedError', 'Unknown Content API Key', 'UNKNOWN_CONTENT_API_KEY'),
  },
  {
    status: 403,
    at: 'errors.0.type',
    is: 'NoPermissionError',
    signed: false,
    means: 'closed',
    example: error(403, 'NoPermissionError', 'Authorization failed'),
  },
  {
    // The service sends a key only to its host. The API of a site may be at another host.
    status: 403,
    at: 'errors.0.message',
    means: 'credential_refused',
    says: 'The API of this site is at another host. Set the key for that host in GHOST_CONTENT_KEYS, on Ghost(Pro) `name.ghost.io`.',
    example: error(403, 'NoPermissionError', 'Authorization failed'),
  },
  {
    status: 404,
    means: 'absent',
    example: error(404, 'NotFoundError', 'Resource not found error, cannot read author.'),
  },
  {
    status: [400, 422],
    means: 'broken',
    example: error(400, 'BadRequestError', 'Error parsing filter'),
  },
  {
    status: 500,
    means: 'failing',
    example: error(500, 'InternalServerError', 'An unexpected error occurred.'),
  },
]
