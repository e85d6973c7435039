// Asks a platform's own API for one post: the post in the normalized form, and the raw answer.

import type { Registry } from '../platforms/registry.ts'
import { createMemo } from '../scanning/memo.ts'
import type { Upstream } from '../scanning/upstream.ts'
import { encodeText } from './encode-body.ts'
import { contentTypeOf, type Errand, type PostFinding } from './finding.ts'
import type { PostTarget } from './posts/recognize-post.ts'
import { previewOfPost } from './preview-of-post.ts'

export type AskApiOptions = {
  readonly registry: Registry
  readonly upstream: Upstream
  readonly now: () => number
  readonly freshMs: number
}

export type AskApi = {
  /** Whether the platform has an API for posts and the operator has set it up. */
  can(target: PostTarget): boolean
  /** Throws `post_not_found`, `profile_private`, `platform_*`, and what the platform calls the operator's fault. */
  ask(target: PostTarget, errand: Errand): Promise<PostFinding>
}

const MEMO_BYTES = 4 * 1024 * 1024

export const createAskApi = ({ registry, upstream, now, freshMs }: AskApiOptions): AskApi => {
  const memo = createMemo({ now, freshMs, maxBytes: MEMO_BYTES })

  return {
    can: ({ known }) => known?.definition.post !== undefined && !registry.settingsOf(known.definition.id).missing,

    async ask({ known, url }, { signal, deadline, licenseId }) {
      if (!known?.definition.post) throw new RangeError('The platform has no API for posts')
      const { definition, match } = known
      const { id, origins, provenance } = definition
      const { settings, baseUrl } = registry.settingsOf(id)

      let receivedBytes = 0
      const onBytes = (bytes: number) => {
        receivedBytes += bytes
      }
      const found = await known.definition.post({
        http: upstream({ platform: id, origins, baseUrl, licenseId, signal, deadline, onBytes }),
        settings,
        now,
        memo: memo.of({ scope: `${id} posts`, signal, receivedBytes: () => receivedBytes }),
        url,
        match,
      })

      const { answer } = found
      const source = { kind: found.provenance ?? provenance, retrievedAt: new Date(now()).toISOString() }
      const post = { ...found.post, source }
      const text = answer.text()
      return {
        body: encodeText(text),
        url: post.url ?? url.href,
        status: answer.status,
        contentType: contentTypeOf(answer.headers),
        bytes: Buffer.byteLength(text),
        preview: previewOfPost(post, definition.name, definition.oembed?.(url)),
        platform: id,
        post,
        embed: null,
      }
    },
  }
}
