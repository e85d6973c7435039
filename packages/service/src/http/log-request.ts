// Passes finished requests to the request log and the traffic counts: those to the API, whatever their response. Never
// anything that a caller chooses and that may be a secret: readable-handle.ts.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalSite } from '../licensing/sites/site.ts'
import { hostOf, readableHandle, readableId, readablePlatform, readableSite } from '../traffic/readable-handle.ts'
import type { NewRequest } from '../traffic/request-queue.ts'
import { API_PREFIX, ENDPOINTS } from './endpoints.ts'
import type { Parts } from './parts.ts'
import type { RequestNotes } from './request-notes.ts'

/** URL → name: see endpoint-names.ts. */
const NAMES: ReadonlyMap<string, string> = new Map(
  ENDPOINTS.map(({ path }) => [API_PREFIX + path, path.slice(1).replaceAll('/', '-')]),
)
const SCANS: ReadonlySet<string | null> = new Set(['scan-profile', 'load-more-posts'])

/** Null for an unknown path of the API, undefined for anything else. */
const endpointOf = ({ routeOptions, url, method }: FastifyRequest): string | null | undefined => {
  const name = NAMES.get(routeOptions.url ?? '')
  if (name !== undefined) return name
  // A preflight request is the browser's own.
  if (!url.startsWith(`${API_PREFIX}/`) || method === 'OPTIONS') return undefined
  const [path = ''] = url.split('?', 1)
  return NAMES.get(path) ?? null
}

type Sent = {
  readonly platform?: unknown
  readonly handle?: unknown
  readonly url?: unknown
  readonly siteId?: unknown
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Called once for each request, when its response or its connection has ended. */
export const logRequests = ({ requestLog, registry, now }: Pick<Parts, 'requestLog' | 'registry' | 'now'>) => {
  const platformOf = (notes: RequestNotes | undefined, body: unknown): string | null => {
    if (notes?.platform !== undefined) return notes.platform === '' ? null : notes.platform
    const sent = text((body as Sent | undefined | null)?.platform)
    return sent !== undefined && registry.find(sent) ? sent : null
  }

  const describe = (
    request: FastifyRequest,
    values: Pick<NewRequest, 'endpoint' | 'status' | 'code' | 'platform' | 'cache'>,
    durationMs: number,
  ): NewRequest => {
    const { id, notes, caller, body } = request
    const sent = (body ?? {}) as Sent
    const siteId = text(sent.siteId) ?? caller?.siteId
    const isFound = values.code === null && values.status !== null
    const site = notes?.site ?? siteOf(siteId)
    return {
      ...values,
      platform: values.platform ?? readablePlatform(text(sent.platform)),
      at: Math.round(now() - durationMs),
      licenseId: caller?.license.id ?? notes?.licenseId ?? null,
      site: site === undefined || site === '' ? null : readableSite(site),
      handle: handleOf(request, values.endpoint, isFound),
      durationUs: Math.round(durationMs * 1000),
      requestId: readableId(id),
    }
  }

  return (request: FastifyRequest, reply: FastifyReply, elapsedMs: number): void => {
    const endpoint = endpointOf(request)
    if (endpoint === undefined) return
    const { notes, caller, body } = request
    // A client that hung up got no response, whatever was prepared for it.
    const isSent = reply.raw.writableEnded
    const code = isSent ? (notes?.code ?? null) : null
    const cache = isSent && code === null ? (notes?.cache ?? null) : null
    const values = {
      endpoint,
      status: isSent ? reply.raw.statusCode : null,
      code,
      platform: platformOf(notes, body),
      cache,
    }
    const durationMs = Math.max(0, elapsedMs)
    requestLog.finish(
      {
        ...values,
        isLicensed: caller !== undefined || notes?.licenseId !== undefined,
        isScan: SCANS.has(endpoint),
        durationMs,
        units: notes?.meter,
        charged: notes?.charged ?? 0,
      },
      () => describe(request, values, durationMs),
    )
  }
}

/** The handle of a scan, the host of a URL, or the unknown path. */
const handleOf = ({ url: requested, body, notes }: FastifyRequest, endpoint: string | null, isFound: boolean) => {
  if (endpoint === null) return readableHandle(requested.split('?', 1)[0] ?? '', undefined, false)
  const sent = (body ?? {}) as Sent
  const url = text(sent.url)
  return url === undefined ? readable(text(sent.handle), notes?.handle, isFound) : hostOf(url)
}

const readable = (written: string | undefined, canonical: string | undefined, isFound: boolean): string | null =>
  written === undefined ? null : readableHandle(written, canonical, isFound)

/** Undefined if the text names no site. */
const siteOf = (siteId: string | undefined): string | undefined => {
  if (siteId === undefined) return undefined
  try {
    return canonicalSite(siteId)
  } catch {
    return undefined
  }
}
