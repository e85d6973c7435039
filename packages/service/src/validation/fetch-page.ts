// Fetches a stranger's page and finds out what it is. What is no page (an error, a login wall, a consent page, a bot
// check) never comes back as one.

import type { Egress, EgressResponse } from '../egress/egress.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import { withoutCutCharacter } from '../parsing/cut-character.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { encodeBody } from './encode-body.ts'
import { contentTypeOf, type Errand, type Finding } from './finding.ts'
import { holdsHead, isMarkup, mayBeMarkup } from './page-markup.ts'
import { pageRefresh } from './page-refresh.ts'
import { findPlaceholder, type Placeholder } from './placeholder.ts'
import type { PreviewReader } from './preview/preview-reader.ts'

export type FetchPageOptions = {
  readonly egress: Egress
  readonly previews: PreviewReader
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

/** What statuses mean where they mean more than `link_status`. */
export type StatusCodes = Readonly<Record<number, ErrorCode>>

export type Page = {
  readonly finding: Finding
  /** The same as it came. */
  readonly response: EgressResponse
}

export type FetchPage = (url: URL, errand: Errand, codes?: StatusCodes) => Promise<Page>

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'

/** Where pages say what they are: in their heads, or at the beginning of the body. Longer heads are read to their end. */
const PREVIEW_BYTES = 512 * 1024

/** What is no markup tells nothing of itself. */
const neededForPreview = (headers: EgressResponse['headers']): number =>
  mayBeMarkup(headers['content-type']) ? PREVIEW_BYTES : 0

const WALLS: Readonly<Record<Placeholder['kind'], string>> = {
  login: 'The address leads to a login page, not to what is behind it.',
  consent: 'The address leads to a consent page, not to what is behind it.',
  bot_check: 'The address answers with a check for bots, not with its page.',
}

/** Walls say what they are at the start. */
const WALL_BYTES = 64 * 1024

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Throws `link_*`, `rate_limited`, `unavailable`, or what `codes` makes of a status. */
export const createFetchPage = ({ egress, previews, elapsed }: FetchPageOptions): FetchPage => {
  return async (url, errand, codes = {}) => {
    const { signal, deadline, licenseId, withBody, bodies } = errand
    const response = await egress.fetch({
      url: url.href,
      accept: ACCEPT,
      signal,
      bodies,
      timeoutMs: Math.max(1, deadline - elapsed()),
      ...(licenseId !== undefined && { licenseId }),
      ...(!withBody && { startOnly: neededForPreview, isStartEnough: holdsHead }),
      redirectInContent: (page) => {
        const next = pageRefresh(page)
        return next && !isWall(url, page) ? next : undefined
      },
    })
    const { headers, status } = response
    const type = headers['content-type']
    const body = await encodeBody(response.isCut ? withoutCutCharacter(response.body) : response.body, type)
    const text = body.text !== undefined && isMarkup(type, body.text) ? body.text : ''
    requirePage(url.href, response, body.text, text !== '', codes)
    const preview = await previews.read({ text, url: response.url, headers }, signal)
    const bytes = response.isCut ? null : response.body.length
    return {
      finding: { body, url: response.url, status, contentType: contentTypeOf(headers), bytes, preview },
      response,
    }
  }
}

/** A check for bots sends on, too: to where it is passed. */
const isWall = (requested: URL, { url, status, headers, body }: EgressResponse): boolean => {
  const { text } = decodeText(body.subarray(0, WALL_BYTES), headers['content-type'])
  return findPlaceholder({ requestedUrl: requested.href, url, status, headers, text, isMarkup: true }) !== undefined
}

const requirePage = (
  requestedUrl: string,
  { url, status, headers }: EgressResponse,
  text: string | undefined,
  isPage: boolean,
  codes: StatusCodes,
): void => {
  const details = { status, url }
  const wall = findPlaceholder({
    requestedUrl,
    url,
    status,
    headers,
    isMarkup: isPage,
    ...(text !== undefined && { text }),
  })
  if (wall) throw new ApiError('link_status', { message: WALLS[wall.kind], details, retryable: false })
  if (isSuccess(status)) return
  const code = codes[status] ?? 'link_status'
  throw new ApiError(code, { ...(code === 'link_status' && { message: `The address answered ${status}.` }), details })
}
