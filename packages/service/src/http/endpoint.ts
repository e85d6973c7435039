// An endpoint of the API as data: input, output and possible errors. The routes, the OpenAPI document and the reference
// page are all made from it.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import type { Meter } from '../licensing/usage/quota.ts'
import type { Parts } from './parts.ts'

export type Endpoint<B extends TObject = TObject, D extends TSchema = TSchema> = {
  /** Under `/api/v1`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly description: string
  readonly body: B
  readonly data: D
  /** An example request. */
  readonly example: Static<B>
  /** Error codes in addition to the common ones. */
  readonly codes: readonly ErrorCode[]
  /** The quota that a call uses. A metered endpoint needs a bearer token. */
  readonly meter?: Meter
  /** For endpoints that need a bearer token and are free of charge. */
  readonly needsToken?: true
  /** It can read connected accounts. */
  readonly readsConnections?: true
  /** The response is never compressed, so that its length reveals nothing about its content. */
  readonly holdsSecret?: true
  readonly handle: (parts: Parts) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Declares an endpoint; it only types the literal. */
export const endpoint = <B extends TObject, D extends TSchema>(definition: Endpoint<B, D>): Endpoint<B, D> => definition

/** Errors of any endpoint, before it handles the request. */
export const COMMON_CODES = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[]

/** Further errors of endpoints that need a token. */
export const CALLER_CODES = [
  'token_missing',
  'token_malformed',
  'token_invalid',
  'token_expired',
  'license_suspended',
  'license_expired',
  'license_revoked',
  'rate_limited',
] as const satisfies readonly ErrorCode[]

/** Further errors of metered endpoints. */
export const METERED_CODES = [
  ...CALLER_CODES,
  'site_limit_reached',
  'quota_exceeded',
] as const satisfies readonly ErrorCode[]

/** Error codes for the caller and the quota. */
export const callerCodesOf = ({ meter, needsToken }: Pick<Endpoint, 'meter' | 'needsToken'>): readonly ErrorCode[] => {
  if (meter) return METERED_CODES
  return needsToken ? CALLER_CODES : []
}
