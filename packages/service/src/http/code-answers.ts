// The content coding of what Fastify writes, errors among it: what is long is sent as the client takes it.

import type { FastifyInstance } from 'fastify'
import { encode } from '../content-coding/codings.ts'
import { MIN_CODED_BYTES } from '../content-coding/content.ts'
import { chooseCoding, VARY } from './accept-encoding.ts'

/** On the answers of these routes. */
export const codeAnswers = (api: FastifyInstance): void => {
  api.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('vary')) reply.header('vary', VARY)
    if (typeof payload !== 'string') return done()
    const bytes = Buffer.from(payload)
    const coding = chooseCoding(request.headers['accept-encoding'], bytes.length < MIN_CODED_BYTES)
    if (coding === 'identity') return done()
    encode(bytes, coding).then((coded) => {
      reply.header('content-encoding', coding)
      done(null, coded)
    }, done)
  })
}
