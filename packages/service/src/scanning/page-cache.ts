// Where pages are held: in memory, bounded by bytes, and behind it in the store, so that a restart is warm. The store is
// only asked, never waited for when writing, and skipped when it does not answer.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import type { CachedPage, PageKeys, Store } from '../storage/store.ts'
import type { CursorScope, Cursors } from './cursor.ts'
import { type CompressedPage, composePage, copyPage, type Page, withFreshCursor } from './page.ts'
import { fromStored, toStored } from './stored-page.ts'

/** One page of one profile: what it is held under, whatever spelling of the handle was asked for. */
export type PageKey = CursorScope & { readonly after: string | undefined; readonly id: string }

export const pageKey = (scope: CursorScope, after: string | undefined): PageKey => ({
  ...scope,
  after,
  // The length tells where the handle ends, whatever is in it.
  id: `${scope.platform}\n${scope.variant}\n${scope.handle.length}\n${scope.handle}${after === undefined ? '' : `\n${after}`}`,
})

export type PageCacheOptions = {
  readonly pages: Pick<Store['pages'], 'find' | 'put'>
  readonly cursors: Cursors
  readonly now: () => number
  readonly maxBytes: number
  readonly onStoreError: (error: unknown) => void
}

export type PageCache = {
  /** From memory, without a promise. */
  peek(key: PageKey): Page | undefined
  /** From memory, else from the store. */
  find(key: PageKey): Promise<Page | undefined>
  /** What was found in the store, where another process may have put a newer one than memory holds: the newer of both.
   * undefined: nothing can be made of it, and memory holds none. */
  adopt(key: PageKey, found: CachedPage): Promise<Page | undefined>
  /** `freshForMs`: see Page. `store` puts it into the store, where that is part of something. */
  put(key: PageKey, page: CompressedPage, freshForMs?: number, store?: Store['pages']['put']): Page
  /** Resolves when what was put so far is in the store, or could not be. */
  idle(): Promise<void>
}

/** A page in memory, and whether anybody was ever given it: they may be sending it when it is forgotten. What nobody was given
 * gives its memory back at once then, as most pages do where each is asked for once. */
type Entry = { readonly page: Page; isGiven: boolean }

const forget = ({ page, isGiven }: Entry): void => {
  if (!isGiven) freeBytes(page.content.bytes)
}

/** What an entry weighs besides its bytes: its objects, and the key twice. */
const ENTRY_BYTES = 600
/** Most bytes on their way into the store. One that does not keep up loses pages, which is no error. */
const MAX_WRITING_BYTES = 8 * 1024 * 1024

export const createPageCache = (options: PageCacheOptions): PageCache => {
  const { pages, cursors, now, maxBytes, onStoreError } = options
  const memory = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, id) => page.content.bytes.length + 4 * id.length + ENTRY_BYTES,
    dispose: forget,
  })
  const writes = createSlotSet<Promise<void>>()
  let writingBytes = 0

  const remember = (key: PageKey, page: CompressedPage, freshForMs?: number): Page => {
    const composed = { ...composePage(key, page, cursors, now()), freshForMs }
    memory.set(key.id, { page: copyPage(composed), isGiven: false })
    return composed
  }

  const writeBehind = async (key: PageKey, page: CachedPage, store: Store['pages']['put']): Promise<void> => {
    writingBytes += page.body.length
    try {
      await store(keyOf(FORM, key.id), page)
    } catch (error) {
      onStoreError(error)
    } finally {
      writingBytes -= page.body.length
    }
  }

  return {
    peek(key) {
      const entry = memory.get(key.id)
      if (!entry) return undefined
      const fresh = withFreshCursor(key, entry.page, cursors, now())
      if (fresh !== entry.page) memory.set(key.id, { page: fresh, isGiven: true })
      else entry.isGiven = true
      return fresh
    },
    async find(key) {
      const held = this.peek(key)
      if (held) return held
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
        const stored = await fromStored(found)
        const held = this.peek(key)
        // A page that was fetched meanwhile is newer than what the store said.
        return stored.fetchedAt > (held?.fetchedAt ?? 0) ? remember(key, stored) : held
      } catch (error) {
        onStoreError(error)
        return this.peek(key)
      }
    },
    put(key, page, freshForMs, store = pages.put) {
      const composed = remember(key, page, freshForMs)
      const stored = toStored(page)
      if (writingBytes + stored.body.length > MAX_WRITING_BYTES) return composed
      const write = writeBehind(key, stored, store).finally(() => {
        writes.remove(place)
      })
      const place = writes.add(write)
      return composed
    },
    async idle() {
      await Promise.all(writes)
    },
  }
}

/** Counts the forms that pages were stored in: what lacks fields of today, or would be taken for what it is not by a version
 * that runs beside this one, is stored under another key. */
const [PLAIN_FORM, FORM] = [2, 4]

/** What the page is put under in the store, and what it was put under before pages were compressed, and still is by versions
 * that do not compress them. */
export const storeKeys = ({ id }: PageKey): PageKeys => [keyOf(FORM, id), keyOf(PLAIN_FORM, id)]

const keyOf = (form: number, id: string): Buffer => hash('sha256', `${form}\n${id}`, 'buffer')
