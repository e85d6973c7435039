// Where posts come from: a function of the page, or the address of the page's own backend. Knows of no key and no token.

import { LoadError, readFailure } from './load-failure.ts'
import type { SourcePage } from './posts.ts'

/** The body of scan-profile, and with a cursor that of load-more-posts. */
export type SourceRequest = {
  readonly platform: string
  readonly handle: string
  readonly variant?: string
  readonly cursor?: string
}

/** `client.scan` of the typed client is one. */
export type SourceFunction = (
  request: SourceRequest,
  options: { readonly signal: AbortSignal },
) => PromiseLike<SourcePage>

/** An address gets the request by POST, as JSON, and answers in the service's envelope. */
export type Source = SourceFunction | string

/** A backend waits for the service, and the service for the platform, which may be asked again. */
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

const postTo = async (address: string, request: SourceRequest, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(address, {
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

const askAddress =
  (address: string): SourceFunction =>
  async (request, { signal }) => {
    const { ok, data, error } = await readEnvelope(await postTo(address, request, signal))
    if (ok === true) return asPage(data)
    throw new LoadError(error === undefined ? { code: 'page_unexpected' } : readFailure(error))
  }

/** Rejects with whatever the source throws, and with a LoadError for what is no page. */
export const readerOf = (source: Source): SourceFunction => {
  if (typeof source === 'string') return askAddress(source)
  return async (request, options) => asPage(await source(request, options))
}
