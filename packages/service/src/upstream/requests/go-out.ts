// One call on its way through the guarded egress. It stands in for the platform's origins at every hop where the operator
// says so, and turns what the egress refuses into what a scan answers.

import type { Bodies } from '../../egress/body-budget.ts'
import type { Egress, EgressResponse, Hop } from '../../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import type { Call, Fields } from '../contract/call.ts'
import type { Signature } from '../contract/credential.ts'
import { isPriced } from './is-priced.ts'
import { LIGHT } from './weight-of.ts'

/** Most bytes of one answer of an upstream, decoded. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const JSON_FIRST = 'application/json, */*;q=0.5'

/** What all calls of one fetch have in common. */
export type Way = {
  readonly egress: Egress
  readonly requestedFor: { readonly platform: string; readonly source: string }
  /** `<ID>_BASE_URL`: takes the place of every origin; paths stay. */
  readonly baseUrl: string | undefined
  /** Origins that the program or the operator named. */
  readonly isTrusted: (url: URL) => boolean
  /** Whether the host is one that the caller chose, so that what is wrong with it is the caller's to know. */
  readonly isCallers: (url: URL) => boolean
  /** Requests a minute to a host that is not trusted. */
  readonly hostPerMinute: (host: string) => number | undefined
  readonly licenseId: string | undefined
  /** What the answers count as until the fetch is done. */
  readonly bodies: Bodies | undefined
  /** Whether what is heavy is read on a thread, and decoded there, too. */
  readonly isReadThere: boolean
  readonly signal: AbortSignal
  /** Milliseconds that a call may still take. */
  readonly remainingMs: () => number
}

export type Going = {
  readonly call: Call
  /** The address with its query, unsigned. */
  readonly url: URL
  readonly signature: Signature
  /** Whether signed calls may go to an origin. */
  readonly maySign: (url: URL) => boolean
  /** Header fields of the engine's own, for a conditional request. */
  readonly conditions: Fields
}

type Reported = { readonly code: ErrorCode; readonly message?: string }

/** What a refusal of the egress means for a scan: a host that gave no answer has not answered with an error. */
const SCAN_ERRORS: Partial<Record<ErrorCode, Reported>> = {
  link_unresolvable: { code: 'platform_error', message: 'The platform’s host name does not resolve' },
  link_unreachable: { code: 'platform_error', message: 'The platform could not be reached' },
  link_tls_error: { code: 'platform_error', message: 'The platform’s certificate could not be verified' },
  link_redirects: { code: 'platform_error', message: 'The platform redirects too often' },
  link_too_large: { code: 'platform_error', message: 'The platform’s answer is larger than is allowed' },
  link_timeout: { code: 'platform_timeout' },
}
/** Of an address that the caller chose, and of one that an upstream did. */
const OF_CALLERS: Partial<Record<ErrorCode, ErrorCode>> = {
  link_malformed: 'handle_malformed',
  link_blocked: 'link_blocked',
}

/** The answer, with the address that was meant. Throws ApiError. */
export const goOut = async (way: Way, going: Going): Promise<EgressResponse> => {
  const { call, url, signature, conditions } = going
  const { egress, baseUrl, licenseId, bodies, signal } = way
  const hostPerMinute = way.hostPerMinute(url.hostname)
  const userAgent = signature.userAgent ?? call.userAgent
  let meant = url
  const signed = withQuery(url, signature.query)
  try {
    const response = await egress.fetch({
      ...standIn(baseUrl, signed, { ...call.headers, ...signature.headers, ...conditions }),
      ...(call.body && { method: 'POST', body: bodyOf(call.body, signature.json) }),
      accept: call.accept ?? JSON_FIRST,
      ...(userAgent && { userAgent }),
      redirect: call.redirect ?? 'follow',
      ...(call.mayBeCut && { mayBeCut: true }),
      keepsCompressed: call.revalidate === true,
      leavesGzipOver: way.isReadThere && !isPriced(call) ? LIGHT.bytes : undefined,
      redirectTo(next) {
        const isHome = baseUrl !== undefined && next.origin === new URL(baseUrl).origin
        meant = isHome ? atOrigin(next, meant) : next
        if (!going.maySign(meant)) meant = withoutSecrets(meant, Object.values(signature.query ?? {}))
        return { ...standIn(baseUrl, meant), isElsewhere: meant.origin !== url.origin }
      },
      ...(licenseId !== undefined && { licenseId }),
      bodies,
      requestedFor: way.requestedFor,
      ...(hostPerMinute !== undefined && { hostPerMinute }),
      signal,
      timeoutMs: Math.max(1, way.remainingMs()),
      maxBytes: MAX_ANSWER_BYTES,
      trustedOrigin: baseUrl !== undefined || way.isTrusted(url),
    })
    return { ...response, url: withoutSecrets(meant, Object.values(signature.query ?? {})).href }
  } catch (error) {
    throw asScanError(error, way.isCallers(url))
  }
}

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

/** The address at another's origin. Assigning keeps a path of two slashes from naming a host. */
const atOrigin = (url: URL, other: URL): URL => {
  const moved = new URL(other.origin)
  moved.pathname = url.pathname
  moved.search = url.search
  return moved
}

/** A stand-in serves many hosts at one address: `X-Forwarded-Host` tells it which one was meant (RFC 7239 names the practice). */
const standIn = (baseUrl: string | undefined, url: URL, headers: Fields = {}): Hop =>
  baseUrl === undefined
    ? { url: url.href, headers }
    : { url: atOrigin(url, new URL(baseUrl)).href, headers: { ...headers, 'x-forwarded-host': url.host } }

const bodyOf = (body: NonNullable<Call['body']>, signed: Fields = {}) =>
  'json' in body
    ? { bytes: Buffer.from(JSON.stringify({ ...Object(body.json), ...signed })), type: 'application/json' }
    : { bytes: Buffer.from(new URLSearchParams(body.form).toString()), type: 'application/x-www-form-urlencoded' }

/** undefined: what it is called already, such as this service's own limit. */
const ofCallers = (code: ErrorCode, isCallers: boolean): Reported | undefined => {
  const reported = OF_CALLERS[code]
  return reported === undefined ? undefined : { code: isCallers ? reported : 'platform_error' }
}

const asScanError = (error: unknown, isCallers: boolean): unknown => {
  // The caller's deadline may strike before the egress's own: it is the same fact.
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError('platform_timeout', { cause: error })
  if (!isApiError(error)) return error
  const { retryable, retryAfterSeconds } = error
  // What will not change for a link will not for a scan.
  const options = { cause: error, retryable, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  const reported = SCAN_ERRORS[error.code] ?? ofCallers(error.code, isCallers)
  return reported === undefined
    ? error
    : new ApiError(reported.code, { ...options, ...(reported.message !== undefined && { message: reported.message }) })
}
