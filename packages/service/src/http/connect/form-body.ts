// Reads the forms of the pages of a consent. The rest of the service accepts JSON only.

import type { FastifyInstance, FastifyRequest } from 'fastify'

const MAX_BYTES = 16 * 1024

/** For the routes of this scope only. */
export const readForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** Empty for a request without a form. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** Whether a page of another origin sent the form, as far as the browser says (Fetch Metadata, and `Origin`). The pages
 * send no referrer, so for their own forms browsers write `Origin: null`
 * (https://fetch.spec.whatwg.org/#append-a-request-origin-header). From elsewhere, the cookie would be missing. */
export const isFromElsewhere = (
  { headers: { origin, 'sec-fetch-site': site } }: FastifyRequest,
  own: string,
): boolean =>
  (site !== undefined && site !== 'same-origin' && site !== 'none') ||
  (origin !== undefined && origin !== own && origin !== 'null')
