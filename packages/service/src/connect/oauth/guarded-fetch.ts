// The function `fetch` that oauth4webapi calls: the guarded egress. It follows no redirect, so that neither a code nor a
// secret goes elsewhere.

import type { Egress } from '../../egress/egress.ts'

/** A token response is short. Lists of accounts, with the URLs of their images, are longer. */
const MAX_BYTES = 512 * 1024

export type GuardedFetchOptions = {
  readonly egress: Pick<Egress, 'fetch'>
  /** For hosts that a person named: their requests count for the license, and the host is not trusted. */
  readonly licenseId?: string
  /** Origins of the platform itself, which are trusted all the same. */
  readonly trusted?: readonly string[] | undefined
  readonly platform: string
  /** In place of the service's own. */
  readonly userAgent?: string | undefined
  /** Milliseconds that a request may still take, if less than the egress allows. */
  readonly remainingMs?: (() => number) | undefined
}

export type FetchInit = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams | string | null | undefined
  readonly signal?: AbortSignal | undefined
}

export type GuardedFetch = (url: string, init?: FetchInit) => Promise<Response>

/** Statuses whose responses have no body (RFC 9110, section 15). */
const BODYLESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

const typeOf = (body: URLSearchParams | string): string =>
  typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded'

/** Rejects with ApiError (`link_*`) when there is no response. */
export const createGuardedFetch =
  ({ egress, licenseId, trusted = [], platform, userAgent, remainingMs }: GuardedFetchOptions): GuardedFetch =>
  async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
    const response = await egress.fetch({
      url,
      method: method === 'POST' || method === 'DELETE' ? method : 'GET',
      headers,
      accept: 'application/json',
      redirect: 'answer',
      maxBytes: MAX_BYTES,
      requestedFor: { platform, source: 'connect' },
      ...(body != null && { body: { bytes: Buffer.from(String(body)), type: typeOf(body) } }),
      ...(signal && { signal }),
      ...(userAgent !== undefined && { userAgent }),
      ...(remainingMs && { timeoutMs: Math.max(1, remainingMs()) }),
      ...(licenseId === undefined || trusted.includes(new URL(url).origin) ? { trustedOrigin: true } : { licenseId }),
    })
    const content = BODYLESS.has(response.status) ? null : new Uint8Array(response.body)
    return new Response(content, { status: response.status, headers: response.headers })
  }
