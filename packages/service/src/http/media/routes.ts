// Serves images of posts and profiles to browsers (`MEDIA=proxy`). Nobody needs a token: the URL is sealed, and only
// responses of this service have such URLs.

import type { FastifyInstance } from 'fastify'
import { MEDIA_PREFIX } from '../../media/media-key.ts'
import { BUSY, isRefusal } from '../../media/media-result.ts'
import { hangUpSignal } from '../hang-up.ts'
import type { Parts } from '../parts.ts'
import { sendImage } from './send-image.ts'
import { createSendingImages } from './sending-images.ts'

type MediaRouteParts = Pick<Parts, 'images' | 'media' | 'imageSendingBytes' | 'elapsed'>

export const registerMedia = (
  app: FastifyInstance,
  { images, media, imageSendingBytes, elapsed }: MediaRouteParts,
): void => {
  if (images === undefined) return
  const sending = createSendingImages({ maxBytes: imageSendingBytes, elapsed })
  // A named parameter may have 100 characters at most.
  app.get<Sized>(`${MEDIA_PREFIX}/*`, async (request, reply) => {
    const { params, query, headers } = request
    const names = Object.keys(query)
    const size = names.length === 0 ? undefined : { width: widthOf(names, query.w), accept: headers.accept }
    if (size) reply.header('vary', 'Accept')
    // Before it is read.
    const result = sending.isFull() ? BUSY : await images.get(params['*'], { size, signal: hangUpSignal(reply) })
    if (media && !isRefusal(result)) reply.headers(media.cdnHeaders(params['*']))
    const sent = sendImage(request, reply, result, sending)
    const hasBytes = reply.statusCode === 200 && request.method === 'GET' && !isRefusal(result)
    media?.countImage(reply.statusCode, hasBytes ? result.bytes.length : 0)
    return sent
  })
}

type Sized = { readonly Params: { readonly '*': string }; readonly Querystring: { readonly w?: unknown } }

/** NaN, which is no width, for anything but the usual spelling of a number, and for other parameters: each image has one
 * URL in each width. */
const widthOf = (names: readonly string[], written: unknown): number =>
  names.length === 1 && typeof written === 'string' && /^[1-9]\d{0,4}$/.test(written) ? Number(written) : Number.NaN
