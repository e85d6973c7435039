// The one envelope of the API: `{ ok: true, data }` or `{ ok: false, error }`.

import type { TSchema } from 'typebox'
import { type ApiError, ERROR_CODES, type ErrorCode } from '../errors.ts'
import { Type } from '../parsing/type.ts'

/** Schema of a successful response. */
export const Ok = <T extends TSchema>(data: T) => Type.Object({ ok: Type.Literal(true), data })

/** Schema of an error response with these codes. */
export const ErrorEnvelope = (codes: readonly ErrorCode[] = ERROR_CODES) =>
  Type.Object({
    ok: Type.Literal(false),
    error: Type.Object({
      code: Type.Enum([...codes], { description: 'Stable. Map it to a message of your own' }),
      message: Type.String({ description: 'English, for people. May change' }),
      details: Type.Optional(
        Type.Union([
          Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
          Type.Object({
            status: Type.Optional(Type.Integer()),
            url: Type.Optional(Type.String()),
            kind: Type.Optional(Type.String({ description: 'Only for `profile_unsupported`: the kind of profile' })),
          }),
        ]),
      ),
      retryable: Type.Boolean({ description: 'Whether the same request may succeed later' }),
      docs: Type.String({ description: 'URL of the documentation of this code' }),
    }),
  })

export const okEnvelope = <T>(data: T) => ({ ok: true as const, data })

export const docsUrl = (baseUrl: string, code: ErrorCode): string => `${baseUrl}/docs/errors#${code}`

export const errorEnvelope = (error: ApiError, baseUrl: string) => ({
  ok: false as const,
  error: {
    code: error.code,
    message: error.message,
    ...(error.details !== undefined && { details: error.details }),
    retryable: error.retryable,
    docs: docsUrl(baseUrl, error.code),
  },
})

/** Header fields of an error. */
export const errorHeaders = (error: ApiError): Record<string, string> => ({
  ...(error.retryAfterSeconds !== undefined && error.retryable && { 'retry-after': String(error.retryAfterSeconds) }),
  // RFC 6750, section 3: the challenge has no error attribute if no token was sent.
  ...(error.status === 401 && {
    'www-authenticate':
      error.code === 'token_missing' || !error.code.startsWith('token_') ? 'Bearer' : 'Bearer error="invalid_token"',
  }),
})
