// Whether a request says once, and rightly, whom it asks: what it says otherwise, two programs between a client and the service
// might read each in its own way (RFC 9112, section 3.2).

import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'

const refuse = (message: string) => new ApiError('invalid_request', { details: [{ field: 'host', message }] })

const NO_HOST = refuse('is required')
const TWO_HOSTS = refuse('must be sent once')
const NO_NAME = refuse('must be a host name or an address, and its port')
/** RFC 9110, section 7.2, and RFC 3986, section 3.2.2, which lets it be empty; but for the comma, by which fields that were
 * sent twice are joined on their way. */
const HOST = /^(?:[\w.~!$&'()*+;=%-]*|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i

/** Why the request is refused. */
export const checkHost = ({ headers, rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined => {
  const { host } = headers
  if (host === undefined) return httpVersion === '1.1' ? NO_HOST : undefined
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return TWO_HOSTS
  return HOST.test(host) ? undefined : NO_NAME
}
