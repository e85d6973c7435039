// The bytes that an address answered with → what a client is handed: text where it is text, base64 where it is not.
// Either way the answer made of it is at most a few times as large as what came in, and nobody waits long for it.

import { decodeText, isTextual } from '../parsing/decode-text.ts'
import { inSlices, type Pause } from './in-slices.ts'

export type EncodedBody = {
  readonly encoding: 'text' | 'base64'
  /** The body as a JSON string in UTF-8, quotes included: large, and so written only once. */
  readonly json: Buffer
  /** The same as text, when it is text. */
  readonly text: string | undefined
}

/** Quotes, line ends and backslashes double; only text of control characters grows beyond that, and that is no text. */
const MAX_GROWTH = 2
/** Characters of a slice: 3 ms where each of them has to be escaped. What is no longer is done at once. */
const SLICE = 64 * 1024

const QUOTE = Buffer.from('"')

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800

/** Where the slice from there on ends: never between the halves of a character, which would be escaped apart. */
const endOfSlice = (text: string, from: number): number => {
  const to = Math.min(from + SLICE, text.length)
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to
}

const toJson = async (text: string, pause: Pause): Promise<{ readonly json: Buffer; readonly characters: number }> => {
  const parts = [QUOTE]
  let characters = 0
  for (let from = 0; from < text.length; ) {
    const to = endOfSlice(text, from)
    const part = JSON.stringify(text.slice(from, to)).slice(1, -1)
    characters += part.length
    parts.push(Buffer.from(part))
    from = to
    if (from < text.length) await pause()
  }
  parts.push(QUOTE)
  return { json: Buffer.concat(parts), characters }
}

const inTurn = <T>(size: number, work: (pause: Pause) => Promise<T>): Promise<T> =>
  size > SLICE ? inSlices(work) : work(async () => {})

/** Text that is known to be text. */
export const encodeText = (text: string): Promise<EncodedBody> =>
  inTurn(text.length, async (pause) => {
    const { json } = await toJson(text, pause)
    return { encoding: 'text', json, text }
  })

export const encodeBody = (body: Buffer, contentType: string | undefined): Promise<EncodedBody> =>
  inTurn(body.length, async (pause) => {
    if (isTextual(contentType, body)) {
      const { text } = decodeText(body, contentType)
      await pause()
      const { json, characters } = await toJson(text, pause)
      if (characters <= MAX_GROWTH * text.length) return { encoding: 'text', json, text }
    }
    return { encoding: 'base64', json: Buffer.from(`"${body.toString('base64')}"`), text: undefined }
  })
