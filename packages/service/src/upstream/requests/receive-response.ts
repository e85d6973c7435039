// Turns a response of the egress into one for platforms: decodes text and JSON on demand, and removes the call's
// secrets from it.

import type { EgressResponse } from '../../egress/egress.ts'
import { decodeGzipSync, isTooLong } from '../../egress/gunzip.ts'
import { decodeText, utf8Of } from '../../parsing/decode-text.ts'
import { hiderOf } from '../../parsing/hide-secrets.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import type { OwnedBuffer } from '../../runtime/event-loop/owned-bytes.ts'
import type { Response } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import { markCut, setUtf8 } from '../contract/response-bytes.ts'
import { TOO_LARGE, tooLarge } from '../contract/too-large.ts'

/** `secrets`: what signed the call, and must not appear in the response. */
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
  if (received.isCut) markCut(response)
  // The UTF-8 bytes cannot be used when secrets must be replaced in the text.
  if (secrets.length === 0) setUtf8(response, () => utf8Of(bodyOf(response, received), headers['content-type']))
  return response
}

const decoded = createWeakMetadata<Response, OwnedBuffer>()

/** A gzip body is decoded when it is first read, by the thread that reads it. Throws Refused (`broken`). */
const bodyOf = (response: Response, { body, gzip, isCut }: EgressResponse): Buffer => {
  if (isCut) return withWholeEnd(asBuffer(body))
  if (gzip === undefined) return asBuffer(body)
  const known = decoded.get(response)
  if (known) return known
  try {
    const decodedBody = decodeGzipSync(asBuffer(body), gzip.maxBytes)
    decoded.set(response, decodedBody)
    return decodedBody
  } catch (cause) {
    if (isTooLong(cause)) throw tooLarge(TOO_LARGE, cause)
    throw new Refused('broken', { message: 'The platform’s response does not decode.', cause })
  }
}

/** Bytes of the longest character in UTF-8, and the last ASCII byte. */
const [LONGEST_CHARACTER, LAST_ASCII] = [4, 0x7f]

/** Removes an incomplete character at the end, which would make the body look like another charset. */
const withWholeEnd = (body: Buffer): Buffer => {
  let end = body.length
  while (end > 0 && body.length - end < LONGEST_CHARACTER && (body[end - 1] ?? 0) > LAST_ASCII) end -= 1
  return body.subarray(0, end)
}

/** Frees the memory of a decoded body. Nothing may be read from it afterwards. */
export const freeDecoded = (response: Response): void => {
  const bytes = decoded.get(response)
  if (bytes) freeBytes(bytes)
}

/** Buffers arrive on a thread as plain Uint8Arrays, whose `toString` is another one. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** What a response was made from, so that a thread can make it again. */
export type ResponseSource = { readonly received: EgressResponse; readonly secrets: readonly string[] }

const sources = createWeakMetadata<Response, ResponseSource>()

/** undefined for a response that was not received here. */
export const sourceOfResponse = (response: Response): ResponseSource | undefined => sources.get(response)

const NO_JSON = 'The platform’s response is not the expected JSON.'

/** A lone value is not a valid body: it would look like an empty one. */
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
