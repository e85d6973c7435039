// Messages between the service and a process that renders images: a JSON value and bytes, over a pipe. Bytes are passed
// on without a copy; Node's own messages between processes would serialize them on the event loop.

import type { Writable } from 'node:stream'

/** The lengths of the JSON and of the bytes, four bytes each. */
const PREFIX_BYTES = 8

export const writeFrame = (to: Writable, head: unknown, body: Uint8Array = Buffer.alloc(0)): void => {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32BE(json.length, 0)
  prefix.writeUInt32BE(body.length, 4)
  to.write(Buffer.concat([prefix, json]))
  to.write(body)
}

export type FrameLimits = { readonly headBytes: number; readonly bodyBytes: number }

/** Returns what takes the chunks of a pipe. It throws an Error if a frame exceeds the limits or its JSON is none. */
export const readFrames = (
  { headBytes, bodyBytes }: FrameLimits,
  onFrame: (head: unknown, body: Buffer) => void,
): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = []
  let length = 0
  /** Until this many bytes have come there is nothing to read. */
  let needed = PREFIX_BYTES

  const lengthsIn = (bytes: Buffer) => {
    const [head, body] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
    if (head > headBytes || body > bodyBytes) throw new RangeError('A frame is too long')
    return { bodyAt: PREFIX_BYTES + head, end: PREFIX_BYTES + head + body }
  }

  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    while (length >= needed) {
      const bytes = Buffer.concat(chunks)
      const { bodyAt, end } = lengthsIn(bytes)
      const isWhole = length >= end
      needed = isWhole ? PREFIX_BYTES : end
      chunks = [isWhole ? bytes.subarray(end) : bytes]
      if (!isWhole) return
      length -= end
      onFrame(JSON.parse(bytes.toString('utf8', PREFIX_BYTES, bodyAt)), bytes.subarray(bodyAt, end))
    }
  }
}
