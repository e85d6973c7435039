// What a request for an image results in.

import type { ErrorCode } from '../errors.ts'
import type { imageTypeOf } from './image-type.ts'

export type Image = NonNullable<ReturnType<typeof imageTypeOf>> & {
  readonly bytes: Buffer
  /** A strong validator (RFC 9110, section 8.8.3), with its quotation marks. */
  readonly etag: string
}

/** 404: there is no image. 410: it must not be served any more. 415: it is none, or too large. 503: try again. */
export type Refusal = { readonly status: 404 | 410 | 415 | 503; readonly retryAfterSeconds?: number }

export type MediaResult = Image | Refusal

export const isRefusal = (result: MediaResult): result is Refusal => 'status' in result

/** By the status code of the host. Hosts answer 401 and 403 when a signed URL has expired. */
const OF_STATUS: Readonly<Record<number, Refusal['status']>> = { 401: 404, 403: 404, 404: 404, 410: 410 }

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
