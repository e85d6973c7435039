// Parses bodies: JSON in UTF-8 (RFC 8259, section 8.1), never compressed, and nothing else. An empty body counts as
// none, whatever its header fields. Members that could reach into JavaScript's own objects are dropped like unknown
// fields.

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** No coding, and the charset that some clients send in its place. */
const UNCODED: ReadonlySet<string> = new Set(['', 'identity', 'utf-8', 'utf8'])

const isCoded = (contentEncoding: string | undefined): boolean =>
  (contentEncoding ?? '').split(',').some((coding) => !UNCODED.has(coding.trim().toLowerCase()))

const hasBody = ({ 'content-length': length, 'transfer-encoding': transfer }: FastifyRequest['headers']): boolean =>
  transfer !== undefined || (length !== undefined && length !== '0')

/** `Content-Type` describes the content (RFC 9110, section 8.3). Many clients send one with every request, and `curl -d
 * ''` that of a form. An endpoint with a body then names its missing fields. */
const allowNone = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!hasBody(headers)) delete headers['content-type']
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {}
    done()
  })
}

/** RFC 9110, sections 12.5.3 and 15.5.16. A body that is not decompressed cannot be a compression bomb. */
const refuseCodings = (app: FastifyInstance): void => {
  app.addHook('preParsing', ({ headers }, reply, payload, done) => {
    if (!isCoded(headers['content-encoding']) || !hasBody(headers)) return done(null, payload)
    reply.header('accept-encoding', 'identity')
    done(new ApiError('unsupported_media_type', { message: 'The body must not be compressed' }))
  })
}

export const readJson = (app: FastifyInstance): void => {
  allowNone(app)
  refuseCodings(app)
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A chunked body without any chunk.
    if (body.length === 0) done(null, undefined)
    else if (isUtf8(body)) parse(request, body.toString(), done)
    else done(new ApiError('invalid_json'))
  })
}
