// Answers that are kept with their validators (RFC 9110, section 8.8): a 304 gives one again, and the later pages of a walk
// read what its first page has read. Bounded by what they weigh, which is mostly what they were packed to on their way.

import { LRUCache } from 'lru-cache'
import type { Bodies, BodyReservation } from '../../egress/body-budget.ts'
import type { CompressedBody, EgressResponse } from '../../egress/egress.ts'
import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import { copyBytes, type OwnedBuffer } from '../../runtime/event-loop/owned-bytes.ts'
import type { Fields, Response } from '../contract/call.ts'
import { asBuffer, receiveResponse, sourceOfResponse } from './receive-response.ts'

/** The work that an answer is for. */
export type Receiver = {
  /** What its body counts as; as nothing when absent. */
  readonly bodies?: Bodies | undefined
  readonly signal: AbortSignal
}

/** Answers come in memory of their own, and reject with the signal's reason. */
export type ResponseCache = {
  /** The answer, while a page that was made of it would be fresh. */
  fresh(key: string, receiver: Receiver): Promise<Response> | undefined
  /** Header fields that ask whether the held answer still stands; none when nothing is held. */
  conditions(key: string): Fields
  /** What a 304 gives again, fresh from now on. */
  again(key: string, receiver: Receiver): Promise<Response> | undefined
  /** `packed`: as its body came, where that is at hand. */
  hold(key: string, response: Response, compressed?: CompressedBody): void
}

type Held = {
  readonly received: Omit<EgressResponse, 'body' | 'packed'>
  readonly secrets: readonly string[]
  /** A copy in memory of its own, which nobody else is given: what is forgotten gives it back at once. */
  readonly bytes: OwnedBuffer
  /** Of the body. */
  readonly length: number
  /** Makes the body of a copy of the bytes. */
  readonly unpack: CompressedBody['unpack']
  until: number
  /** How many wait for a copy. */
  waiting: number
}

/** What forgets an answer where it is held. */
const holders = createWeakMetadata<Response, () => void>()

/** What turned out to be unreadable is asked for anew the next time. */
export const forgetHeld = (response: Response): void => holders.get(response)?.()

const MAX_BYTES = 4 * 1024 * 1024
/** What an entry weighs besides. */
const ENTRY_BYTES = 1_000

const weigh = ({ bytes }: Held, key: string): number => ENTRY_BYTES + 2 * key.length + bytes.length

const asItIs: CompressedBody['unpack'] = async (bytes) => bytes

const forget = ({ bytes, waiting }: Held): void => {
  if (waiting === 0) freeBytes(bytes)
}

/** A copy is what is unpacked: whoever gives up does not end the thread that reads it. */
const copyInTurn = async (
  held: Held,
  reservation: BodyReservation | undefined,
  signal: AbortSignal,
): Promise<OwnedBuffer> => {
  held.waiting += 1
  try {
    await reservation?.take(held.length, signal)
    return copyBytes(held.bytes)
  } finally {
    held.waiting -= 1
  }
}

const bodyOf = async (held: Held, { bodies, signal }: Receiver): Promise<OwnedBuffer> => {
  signal.throwIfAborted()
  const reservation = bodies?.read()
  try {
    const body = await held.unpack(await copyInTurn(held, reservation, signal), signal)
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
  const answers = new LRUCache<string, Held>({
    maxSize: MAX_BYTES,
    sizeCalculation: weigh,
    dispose: forget,
  })
  const responseOf = async (key: string, held: Held, receiver: Receiver): Promise<Response> => {
    const response = receiveResponse({ ...held.received, body: await bodyOf(held, receiver) }, held.secrets)
    holders.set(response, () => answers.delete(key))
    return response
  }

  return {
    fresh(key, receiver) {
      const held = answers.get(key)
      return held && now() < held.until ? responseOf(key, held, receiver) : undefined
    },
    conditions(key) {
      const { etag, 'last-modified': modified } = answers.get(key)?.received.headers ?? {}
      return {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(modified !== undefined && { 'if-modified-since': modified }),
      }
    },
    again(key, receiver) {
      const held = answers.get(key)
      if (held === undefined) return undefined
      held.until = now() + freshMs
      return responseOf(key, held, receiver)
    },
    hold(key, response, compressed) {
      const source = sourceOfResponse(response)
      if (source === undefined) return
      const { body, ...received } = source.received
      const { bytes, unpack } = compressed ?? { bytes: asBuffer(body), unpack: asItIs }
      const held = { received, secrets: source.secrets, bytes: copyBytes(bytes), length: body.length, unpack }
      answers.set(key, { ...held, until: now() + freshMs, waiting: 0 })
      holders.set(response, () => answers.delete(key))
    },
  }
}
