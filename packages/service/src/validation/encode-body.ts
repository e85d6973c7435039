// Encodes the body of a URL for the client: as text if it is text, otherwise as base64. The result is at most a few
// times as large as the body, and encoding never blocks the event loop for long.

import { type DecodedText, type Decoding, decodeInPieces, isTextual } from '../parsing/decode-text.ts'
import { inSlices } from '../runtime/event-loop/in-slices.ts'
import { SLICE, writeText } from '../runtime/event-loop/write-json.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'

export type EncodedBody = {
  readonly encoding: 'text' | 'base64'
  /** The body as a JSON string in UTF-8 with its quotes. It is large, so it is serialized once. */
  readonly json: Buffer
  /** The same as text, if it is text. */
  readonly text: string | undefined
}

/** Quotes, line breaks and backslashes double in size. Only control characters grow more, and a body full of them is
 * not text. */
const MAX_GROWTH = 2
const maybeInSlices = <T>(size: number, work: () => Promise<T>): Promise<T> => (size > SLICE ? inSlices(work) : work())

const decodeWithYields = async (decoding: Decoding): Promise<DecodedText> => {
  let step = decoding.next()
  while (step.done !== true) {
    await yieldToLoop()
    step = decoding.next()
  }
  return step.value
}

/** Encodes a string. */
export const encodeText = (text: string): Promise<EncodedBody> =>
  maybeInSlices(text.length, async () => {
    const { json } = await writeText(text)
    return { encoding: 'text', json, text }
  })

export const encodeBody = (body: Buffer, contentType: string | undefined): Promise<EncodedBody> =>
  maybeInSlices(body.length, async () => {
    if (isTextual(contentType, body)) {
      const { text } = await decodeWithYields(decodeInPieces(body, contentType))
      await yieldToLoop()
      const { json, characters } = await writeText(text)
      if (characters <= MAX_GROWTH * text.length) return { encoding: 'text', json, text }
    }
    return { encoding: 'base64', json: Buffer.from(`"${body.toString('base64')}"`), text: undefined }
  })
