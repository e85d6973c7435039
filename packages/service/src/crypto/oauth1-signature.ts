// Signs requests as OAuth 1.0 wants it (RFC 5849, section 3.4), with HMAC-SHA1. The form of a body is not signed: calls
// that are signed here have none.

import { createHmac } from 'node:crypto'

export type OAuth1Secrets = {
  /** Of the application. */
  readonly clientId: string
  readonly clientSecret: string
  /** Of the account, or temporary; absent before there is one. */
  readonly token?: { readonly token: string; readonly secret: string } | undefined
}

export type OAuth1Request = {
  readonly method: 'GET' | 'POST'
  /** With its query, which is signed. */
  readonly url: URL
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Unique among the requests of one second. */
  readonly nonce: string
  /** Further fields of the protocol, such as `oauth_verifier`. */
  readonly fields?: Readonly<Record<string, string>>
}

/** RFC 3986: everything but unreserved characters, as UTF-8. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

type Field = readonly [name: string, value: string]

/** Encoded text is ASCII: its bytes are in the order of its characters. */
const byNameAndValue = ([name, value]: Field, [otherName, otherValue]: Field): number => {
  const [one, other] = name === otherName ? [value, otherValue] : [name, otherName]
  return one < other ? -1 : Number(one > other)
}

/** RFC 5849, section 3.4.1. */
export const baseStringOf = (method: string, url: URL, fields: readonly Field[]): string => {
  const parameters = [...url.searchParams, ...fields]
    .map(([name, value]): Field => [encode(name), encode(value)])
    .toSorted(byNameAndValue)
    .map(([name, value]) => `${name}=${value}`)
  return [method, url.origin + url.pathname, parameters.join('&')].map(encode).join('&')
}

/** The value of the header field `authorization`. */
export const oauth1Header = (
  { method, url, now, nonce, fields = {} }: OAuth1Request,
  { clientId, clientSecret, token }: OAuth1Secrets,
): string => {
  const all: readonly Field[] = Object.entries({
    oauth_consumer_key: clientId,
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now / 1_000)),
    ...(token && { oauth_token: token.token }),
    ...fields,
  })
  const key = `${encode(clientSecret)}&${encode(token?.secret ?? '')}`
  const signature = createHmac('sha1', key)
    .update(baseStringOf(method, url, all))
    .digest('base64')
  const written = [...all, ['oauth_signature', signature] as const]
  return `OAuth ${written.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`
}
