// Sends an image of the media proxy, or says that there is none. The bytes are another site's: browsers must run none
// of them, whatever they contain.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { BUSY, type Image, isRefusal, type MediaResult, type Refusal } from '../../media/media-result.ts'
import type { SendingImages } from './sending-images.ts'

/** Of every response, refusals included. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // Pages of any origin may show it, and draw it on a canvas.
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
} as const

/** A day at most, since a browser does not notice that an image was forgotten. */
const KEPT = 'public, max-age=86400, stale-while-revalidate=604800'
/** What is gone, or was none, may be something else later. */
const KEPT_REFUSAL = 'public, max-age=300'

const TEXT: Readonly<Record<Refusal['status'], string>> = {
  404: 'There is no image at this URL.\n',
  410: 'This image is no longer available.\n',
  415: 'This is not an image that can be shown.\n',
  503: 'The image cannot be served right now.\n',
}

/** Weak validators match strong ones (RFC 9110, section 13.1.2). */
const isUnchanged = (ifNoneMatch: string | undefined, { etag }: Image): boolean =>
  ifNoneMatch?.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag) ?? false

const refuse = (reply: FastifyReply, { status, retryAfterSeconds }: Refusal): FastifyReply => {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .header('cache-control', status === 503 ? 'no-store' : KEPT_REFUSAL)
    .type('text/plain; charset=utf-8')
    .send(TEXT[status])
}

export const sendImage = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: MediaResult,
  sending: Pick<SendingImages, 'hold'>,
): FastifyReply => {
  reply.headers(SAFE)
  if (isRefusal(result)) return refuse(reply, result)
  const isKnown = isUnchanged(request.headers['if-none-match'], result)
  if (!isKnown && request.method !== 'HEAD' && !sending.hold(result.bytes, reply.raw)) return refuse(reply, BUSY)
  reply.headers({ 'cache-control': KEPT, etag: result.etag })
  if (result.unsized !== undefined) reply.header('server-timing', `render;desc="${result.unsized}"`)
  if (isKnown) return reply.code(304).send()
  return reply
    .headers({ 'content-disposition': `inline; filename="image.${result.extension}"` })
    .type(result.type)
    .send(result.bytes)
}
