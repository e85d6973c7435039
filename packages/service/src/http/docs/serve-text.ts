// Serves a text that is made at its first request, by code that is loaded then, and cached in compressed form.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Content, compressContent, contentAs, isShort } from '../../runtime/content-coding/content.ts'
import { memoize } from '../../runtime/event-loop/memoize.ts'
import { chooseCoding, VARY } from '../accept-encoding.ts'

export type ServedText = {
  readonly path: string
  /** The media type with its charset. */
  readonly type: string
  readonly make: () => Promise<string>
  /** Header fields next to those of caching and content coding. */
  readonly headers: Readonly<Record<string, string>>
}

type Cached = { readonly content: Content; readonly hash: string }

const cacheText = async (text: string): Promise<Cached> => {
  const bytes = Buffer.from(text)
  return { content: await compressContent(bytes), hash: createHash('sha256').update(bytes).digest('base64url') }
}

export const serveText = (app: FastifyInstance, { path, type, make, headers: own }: ServedText): void => {
  const load = memoize(async () => cacheText(await make()))
  app.get(path, async ({ headers }, reply) => {
    const { content, hash } = await load()
    const coding = chooseCoding(headers['accept-encoding'], isShort(content))
    // RFC 9110, section 8.8.3.3: representations with different content codings need different entity tags.
    const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`
    reply.headers({
      // Revalidated each time, so that pages and their assets have the same version. Unchanged texts cost no bytes.
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...own,
      etag,
      vary: VARY,
    })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply.type(type).send(await contentAs(content, coding))
  })
}
