// What validate-link and validate-post share: everything except how the URL is parsed.

import type { GotResponse } from '../../validation/response-cache.ts'
import type { Validation } from '../../validation/validations.ts'
import { hangUpSignal } from '../hang-up.ts'
import { imagesOf } from '../images-of.ts'
import { metered } from '../metered.ts'
import type { Parts } from '../parts.ts'
import type { ReadyResponse } from '../write-response.ts'
import type { ValidationRequest } from './schema.ts'

type Kind = 'link' | 'post'

export const respondWithValidation = (parts: Parts, kind: Kind) => {
  const { validations, metrics } = parts
  const parse = kind === 'link' ? validations.parseLink : validations.parsePost

  const response = ({ content, foundAt, cache }: GotResponse): ReadyResponse => {
    metrics.countValidation(kind, cache)
    return { content, madeAt: foundAt, cache }
  }

  return metered<Validation>(parts, 'validations', {
    endpoint: `validate-${kind}`,
    platformOf: ({ platform }) => platform,
    parse: ({ body }, caller) => {
      const { url, withBody } = body as ValidationRequest
      return parse(url, { withBody, images: imagesOf(parts, caller) })
    },
    perform: (validation, reply, { license }) => {
      const cached = validations.peek(validation)
      if (cached) return response(cached)
      return validations.get(validation, { licenseId: license.id, signal: hangUpSignal(reply) }).then(response)
    },
  })
}
