// Finds out what a page is whose address says nothing of it: a post of a platform that can be asked, or one that offers its
// own embed. The page is fetched once, and its host is a stranger's.

import { type ApiError, isApiError } from '../errors.ts'
import type { AskApi } from './ask-api.ts'
import type { AskOembed } from './ask-oembed.ts'
import { beside } from './beside.ts'
import type { FetchPage } from './fetch-page.ts'
import { fetchPostPage } from './fetch-post-page.ts'
import type { Errand, PostFinding } from './finding.ts'
import { fillPreview } from './preview/preview.ts'

export type FindPostOptions = {
  readonly api: AskApi
  readonly oembed: AskOembed
  readonly fetchPage: FetchPage
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  /** `unsupported_post_url`. */
  readonly refusal: () => ApiError
}

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createFindPost = ({ api, oembed, fetchPage, elapsed, refusal }: FindPostOptions) => {
  return async (url: URL, errand: Errand): Promise<PostFinding> => {
    const page = await fetchPostPage(fetchPage, url, errand).catch((error: unknown) => {
      // A host that is not there has no posts that anybody knows.
      throw isApiError(error, 'link_unresolvable') ? refusal() : error
    })
    const { finding } = page
    return beside(
      (limited) => oembed.findEmbed(finding, limited),
      async (asked) => {
        const found = await api.find(page, errand)
        const embed = await asked
        if (found === undefined && embed === null) throw refusal()
        const { preview, ...rest } = found ?? { ...finding, platform: null, post: null }
        const siteName = finding.preview.siteName ?? embed?.providerName ?? preview.siteName
        return { ...rest, preview: fillPreview({ ...preview, siteName }, finding.preview), embed }
      },
      errand,
      elapsed,
    )
  }
}
