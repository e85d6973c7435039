// Recognizes the post behind a URL that no pattern matches: a post of a platform with an API, a page with its own
// embed, or a redirect to a known post. The page is fetched once, from an untrusted host.

import { isApiError } from '../errors.ts'
import { beside } from './beside.ts'
import type { FetchPage } from './fetch-page.ts'
import { fetchPostPage } from './fetch-post-page.ts'
import type { Errand, PostFinding } from './finding.ts'
import type { PostTarget, Recognizer } from './posts/recognize-post.ts'
import { fillPreview } from './preview/preview.ts'
import type { RequestApi } from './request-api.ts'
import type { RequestOembed } from './request-oembed.ts'

export type FindPostOptions = {
  readonly api: RequestApi
  readonly oembed: RequestOembed
  readonly fetchPage: FetchPage
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly recognizer: Recognizer
}

/** `post`: the URL redirects to one that a pattern matches. */
export type FoundPost =
  | { readonly is: 'page'; readonly finding: PostFinding }
  | { readonly is: 'post'; readonly target: PostTarget }

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createFindPost = ({ api, oembed, fetchPage, elapsed, recognizer }: FindPostOptions) => {
  /** The post at another host that a redirect led to. */
  const landedOn = (from: URL, address: string): FoundPost | undefined => {
    const end = URL.parse(address)
    const found = end === null || end.hostname === from.hostname ? undefined : recognizer.find(end)
    return found?.is === 'post' ? found : undefined
  }

  return async (url: URL, errand: Errand): Promise<FoundPost> => {
    const page = await fetchPostPage(fetchPage, url, errand).catch((error: unknown) => {
      // A host that does not exist has no posts.
      if (isApiError(error, 'link_unresolvable')) throw recognizer.refusal()
      const landed = landedOn(url, addressIn(error))
      if (landed === undefined) throw error
      return landed
    })
    if ('is' in page) return page
    const { finding } = page
    const landed = landedOn(url, finding.url)
    if (landed) return landed
    return {
      is: 'page',
      finding: await beside(
        (limited) => oembed.findEmbed(finding, limited),
        async (requested) => {
          const found = await api.find(page, errand)
          const embed = await requested
          if (found === undefined && embed === null) throw recognizer.refusal()
          const { preview, ...rest } = found ?? { ...finding, platform: null, post: null }
          const siteName = finding.preview.siteName ?? embed?.providerName ?? preview.siteName
          return { ...rest, preview: fillPreview({ ...preview, siteName }, finding.preview), embed }
        },
        errand,
        elapsed,
      ),
    }
  }
}

/** The URL of a response that was not a page: a wall, or an error. */
const addressIn = (error: unknown): string => {
  const details = isApiError(error, 'link_status') ? error.details : undefined
  return details !== undefined && 'url' in details ? details.url : ''
}
