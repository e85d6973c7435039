// A bucket of an S3-compatible storage on the loopback. It checks signatures, and demands that the body of an upload is
// signed, by its hash or by a signed Content-MD5. It fails in the ways that storages fail.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { readAuthorization, signatureOf } from './signature-v4.ts'

/** Of a storage: `stuck` lists its first page forever, `headless` leaves out where the next page begins, `dateless`
 * when objects were changed. */
export type BucketFault = 'slow-down' | 'cut' | 'hang' | 'stuck' | 'headless' | 'dateless' | 'gone'

export type TestBucketOptions = {
  /** Of changes, in milliseconds since the epoch. Signatures are judged by the time of the machine. */
  readonly now: () => number
  /** Objects that it lists at once. */
  readonly pageSize?: number
}

export type TestObject = {
  readonly bytes: Buffer
  readonly meta: Readonly<Record<string, string>>
  readonly changedAt: number
}

export type TestBucket = {
  /** With its key, as operators set it. */
  readonly url: string
  /** By their keys. */
  readonly objects: Map<string, TestObject>
  /** `METHOD key`, or `LIST`. */
  readonly requests: string[]
  /** Of all requests with this method, or of all. */
  readonly play: { fault: BucketFault | undefined; method?: string | undefined }
}

const [KEY_ID, SECRET, BUCKET, REGION] = ['test-key', 'test/secret+1', 'images', 'eu-test-1']
const SKEW_MS = 15 * 60_000

const hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** The code of the error, if the storage does not accept the request. */
const judge = (request: IncomingMessage, body: Buffer): string | undefined => {
  const { method = '', url: target = '', headers } = request
  const authorization = readAuthorization(headers.authorization)
  if (!authorization) return 'AccessDenied'
  if (authorization.keyId !== KEY_ID) return 'InvalidAccessKeyId'
  if (authorization.region !== REGION) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(timeOf(String(headers['x-amz-date'])) - Date.now()) < SKEW_MS)) return 'RequestTimeTooSkewed'
  const { signed, signature } = authorization
  const demanded = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (!demanded.every((name) => signed.includes(name))) return 'AccessDenied'
  if (signatureOf({ method, target, headers }, authorization, SECRET) !== signature) return 'SignatureDoesNotMatch'
  const hash = headers['x-amz-content-sha256']
  if (hash !== 'UNSIGNED-PAYLOAD') return hash === hex(body) ? undefined : 'XAmzContentSHA256Mismatch'
  if (method !== 'PUT') return undefined
  if (!signed.includes('content-md5')) return 'MissingContentMD5'
  return createHash('md5').update(body).digest('base64') === headers['content-md5'] ? undefined : 'BadDigest'
}

const STATUS: Readonly<Record<string, number>> = {
  ...{ NoSuchKey: 404, NoSuchBucket: 404, SlowDown: 503, BadDigest: 400, MissingContentMD5: 400 },
  ...{ XAmzContentSHA256Mismatch: 400, AuthorizationHeaderMalformed: 400 },
}

const fail = (response: ServerResponse, code: string): void => {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}.</Message></Error>`
  response.writeHead(STATUS[code] ?? 403, { 'content-type': 'application/xml' }).end(body)
}

export const startBucket = async (
  context: Pick<TestContext, 'after'>,
  { now, pageSize = 1_000 }: TestBucketOptions,
): Promise<TestBucket> => {
  const objects: TestBucket['objects'] = new Map()
  const requests: string[] = []
  const play: TestBucket['play'] = { fault: undefined }

  const list = (response: ServerResponse, query: URLSearchParams): void => {
    const prefix = query.get('prefix') ?? ''
    const token = play.fault === 'stuck' ? null : query.get('continuation-token')
    const after = token === null ? '' : Buffer.from(token, 'base64').toString()
    const most = Math.min(pageSize, Number(query.get('max-keys')))
    const all = [...objects]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const page = all.slice(0, most)
    const next = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64')
    const isTruncated = all.length > page.length
    const contents = page.map(([key, { bytes, changedAt }]) => {
      const changed = new Date(1_000 * Math.floor(changedAt / 1_000)).toISOString()
      const date = play.fault === 'dateless' ? '' : `<LastModified>${changed}</LastModified>`
      return `<Contents><Key>${key}</Key>${date}<Size>${bytes.length}</Size></Contents>`
    })
    const more =
      isTruncated && play.fault !== 'headless' ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    const body = `<ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
  }

  const get = (response: ServerResponse, { bytes, meta, changedAt }: TestObject): void => {
    const headers = { ...meta, 'content-length': bytes.length, 'last-modified': new Date(changedAt).toUTCString() }
    response.writeHead(200, headers)
    if (play.fault !== 'cut') response.end(bytes)
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    const { method = '', url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://bucket.example')
    const [, bucket, ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    requests.push(key === '' ? 'LIST' : `${method} ${key}`)
    const isPlayed = play.method === undefined || play.method === method
    if (isPlayed && play.fault === 'hang') return
    if (isPlayed && play.fault === 'slow-down') return fail(response, 'SlowDown')
    const refused = judge(request, body)
    if (refused !== undefined) return fail(response, refused)
    if (bucket !== BUCKET || play.fault === 'gone') return fail(response, 'NoSuchBucket')
    if (method === 'GET' && key === '') return list(response, searchParams)
    if (method === 'GET') {
      const found = objects.get(key)
      return found ? get(response, found) : fail(response, 'NoSuchKey')
    }
    if (method === 'PUT') {
      const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')) as [string, string][]
      objects.set(key, { bytes: body, meta: Object.fromEntries(meta), changedAt: now() })
      response.writeHead(200, { etag: '"1"' }).end()
      return
    }
    objects.delete(key)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const login = `${KEY_ID}:${encodeURIComponent(SECRET)}`
  return { url: `http://${login}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`, objects, requests, play }
}
