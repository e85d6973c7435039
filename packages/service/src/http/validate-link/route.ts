import { Type } from '../../parsing/type.ts'
import { LINK_CODES } from '../../validation/response-cache.ts'
import { endpoint } from '../endpoint.ts'
import { respondWithValidation } from './respond-with-validation.ts'
import { foundFields, ValidationBody } from './schema.ts'

export const validateLink = endpoint({
  path: '/validate-link',
  summary: 'Validate a link',
  description:
    'Fetches a public URL and returns its content and a preview. At most 5 redirects, 10 seconds and 2 MiB; with `"withBody": false` a page may have any size. A login wall, a consent page or a bot check is `link_status`. Results are cached for 5 minutes, errors for 30 seconds. One result costs one validation; an error costs nothing.',
  body: ValidationBody,
  data: Type.Object(foundFields),
  example: { url: 'https://www.example.com/' },
  codes: LINK_CODES,
  meter: 'validations',
  handle: (parts) => respondWithValidation(parts, 'link'),
})
