// The HTTP client that a platform is handed: the egress, seen from the platform. It stands in for the platform's origin
// where the operator says so, reads bodies carefully, and turns what the egress refuses into what a scan answers.

import type { Egress, EgressAnswer } from '../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { parseJson } from '../parsing/parse-json.ts'
import type { HttpAnswer, HttpRequest, PlatformHttp } from './platform.ts'

/** Most bytes of one answer of an upstream, decoded. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export type PlatformHttpOptions = {
  readonly egress: Egress
  /** `<ID>_BASE_URL`: takes the place of the origin of every call; paths stay. */
  readonly baseUrl?: string | undefined
  /** The platform's own API origins. */
  readonly origins?: readonly string[] | undefined
  readonly licenseId?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that a call may still take. */
  readonly remainingMs: () => number
  /** Told the size of every answer's body, decoded. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** What a refusal of the egress means for a scan. */
const SCAN_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  link_malformed: 'handle_malformed',
  link_unresolvable: 'platform_error',
  link_unreachable: 'platform_error',
  link_tls_error: 'platform_error',
  link_redirects: 'platform_error',
  link_too_large: 'platform_error',
  link_timeout: 'platform_timeout',
  rate_limited: 'platform_rate_limited',
}

export const createPlatformHttp = (options: PlatformHttpOptions): PlatformHttp => {
  const { egress, baseUrl, origins = [], licenseId, signal, remainingMs, onBytes } = options
  return {
    async get(target, request: HttpRequest = {}) {
      const asked = new URL(target)
      const url = baseUrl === undefined ? asked : new URL(asked.pathname + asked.search, baseUrl)
      try {
        const answer = await egress.fetch({
          url: url.href,
          // A stand-in serves many hosts at one address: this tells it which one was meant (RFC 7239 names the practice).
          headers:
            baseUrl === undefined ? (request.headers ?? {}) : { ...request.headers, 'x-forwarded-host': asked.host },
          ...(request.accept !== undefined && { accept: request.accept }),
          ...(licenseId !== undefined && { licenseId }),
          ...(signal && { signal }),
          timeoutMs: Math.max(1, remainingMs()),
          maxBytes: MAX_ANSWER_BYTES,
          trustedOrigin: baseUrl !== undefined || origins.includes(asked.origin),
        })
        onBytes?.(answer.body.length)
        return httpAnswer({ ...answer, url: baseUrl === undefined ? answer.url : meantUrl(answer.url, asked, baseUrl) })
      } catch (error) {
        throw asScanError(error)
      }
    },
  }
}

/** The address that a stand-in's address stands for, so that relative addresses lead to the host that was meant. */
const meantUrl = (url: string, asked: URL, baseUrl: string): string => {
  const { origin, pathname, search } = new URL(url)
  return origin === new URL(baseUrl).origin ? asked.origin + pathname + search : url
}

/** An answer of the egress as platforms read it. */
export const httpAnswer = ({ status, url, headers, body }: EgressAnswer): HttpAnswer => ({
  status,
  url,
  headers,
  text: () => decodeText(body, headers['content-type']).text,
  json: () => {
    try {
      return parseJson(decodeText(body, 'application/json').text)
    } catch (cause) {
      throw new ApiError('platform_error', { message: 'The platform’s answer is not the JSON it should be.', cause })
    }
  },
})

const asScanError = (error: unknown): unknown => {
  // The caller's deadline may strike before the egress's own: it is the same fact.
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError('platform_timeout', { cause: error })
  const code = isApiError(error) ? SCAN_CODES[error.code] : undefined
  if (!isApiError(error) || code === undefined) return error
  const retryAfterSeconds = error.retryAfterSeconds
  return new ApiError(code, { cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
}
