// Signature Version 4 of Amazon S3, as a storage computes it from a request
// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).

import { createHash, createHmac } from 'node:crypto'

export type SignedRequest = {
  readonly method: string
  /** As sent: path and query. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What the header Authorization says. */
export type Authorization = {
  readonly keyId: string
  readonly day: string
  readonly region: string
  readonly signed: readonly string[]
  readonly signature: string
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', value = ''] = part.split('=').map(decodeURIComponent)
      return `${encode(name)}=${encode(value)}`
    })
    .sort()
    .join('&')

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** undefined if there is none of this version. */
export const readAuthorization = (header: string | undefined): Authorization | undefined => {
  const [, keyId, day, region, signed, signature] = AUTHORIZATION.exec(header ?? '') ?? []
  if (!keyId || !day || !region || !signed || !signature) return undefined
  return { keyId, day, region, signed: signed.split(';'), signature }
}

export const signatureOf = (
  { method, target, headers }: SignedRequest,
  { day, region, signed }: Pick<Authorization, 'day' | 'region' | 'signed'>,
  secret: string,
): string => {
  const [path = '', query = ''] = target.split('?')
  const fields = signed
    .map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}\n`,
    )
    .join('')
  const payload = String(headers['x-amz-content-sha256'])
  const canonical = [method, path, canonicalQuery(query), fields, signed.join(';'), payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hashOf(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  return hmac(key, text).toString('hex')
}
