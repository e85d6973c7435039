// For which license an image is fetched. Its URL cannot say so: it is the same for every license, so that browsers and
// CDNs keep the image. It is the license whose request last had the account's own page fetched, or anything else that
// names this very image: a page elsewhere may claim that its images belong to any account. The cache of pages has it, so
// that every process finds it.

import { createLru } from '../runtime/collections/create-lru.ts'
import { storeKey } from '../scanning/store-key.ts'
import type { Store } from '../storage/store.ts'
import { keyWithin } from '../upstream/contract/reach.ts'
import { lastingName } from './lasting-name.ts'
import { type MediaKey, NO_SUBJECT } from './media-key.ts'

/** What an image belongs to. */
type Owned = Pick<MediaKey, 'reach' | 'post' | 'account' | 'url'>

export type ImagePayers = {
  /** The image was named in what was fetched for the license. `isOwn`: in a page of the account that it belongs to. */
  note(image: Owned, licenseId: string, isOwn: boolean): void
  /** undefined if no license had its account fetched. Never rejects. */
  find(image: Owned): Promise<string | undefined>
  /** Resolves when everything is stored. */
  idle(): Promise<void>
}

export type ImagePayersOptions = {
  readonly pages: Pick<Store['pages'], 'find' | 'put'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

const HOUR_MS = 3_600_000
const KNOWN = 20_000

type Payer = { readonly licenseId: string; readonly storedAt: number }

const nameOfImage = ({ reach, url }: Owned): string => keyWithin(reach, lastingName(url))

/** An image without an account belongs to its post. */
const nameOfOwner = ({ reach, post, account }: Owned): string | undefined => {
  const owner = account.equals(NO_SUBJECT) ? post : account
  return owner.equals(NO_SUBJECT) ? undefined : keyWithin(reach, owner.toString('hex'))
}

export const createImagePayers = ({ pages, now, onStoreError }: ImagePayersOptions): ImagePayers => {
  const payers = createLru<Payer>(KNOWN)
  const writing = new Set<Promise<void>>()

  const storeKeyOf = ({ reach }: Owned, name: string): Buffer => storeKey(reach, `payer\n${name}`)

  const store = (image: Owned, name: string, licenseId: string): void => {
    const body = Buffer.from(licenseId)
    const write = pages
      .put(storeKeyOf(image, name), { body, next: null, fetchedAt: now() })
      .catch(onStoreError)
      .finally(() => writing.delete(write))
    writing.add(write)
  }

  const read = async (image: Owned, name: string): Promise<string | undefined> => {
    const known = payers.get(name)
    if (known) return known.licenseId
    try {
      const licenseId = (await pages.find(storeKeyOf(image, name)))?.body.toString()
      // It is written again when it is noted here.
      if (licenseId !== undefined) payers.set(name, { licenseId, storedAt: Number.NEGATIVE_INFINITY })
      return licenseId
    } catch (error) {
      onStoreError(error)
      return undefined
    }
  }

  return {
    note(image, licenseId, isOwn) {
      const name = (isOwn ? nameOfOwner(image) : undefined) ?? nameOfImage(image)
      const before = payers.get(name)
      const isStored = before !== undefined && now() - before.storedAt < HOUR_MS
      payers.set(name, { licenseId, storedAt: isStored ? before.storedAt : now() })
      // Once an hour: a page names many images, and a hundred licenses may show the same account.
      if (!isStored) store(image, name, licenseId)
    },
    async find(image) {
      const owner = nameOfOwner(image)
      return (await read(image, nameOfImage(image))) ?? (owner === undefined ? undefined : read(image, owner))
    },
    async idle() {
      await Promise.all(writing)
    },
  }
}
