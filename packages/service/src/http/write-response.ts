// Writes a successful response of a metered endpoint: prepared bytes and headers, passed to Node as a flat list.
// (Fastify collects headers in a table and inspects the body first, which a warm scan does not need.)

import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type QuotaStatus, quotaFields } from '../licensing/usage/quota.ts'
import type { Coding } from '../runtime/content-coding/codings.ts'
import type { Content } from '../runtime/content-coding/content.ts'
import { VARY } from './accept-encoding.ts'
import { responseFields } from './response-headers.ts'

export type ReadyResponse = {
  readonly content: Content
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  readonly cache: 'hit' | 'miss' | 'stale'
}

/** The content in the coding in which it is sent. */
export type Coded = { readonly bytes: Buffer; readonly coding: Coding }

/** Node writes text together with the header, and bytes as a separate chunk, which costs memory for a list of both: a
 * tenth of such a short response. In Latin-1 each character is a byte. */
const MAX_SINGLE_WRITE_BYTES = 2_048

/** Sends it, with the headers that were set on the reply before. */
export const writeResponse = (
  reply: FastifyReply,
  { madeAt, cache }: Omit<ReadyResponse, 'content'>,
  { bytes, coding }: Coded,
  standing: QuotaStatus,
  now: number,
): void => {
  const fields: OutgoingHttpHeader[] = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    bytes.length,
    'x-cache',
    cache,
    'age',
    Math.max(0, Math.floor((now - madeAt) / 1000)),
    ...responseFields(reply.request),
    ...quotaFields(standing, now),
  ]
  if (coding !== 'identity') fields.push('content-encoding', coding)
  if (!reply.hasHeader('vary')) fields.push('vary', VARY)
  for (const [name, value] of Object.entries(reply.getHeaders())) fields.push(name, value ?? '')
  // Only after writeHead: a header that Node refuses still results in an error response.
  reply.raw.writeHead(200, fields)
  reply.hijack()
  if (bytes.length <= MAX_SINGLE_WRITE_BYTES) reply.raw.end(bytes.toString('latin1'), 'latin1')
  else reply.raw.end(bytes)
}
