// Checks that a request has one valid Host. Two programs between a client and the service could otherwise read
// different hosts (RFC 9112, section 3.2).

import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'

const refuse = (message: string) => new ApiError('invalid_request', { details: [{ field: 'host', message }] })

const NO_HOST = refuse('is required')
const TWO_HOSTS = refuse('must be sent once')
const NO_NAME = refuse('must be a host name or an IP address, with an optional port')
/** RFC 9110, section 7.2, and RFC 3986, section 3.2.2, which allows an empty host. Without the comma, which joins
 * fields that were sent twice. */
const HOST = /^(?:[\w.~!$&'()*+;=%-]*|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i

/** The error if the Host is not valid. */
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
