// Caches responses with their validators (RFC 9110, section 8.8). A 304 returns one again, and the later pages of a
// walk reuse those of its first page. Bounded by bytes, mostly of compressed bodies.

import { LRUCache } from 'lru-cache'
import type { Bodies, BodyReservation } from '../../egress/body-budget.ts'
import type { CompressedBody, EgressResponse } from '../../egress/egress.ts'
import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import { copyBytes, type OwnedBuffer } from '../../runtime/event-loop/owned-bytes.ts'
import type { Fields, Response } from '../contract/call.ts'
import { asBuffer, receiveResponse, sourceOfResponse } from './receive-response.ts'

/** The work that requests a response. */
export type Receiver = {
  /** The body budget that it counts toward; none when absent. */
  readonly bodies?: Bodies | undefined
  readonly signal: AbortSignal
}

/** Responses have memory of their own. The promises reject with the signal's reason. */
export type ResponseCache = {
  /** The response, as long as a page made from it would be fresh. */
  fresh(key: string, receiver: Receiver): Promise<Response> | undefined
  /** Header fields of a conditional request; none if nothing is cached. */
  conditions(key: string): Fields
  /** The response that a 304 confirms; it is fresh again from now on. */
  revalidated(key: string, receiver: Receiver): Promise<Response> | undefined
  /** `compressed`: the body as received, if available. */
  store(key: string, response: Response, compressed?: CompressedBody): void
}

type Entry = {
  readonly received: Omit<EgressResponse, 'body' | 'compressed'>
  readonly secrets: readonly string[]
  /** A private copy, so that an evicted entry can free it immediately. */
  readonly bytes: OwnedBuffer
  /** The length of the body. */
  readonly length: number
  /** Makes the body from a copy of the bytes. */
  readonly unpack: CompressedBody['unpack']
  until: number
  /** How many callers wait for a copy. */
  waiting: number
}

/** Removes a response from its cache. */
const forgetters = createWeakMetadata<Response, () => void>()

/** A response that turned out to be unreadable is requested again the next time. */
export const forgetCached = (response: Response): void => forgetters.get(response)?.()

const MAX_BYTES = 4 * 1024 * 1024
/** The size of an entry without its body and key. */
const ENTRY_BYTES = 1_000

const weigh = ({ bytes }: Entry, key: string): number => ENTRY_BYTES + 2 * key.length + bytes.length

const identity: CompressedBody['unpack'] = async (bytes) => bytes

const forget = ({ bytes, waiting }: Entry): void => {
  if (waiting === 0) freeBytes(bytes)
}

/** Decompresses a copy, so that a caller that gives up does not affect the entry. */
const copyWithinBudget = async (
  entry: Entry,
  reservation: BodyReservation | undefined,
  signal: AbortSignal,
): Promise<OwnedBuffer> => {
  entry.waiting += 1
  try {
    await reservation?.take(entry.length, signal)
    return copyBytes(entry.bytes)
  } finally {
    entry.waiting -= 1
  }
}

const bodyOf = async (entry: Entry, { bodies, signal }: Receiver): Promise<OwnedBuffer> => {
  signal.throwIfAborted()
  const reservation = bodies?.read()
  try {
    const body = await entry.unpack(await copyWithinBudget(entry, reservation, signal), signal)
    reservation?.keep()
    return body
  } finally {
    reservation?.drop()
  }
}

export const createResponseCache = (options: {
  readonly now: () => number
  readonly freshMs: number
}): ResponseCache => {
  const { now, freshMs } = options
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: weigh,
    dispose: forget,
  })
  const responseOf = async (key: string, entry: Entry, receiver: Receiver): Promise<Response> => {
    const response = receiveResponse({ ...entry.received, body: await bodyOf(entry, receiver) }, entry.secrets)
    forgetters.set(response, () => entries.delete(key))
    return response
  }

  return {
    fresh(key, receiver) {
      const entry = entries.get(key)
      return entry && now() < entry.until ? responseOf(key, entry, receiver) : undefined
    },
    conditions(key) {
      const { etag, 'last-modified': modified } = entries.get(key)?.received.headers ?? {}
      return {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(modified !== undefined && { 'if-modified-since': modified }),
      }
    },
    revalidated(key, receiver) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entry.until = now() + freshMs
      return responseOf(key, entry, receiver)
    },
    store(key, response, compressed) {
      const source = sourceOfResponse(response)
      if (source === undefined) return
      const { body, ...received } = source.received
      const { bytes, unpack } = compressed ?? { bytes: asBuffer(body), unpack: identity }
      const entry = { received, secrets: source.secrets, bytes: copyBytes(bytes), length: body.length, unpack }
      entries.set(key, { ...entry, until: now() + freshMs, waiting: 0 })
      forgetters.set(response, () => entries.delete(key))
    },
  }
}
