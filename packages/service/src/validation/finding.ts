// What a validation found, and the answer made of it: the very bytes that are sent and held. There is no finding of
// something that is not valid; that is an error.

import type { Bodies } from '../egress/body-budget.ts'
import type { Post } from '../post/post.ts'
import { writeJson } from '../runtime/event-loop/write-json.ts'
import type { EncodedBody } from './encode-body.ts'
import type { Embed } from './oembed/sanitize-embed.ts'
import type { Preview } from './preview/preview.ts'

export type Finding = {
  readonly body: EncodedBody
  /** After redirects; of a post, its own address. */
  readonly url: string
  readonly status: number
  readonly contentType: string | null
  /** The length of the body, decoded from its content coding; null where it was not read to its end. */
  readonly bytes: number | null
  readonly preview: Preview
}

export type PostFinding = Finding & {
  /** Null where only the page says that it is one: what a stranger calls itself is no name for a platform. */
  readonly platform: string | null
  readonly post: Post | null
  readonly embed: Embed | null
}

/** Who asks, and until when: everything that a validation does upstream is bounded by it. */
export type Errand = {
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
  /** By a clock that nobody sets: a clock that is put back or forward ends no work, and lengthens none. */
  readonly deadline: number
  readonly licenseId: string | undefined
  /** What all that is read counts as until the answer is made. */
  readonly bodies: Bodies
  /** Whether the body itself is wanted; if not, no more of it is read than a preview needs. */
  readonly withBody: boolean
}

const MAX_CONTENT_TYPE = 256

/** The content type as it was sent, within bounds. */
export const contentTypeOf = (headers: Readonly<Record<string, string>>): string | null =>
  headers['content-type']?.slice(0, MAX_CONTENT_TYPE) || null

const BEFORE_BODY = Buffer.from('{"ok":true,"data":{"valid":true,"body":')
const [COMMA, END] = [Buffer.from(','), Buffer.from('}')]

/** The whole answer. The body is put in as the JSON that it already is. */
export const composeResponse = async ({ body, ...rest }: Finding | PostFinding, withBody: boolean): Promise<Buffer> => {
  if (!withBody) return writeJson({ ok: true, data: { valid: true, ...rest } })
  const behind = await writeJson({ bodyEncoding: body.encoding, ...rest })
  return Buffer.concat([BEFORE_BODY, body.json, COMMA, behind.subarray(1), END])
}
