// Serves images of posts and profiles to browsers (`MEDIA=proxy`). Nobody needs a token: the URL is sealed, and only
// responses of this service have such URLs.

import type { FastifyInstance } from 'fastify'
import { MEDIA_PREFIX } from '../../media/media-proxy.ts'
import { hangUpSignal } from '../hang-up.ts'
import type { Parts } from '../parts.ts'
import { sendImage } from './send-image.ts'

export const registerMedia = (app: FastifyInstance, { images }: Pick<Parts, 'images'>): void => {
  if (images === undefined) return
  // A named parameter may have 100 characters at most.
  app.get<{ Params: { '*': string } }>(`${MEDIA_PREFIX}/*`, async (request, reply) =>
    sendImage(request, reply, await images.get(request.params['*'], hangUpSignal(reply))),
  )
}
