// What scan-profile and load-more-posts share: everything except whether the cursor is required.

import { stateOf } from '../../connect/operator-connection.ts'
import { isApiError } from '../../errors.ts'
import type { GotPage } from '../../scanning/pages.ts'
import { parseScan, type Scan, type ScanRequest, type Through, withoutConnection } from '../../scanning/scan.ts'
import { hangUpSignal } from '../hang-up.ts'
import { imagesOf } from '../images-of.ts'
import { metered } from '../metered.ts'
import type { Parts } from '../parts.ts'
import type { ReadyResponse } from '../write-response.ts'
import { throughConnection, throughOwn } from './through-connection.ts'

export const SCAN_CODES = [
  'platform_unknown',
  'platform_not_in_plan',
  'connection_unknown',
  'connection_ended',
  'connection_required',
  'variant_unknown',
  'handle_malformed',
  'invalid_cursor',
  'profile_not_found',
  'profile_private',
  'profile_unsupported',
  'platform_not_configured',
  'platform_rate_limited',
  'platform_unauthorized',
  'platform_error',
  'platform_timeout',
  'link_blocked',
  'rate_limited',
] as const

const STATE_HEADER = 'x-connection-state'

export const respondWithPage = (
  parts: Parts,
  endpoint: string,
  read: (body: ScanRequest) => ScanRequest = (body) => body,
) => {
  const { registry, cursors, identities, pages, metrics } = parts

  const response = (scan: Scan, { page, cache }: GotPage): ReadyResponse => {
    metrics.countScan(scan.platform.id, cache)
    return { content: page.content, madeAt: page.fetchedAt, cache }
  }

  return metered<Scan>(parts, 'scans', {
    endpoint,
    platformOf: ({ platform }) => platform.id,
    handleOf: ({ handle }) => handle,
    parse({ body }, caller, site) {
      const request = read(body as ScanRequest)
      const parse = (through: Through) => parseScan(request, caller, registry, cursors, identities, through)
      const through =
        request.connection === undefined
          ? throughOwn(parts, request, caller, site)
          : throughConnection(parts, request.connection, caller, site)
      return through instanceof Promise ? through.then(parse) : parse(through)
    },
    perform: (parsed, reply, caller) => {
      const { license } = caller
      const images = imagesOf(parts, caller)
      const scan = images ? { ...parsed, images } : parsed
      if (scan.connection) reply.header(STATE_HEADER, stateOf(scan.connection, parts.now()))
      const cached = pages.peek(scan, license.id)
      if (cached) return response(scan, cached)
      const get = (wanted: Scan): Promise<ReadyResponse> =>
        pages.get(wanted, { licenseId: license.id, signal: hangUpSignal(reply) }).then((got) => response(wanted, got))
      return get(scan).catch((error: unknown) => {
        // The request did not name the connection that has just ended.
        if (!scan.isPublicToo || !isApiError(error, 'connection_ended')) throw error
        reply.removeHeader(STATE_HEADER)
        return get(withoutConnection(scan))
      })
    },
  })
}
