// Maps a handle to its account id, as the platform reported it, so that all spellings of a handle share their cached
// pages. Kept in memory and in the store of pages, for restarts. If a handle moves to another account, the next fetch
// corrects the entry. What a connection reported is known to that connection alone.

import { createLru } from '../runtime/collections/create-lru.ts'
import type { Store } from '../storage/store.ts'
import { keyWithin, type Reach } from '../upstream/contract/reach.ts'
import { storeKey } from './store-key.ts'

export type ProfileHandle = { readonly platform: string; readonly handle: string; readonly reach: Reach }

export type Identities = {
  /** From memory, synchronously; undefined if unknown. */
  peek(profile: ProfileHandle): string | undefined
  /** From memory, or else from the store. */
  find(profile: ProfileHandle): Promise<string | undefined>
  learn(profile: ProfileHandle, id: string): void
}

export type IdentitiesOptions = {
  readonly pages: Pick<Store['pages'], 'find' | 'put'>
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

const MOST = 50_000

export const createIdentities = ({ pages, now, onStoreError }: IdentitiesOptions): Identities => {
  const ids = createLru<string>(MOST)
  return {
    peek: (profile) => ids.get(keyOf(profile)),
    async find(profile) {
      const known = ids.get(keyOf(profile))
      if (known !== undefined) return known
      try {
        const id = (await pages.find(storeKeyOf(profile)))?.body.toString()
        if (id !== undefined) ids.set(keyOf(profile), id)
        return id
      } catch (error) {
        onStoreError(error)
        return undefined
      }
    },
    learn(profile, id) {
      if (ids.get(keyOf(profile)) === id) return
      ids.set(keyOf(profile), id)
      // A handle that is its own id needs no row.
      if (id === profile.handle) return
      pages.put(storeKeyOf(profile), { body: Buffer.from(id), next: null, fetchedAt: now() }).catch(onStoreError)
    },
  }
}

const keyOf = ({ platform, handle, reach }: ProfileHandle): string => keyWithin(reach, `${platform}\n${handle}`)

const storeKeyOf = (profile: ProfileHandle): Buffer => storeKey(profile.reach, `identity\n${keyOf(profile)}`)
