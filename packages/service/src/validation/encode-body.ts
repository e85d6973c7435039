// The bytes that an address answered with → what a client is handed: text where it is text, base64 where it is not.
// Either way the answer made of it is at most a few times as large as what came in.

import { decodeText, isTextual } from '../parsing/decode-text.ts'

export type EncodedBody = {
  readonly encoding: 'text' | 'base64'
  /** The body as a JSON string, quotes included: large, and so written only once. */
  readonly json: string
  /** The same as text, when it is text. */
  readonly text: string | undefined
}

/** Quotes, line ends and backslashes double; only text of control characters grows beyond that, and that is no text. */
const MAX_GROWTH = 2

/** Text that is known to be text. */
export const encodeText = (text: string): EncodedBody => ({ encoding: 'text', json: JSON.stringify(text), text })

export const encodeBody = (body: Buffer, contentType: string | undefined): EncodedBody => {
  if (isTextual(contentType, body)) {
    const encoded = encodeText(decodeText(body, contentType).text)
    if (encoded.json.length <= MAX_GROWTH * (encoded.text?.length ?? 0) + 2) return encoded
  }
  return { encoding: 'base64', json: `"${body.toString('base64')}"`, text: undefined }
}
