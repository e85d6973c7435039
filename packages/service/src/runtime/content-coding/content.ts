// The body of a response as it is cached: in gzip, which every client accepts that accepts any coding. For other
// clients it is decoded or recoded on request.

import { createWeakMetadata } from '../collections/weak-metadata.ts'
import { compactBytes } from '../event-loop/owned-bytes.ts'
import { type Coding, encode, gunzip, gzip, isSmall } from './codings.ts'

export type Content = {
  readonly coding: Extract<Coding, 'gzip' | 'identity'>
  readonly bytes: Buffer
  /** The length of the decoded body. */
  readonly plainBytes: number
}

/** A shorter body gains nothing from a coding: it fits into two packets with its header fields either way. */
export const MIN_CODED_BYTES = 1024

export const isShort = ({ plainBytes }: Pick<Content, 'plainBytes'>): boolean => plainBytes < MIN_CODED_BYTES

export const plainContent = (bytes: Buffer): Content => ({
  coding: 'identity',
  bytes: compactBytes(bytes),
  plainBytes: bytes.length,
})

/** For a body that is cached and may be requested often. */
export const compressContent = async (bytes: Buffer): Promise<Content> => {
  const plainBytes = bytes.length
  if (isShort({ plainBytes })) return plainContent(bytes)
  return { coding: 'gzip', bytes: await gzip(bytes), plainBytes }
}

/** Without a promise if the content is stored in that coding. */
export const contentAs = (content: Content, coding: Coding): Buffer | Promise<Buffer> => {
  if (content.coding === coding) return content.bytes
  return isSmall(content.plainBytes) ? recode(content, coding) : recodeOnce(content, coding)
}

const recode = async ({ coding: stored, bytes, plainBytes }: Content, coding: Coding): Promise<Buffer> =>
  encode(stored === 'gzip' ? await gunzip(bytes, plainBytes) : bytes, coding)

/** Large results, for as long as any response uses them: however many clients read one, and however slowly, it is in
 * memory once. */
const recoded = createWeakMetadata<Content, Map<Coding, Promise<Buffer> | WeakRef<Buffer>>>()

const recodeOnce = (content: Content, coding: Coding): Buffer | Promise<Buffer> => {
  const results = recoded.get(content) ?? new Map<Coding, Promise<Buffer> | WeakRef<Buffer>>()
  recoded.set(content, results)
  const cached = results.get(coding)
  const bytes = cached instanceof WeakRef ? cached.deref() : cached
  if (bytes) return bytes
  const result = recode(content, coding)
  results.set(coding, result)
  result.then(
    (done) => results.set(coding, new WeakRef(done)),
    () => results.delete(coding),
  )
  return result
}
