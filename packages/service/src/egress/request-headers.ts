// The header fields of a request: a fixed set and the caller's. Never cookies, proxy credentials, or fields that change
// how the message is framed.

import { ApiError } from '../errors.ts'
import { ACCEPT_ENCODING } from './decode-body.ts'

/** Set here or by the HTTP client. A caller's field with one of these names is left out. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

export type HeadersRequest = {
  readonly accept?: string
  readonly userAgent?: string
  readonly referrer?: string
  readonly body?: { readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
}

/** The characters of a field value (RFC 9110, section 5.5). The HTTP client must not see others: a connection of its
 * pool that refuses to send is never used again, and without connections every request waits. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Throws `link_unreachable` for a field that cannot be sent. `isSameOrigin`: the request goes where the caller sent
 * it, so it may carry the caller's fields. */
export const requestHeaders = (
  { accept = '*/*', headers = {}, userAgent, referrer, body }: HeadersRequest,
  serviceAgent: string,
  isSameOrigin: boolean,
): Record<string, string> => {
  const own = Object.entries(headers).filter(([name]) => isSameOrigin && !RESERVED.has(name.toLowerCase()))
  const fields = {
    'user-agent': (isSameOrigin && userAgent) || serviceAgent,
    accept,
    'accept-encoding': ACCEPT_ENCODING,
    ...(isSameOrigin && referrer !== undefined && { referer: referrer }),
    ...(body && { 'content-type': body.type }),
    ...Object.fromEntries(own),
  }
  if (!Object.values(fields).every((value) => SENDABLE.test(value))) throw new ApiError('link_unreachable')
  return fields
}
