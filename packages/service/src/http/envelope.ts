// The one envelope of the API: `{ ok: true, data }` or `{ ok: false, error }`.

import type { TSchema } from 'typebox'
import { type ApiError, ERROR_CODES, type ErrorCode } from '../errors.ts'
import { Type } from '../parsing/type.ts'

/** Schema of a good answer. */
export const Ok = <T extends TSchema>(data: T) => Type.Object({ ok: Type.Literal(true), data })

/** Schema of an error answer, with the codes that it may carry. */
export const ErrorEnvelope = (codes: readonly ErrorCode[] = ERROR_CODES) =>
  Type.Object({
    ok: Type.Literal(false),
    error: Type.Object({
      code: Type.Enum([...codes], { description: 'Stable; map it to your own words' }),
      message: Type.String({ description: 'English, for people; may change' }),
      details: Type.Optional(
        Type.Union([
          Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
          Type.Object({
            status: Type.Optional(Type.Integer()),
            url: Type.Optional(Type.String()),
            kind: Type.Optional(Type.String({ description: 'Of `profile_unsupported`: the kind of the profile' })),
          }),
        ]),
      ),
      retryable: Type.Boolean({ description: 'Whether the very same request may succeed later' }),
      docs: Type.String({ description: 'Address of what is known about this code' }),
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

/** What a code carries besides the envelope. */
export const errorHeaders = (error: ApiError): Record<string, string> => ({
  ...(error.retryAfterSeconds !== undefined && error.retryable && { 'retry-after': String(error.retryAfterSeconds) }),
  // RFC 6750, section 3: a challenge without an error where no token was sent.
  ...(error.status === 401 && {
    'www-authenticate':
      error.code === 'token_missing' || !error.code.startsWith('token_') ? 'Bearer' : 'Bearer error="invalid_token"',
  }),
})
