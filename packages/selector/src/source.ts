// The source of posts: a function of the page, or the URL of the page's backend. Handles neither keys nor tokens.

import { LoadError, readFailure } from './load-failure.ts'
import type { SourcePage } from './posts.ts'

/** The body of scan-profile or, with a cursor, of load-more-posts. */
export type SourceRequest = {
  readonly platform: string
  readonly handle: string
  readonly variant?: string
  readonly cursor?: string
}

/** `client.scan` of the typed client has this signature. */
export type SourceFunction = (
  request: SourceRequest,
  options: { readonly signal: AbortSignal },
) => PromiseLike<SourcePage>

/** A function, or a URL that receives the request by POST as JSON and responds in the service's envelope. */
export type Source = SourceFunction | string

/** The backend waits for the service, and the service for the platform, including retries. */
const TIMEOUT_MS = 45_000

type Envelope = { readonly ok?: unknown; readonly data?: unknown; readonly error?: unknown }

const isPage = (page: unknown): page is SourcePage => {
  const { body, nextCursor } = Object(page) as Partial<SourcePage>
  const isCursor = nextCursor === null || typeof nextCursor === 'string'
  return isCursor && Array.isArray(body?.posts) && typeof body.handle === 'string'
}

const asPage = (page: unknown): SourcePage => {
  if (!isPage(page)) throw new LoadError({ code: 'page_unexpected' })
  return page
}

const postTo = async (url: string, request: object, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch (cause) {
    throw new LoadError({ code: 'page_offline' }, { cause })
  }
}

const readEnvelope = async (response: Response): Promise<Envelope> => {
  try {
    return Object(await response.json()) as Envelope
  } catch (cause) {
    throw new LoadError({ code: 'page_unexpected' }, { cause })
  }
}

/** The `data` of the response. Rejects with a LoadError. */
export const dataOf = async (url: string, request: object, signal: AbortSignal): Promise<unknown> => {
  const { ok, data, error } = await readEnvelope(await postTo(url, request, signal))
  if (ok === true) return data
  throw new LoadError(error === undefined ? { code: 'page_unexpected' } : readFailure(error))
}

/** Rejects with the error of the source, or with a LoadError if the result is not a page. */
export const readerOf = (source: Source): SourceFunction => {
  if (typeof source === 'string') return async (request, { signal }) => asPage(await dataOf(source, request, signal))
  return async (request, options) => asPage(await source(request, options))
}
