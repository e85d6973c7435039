// What validate-link and validate-post share: all of it but what the address is taken for.

import type { GotAnswer } from '../../validation/held-answers.ts'
import type { Validation } from '../../validation/validations.ts'
import { hangUpSignal } from '../hang-up.ts'
import { metered } from '../metered.ts'
import type { Parts } from '../parts.ts'
import type { ReadyAnswer } from '../write-answer.ts'
import type { ValidationRequest } from './schema.ts'

type Kind = 'link' | 'post'

export const answerValidation = (parts: Parts, kind: Kind) => {
  const { validations, metrics } = parts
  const parse = kind === 'link' ? validations.parseLink : validations.parsePost

  const answer = ({ content, foundAt, cache }: GotAnswer): ReadyAnswer => {
    metrics.countValidation(kind, cache)
    return { content, madeAt: foundAt, cache }
  }

  return metered<Validation>(parts, 'validations', {
    endpoint: `validate-${kind}`,
    platformOf: ({ platform }) => platform,
    parse: ({ body }) => {
      const { url, withBody } = body as ValidationRequest
      return parse(url, { withBody })
    },
    perform: (validation, reply, { license }) => {
      const held = validations.peek(validation)
      if (held) return answer(held)
      return validations.get(validation, { licenseId: license.id, signal: hangUpSignal(reply) }).then(answer)
    },
  })
}
