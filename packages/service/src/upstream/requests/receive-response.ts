// An answer of the egress as platforms read it: text and JSON when they are asked for, and no secret of the call in any of it.

import type { EgressResponse } from '../../egress/egress.ts'
import { decodeGzipSync, isTooLong } from '../../egress/gunzip.ts'
import { decodeText, utf8Of } from '../../parsing/decode-text.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import type { OwnedBuffer } from '../../runtime/event-loop/owned-bytes.ts'
import type { Response } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import { tellCut, tellUtf8 } from '../contract/response-bytes.ts'
import { TOO_LARGE, tooLarge } from '../contract/too-large.ts'

const HIDDEN = '[hidden]'

/** `secrets`: what signed the call, and must not come back out of it. */
export const receiveResponse = (received: EgressResponse, secrets: readonly string[] = []): Response => {
  const { status, url, headers } = received
  const hide = hiderOf(secrets)
  let text: string | undefined
  let json: { readonly value: unknown } | undefined
  const response: Response = {
    status,
    url: hide(url),
    headers:
      secrets.length === 0
        ? headers
        : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    text() {
      text ??= hide(decodeText(bodyOf(response, received), headers['content-type']).text)
      return text
    },
    json() {
      json ??= { value: readJson(hide(decodeText(bodyOf(response, received), 'application/json').text)) }
      return json.value
    },
  }
  sources.set(response, { received, secrets })
  if (received.isCut) tellCut(response)
  // A secret is hidden in text.
  if (secrets.length === 0) tellUtf8(response, () => utf8Of(bodyOf(response, received), headers['content-type']))
  return response
}

const decoded = createWeakMetadata<Response, OwnedBuffer>()

/** What came in gzip is decoded when it is first read, by who reads it. Throws Refused (`broken`). */
const bodyOf = (response: Response, { body, gzip, isCut }: EgressResponse): Buffer => {
  if (isCut) return withWholeEnd(asBuffer(body))
  if (gzip === undefined) return asBuffer(body)
  const held = decoded.get(response)
  if (held) return held
  try {
    const made = decodeGzipSync(asBuffer(body), gzip.maxBytes)
    decoded.set(response, made)
    return made
  } catch (cause) {
    if (isTooLong(cause)) throw tooLarge(TOO_LARGE, cause)
    throw new Refused('broken', { message: 'The platform’s answer does not decode.', cause })
  }
}

/** Bytes of the longest character in UTF-8, and the last byte of ASCII. */
const [LONGEST_CHARACTER, LAST_ASCII] = [4, 0x7f]

/** Without the part of a character at its end, by which the whole would seem to be in another charset. */
const withWholeEnd = (body: Buffer): Buffer => {
  let end = body.length
  while (end > 0 && body.length - end < LONGEST_CHARACTER && (body[end - 1] ?? 0) > LAST_ASCII) end -= 1
  return body.subarray(0, end)
}

/** Gives back the memory of what a body was decoded to, when nothing is read of it any more. */
export const freeDecoded = (response: Response): void => {
  const bytes = decoded.get(response)
  if (bytes) freeBytes(bytes)
}

/** Bytes that were sent to a thread are plain ones there, which read as text in another way. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** What an answer was made of, by which a thread makes it again. */
export type ResponseSource = { readonly received: EgressResponse; readonly secrets: readonly string[] }

const sources = createWeakMetadata<Response, ResponseSource>()

/** undefined of an answer that was not received here. */
export const sourceOfResponse = (response: Response): ResponseSource | undefined => sources.get(response)

const NO_JSON = 'The platform’s answer is not the JSON it should be.'

/** No platform answers with a lone value: it would read as one that has nothing. */
const readJson = (text: string): object => {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    throw new Refused('broken', { message: NO_JSON, cause })
  }
  if (typeof value !== 'object' || value === null) throw new Refused('broken', { message: NO_JSON })
  return value
}

/** Platforms repeat a token in the addresses of next pages, as it is or escaped. */
const hiderOf = (secrets: readonly string[]): ((text: string) => string) => {
  const spellings = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
  if (spellings.length === 0) return (text) => text
  return (text) => spellings.reduce((clean, secret) => clean.replaceAll(secret, HIDDEN), text)
}
