// The fields that a request carries: a fixed set, and what the caller adds. Never cookies, credentials of a proxy,
// a referrer, or anything that changes how the message is framed.

import { ACCEPT_ENCODING } from './decode-body.ts'

/** Set here or by the HTTP client; a caller's field of one of these names is left out. */
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
  readonly body?: { readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
}

/** `isSameOrigin`: whether the request still goes where the caller sent it, so that it may carry the caller's fields. */
export const requestHeaders = (
  { accept = '*/*', headers = {}, userAgent, body }: HeadersRequest,
  serviceAgent: string,
  isSameOrigin: boolean,
): Record<string, string> => {
  const own = Object.entries(headers).filter(([name]) => isSameOrigin && !RESERVED.has(name.toLowerCase()))
  return {
    'user-agent': (isSameOrigin && userAgent) || serviceAgent,
    accept,
    'accept-encoding': ACCEPT_ENCODING,
    ...(body && { 'content-type': body.type }),
    ...Object.fromEntries(own),
  }
}
