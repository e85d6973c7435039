// One request and its response over a given dispatcher: the complete header, and the body as a stream that its reader
// paces. It follows, keeps and decodes nothing.

import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { ApiError } from '../errors.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { Deadline } from './deadline.ts'
import type { EgressRequest } from './egress.ts'
import type { Limits } from './limits.ts'

export type ExchangeRequest = {
  readonly url: URL
  readonly method: NonNullable<EgressRequest['method']>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
  /** Whether the connection may serve another request. */
  readonly isKept: boolean
}

export type Exchange = {
  readonly status: number
  /** Lower-case names; repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** As it came over the wire. The caller must read or destroy it. */
  readonly body: Readable
}

type RawHeaders = NonNullable<Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]>

/** Fields with one value, which both a program and the server in front of it may have sent. */
const SINGLE: ReadonlySet<string> = new Set(['location', 'refresh'])

const joinFields = (headers: RawHeaders): Record<string, string> => {
  const joined: Record<string, string> = Object.create(null)
  for (const [written, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const name = written.toLowerCase()
    const values = Array.isArray(value) ? value : [value]
    joined[name] = (SINGLE.has(name) ? [...new Set(values)] : values).join(', ')
  }
  return joined
}

/** undici alternates names and values. */
const countFields = (controller: Dispatcher.DispatchController): number =>
  Array.isArray(controller.rawHeaders) ? controller.rawHeaders.length / 2 : 0

/** Pieces of a body that are processed before the event loop runs other work: 0.1 ms. One read of a socket can return
 * ten thousand pieces, each of which is a call, and fifty sockets can be ready at the same time. */
const MAX_PIECES_IN_A_ROW = 256

export const exchange = (
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  deadline: Deadline,
  limits: Limits,
): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const { signal } = deadline
    let fields = 0
    let body: Readable | undefined
    let isOver = false
    let pieces = 0
    let pending: Buffer[] = []
    let isWanted = true
    let isResting = false
    let cancelFirstByte = (): void => {}
    let abort = (_: Error): void => {}

    const stop = (): void => {
      const reason = signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason })
      reject(reason)
      abort(reason)
    }
    const settle = (): void => {
      cancelFirstByte()
      signal.removeEventListener('abort', stop)
    }
    signal.addEventListener('abort', stop, { once: true })

    /** Passes on what one read of the socket returned as one piece, however small its chunks. */
    const flush = (): void => {
      const bytes = Buffer.concat(pending)
      pending = []
      isWanted = bytes.length === 0 || body?.push(bytes) === true
    }

    const rest = async (controller: Dispatcher.DispatchController): Promise<void> => {
      isResting = true
      controller.pause()
      await yieldToLoop()
      isResting = false
      if (isWanted && body?.destroyed === false) controller.resume()
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        abort = (reason) => controller.abort(reason)
        if (signal.aborted) stop()
        else cancelFirstByte = deadline.expireAfter(limits.firstByteMs)
      },
      onResponseStart(controller, status, headers) {
        fields += countFields(controller)
        if (fields > limits.headerFields) throw new ApiError('link_too_large')
        // Interim responses (RFC 9110, section 15.2) precede the final one. Their fields count, too.
        if (status < 200) {
          fields += 1
          return
        }
        cancelFirstByte()
        body = new Readable({
          read: () => {
            isWanted = true
            if (!isResting) controller.resume()
          },
          destroy: (error, done) => {
            settle()
            if (error || !isOver) controller.abort(error ?? new ApiError('link_unreachable'))
            done(error)
          },
        })
        resolve({ status, headers: joinFields(headers), body })
      },
      onResponseData(controller, chunk) {
        pieces += 1
        if (pieces > limits.bodyPieces) throw new ApiError('link_too_large')
        pending.push(chunk)
        if (pending.length === MAX_PIECES_IN_A_ROW) void rest(controller)
        if (pending.length > 1) return
        queueMicrotask(() => {
          flush()
          if (!isWanted) controller.pause()
        })
      },
      onResponseEnd() {
        isOver = true
        settle()
        flush()
        body?.push(null)
      },
      onResponseError(_, error) {
        settle()
        if (body) body.destroy(error)
        else reject(error)
      },
    }
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: request.headers,
        ...(request.body && { body: request.body }),
        reset: !request.isKept,
      },
      handler,
    )
  })
