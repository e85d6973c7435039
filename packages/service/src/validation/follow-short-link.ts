// Where a short link leads: one fetch that reads no page where the server lets it, and the post that the address at the
// end is.

import type { Egress, EgressResponse } from '../egress/egress.ts'
import { ApiError } from '../errors.ts'
import type { Errand } from './finding.ts'
import { findPlaceholder } from './placeholder.ts'
import type { Recognized, Recognizer } from './posts/recognize-post.ts'

export type FollowShortLinkOptions = {
  readonly egress: Egress
  readonly recognizer: Recognizer
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

/** Anything but one more short link. */
export type Destination = Exclude<Recognized, { readonly is: 'short' }>

const GONE: ReadonlySet<number> = new Set([404, 410])

/** Throws `unsupported_post_url`, `post_not_found`, `link_*`. */
export const createFollowShortLink = ({ egress, recognizer, elapsed }: FollowShortLinkOptions) => {
  const visit = (
    method: 'HEAD' | 'GET',
    url: URL,
    { signal, deadline, licenseId, bodies }: Errand,
  ): Promise<EgressResponse> =>
    egress.fetch({
      url: url.href,
      method,
      signal,
      bodies,
      timeoutMs: Math.max(1, deadline - elapsed()),
      ...(licenseId !== undefined && { licenseId }),
    })

  return async (url: URL, errand: Errand): Promise<Destination> => {
    const first = await visit('HEAD', url, errand)
    // Not everybody answers HEAD as they would GET.
    const response = first.url === url.href && first.status >= 400 ? await visit('GET', url, errand) : first
    const { status, headers } = response
    const details = { status, url: response.url }
    const recognized = recognizer.find(new URL(response.url))
    // A wall whose address names the post that it stands in front of has led to it.
    if (recognized?.is === 'post') return recognized
    if (findPlaceholder({ requestedUrl: url.href, url: response.url, status, headers })) {
      throw new ApiError('link_status', {
        message: 'The short link leads to a page that asks to sign in.',
        details,
        retryable: false,
      })
    }
    // One that is still at its own host has led nowhere; whatever else it led to is looked at by whoever fetches the page.
    if (recognized?.is === 'unknown' && recognized.url.hostname !== url.hostname) return recognized
    if (GONE.has(status)) throw new ApiError('post_not_found', { details })
    if (status >= 400) throw new ApiError('link_status', { message: `The short link answered ${status}.`, details })
    throw new ApiError('unsupported_post_url', { message: 'The short link does not lead to a post.' })
  }
}
