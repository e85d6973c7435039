// Recognizes the post behind a URL that no pattern matches: a post of a platform with an API, a page with its own
// embed, or a redirect to a known post. The page is fetched once, from an untrusted host.

import { isApiError } from '../errors.ts'
import type { FetchPage } from './fetch-page.ts'
import { fetchPostPage } from './fetch-post-page.ts'
import { inParallel } from './in-parallel.ts'
import type { OembedClient } from './oembed-client.ts'
import type { PostApi } from './post-api.ts'
import type { PostTarget, Recognizer } from './posts/recognize-post.ts'
import { fillPreview } from './preview/preview.ts'
import type { PostValidationResult, ValidationContext } from './validation-result.ts'

export type FindPostOptions = {
  readonly api: PostApi
  readonly oembed: OembedClient
  readonly fetchPage: FetchPage
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly recognizer: Recognizer
}

/** `post`: the URL redirects to one that a pattern matches. */
export type FoundPost =
  | { readonly is: 'page'; readonly result: PostValidationResult }
  | { readonly is: 'post'; readonly target: PostTarget }

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createFindPost = ({ api, oembed, fetchPage, elapsed, recognizer }: FindPostOptions) => {
  /** The post at another host that a redirect led to. */
  const redirectedTo = (from: URL, finalUrl: string): FoundPost | undefined => {
    const end = URL.parse(finalUrl)
    const found = end === null || end.hostname === from.hostname ? undefined : recognizer.find(end)
    return found?.is === 'post' ? found : undefined
  }

  return async (url: URL, context: ValidationContext): Promise<FoundPost> => {
    const page = await fetchPostPage(fetchPage, url, context).catch((error: unknown) => {
      // A host that does not exist has no posts.
      if (isApiError(error, 'link_unresolvable')) throw recognizer.refusal()
      const destination = redirectedTo(url, urlOfError(error))
      if (destination === undefined) throw error
      return destination
    })
    if ('is' in page) return page
    const { result: fetched } = page
    const destination = redirectedTo(url, fetched.url)
    if (destination) return destination
    return {
      is: 'page',
      result: await inParallel(
        (limited) => oembed.findEmbed(fetched, limited),
        async (requested) => {
          const found = await api.find(page, context)
          const embed = await requested
          if (found === undefined && embed === null) throw recognizer.refusal()
          const { preview, ...rest } = found ?? { ...fetched, platform: null, post: null }
          const siteName = fetched.preview.siteName ?? embed?.providerName ?? preview.siteName
          return { ...rest, preview: fillPreview({ ...preview, siteName }, fetched.preview), embed }
        },
        context,
        elapsed,
      ),
    }
  }
}

/** The URL of a response that was not a page: a wall, or an error. */
const urlOfError = (error: unknown): string => {
  const details = isApiError(error, 'link_status') ? error.details : undefined
  return details !== undefined && 'url' in details ? details.url : ''
}
