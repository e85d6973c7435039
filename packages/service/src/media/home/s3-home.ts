// Copies of images in a bucket of an S3-compatible storage. Everything is below one prefix, so that a bucket may have
// other contents, which this file neither lists nor deletes.

import { createHash, randomUUID } from 'node:crypto'
import { S3mini } from 's3mini'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { Bucket } from './bucket-url.ts'
import type { MediaHome, StoredImage } from './media-home.ts'

export type S3Home = MediaHome & {
  /** Writes, reads, lists and deletes an object. Rejects with the reason if one of these fails. */
  check(): Promise<void>
}

export type S3HomeOptions = {
  readonly bucket: Bucket
  /** With limits on time and bytes; must follow no redirect. */
  readonly send: typeof fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PREFIX = 'central-api-media/'
/** Of an empty object that was written when the image was read; a name has no `~`. */
const USED = '~'
const NAME = /^[a-z0-9/.-]+$/
const STORED_AT = 'x-amz-meta-stored-at'
/** The most that a storage lists at once. */
const PAGE = 1_000
/** Images that this process has marked as used. Further ones are marked again. */
const MARKED = 20_000
const TYPE = 'application/octet-stream'

/** The error of the library contains the whole response. */
const rethrow = (error: unknown): never => {
  throw new Error(error instanceof Error ? error.message : String(error))
}

/** Some storages return a page that does not lead to the next one, which would pass for the end of the list, or never end. */
const checkPages = (send: S3HomeOptions['send']): S3HomeOptions['send'] => {
  const requested = new Set<string>()
  return async (input, init) => {
    const page = new URL(String(input)).searchParams.get('continuation-token') ?? ''
    if (requested.has(page)) throw new Error('The storage lists the same page again and again')
    requested.add(page)
    const response = await send(input, init)
    const text = await response.clone().text()
    if (/<IsTruncated>\s*true/.test(text) && !/<NextContinuationToken>[^<]/.test(text))
      throw new Error('The storage lists only a part of the bucket')
    return response
  }
}

export const createS3Home = ({ bucket, send, now }: S3HomeOptions): S3Home => {
  const connect = (through: typeof fetch): S3mini => {
    const { keyId: accessKeyId, secret: secretAccessKey, endpoint, region } = bucket
    return new S3mini({ accessKeyId, secretAccessKey, endpoint, region, fetch: through })
  }
  const storage = connect(send)
  const marked = createLru<number>(MARKED)

  const write = async (key: string, bytes: Buffer, headers: Readonly<Record<`x-amz-${string}`, string>> = {}) => {
    // The library does not sign the body, but it signs this field.
    const digest = { 'content-md5': createHash('md5').update(bytes).digest('base64') }
    await storage.putObject(`${PREFIX}${key}`, bytes, TYPE, undefined, { ...headers, ...digest }).catch(rethrow)
  }

  const remove = async (key: string): Promise<void> => {
    await storage.deleteObject(`${PREFIX}${key}`).catch(rethrow)
  }

  /** Once a day. An image whose mark fails counts as used when it was marked before. */
  const markUsed = async (name: string, changedAt: number): Promise<void> => {
    if (now() - Math.max(changedAt, marked.get(name) ?? 0) < DAY_MS) return
    marked.set(name, now())
    await write(`${name}${USED}`, Buffer.alloc(0)).catch(() => {})
  }

  async function* pages(prefix: string) {
    const listing = connect(checkPages(send))
    let token: string | undefined
    do {
      const page = await listing.listObjectsPaged('/', prefix, PAGE, token).catch(rethrow)
      if (!page) throw new Error('The bucket does not exist')
      yield (page.objects ?? []).map(({ Key, Size, LastModified }) => {
        const changedAt = LastModified.getTime()
        // All copies would count as too old, and be deleted.
        if (!(changedAt > 0)) throw new Error('The storage does not say when its objects were changed')
        return { key: Key.slice(PREFIX.length), bytes: Size, changedAt }
      })
      token = page.nextContinuationToken
    } while (token !== undefined)
  }

  const home: MediaHome = {
    async get(name) {
      const response = await storage.getObjectResponse(`${PREFIX}${name}`).catch(rethrow)
      if (!response) return undefined
      const changedAt = Date.parse(response.headers.get('last-modified') ?? '') || now()
      const storedAt = Number(response.headers.get(STORED_AT)) || changedAt
      await markUsed(name, changedAt)
      return { bytes: Buffer.from(await response.arrayBuffer()), storedAt }
    },
    put: (name, bytes, storedAt) => write(name, bytes, { [STORED_AT]: String(storedAt) }),
    async remove(name) {
      await Promise.all([remove(name), remove(`${name}${USED}`)])
    },
    async *list() {
      const images = new Map<string, Omit<StoredImage, 'usedAt'>>()
      const used = new Map<string, number>()
      for await (const page of pages(PREFIX)) {
        for (const { key, bytes, changedAt } of page) {
          if (key.endsWith(USED)) used.set(key.slice(0, -USED.length), changedAt)
          else if (NAME.test(key)) images.set(key, { name: key, bytes, storedAt: changedAt })
        }
      }
      // Left by a process that marked an image while another one deleted it.
      for (const [name, usedAt] of used)
        if (!images.has(name) && now() - usedAt >= HOUR_MS) await remove(`${name}${USED}`)
      for (const image of images.values())
        yield { ...image, usedAt: Math.max(image.storedAt, used.get(image.name) ?? 0) }
    },
  }

  return {
    ...home,
    async check() {
      const name = `check/${randomUUID()}`
      const sent = Buffer.from(name)
      await home.put(name, sent, now())
      try {
        const found = await home.get(name)
        if (!found?.bytes.equals(sent)) throw new Error('The storage does not return what was stored')
        const listed: string[] = []
        for await (const page of pages(`${PREFIX}${name}`)) listed.push(...page.map(({ key }) => key))
        if (!listed.includes(name)) throw new Error('The storage does not list what was stored')
      } finally {
        await home.remove(name)
      }
      if (await home.get(name)) throw new Error('The storage does not delete what was stored')
    },
  }
}
