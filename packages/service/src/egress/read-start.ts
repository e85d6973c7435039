// Reads and decodes the start of a body: as much as needed at least, and twice as much each time until the caller has
// enough.

import type { Readable } from 'node:stream'
import type { OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import type { Decoder } from './decode-body.ts'
import { type BodyOptions, readBody, type WireBody } from './read-body.ts'

export type StartOptions = Omit<BodyOptions, 'startOnly' | 'before'> & {
  readonly decode: Decoder['decode']
  /** Decoded bytes. */
  readonly leastBytes: number
  readonly maxBytes: number
  readonly isEnough: (start: Buffer) => boolean
}

export type Start = {
  readonly body: OwnedBuffer
  /** The body may be incomplete. */
  readonly isCut: boolean
}

/** Throws what reading and decoding throw. */
export const readStart = async (wire: Readable, options: StartOptions): Promise<Start> => {
  const { decode, leastBytes, maxBytes, maxWireBytes, isEnough, ...parts } = options
  const { signal, reservation } = parts
  let read: WireBody | undefined
  for (let most = leastBytes; ; most = Math.min(2 * most, maxBytes)) {
    read = await readBody(wire, { ...parts, maxWireBytes: Math.min(most, maxWireBytes), startOnly: true, before: read })
    const { bytes, isCut: isWireCut } = read
    const body = await decode(bytes, {
      maxBytes: most,
      startOnly: true,
      signal,
      reservation,
      keepsCompressed: true,
    })
    const isCut = isWireCut || body.length === most
    const isOver = most === maxBytes || !isCut || isEnough(body)
    if (body !== bytes) reservation.give(isOver ? bytes.length : body.length)
    if (isOver) return { body, isCut }
  }
}
