// What an answer says, as it is held: gzip, which all clients take that take any coding. Only for others it is unpacked, or
// coded anew, as they ask.

import { createAttached } from '../collections/create-attached.ts'
import { ownBytes } from '../event-loop/own-bytes.ts'
import { type Coding, encode, gunzip, gzip, isSmall } from './codings.ts'

export type Content = {
  readonly coding: Extract<Coding, 'gzip' | 'identity'>
  readonly bytes: Buffer
  /** The length without a coding. */
  readonly plainBytes: number
}

/** What is shorter is no sooner there for a coding: with its header fields it fits into two packets either way. */
export const MIN_CODED_BYTES = 1024

export const isShort = ({ plainBytes }: Pick<Content, 'plainBytes'>): boolean => plainBytes < MIN_CODED_BYTES

export const plainContent = (bytes: Buffer): Content => ({
  coding: 'identity',
  bytes: ownBytes(bytes),
  plainBytes: bytes.length,
})

/** What is to be held, and may be asked for often. */
export const compressContent = async (bytes: Buffer): Promise<Content> => {
  const plainBytes = bytes.length
  if (isShort({ plainBytes })) return plainContent(bytes)
  return { coding: 'gzip', bytes: ownBytes(await gzip(bytes)), plainBytes }
}

/** Without a promise where it is held so. */
export const contentAs = (content: Content, coding: Coding): Buffer | Promise<Buffer> => {
  if (content.coding === coding) return content.bytes
  return isSmall(content.plainBytes) ? recode(content, coding) : recodeOnce(content, coding)
}

const recode = async ({ coding: held, bytes, plainBytes }: Content, coding: Coding): Promise<Buffer> =>
  encode(held === 'gzip' ? await gunzip(bytes, plainBytes) : bytes, coding)

/** What is large and was made for somebody, for as long as anybody is being sent it: however many read it, and however
 * slowly, it is in memory once. */
const recoded = createAttached<Content, Map<Coding, Promise<Buffer> | WeakRef<Buffer>>>()

const recodeOnce = (content: Content, coding: Coding): Buffer | Promise<Buffer> => {
  const made = recoded.get(content) ?? new Map<Coding, Promise<Buffer> | WeakRef<Buffer>>()
  recoded.set(content, made)
  const known = made.get(coding)
  const bytes = known instanceof WeakRef ? known.deref() : known
  if (bytes) return bytes
  const making = recode(content, coding)
  made.set(coding, making)
  making.then(
    (done) => made.set(coding, new WeakRef(done)),
    () => made.delete(coding),
  )
  return making
}
