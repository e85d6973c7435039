// Requests one post from a platform's own API: the normalized post, and the raw response.

import type { PlatformPost, Post } from '../post/post.ts'
import { readFrom } from '../post/read-from.ts'
import { withServedMedia } from '../post/served-media.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import type { PostResponse, Source } from '../upstream/contract/source.ts'
import type { ParsingJobs } from '../upstream/parsing-jobs/create-parsing-jobs.ts'
import type { PostReader } from '../upstream/parsing-jobs/post-reader.ts'
import type { Registry } from '../upstream/registry.ts'
import { asBroken, type OnFault } from '../upstream/requests/as-broken.ts'
import { receiveResponse } from '../upstream/requests/receive-response.ts'
import { encodeText } from './encode-body.ts'
import type { Page } from './fetch-page.ts'
import type { PostTarget } from './posts/recognize-post.ts'
import { contentTypeOf, type PostValidationResult, type ValidationContext } from './validation-result.ts'

export type PostApiOptions = {
  readonly registry: Registry
  readonly posts: PostReader
  readonly parsingJobs: ParsingJobs
  readonly now: () => number
  /** Called with a bug of a platform's own code. */
  readonly onFault?: OnFault | undefined
}

export type ReadPost = { readonly post: Post; readonly source: Source }

export type PostApi = {
  /** Whether the platform has an API for such a post, and the operator has configured it. */
  can(target: PostTarget): boolean
  /** Throws `post_not_found`, `profile_private`, `platform_*`, and `platform_not_configured`. */
  send(target: PostTarget, context: ValidationContext): Promise<PostValidationResult>
  /** Only the post, and its source. Throws as `send` does. */
  read(target: PostTarget, context: ValidationContext): Promise<ReadPost>
  /** The post that a page shows, from the first platform that recognizes it: read through its API, or from the page
   * itself. undefined if none does. Throws as `send` does. */
  find(page: Page, context: ValidationContext): Promise<PostValidationResult | undefined>
}

export const createPostApi = ({ registry, posts, parsingJobs, now, onFault }: PostApiOptions): PostApi => {
  const asPlatformError = asBroken(onFault)

  const finderOf = (platform: Platform): Source | undefined =>
    platform.sources.find((source) => source.findPost !== undefined && registry.isUsable(platform, source))

  const readAt = (post: PlatformPost, { provenance }: Source, { access }: ValidationContext): Post => ({
    ...withServedMedia(post),
    source: readFrom(provenance, access.reach, now()),
  })

  const resultOf = async (
    definition: Platform,
    source: Source,
    found: PostResponse,
    context: ValidationContext,
    url: URL,
    oembedUrl?: URL,
  ): Promise<PostValidationResult> => {
    const { answer: response } = found
    const post = readAt(found.post, source, context)
    const { previewOfPost } = await import('./preview-of-post.ts')
    await yieldToLoop()
    const text = response.text()
    return {
      body: await encodeText(text),
      url: post.url ?? url.href,
      status: response.status,
      contentType: contentTypeOf(response.headers),
      bytes: Buffer.byteLength(text),
      preview: previewOfPost(post, definition.name, oembedUrl),
      platform: definition.id,
      post,
      embed: null,
    }
  }

  const requestPost = async (target: PostTarget, context: ValidationContext) => {
    const definition = registry.find(target.platform)
    if (definition === undefined) throw new RangeError('The platform has no API for posts')
    const { found, source } = await posts.read(definition, target, context).catch(asPlatformError)
    return { definition, source, found }
  }

  return {
    can(target) {
      const definition = registry.find(target.platform)
      return definition !== undefined && posts.can(definition, target)
    },

    async send(target, context) {
      const { definition, source, found } = await requestPost(target, context)
      return resultOf(definition, source, found, context, target.url, target.oembedUrl)
    },

    async read(target, context) {
      const { source, found } = await requestPost(target, context)
      return { post: readAt(found.post, source, context), source }
    },

    async find({ result, response }, context) {
      // A post's page is text, not an image or a recording.
      if (result.body.text === undefined) return undefined
      const url = new URL(result.url)
      const page = receiveResponse(response)
      for (const definition of registry.platforms) {
        const source = finderOf(definition)
        if (source === undefined) continue
        const fetch = { platform: definition, source, handle: undefined, isClientHost: () => true, isLater: false }
        const found = await parsingJobs({ ...fetch, ...context })
          .findPost({ url, page })
          .catch(asPlatformError)
        if (found?.post === null) return { ...result, platform: definition.id, post: null, embed: null }
        if (found) return resultOf(definition, source, found, context, url)
      }
      return undefined
    },
  }
}
