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
  app.get(`${MEDIA_PREFIX}/*`, async (request, reply) => {
    const { sealed = '', width } = WRITTEN.exec(request.url)?.groups ?? {}
    const size = width === undefined ? undefined : { width: Number(width), accept: request.headers.accept }
    if (size) reply.header('vary', 'Accept')
    // Before it is read.
    const result = sending.isFull() ? BUSY : await images.get(sealed, { size, signal: hangUpSignal(reply) })
    if (media && !isRefusal(result)) reply.headers(media.cdnHeaders(sealed))
    const sent = sendImage(request, reply, result, sending)
    const hasBytes = reply.statusCode === 200 && request.method === 'GET' && !isRefusal(result)
    media?.countImage(reply.statusCode, hasBytes ? result.bytes.length : 0)
    return sent
  })
}

/** The URL of an image in one of the two ways in which responses write it: each image has one URL in each width, so that
 * caches hold it once. */
const WRITTEN = /\/(?<sealed>[^/?%]+)(?:\?w=(?<width>[1-9]\d{0,4}))?$/
