// What a request for an image results in.

import { hash } from 'node:crypto'
import type { ErrorCode } from '../errors.ts'
import { imageTypeOf } from './image-type.ts'
import { MEDIA_LIMITS } from './limits.ts'
import type { RenderFault } from './rendering/rendering.ts'

export type Image = NonNullable<ReturnType<typeof imageTypeOf>> & {
  readonly bytes: Buffer
  /** A strong validator (RFC 9110, section 8.8.3), with its quotation marks. */
  readonly etag: string
  /** Why it has its original size, although another one was asked for. */
  readonly unsized?: string
}

/** Bytes are hashed once, although many requests share them. */
const etags = new WeakMap<Buffer, string>()

export const etagOf = (bytes: Buffer): string => {
  const known = etags.get(bytes)
  if (known !== undefined) return known
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  etags.set(bytes, etag)
  return etag
}

/** undefined unless the first bytes are those of an image. */
export const imageOf = (bytes: Buffer): Image | undefined => {
  const type = imageTypeOf(bytes)
  return type && { ...type, bytes, etag: etagOf(bytes) }
}

/** 404: there is no image. 410: it must not be served any more. 415: it is none, or too large. 503: try again. */
export type Refusal = { readonly status: 404 | 410 | 415 | 503; readonly retryAfterSeconds?: number }

export type MediaResult = Image | Refusal

/** Too many requests wait already. */
export const BUSY = { status: 503, retryAfterSeconds: MEDIA_LIMITS.retryAfterSeconds } as const

export const isRefusal = (result: object): result is Refusal => 'status' in result

/** By the status code of the host. Hosts answer 401 and 403 when a signed URL has expired. */
const OF_STATUS: Readonly<Record<number, Refusal['status']>> = { 401: 404, 403: 404, 404: 404, 410: 410 }

/** Whether the image may have another URL by now. Some hosts send a page or a placeholder instead of a status. */
export const mayHaveEnded = (status: number): boolean => Object.hasOwn(OF_STATUS, status) || status === 200

export const refusalOfStatus = (status: number): Refusal => ({
  status: OF_STATUS[status] ?? (status === 429 || status >= 500 ? 503 : 404),
})

/** Failures of the egress. Those without a row are temporary. What may not be fetched looks like what does not exist. */
const OF_CODE: Partial<Record<ErrorCode, Refusal['status']>> = {
  link_malformed: 404,
  link_blocked: 404,
  link_redirects: 404,
  link_tls_error: 404,
  link_too_large: 415,
}

export const refusalOfCode = (code: ErrorCode): Refusal => ({ status: OF_CODE[code] ?? 503 })

/** What may depend on the load of the machine is temporary. */
const OF_FAULT: Readonly<Record<RenderFault, Refusal['status']>> = { broken: 415, too_large: 415, late: 503, lost: 503 }

export const refusalOfFault = (fault: RenderFault): Refusal => ({ status: OF_FAULT[fault] })
