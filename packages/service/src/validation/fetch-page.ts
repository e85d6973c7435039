// Fetches the page of an untrusted host and decides what it is. An error, a login wall, a consent page or a bot check
// is never returned as a page.

import type { Egress, EgressResponse } from '../egress/egress.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import { withoutCutCharacter } from '../parsing/cut-character.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { encodeBody } from './encode-body.ts'
import { containsHead, isMarkup, mayBeMarkup } from './page-markup.ts'
import { pageRefresh } from './page-refresh.ts'
import { findPlaceholder, type Placeholder } from './placeholder.ts'
import type { PreviewReader } from './preview/preview-reader.ts'
import { contentTypeOf, type ValidationContext, type ValidationResult } from './validation-result.ts'

export type FetchPageOptions = {
  readonly egress: Egress
  readonly previews: PreviewReader
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** Statuses that mean more than `link_status`. */
export type StatusCodes = Readonly<Record<number, ErrorCode>>

export type Page = {
  readonly result: ValidationResult
  /** The response that it was made from. */
  readonly response: EgressResponse
}

export type FetchPage = (url: URL, context: ValidationContext, codes?: StatusCodes) => Promise<Page>

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'

/** Pages describe themselves in their heads, or at the beginning of the body. Longer heads are read to their end. */
const PREVIEW_BYTES = 512 * 1024

/** Only markup contains a preview. */
const neededForPreview = (headers: EgressResponse['headers']): number =>
  mayBeMarkup(headers['content-type']) ? PREVIEW_BYTES : 0

const WALLS: Readonly<Record<Placeholder['kind'], string>> = {
  login: 'The URL shows a login page instead of its content.',
  consent: 'The URL shows a consent page instead of its content.',
  bot_check: 'The URL shows a bot check instead of its content.',
}

/** Walls are recognized by their start. */
const WALL_BYTES = 64 * 1024

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Throws `link_*`, `rate_limited`, `unavailable`, or the code for a status in `codes`. */
export const createFetchPage = ({ egress, previews, elapsed }: FetchPageOptions): FetchPage => {
  return async (url, context, codes = {}) => {
    const { signal, deadline, licenseId, withBody, bodies } = context
    const response = await egress.fetch({
      url: url.href,
      accept: ACCEPT,
      signal,
      bodies,
      timeoutMs: Math.max(1, deadline - elapsed()),
      ...(licenseId !== undefined && { licenseId }),
      ...(!withBody && { startOnly: neededForPreview, isStartEnough: containsHead }),
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
      result: { body, url: response.url, status, contentType: contentTypeOf(headers), bytes, preview },
      response,
    }
  }
}

/** A bot check redirects as well: to where it is passed. */
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
  throw new ApiError(code, {
    ...(code === 'link_status' && { message: `The URL returned status ${status}.` }),
    details,
  })
}
