// An item of a feed whose address is read when it is asked for: of most items nobody does.

import type { FeedItem } from './feed.ts'

export type ItemParts = Omit<FeedItem, 'url'> & { readonly readUrl: () => string | undefined }

/** A class and no literal with a `get`: V8 lays out each object with a getter of its own anew, in memory that only a collection of
 * the whole heap looks through, and that leads to the document. */
class LazyItem implements FeedItem {
  readonly id: string | undefined
  readonly publishedAt: string | undefined
  readonly read: FeedItem['read']
  readonly #readUrl: () => string | undefined
  #url: string | undefined

  constructor({ id, publishedAt, read, readUrl }: ItemParts) {
    this.id = id
    this.publishedAt = publishedAt
    this.read = read
    this.#readUrl = readUrl
  }

  get url(): string | undefined {
    this.#url ??= this.#readUrl()
    return this.#url
  }
}

export const createItem = (parts: ItemParts): FeedItem => new LazyItem(parts)
