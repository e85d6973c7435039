// What scan-profile and load-more-posts share: all of it but whether the cursor may be absent.

import type { FastifyReply } from 'fastify'
import type { GotPage } from '../../scanning/pages.ts'
import { parseScan, type Scan, type ScanRequest } from '../../scanning/scan.ts'
import { hangUpSignal } from '../hang-up.ts'
import { metered } from '../metered.ts'
import type { Parts } from '../parts.ts'

export const SCAN_CODES = [
  'platform_unknown',
  'platform_not_in_plan',
  'variant_unknown',
  'handle_malformed',
  'invalid_cursor',
  'profile_not_found',
  'profile_private',
  'platform_not_configured',
  'platform_rate_limited',
  'platform_unauthorized',
  'platform_error',
  'platform_timeout',
  'link_blocked',
] as const

export const PAGE_SIZE = 20

export const answerPage = (parts: Parts, read: (body: ScanRequest) => ScanRequest = (body) => body) => {
  const { registry, cursors, pages, metrics, now } = parts

  const send = (scan: Scan, { page, cache }: GotPage, reply: FastifyReply): Buffer => {
    metrics.countScan(scan.platform.id, cache)
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.header('x-cache', cache)
    reply.header('age', Math.max(0, Math.floor((now() - page.fetchedAt) / 1000)))
    return page.bytes
  }

  return metered<Scan>(parts, 'scans', {
    parse: ({ body }, caller) => parseScan(read(body as ScanRequest), caller, registry, cursors),
    perform: (scan, _request, reply, { license }) => {
      const held = pages.peek(scan)
      if (held) return send(scan, held, reply)
      return pages
        .get(scan, { licenseId: license.id, signal: hangUpSignal(reply) })
        .then((got) => send(scan, got, reply))
    },
  })
}
