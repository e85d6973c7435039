// What is learned about a request while it is handled, for the request log and the traffic counts.

import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../errors.ts'
import type { Meter } from '../licensing/usage/quota.ts'

export type RequestNotes = {
  /** The license, if `caller` does not say it. */
  licenseId: string | undefined
  /** Set once the request is parsed. */
  platform: string | undefined
  /** Canonical. */
  handle: string | undefined
  site: string | undefined
  code: ErrorCode | undefined
  cache: 'hit' | 'stale' | 'miss' | undefined
  meter: Meter | undefined
  /** Units that it was charged. */
  charged: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until there is something to note. */
    notes: RequestNotes | undefined
  }
}

/** The notes of a request, to be completed. */
export const notesOf = (request: FastifyRequest): RequestNotes => {
  request.notes ??= {
    licenseId: undefined,
    platform: undefined,
    handle: undefined,
    site: undefined,
    code: undefined,
    cache: undefined,
    meter: undefined,
    charged: 0,
  }
  return request.notes
}
