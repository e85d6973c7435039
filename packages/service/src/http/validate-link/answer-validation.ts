// What validate-link and validate-post share: all of it but what the address is taken for.

import type { FastifyReply } from 'fastify'
import type { GotAnswer } from '../../validation/held-answers.ts'
import type { Validation } from '../../validation/validations.ts'
import { hangUpSignal } from '../hang-up.ts'
import { metered } from '../metered.ts'
import type { Parts } from '../parts.ts'

type Kind = 'link' | 'post'

export const answerValidation = (parts: Parts, kind: Kind) => {
  const { validations, metrics, now } = parts
  const parse = kind === 'link' ? validations.parseLink : validations.parsePost

  const send = ({ bytes, foundAt, cache }: GotAnswer, reply: FastifyReply): Buffer => {
    metrics.countValidation(kind, cache)
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.header('x-cache', cache)
    reply.header('age', Math.max(0, Math.floor((now() - foundAt) / 1000)))
    return bytes
  }

  return metered<Validation>(parts, 'validations', {
    parse: ({ body }) => parse((body as { url: string }).url),
    perform: (validation, _request, reply, { license }) => {
      const held = validations.peek(validation)
      if (held) return send(held, reply)
      return validations
        .get(validation, { licenseId: license.id, signal: hangUpSignal(reply) })
        .then((got) => send(got, reply))
    },
  })
}
