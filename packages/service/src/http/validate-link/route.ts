import { Type } from '../../parsing/type.ts'
import { LINK_CODES } from '../../validation/response-cache.ts'
import { endpoint } from '../endpoint.ts'
import { respondWithValidation } from './respond-with-validation.ts'
import { foundFields, ValidationBody } from './schema.ts'

export const validateLink = endpoint({
  path: '/validate-link',
  summary: 'Validate a link',
  description:
    'Fetches any public address and answers with what was found there, and a preview of it. At most 5 redirects, 10 seconds and 2 MiB; with `"withBody": false` a page may be of any size. A login wall, a consent page or a check for bots is not what was asked for: `link_status`. A good answer is held for 5 minutes, a bad one for 30 seconds. One answer costs one validation; an error costs nothing.',
  body: ValidationBody,
  data: Type.Object(foundFields),
  example: { url: 'https://www.example.com/' },
  codes: LINK_CODES,
  meter: 'validations',
  handle: (parts) => respondWithValidation(parts, 'link'),
})
