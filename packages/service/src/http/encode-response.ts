// The content coding of responses that Fastify writes, errors included: long ones are compressed as the client accepts
// it.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { encode } from '../runtime/content-coding/codings.ts'
import { MIN_CODED_BYTES } from '../runtime/content-coding/content.ts'
import { chooseCoding, VARY } from './accept-encoding.ts'

/** An onSend hook for a route. */
export const encodeResponse = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  if (!reply.hasHeader('vary')) reply.header('vary', VARY)
  if (typeof payload !== 'string') return payload
  const bytes = Buffer.from(payload)
  const coding = chooseCoding(headers['accept-encoding'], bytes.length < MIN_CODED_BYTES)
  if (coding === 'identity') return payload
  const coded = await encode(bytes, coding)
  reply.header('content-encoding', coding)
  return coded
}
