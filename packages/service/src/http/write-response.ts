// A good answer of a metered endpoint: bytes that are ready, and the fields that tell of them, handed to Node as the flat
// list that it takes. (Fastify collects fields in a table and looks at the body first, which a warm scan can do without.)

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

/** The content in the coding that it is sent in. */
export type Coded = { readonly bytes: Buffer; readonly coding: Coding }

/** Node writes text in one piece with the header, and bytes in a piece of their own, which costs memory for a list of both: of
 * what is so short a tenth of the whole answer. In Latin-1 each character is a byte. */
const MOST_IN_ONE_PIECE = 2_048

/** Sends it, with what was set on the reply before. */
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
  // Only then: a field that Node refuses is still answered with an error.
  reply.raw.writeHead(200, fields)
  reply.hijack()
  if (bytes.length <= MOST_IN_ONE_PIECE) reply.raw.end(bytes.toString('latin1'), 'latin1')
  else reply.raw.end(bytes)
}
