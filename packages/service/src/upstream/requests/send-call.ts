// Sends one call through the guarded egress. At every hop, replaces the platform's origins by the operator's base URL
// if there is one. Turns errors of the egress into errors of a scan.

import type { Bodies } from '../../egress/body-budget.ts'
import type { Egress, EgressResponse, Hop } from '../../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import type { Call, Fields } from '../contract/call.ts'
import type { Signature } from '../contract/credential.ts'
import { isPriced } from './is-priced.ts'
import { LIGHT } from './weight-of.ts'

/** The largest response of an upstream, decoded. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const JSON_FIRST = 'application/json, */*;q=0.5'

/** What all calls of one fetch have in common. */
export type EgressContext = {
  readonly egress: Egress
  readonly requestedFor: { readonly platform: string; readonly source: string }
  /** `<ID>_BASE_URL`: replaces every origin; paths stay. */
  readonly baseUrl: string | undefined
  /** Origins that the program or the operator named. */
  readonly isTrusted: (url: URL) => boolean
  /** Whether the client chose the host, so that its faults are reported to the client. */
  readonly isClientHost: (url: URL) => boolean
  /** Requests a minute to an untrusted host. */
  readonly hostPerMinute: (host: string) => number | undefined
  readonly licenseId: string | undefined
  /** The body budget that the responses count toward until the fetch is done. */
  readonly bodies: Bodies | undefined
  /** Whether large responses are decoded and read on a thread. */
  readonly isReadOnThread: boolean
  readonly signal: AbortSignal
  /** Milliseconds that a call may still take. */
  readonly remainingMs: () => number
}

export type OutgoingCall = {
  readonly call: Call
  /** The URL with its query, unsigned. */
  readonly url: URL
  readonly signature: Signature
  /** Replaces `{own}` in the URL. */
  readonly own?: string | undefined
  /** Whether signed calls may go to an origin. */
  readonly maySign: (url: URL) => boolean
  /** Header fields of the engine, for a conditional request. */
  readonly conditions: Fields
}

type ScanError = { readonly code: ErrorCode; readonly message?: string }

/** What an error of the egress means for a scan: without a response, it is not the platform's own error. */
const SCAN_ERRORS: Partial<Record<ErrorCode, ScanError>> = {
  link_unresolvable: { code: 'platform_error', message: 'The platform’s host name does not resolve' },
  link_unreachable: { code: 'platform_error', message: 'The platform could not be reached' },
  link_tls_error: { code: 'platform_error', message: 'The platform’s certificate could not be verified' },
  link_redirects: { code: 'platform_error', message: 'The platform redirects too often' },
  link_too_large: { code: 'platform_error', message: 'The platform’s response is larger than is allowed' },
  link_timeout: { code: 'platform_timeout' },
}
/** The code if the client chose the host; for any other host it is `platform_error`. */
const CLIENT_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  link_malformed: 'handle_malformed',
  link_blocked: 'link_blocked',
}

/** The response, with the URL at the platform's own origin. Throws ApiError. */
export const sendCall = async (context: EgressContext, outgoing: OutgoingCall): Promise<EgressResponse> => {
  const { call, url, signature, own, conditions } = outgoing
  const { egress, baseUrl, licenseId, bodies, signal } = context
  const hostPerMinute = context.hostPerMinute(url.hostname)
  const userAgent = signature.userAgent ?? call.userAgent
  let intended = url
  const signed = withQuery(withOwn(url, own), signature.query)
  try {
    const response = await egress.fetch({
      ...hopTo(baseUrl, signed, { ...call.headers, ...signature.headers, ...conditions }),
      ...(call.body && { method: 'POST', body: bodyOf(call.body, signature.json) }),
      accept: call.accept ?? JSON_FIRST,
      ...(userAgent && { userAgent }),
      redirect: call.redirect ?? 'follow',
      ...(call.mayBeCut && { mayBeCut: true }),
      keepsCompressed: call.revalidate === true,
      leavesGzipOver: context.isReadOnThread && !isPriced(call) ? LIGHT.bytes : undefined,
      redirectTo(next) {
        const isHome = baseUrl !== undefined && next.origin === new URL(baseUrl).origin
        intended = isHome ? atOrigin(next, intended) : next
        if (!outgoing.maySign(intended)) intended = withoutSecrets(intended, Object.values(signature.query ?? {}))
        return { ...hopTo(baseUrl, intended), isElsewhere: intended.origin !== url.origin }
      },
      ...(licenseId !== undefined && { licenseId }),
      bodies,
      requestedFor: context.requestedFor,
      ...(hostPerMinute !== undefined && { hostPerMinute }),
      signal,
      timeoutMs: Math.max(1, context.remainingMs()),
      maxBytes: MAX_RESPONSE_BYTES,
      trustedOrigin: baseUrl !== undefined || context.isTrusted(url),
    })
    return { ...response, url: withoutSecrets(intended, Object.values(signature.query ?? {})).href }
  } catch (error) {
    throw asScanError(error, context.isClientHost(url))
  }
}

