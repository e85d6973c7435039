// The bytes that an address answered with → what a client is handed: text where it is text, base64 where it is not.
// Either way the answer made of it is at most a few times as large as what came in, and nobody waits long for it.

import { type DecodedText, type Decoding, decodeInPieces, isTextual } from '../parsing/decode-text.ts'
import { inSlices } from '../runtime/event-loop/in-slices.ts'
import { SLICE, writeText } from '../runtime/event-loop/write-json.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'

export type EncodedBody = {
  readonly encoding: 'text' | 'base64'
  /** The body as a JSON string in UTF-8, quotes included: large, and so written only once. */
  readonly json: Buffer
  /** The same as text, when it is text. */
  readonly text: string | undefined
}

/** Quotes, line ends and backslashes double; only text of control characters grows beyond that, and that is no text. */
const MAX_GROWTH = 2
const inTurn = <T>(size: number, work: () => Promise<T>): Promise<T> => (size > SLICE ? inSlices(work) : work())

const inTurns = async (decoding: Decoding): Promise<DecodedText> => {
  let step = decoding.next()
  while (step.done !== true) {
    await yieldToLoop()
    step = decoding.next()
  }
  return step.value
}

/** Text that is known to be text. */
export const encodeText = (text: string): Promise<EncodedBody> =>
  inTurn(text.length, async () => {
    const { json } = await writeText(text)
    return { encoding: 'text', json, text }
  })

export const encodeBody = (body: Buffer, contentType: string | undefined): Promise<EncodedBody> =>
  inTurn(body.length, async () => {
    if (isTextual(contentType, body)) {
      const { text } = await inTurns(decodeInPieces(body, contentType))
      await yieldToLoop()
      const { json, characters } = await writeText(text)
      if (characters <= MAX_GROWTH * text.length) return { encoding: 'text', json, text }
    }
    return { encoding: 'base64', json: Buffer.from(`"${body.toString('base64')}"`), text: undefined }
  })
