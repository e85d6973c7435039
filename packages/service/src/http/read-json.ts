// Bodies: JSON in UTF-8 (RFC 8259, section 8.1) and nothing else. Members that could reach into JavaScript's own objects
// are dropped like any unknown field.

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'

export const readJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) parse(request, body.toString(), done)
    else done(new ApiError('invalid_json'))
  })
}
