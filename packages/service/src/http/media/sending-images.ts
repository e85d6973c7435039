// The bytes of images that clients have not received yet. A crowd of slow clients must hold a bounded amount of memory:
// beyond it, images are refused, and clients that take too long are cut off to make room.

import type { ServerResponse } from 'node:http'
import { createSlotSet } from '../../runtime/collections/slot-set.ts'

export type SendingImages = {
  /** Whether nothing more fits. */
  isFull(): boolean
  /** Counts the bytes until the response is over. false if they do not fit. Equal buffers count once. */
  hold(bytes: Buffer, response: ServerResponse): boolean
  /** What is counted now. */
  readonly heldBytes: number
}

export type SendingImagesOptions = {
  /** A single image may be larger. */
  readonly maxBytes: number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** How long a client may take, at most, when there is no room: 10 seconds, and what a slow mobile network needs. */
const GRACE_MS = 10_000
const SLOWEST_BYTES_PER_MS = 32

type Sending = { readonly response: ServerResponse; readonly until: number }

export const createSendingImages = ({ maxBytes, elapsed }: SendingImagesOptions): SendingImages => {
  /** How many responses share the bytes. */
  const counts = new Map<Buffer, number>()
  const sendings = createSlotSet<Sending>()
  let heldBytes = 0

  const release = (bytes: Buffer): void => {
    const count = (counts.get(bytes) ?? 1) - 1
    if (count > 0) {
      counts.set(bytes, count)
      return
    }
    counts.delete(bytes)
    heldBytes -= bytes.length
  }

  /** Their bytes are released when their connections have closed, a moment later. */
  const cutSlow = (): void => {
    const now = elapsed()
    for (const { response, until } of sendings) if (until <= now) response.destroy()
  }

  const fits = (bytes: number): boolean => {
    if (heldBytes === 0 || heldBytes + bytes <= maxBytes) return true
    cutSlow()
    return false
  }

  return {
    isFull: () => !fits(1),
    hold(bytes, response) {
      // It would never end.
      if (response.destroyed) return true
      const count = counts.get(bytes)
      if (count === undefined && !fits(bytes.length)) return false
      if (count === undefined) heldBytes += bytes.length
      counts.set(bytes, (count ?? 0) + 1)
      const slot = sendings.add({ response, until: elapsed() + GRACE_MS + bytes.length / SLOWEST_BYTES_PER_MS })
      response.once('close', () => {
        sendings.remove(slot)
        release(bytes)
      })
      return true
    },
    get heldBytes() {
      return heldBytes
    },
  }
}
