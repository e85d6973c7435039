// Asks an oEmbed endpoint for a post (https://oembed.com). What it answers decides whether the post is there; its HTML is
// written anew before anybody gets it as an embed.

import type { Egress } from '../egress/egress.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { type JsonObject, jsonObject } from '../parsing/json-value.ts'
import { parseJson } from '../parsing/parse-json.ts'
import { secondsUntil } from '../parsing/seconds-until.ts'
import type { HttpAnswer } from '../platforms/platform.ts'
import type { Upstream } from '../scanning/upstream.ts'
import { encodeText } from './encode-body.ts'
import { contentTypeOf, type Errand, type Finding, type PostFinding } from './finding.ts'
import { type Embed, sanitizeEmbed } from './oembed/sanitize-embed.ts'
import type { PostTarget } from './posts/recognize-post.ts'
import { previewOfOembed } from './preview-of-post.ts'

export type AskOembedOptions = {
  readonly upstream: Upstream
  readonly egress: Egress
  readonly now: () => number
  /** What stands in for the origin of a platform's endpoints, when the operator says so. */
  readonly baseUrlOf: (platform: string) => string | undefined
}

export type AskOembed = {
  /** Throws `post_not_found`, `profile_private`, `platform_*`. */
  ask(target: PostTarget, oembedUrl: URL, errand: Errand): Promise<PostFinding>
  /** The embed that a page names at its own host; null when there is none to be had. Throws only when nobody waits any
   * more. */
  findEmbed(page: Finding, errand: Errand): Promise<Embed | null>
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_DISCOVERED_BYTES = 256 * 1024
const HTML = /^\s*<(?:!doctype|html|head|body)/i

/** TikTok and Meta say 400 of a post that is not there; a provider that speaks of authorization speaks of the post's. */
const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'post_not_found',
  401: 'profile_private',
  403: 'profile_private',
  404: 'post_not_found',
  410: 'post_not_found',
  422: 'post_not_found',
  451: 'post_not_found',
  429: 'platform_rate_limited',
}
/** Statuses that gateways in front of a provider give too, with a page of their own. */
const AMBIGUOUS: ReadonlySet<number> = new Set([400, 401, 403, 422])

/** https://developers.facebook.com/docs/graph-api/guides/error-handling/ */
const GRAPH_CODES: Readonly<Record<number, ErrorCode>> = {
  1: 'platform_error',
  2: 'platform_error',
  4: 'platform_rate_limited',
  10: 'platform_unauthorized',
  17: 'platform_rate_limited',
  32: 'platform_rate_limited',
  190: 'platform_unauthorized',
  200: 'platform_unauthorized',
  613: 'platform_rate_limited',
}

export const createAskOembed = ({ upstream, egress, now, baseUrlOf }: AskOembedOptions): AskOembed => {
  const judge = (answer: HttpAnswer): JsonObject => {
    const text = answer.text()
    const body = HTML.test(text) ? undefined : readJson(text)
    if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer, text, jsonObject(body))
    const embed = jsonObject(body)
    if (text.length > MAX_BYTES || body === undefined) throw new ApiError('platform_error')
    // Some answer 200 to whatever they are asked, and say in the body that there is nothing.
    if (typeof embed.type !== 'string') throw new ApiError('error' in embed ? 'post_not_found' : 'platform_error')
    return embed
  }

  const refusalOf = ({ status, headers }: HttpAnswer, text: string, body: JsonObject): ApiError => {
    const graphCode = GRAPH_CODES[Number(jsonObject(body.error).code)]
    const isGateway = AMBIGUOUS.has(status) && HTML.test(text)
    const code = graphCode ?? (isGateway ? 'platform_error' : (STATUS_CODES[status] ?? 'platform_error'))
    const seconds = code === 'platform_rate_limited' ? secondsUntil(headers['retry-after'], now()) : undefined
    return new ApiError(code, seconds === undefined ? {} : { retryAfterSeconds: seconds })
  }

  return {
    async ask({ platform, url, isNamed }, oembedUrl, { signal, deadline, licenseId }) {
      const baseUrl = baseUrlOf(platform)
      const origins = isNamed ? [oembedUrl.origin] : []
      const http = upstream({ platform, origins, baseUrl, licenseId, signal, deadline })
      const answer = await http.get(oembedUrl, { accept: 'application/json' })
      const body = judge(answer)
      const text = answer.text()
      return {
        body: await encodeText(text),
        url: url.href,
        status: answer.status,
        contentType: contentTypeOf(answer.headers),
        bytes: Buffer.byteLength(text),
        preview: previewOfOembed(body, url, oembedUrl),
        platform,
        post: null,
        embed: sanitizeEmbed(body, url),
      }
    },

    async findEmbed({ url, preview }, { signal, deadline, licenseId }) {
      const page = new URL(url)
      const named = preview.oembedUrl === null ? null : URL.parse(preview.oembedUrl)
      if (named?.hostname !== page.hostname) return null
      try {
        const { status, body } = await egress.fetch({
          url: named.href,
          accept: 'application/json',
          signal,
          timeoutMs: Math.max(1, deadline - now()),
          maxBytes: MAX_DISCOVERED_BYTES,
          ...(licenseId !== undefined && { licenseId }),
        })
        if (status < 200 || status >= 300) return null
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
