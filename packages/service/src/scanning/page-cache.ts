// The page cache: in memory, limited by bytes, and in the store, so that it survives a restart. Writes to the store are
// never awaited, and a store that does not respond is skipped.

import { LRUCache } from 'lru-cache'
import type { ProfileKind } from '../post/post.ts'
import type { ImagesOf } from '../post/served-media.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import type { CachedPage, PageKeys, Store } from '../storage/store.ts'
import { type ConnectionReach, keyWithin } from '../upstream/contract/reach.ts'
import type { Cursors, Scope } from './cursor.ts'
import { type CompressedPage, composePage, copyPage, type FetchedPage, type Page, withFreshCursor } from './page.ts'
import { storeKey, storePrefix } from './store-key.ts'
import { fromStored, toStored } from './stored-page.ts'

/** The cache key of one page, the same for all spellings of a handle. */
export type PageKey = Scope & {
  readonly after: string | undefined
  readonly kind: ProfileKind
  readonly id: string
  /** Where the cache has it in memory: what clients get may differ, what is stored does not. */
  readonly place: string
  readonly images: ImagesOf | undefined
}

export const pageKey = (
  scope: Scope,
  after: string | undefined,
  kind: ProfileKind = 'account',
  images?: ImagesOf,
): PageKey => {
  const { platform, variant, handle, reach } = scope
  // The length shows where the handle ends, whatever it contains.
  const page = `${platform}\n${variant}\n${handle.length}\n${handle}${after === undefined ? '' : `\n${after}`}`
  const id = keyWithin(reach, page)
  return { ...scope, after, kind, id, images, place: images === undefined ? id : `${id}\0${images}` }
}

export type PageCacheOptions = {
  readonly pages: Pick<Store['pages'], 'find' | 'put' | 'removeWithin'>
  readonly cursors: Cursors
  readonly now: () => number
  readonly maxBytes: number
  readonly onStoreError: (error: unknown) => void
  /** What clients get in place of what is stored; the same when absent. */
  readonly serve?:
    | ((page: CompressedPage, key: PageKey, licenseId: string | undefined) => Promise<FetchedPage>)
    | undefined
}

export type PutOptions = {
  /** See Page. */
  readonly freshForMs?: number | undefined
  /** Replaces the write to the store, if it is part of another statement. */
  readonly store?: Store['pages']['put'] | undefined
  /** The license that it was fetched for. */
  readonly licenseId?: string | undefined
}

export type PageCache = {
  /** From memory, synchronously. */
  peek(key: PageKey): Page | undefined
  /** From memory, or else from the store. */
  find(key: PageKey): Promise<Page | undefined>
  /** Takes over a page from the store, where another process may have put a newer one: returns the newer of it and the
   * one in memory. undefined if the stored page is unreadable and memory has none. */
  adopt(key: PageKey, found: CachedPage): Promise<Page | undefined>
  put(key: PageKey, page: CompressedPage, options?: PutOptions): Promise<Page>
  /** Deletes everything that was read through a connection, from memory and the store. Never rejects. */
  removeWithin(reach: ConnectionReach): Promise<void>
  /** Resolves when every write has succeeded or failed. */
  idle(): Promise<void>
}

/** A page in memory, and whether a caller has received it: a response may still be sending it when it is evicted. A
 * page that no caller received is freed immediately when it is evicted. */
type Entry = { readonly page: Page; isShared: boolean }

const forget = ({ page, isShared }: Entry): void => {
  if (!isShared) freeBytes(page.content.bytes)
}

/** The size of an entry without its bytes: its objects, and the key twice. */
const ENTRY_BYTES = 600
/** The most bytes in pending writes. Further pages are not stored, which is not an error. */
const MAX_WRITING_BYTES = 8 * 1024 * 1024

export const createPageCache = (options: PageCacheOptions): PageCache => {
  const { pages, cursors, now, maxBytes, onStoreError } = options
  const memory = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, id) => page.content.bytes.length + 4 * id.length + ENTRY_BYTES,
    dispose: forget,
  })
  const writes = createSlotSet<Promise<void>>()

  /** undefined: the page itself. */
  const served = async (page: CompressedPage, key: PageKey, licenseId?: string): Promise<FetchedPage | undefined> =>
    key.images === undefined ? options.serve?.(page, key, licenseId) : undefined

  let writingBytes = 0

  /** `changed`: what clients get, if it is not the page itself. */
  const remember = (key: PageKey, page: CompressedPage, changed?: FetchedPage, freshForMs?: number): Page => {
    const composed = { ...composePage(key, changed ?? page, cursors, now()), freshForMs }
    // It was copied when its end was appended.
    if (changed) freeBytes(changed.memory)
    memory.set(key.place, { page: copyPage(composed), isShared: false })
    return composed
  }

  const writeBehind = async (key: PageKey, page: CachedPage, store: Store['pages']['put']): Promise<void> => {
    writingBytes += page.body.length
    try {
      await store(keyOf(FORM, key), page)
    } catch (error) {
      onStoreError(error)
    } finally {
      writingBytes -= page.body.length
    }
  }

  return {
    peek(key) {
      const entry = memory.get(key.place)
      if (!entry) return undefined
      const fresh = withFreshCursor(key, entry.page, cursors, now())
      if (fresh !== entry.page) memory.set(key.place, { page: fresh, isShared: true })
      else entry.isShared = true
      return fresh
    },
    async find(key) {
      const cached = this.peek(key)
      if (cached) return cached
      try {
        const found = await pages.find(...storeKeys(key))
        return found ? this.adopt(key, found) : this.peek(key)
      } catch (error) {
        onStoreError(error)
        return this.peek(key)
      }
    },
    async adopt(key, found) {
      try {
        const stored = await fromStored(found, key.kind)
        if (stored === undefined) return this.peek(key)
        const changed = await served(stored, key)
        // Only now: a newer page may come meanwhile.
        const cached = this.peek(key)
        // The page in memory may be newer than the one in the store.
        return stored.fetchedAt > (cached?.fetchedAt ?? 0) ? remember(key, stored, changed) : cached
      } catch (error) {
        onStoreError(error)
        return this.peek(key)
      }
    },
    async put(key, page, { freshForMs, store = pages.put, licenseId } = {}) {
      const composed = remember(key, page, await served(page, key, licenseId), freshForMs)
      const stored = toStored(page)
      if (writingBytes + stored.body.length > MAX_WRITING_BYTES) return composed
      const write = writeBehind(key, stored, store).finally(() => {
        writes.remove(place)
      })
      const place = writes.add(write)
      return composed
    },
    async removeWithin(reach) {
      for (const id of [...memory.keys()]) if (id.startsWith(keyWithin(reach, ''))) memory.delete(id)
      // A write that began before would bring its page back.
      await Promise.all(writes)
      await pages.removeWithin(storePrefix(reach)).catch(onStoreError)
    },
    async idle() {
      await Promise.all(writes)
    },
  }
}

/** The versions of the stored format. A format that lacks newer fields, or that an older version running in parallel
 * would misread, has keys of its own. */
const [PLAIN_FORM, FORM] = [2, 7]

/** The keys of a page in the store: the current one, and the one for uncompressed pages, which older versions write. */
export const storeKeys = (key: PageKey): PageKeys => [keyOf(FORM, key), keyOf(PLAIN_FORM, key)]

const keyOf = (form: number, { reach, id }: Pick<PageKey, 'reach' | 'id'>): Buffer => storeKey(reach, `${form}\n${id}`)
