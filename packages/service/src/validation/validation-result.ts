// The result of a successful validation, and the response made from it: the bytes that are sent and cached. An invalid
// link or post is an error, not a result.

import type { Bodies } from '../egress/body-budget.ts'
import type { Post } from '../post/post.ts'
import { writeJson } from '../runtime/event-loop/write-json.ts'
import type { Access } from '../upstream/contract/reach.ts'
import type { EncodedBody } from './encode-body.ts'
import type { Embed } from './oembed/sanitize-embed.ts'
import type { Preview } from './preview/preview.ts'

export type ValidationResult = {
  readonly body: EncodedBody
  /** After redirects; for a post, its own URL. */
  readonly url: string
  readonly status: number
  readonly contentType: string | null
  /** The length of the body, decoded from its content coding; null if it was not read to its end. */
  readonly bytes: number | null
  readonly preview: Preview
}

export type PostValidationResult = ValidationResult & {
  /** Null if only the page itself claims to be a post: an untrusted page does not name a platform. */
  readonly platform: string | null
  readonly post: Post | null
  readonly embed: Embed | null
}

/** The client and the limits of a validation: they bound everything that it does upstream. */
export type ValidationContext = {
  /** Aborts when no client waits any more. */
  readonly signal: AbortSignal
  /** By a monotonic clock, so that setting the wall clock neither ends nor prolongs work. */
  readonly deadline: number
  readonly licenseId: string | undefined
  /** Whom the result belongs to. */
  readonly access: Access
  /** The memory budget of all bodies that are read until the response is made. */
  readonly bodies: Bodies
  /** Whether the client wants the body; if not, only as much is read as a preview needs. */
  readonly withBody: boolean
}

const MAX_CONTENT_TYPE = 256

/** The content type as sent, limited in length. */
export const contentTypeOf = (headers: Readonly<Record<string, string>>): string | null =>
  headers['content-type']?.slice(0, MAX_CONTENT_TYPE) || null

const BEFORE_BODY = Buffer.from('{"ok":true,"data":{"valid":true,"body":')
const [COMMA, END] = [Buffer.from(','), Buffer.from('}')]

/** The whole response. The body is inserted as the JSON that it already is. */
export const composeResponse = async (
  { body, ...rest }: ValidationResult | PostValidationResult,
  withBody: boolean,
): Promise<Buffer> => {
  if (!withBody) return writeJson({ ok: true, data: { valid: true, ...rest } })
  const behind = await writeJson({ bodyEncoding: body.encoding, ...rest })
  return Buffer.concat([BEFORE_BODY, body.json, COMMA, behind.subarray(1), END])
}
