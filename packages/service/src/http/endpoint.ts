// An endpoint of the API as data: what it takes, what it gives, which errors it may answer with. The routes, the OpenAPI
// document and the reference page are all made from it.

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
  /** A request as an example. */
  readonly example: Static<B>
  /** The codes besides those that any endpoint may answer with. */
  readonly codes: readonly ErrorCode[]
  /** What a call is counted as; a metered endpoint needs a bearer token. */
  readonly meter?: Meter
  /** For those that need a bearer token and are free of charge. */
  readonly needsToken?: true
  /** Its answer is never compressed, so that its length tells nothing of what is in it. */
  readonly holdsSecret?: true
  readonly handle: (parts: Parts) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Declares an endpoint; only gives the literal its type. */
export const endpoint = <B extends TObject, D extends TSchema>(definition: Endpoint<B, D>): Endpoint<B, D> => definition

/** What any endpoint may answer with, before it has looked at what it was asked. */
export const COMMON_CODES = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[]

/** What an endpoint that needs a token may answer with besides. */
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

/** What a metered endpoint may answer with besides. */
export const METERED_CODES = [
  ...CALLER_CODES,
  'site_limit_reached',
  'quota_exceeded',
] as const satisfies readonly ErrorCode[]

/** The codes that come of who calls, and of what is counted. */
export const callerCodesOf = ({ meter, needsToken }: Pick<Endpoint, 'meter' | 'needsToken'>): readonly ErrorCode[] => {
  if (meter) return METERED_CODES
  return needsToken ? CALLER_CODES : []
}
