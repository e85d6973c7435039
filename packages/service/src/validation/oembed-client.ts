// Requests a post from an oEmbed endpoint (https://oembed.com). The response shows whether the post exists; its HTML is
// sanitized before a client receives it as an embed.

import type { Egress } from '../egress/egress.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { type JsonObject, jsonObject } from '../parsing/json-value.ts'
import { parseJson } from '../parsing/parse-json.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { Response } from '../upstream/contract/call.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import type { Source } from '../upstream/contract/source.ts'
import type { Client } from '../upstream/requests/create-client.ts'
import { encodeText } from './encode-body.ts'
import { OEMBED_REFUSALS } from './oembed/refusals.ts'
import type { Embed } from './oembed/sanitize-embed.ts'
import type { PostTarget } from './posts/recognize-post.ts'
import {
  contentTypeOf,
  type PostValidationResult,
  type ValidationContext,
  type ValidationResult,
} from './validation-result.ts'

export type OembedClientOptions = {
  readonly client: Client
  readonly egress: Egress
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Replaces the origin of a platform's endpoints, if the operator has set it. */
  readonly baseUrlOf: (platform: string) => string | undefined
}

export type OembedClient = {
  /** Throws `post_not_found`, `profile_private`, `platform_*`. */
  send(target: PostTarget, oembedUrl: URL, context: ValidationContext): Promise<PostValidationResult>
  /** The embed that a page declares at its own host; null if there is none. Throws only when the signal aborts. */
  findEmbed(page: ValidationResult, context: ValidationContext): Promise<Embed | null>
}

/** Many times the size of any real response, and small enough to parse without yielding. */
const MAX_BYTES = 256 * 1024
const HTML = /^\s*<(?:!doctype|html|head|body)/i

const readEmbeds = () => import('./oembed/sanitize-embed.ts')

/** All endpoints share one table of refusals. */
const OEMBED: Source = {
  id: 'oembed',
  provenance: 'public_page',
  refusals: OEMBED_REFUSALS,
  account: () => Promise.reject(new RangeError('oEmbed cannot read accounts')),
  posts: () => Promise.reject(new RangeError('oEmbed knows no profiles')),
}

export const createOembedClient = ({ client, egress, elapsed, baseUrlOf }: OembedClientOptions): OembedClient => {
  const embedOf = (response: Response): JsonObject => {
    const text = response.text()
    const body = text.length > MAX_BYTES || HTML.test(text) ? undefined : readJson(text)
    const embed = jsonObject(body)
    if (body === undefined) throw new Refused('broken')
    // Some endpoints respond 200 to any request, and report a missing post in the body.
    if (typeof embed.type !== 'string') throw new Refused('error' in embed ? 'absent' : 'broken', { about: 'post' })
    return embed
  }

  return {
    async send({ platform: id, url, isNamed: isOwnDomain, isAnyHost }, oembedUrl, context) {
      const send = client({
        platform: { id, name: id, origins: isOwnDomain ? [oembedUrl.origin] : [] },
        source: OEMBED,
        baseUrl: baseUrlOf(id),
        ...{ handle: undefined, isClientHost: () => isAnyHost, isLater: false, ...context },
      })
      const response = await send({ url: oembedUrl, accept: 'application/json', about: 'post' })
      const [{ sanitizeEmbed }, { previewOfOembed }] = await Promise.all([readEmbeds(), import('./preview-of-post.ts')])
      await yieldToLoop()
      const body = embedOf(response)
      const text = response.text()
      return {
        body: await encodeText(text),
        url: url.href,
        status: response.status,
        contentType: contentTypeOf(response.headers),
        bytes: Buffer.byteLength(text),
        preview: previewOfOembed(body, url, oembedUrl),
        platform: id,
        post: null,
        embed: sanitizeEmbed(body, url),
      }
    },

    async findEmbed({ url, preview }, { signal, deadline, licenseId, bodies }) {
      const page = new URL(url)
      const named = preview.oembedUrl === null ? null : URL.parse(preview.oembedUrl)
      if (named?.hostname !== page.hostname) return null
      try {
        const { status, body } = await egress.fetch({
          url: named.href,
          accept: 'application/json',
          signal,
          bodies,
          timeoutMs: Math.max(1, deadline - elapsed()),
          maxBytes: MAX_BYTES,
          ...(licenseId !== undefined && { licenseId }),
        })
        if (status < 200 || status >= 300) return null
        const { sanitizeEmbed } = await readEmbeds()
        await yieldToLoop()
        return sanitizeEmbed(readJson(decodeText(body, 'application/json').text), page)
      } catch (error) {
        if (signal.aborted) throw error
        return null
      }
    },
  }
}

const readJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
