// Serves images of posts and profiles to browsers (`MEDIA=proxy`). Nobody needs a token: the URL is sealed, and only
// responses of this service have such URLs.

import type { FastifyInstance } from 'fastify'
import { MEDIA_PREFIX } from '../../media/media-key.ts'
import { BUSY } from '../../media/media-result.ts'
import { hangUpSignal } from '../hang-up.ts'
import type { Parts } from '../parts.ts'
import { sendImage } from './send-image.ts'
import { createSendingImages } from './sending-images.ts'

export const registerMedia = (
  app: FastifyInstance,
  { images, imageSendingBytes, elapsed }: Pick<Parts, 'images' | 'imageSendingBytes' | 'elapsed'>,
): void => {
  if (images === undefined) return
  const sending = createSendingImages({ maxBytes: imageSendingBytes, elapsed })
  // A named parameter may have 100 characters at most.
  app.get<Sized>(`${MEDIA_PREFIX}/*`, async (request, reply) => {
    const { params, query, headers } = request
    // Before it is read.
    if (sending.isFull()) return sendImage(request, reply, BUSY, sending)
    const signal = hangUpSignal(reply)
    if (query.w === undefined) return sendImage(request, reply, await images.get(params['*'], { signal }), sending)
    const size = { width: widthOf(query.w), accept: headers.accept }
    reply.header('vary', 'Accept')
    return sendImage(request, reply, await images.get(params['*'], { size, signal }), sending)
  })
}

type Sized = { readonly Params: { readonly '*': string }; readonly Querystring: { readonly w?: unknown } }

/** NaN, which is no width, for anything but the usual spelling of a number: each image has one URL in each width. */
const widthOf = (written: unknown): number =>
  typeof written === 'string' && /^[1-9]\d{0,4}$/.test(written) ? Number(written) : Number.NaN
