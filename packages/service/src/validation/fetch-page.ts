// Fetches a stranger's page and finds out what it is. What is no page (an error, a login wall, a consent page, a bot
// check) never comes back as one.

import type { Egress, EgressAnswer } from '../egress/egress.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import { encodeBody } from './encode-body.ts'
import { contentTypeOf, type Errand, type Finding } from './finding.ts'
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
  readonly answer: EgressAnswer
}

export type FetchPage = (url: URL, errand: Errand, codes?: StatusCodes) => Promise<Page>

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const MARKUP = /^(?:text\/html|[^\s;]+[/+]xml)(?:$|[\s;])/i

/** Where pages say what they are: in their heads, which scripts and styles may make long, or at the beginning of the body. */
const PREVIEW_BYTES = 512 * 1024

const isMarkup = (type: string | null): boolean => type === null || MARKUP.test(type)

/** What is no markup tells nothing of itself. */
const neededForPreview = (headers: EgressAnswer['headers']): number =>
  isMarkup(contentTypeOf(headers)) ? PREVIEW_BYTES : 0

const WALLS: Readonly<Record<Placeholder['kind'], string>> = {
  login: 'The address leads to a login page, not to what is behind it.',
  consent: 'The address leads to a consent page, not to what is behind it.',
  bot_check: 'The address answers with a check for bots, not with its page.',
}

/** Throws `link_*`, `rate_limited`, `unavailable`, or what `codes` makes of a status. */
export const createFetchPage = ({ egress, previews, elapsed }: FetchPageOptions): FetchPage => {
  return async (url, errand, codes = {}) => {
    const { signal, deadline, licenseId, withBody, bodies } = errand
    const answer = await egress.fetch({
      url: url.href,
      accept: ACCEPT,
      signal,
      bodies,
      timeoutMs: Math.max(1, deadline - elapsed()),
      ...(licenseId !== undefined && { licenseId }),
      ...(!withBody && { startOnly: neededForPreview }),
    })
    const { headers, status } = answer
    const body = await encodeBody(answer.body, headers['content-type'])
    requirePage(url.href, answer, body.text, codes)
    const type = contentTypeOf(headers)
    const text = isMarkup(type) ? (body.text ?? '') : ''
    const preview = await previews.read({ text, url: answer.url, headers }, signal)
    const bytes = answer.isCut ? null : answer.body.length
    return { finding: { body, url: answer.url, status, contentType: type, bytes, preview }, answer }
  }
}

const requirePage = (
  requestedUrl: string,
  { url, status, headers }: EgressAnswer,
  text: string | undefined,
  codes: StatusCodes,
): void => {
  const details = { status, url }
  const wall = findPlaceholder({ requestedUrl, url, status, headers, ...(text !== undefined && { text }) })
  if (wall) throw new ApiError('link_status', { message: WALLS[wall.kind], details, retryable: false })
  if (status >= 200 && status < 300) return
  const code = codes[status] ?? 'link_status'
  throw new ApiError(code, { ...(code === 'link_status' && { message: `The address answered ${status}.` }), details })
}