/** As URLs encode `{own}`. */
const OWN = /(?:%7B|\{)own(?:%7D|\})/g

const withOwn = (url: URL, own: string | undefined): URL =>
  own === undefined ? url : new URL(url.href.replace(OWN, encodeURIComponent(own)))

const withQuery = (url: URL, query: Fields | undefined): URL => {
  if (query === undefined) return url
  const signed = new URL(url)
  for (const [name, value] of Object.entries(query)) signed.searchParams.set(name, value)
  return signed
}

const withoutSecrets = (url: URL, secrets: readonly string[]): URL => {
  if (!secrets.some((secret) => url.search.includes(encodeURIComponent(secret)) || url.search.includes(secret)))
    return url
  const clean = new URL(url)
  for (const [name, value] of [...clean.searchParams]) if (secrets.includes(value)) clean.searchParams.delete(name)
  return clean
}

/** The URL at another origin. Setting the path keeps a path that begins with two slashes from naming a host. */
const atOrigin = (url: URL, other: URL): URL => {
  const moved = new URL(other.origin)
  moved.pathname = url.pathname
  moved.search = url.search
  return moved
}

/** `origin`: of the server that passes the call on. */
export const throughServer = (url: URL, origin: string | undefined): URL =>
  origin === undefined ? url : atOrigin(url, new URL(origin))

/** A proxy at the base URL serves many hosts: `X-Forwarded-Host` names the intended one (RFC 7239 describes the
 * practice). */
const hopTo = (baseUrl: string | undefined, url: URL, headers: Fields = {}): Hop =>
  baseUrl === undefined
    ? { url: url.href, headers }
    : { url: atOrigin(url, new URL(baseUrl)).href, headers: { ...headers, 'x-forwarded-host': url.host } }

const bodyOf = (body: NonNullable<Call['body']>, signed: Fields = {}) =>
  'json' in body
    ? { bytes: Buffer.from(JSON.stringify({ ...Object(body.json), ...signed })), type: 'application/json' }
    : { bytes: Buffer.from(new URLSearchParams(body.form).toString()), type: 'application/x-www-form-urlencoded' }

/** undefined: the code stays, such as the one for the service's own limit. */
const urlError = (code: ErrorCode, isClientHost: boolean): ScanError | undefined => {
  const scanError = CLIENT_CODES[code]
  return scanError === undefined ? undefined : { code: isClientHost ? scanError : 'platform_error' }
}

const asScanError = (error: unknown, isClientHost: boolean): unknown => {
  // The fetch's deadline may pass before the egress's own: the error is the same.
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError('platform_timeout', { cause: error })
  if (!isApiError(error)) return error
  const { retryable, retryAfterSeconds } = error
  // An error that is permanent for a link is permanent for a scan.
  const options = { cause: error, retryable, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  const scanError = SCAN_ERRORS[error.code] ?? urlError(error.code, isClientHost)
  return scanError === undefined
    ? error
    : new ApiError(scanError.code, {
        ...options,
        ...(scanError.message !== undefined && { message: scanError.message }),
      })
}
