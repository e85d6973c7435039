// One hop of a fetch: limit, connect, exchange, and then either the next hop or the response with its body. It takes a
// vetted target and follows nothing.

import type { Dispatcher } from 'undici'
import { isApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import { copyPieces, type OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import type { BodyReservation } from './body-budget.ts'
import type { Connections } from './connections.ts'
import type { Deadline } from './deadline.ts'
import type { createDecoders } from './decode-body.ts'
import { discardBody } from './discard-body.ts'
import type { EgressRequest, EgressResponse } from './egress.ts'
import { type Exchange, exchange } from './exchange.ts'
import type { Limits } from './limits.ts'
import type { RateLimit } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import { readStart } from './read-start.ts'
import { nextHop } from './redirect.ts'
import { requestHeaders } from './request-headers.ts'
import type { VettedUrl } from './vet-url.ts'

export type VisitParts = {
  readonly connections: Connections
  readonly hosts: RateLimit
  readonly decoderFor: ReturnType<typeof createDecoders>
  readonly userAgent: string
  readonly setTimer: SetTimer
  readonly limits: Limits
}

export type Hop = {
  readonly target: VettedUrl
  /** Whether every hop so far was at the first origin: then the request's trust applies. */
  readonly isFirstOrigin: boolean
  /** Whether the hop is also meant for the first origin, however it was steered: then the caller's header fields are
   * sent. */
  readonly isForFirstOrigin: boolean
  /** Header fields for this hop only. */
  readonly extra?: Readonly<Record<string, string>> | undefined
}

/** A response, or the URL that it redirects to. */
export type Outcome = { readonly response: EgressResponse } | { readonly next: string }

/** Throws ApiError. The bytes of the body count in `reservation`. */
export type Visit = (
  hop: Hop,
  request: EgressRequest,
  deadline: Deadline,
  reservation: BodyReservation,
) => Promise<Outcome>

/** New for each response, whose caller may free it. */
const noBytes = (): OwnedBuffer => copyPieces([])
const NO_BODY: ReadonlySet<number> = new Set([204, 304])

export const createVisit = ({ connections, hosts, decoderFor, userAgent, setTimer, limits }: VisitParts): Visit => {
  type Body = Pick<EgressResponse, 'body' | 'gzip' | 'compressed' | 'isCut'>

  const readResponse = async (
    { status, headers, body: wire }: Exchange,
    request: EgressRequest,
    isTrusted: boolean,
    signal: AbortSignal,
    reservation: BodyReservation,
  ): Promise<Body> => {
    if (request.method === 'HEAD' || NO_BODY.has(status)) return { body: noBytes() }
    const maxWireBytes = isTrusted ? limits.trustedWireBytes : limits.wireBytes
    const limitBytes = isTrusted ? limits.trustedDecodedBytes : limits.decodedBytes
    const maxBytes = Math.min(request.maxBytes ?? limitBytes, limitBytes)
    const { decode, unpackTo, look } = decoderFor(headers['content-encoding'])
    const parts = { headers, limits, setTimer, reservation, signal }
    if (!request.startOnly) {
      const { keepsCompressed, leavesGzipOver = Number.POSITIVE_INFINITY, mayBeCut = false } = request
      const { bytes, isCut } = await readBody(wire, { ...parts, maxWireBytes, startOnly: mayBeCut })
      const options = { maxBytes, signal, reservation, keepsCompressed }
      const finish = (body: OwnedBuffer, isStart: boolean): Body => {
        const isCompressed = keepsCompressed && unpackTo && body.length > 0
        if (!isCompressed && body !== bytes) freeBytes(bytes)
        return {
          body,
          ...(isCompressed && { compressed: { bytes, unpack: unpackTo(body.length, isStart) } }),
          ...(isStart && { isCut: true }),
        }
      }
      const cut = async () => finish(await decode(bytes, { ...options, startOnly: true }), true)
      if (isCut) return cut()
      try {
        const gzip = leavesGzipOver < maxBytes ? look?.(bytes, maxBytes) : undefined
        if (gzip && gzip.reportedBytes > leavesGzipOver) return { body: bytes, gzip }
        return finish(await decode(bytes, options), false)
      } catch (error) {
        if (!mayBeCut || !isApiError(error, 'link_too_large')) throw error
        return cut()
      }
    }
    const wanted = Math.min(request.startOnly(headers), maxBytes)
    if (wanted === 0) return { body: noBytes(), isCut: true }
    const isEnough = (start: Buffer): boolean => request.isStartEnough?.(start, headers) ?? true
    const sizes = { leastBytes: wanted, maxBytes, maxWireBytes }
    const { body, isCut } = await readStart(wire, { ...parts, ...sizes, decode, isEnough })
    return { body, ...(isCut && { isCut }) }
  }

  return async ({ target, isFirstOrigin, isForFirstOrigin: isMeant, extra }, request, deadline, reservation) => {
    const { url } = target
    const isKept = request.trustedOrigin === true && isFirstOrigin
    const headers = { ...requestHeaders(request, userAgent, isMeant), ...extra }
    const { method = 'GET', body: sent } = request

    const use = async (client: Dispatcher): Promise<Outcome> => {
      const response = await exchange(client, { url, method, headers, body: sent?.bytes, isKept }, deadline, limits)
      try {
        const next = request.redirect === 'answer' ? undefined : nextHop(response.status, response.headers, url)
        if (next !== undefined) return { next }
        if (request.headerOnly) {
          await discardBody(response.body, setTimer, limits)
          return {
            response: { status: response.status, url: url.href, headers: response.headers, body: noBytes() },
          }
        }
        const body = await readResponse(response, request, isKept, deadline.signal, reservation)
        return {
          response: {
            status: response.status,
            url: url.href,
            headers: response.headers,
            ...body,
          },
        }
      } finally {
        response.body.on('error', () => {}).destroy()
      }
    }

    if (isKept) return use(connections.kept)
    hosts.admit(url.host, request.hostPerMinute)
    return connections.withFresh(target, deadline, use)
  }
}
