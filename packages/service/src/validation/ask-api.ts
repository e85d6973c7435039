// Asks a platform's own API for one post: the post in the normalized form, and the raw answer.

import type { Platform, PlatformPostAnswer } from '../platforms/platform.ts'
import { httpAnswer } from '../platforms/platform-http.ts'
import type { Registry } from '../platforms/registry.ts'
import { createMemo } from '../scanning/memo.ts'
import type { Upstream } from '../scanning/upstream.ts'
import { encodeText } from './encode-body.ts'
import type { Page } from './fetch-page.ts'
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
  /** The post that a page is, of whichever platform says that it is one of its own: told by its API, or else the page
   * itself. Undefined when none does. Throws as `ask` does. */
  find(page: Page, errand: Errand): Promise<PostFinding | undefined>
}

const MEMO_BYTES = 4 * 1024 * 1024

export const createAskApi = ({ registry, upstream, now, freshMs }: AskApiOptions): AskApi => {
  const memo = createMemo({ now, freshMs, maxBytes: MEMO_BYTES })

  const contextOf = ({ id, origins }: Platform, { signal, deadline, licenseId }: Errand) => {
    const { settings, baseUrl } = registry.settingsOf(id)
    let receivedBytes = 0
    const onBytes = (bytes: number) => {
      receivedBytes += bytes
    }
    return {
      http: upstream({ platform: id, origins, baseUrl, licenseId, signal, deadline, onBytes }),
      settings,
      now,
      memo: memo.of({ scope: `${id} posts`, signal, receivedBytes: () => receivedBytes }),
    }
  }

  const findingOf = async (
    definition: Platform,
    found: PlatformPostAnswer,
    url: URL,
    oembedUrl?: URL,
  ): Promise<PostFinding> => {
    const { answer, provenance = definition.provenance } = found
    const post = { ...found.post, source: { kind: provenance, retrievedAt: new Date(now()).toISOString() } }
    const text = answer.text()
    return {
      body: await encodeText(text),
      url: post.url ?? url.href,
      status: answer.status,
      contentType: contentTypeOf(answer.headers),
      bytes: Buffer.byteLength(text),
      preview: previewOfPost(post, definition.name, oembedUrl),
      platform: definition.id,
      post,
      embed: null,
    }
  }

  return {
    can: ({ known }) => known?.definition.post !== undefined && !registry.settingsOf(known.definition.id).missing,

    async ask({ known, url, oembedUrl }, errand) {
      if (!known?.definition.post) throw new RangeError('The platform has no API for posts')
      const { definition, match } = known
      const found = await known.definition.post({ ...contextOf(definition, errand), url, match })
      return findingOf(definition, found, url, oembedUrl)
    },

    async find({ finding, answer }, errand) {
      // A picture or a recording is nobody's post.
      if (finding.body.text === undefined) return undefined
      const url = new URL(finding.url)
      const page = httpAnswer(answer)
      for (const definition of registry.platforms) {
        if (!definition.findPost || registry.settingsOf(definition.id).missing) continue
        const found = await definition.findPost({ ...contextOf(definition, errand), url, page })
        if (found?.post === null) return { ...finding, platform: definition.id, post: null, embed: null }
        if (found) return findingOf(definition, found, url)
      }
      return undefined
    },
  }
}
