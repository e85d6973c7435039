// Finds the destination of a short link with one fetch, without reading a page if the server allows it, and recognizes
// the post there.

import type { Egress, EgressResponse } from '../egress/egress.ts'
import { ApiError } from '../errors.ts'
import { findPlaceholder } from './placeholder.ts'
import type { Recognized, Recognizer } from './posts/recognize-post.ts'
import type { ValidationContext } from './validation-result.ts'

export type FollowShortLinkOptions = {
  readonly egress: Egress
  readonly recognizer: Recognizer
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** Anything but another short link. */
export type Destination = Exclude<Recognized, { readonly is: 'short' }>

const GONE: ReadonlySet<number> = new Set([404, 410])

/** Throws `unsupported_post_url`, `post_not_found`, `link_*`. */
export const createFollowShortLink = ({ egress, recognizer, elapsed }: FollowShortLinkOptions) => {
  const visit = (
    method: 'HEAD' | 'GET',
    url: URL,
    { signal, deadline, licenseId, bodies }: ValidationContext,
  ): Promise<EgressResponse> =>
    egress.fetch({
      url: url.href,
      method,
      signal,
      bodies,
      timeoutMs: Math.max(1, deadline - elapsed()),
      ...(licenseId !== undefined && { licenseId }),
    })

  return async (url: URL, context: ValidationContext): Promise<Destination> => {
    const first = await visit('HEAD', url, context)
    // Not every server responds to HEAD as to GET.
    const response = first.url === url.href && first.status >= 400 ? await visit('GET', url, context) : first
    const { status, headers } = response
    const details = { status, url: response.url }
    const recognized = recognizer.find(new URL(response.url))
    // A login wall may name the post in its own URL.
    if (recognized?.is === 'post') return recognized
    if (findPlaceholder({ requestedUrl: url.href, url: response.url, status, headers })) {
      throw new ApiError('link_status', {
        message: 'The short link redirects to a page that asks to sign in.',
        details,
        retryable: false,
      })
    }
    // A link that stays at its own host has no destination. Any other URL is judged when its page is fetched.
    if (recognized?.is === 'unknown' && recognized.url.hostname !== url.hostname) return recognized
    if (GONE.has(status)) throw new ApiError('post_not_found', { details })
    if (status >= 400)
      throw new ApiError('link_status', { message: `The short link returned status ${status}.`, details })
    throw new ApiError('unsupported_post_url', { message: 'The short link does not redirect to a post.' })
  }
}
