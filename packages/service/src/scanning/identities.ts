// Which account a handle is, once its platform has told: all spellings of a profile are one, with its pages held once. In
// memory, and behind it in the store of held pages, so that a restart finds them. A handle that changes hands is learned
// anew with the next page that is fetched.

import { hash } from 'node:crypto'
import { createLru } from '../runtime/collections/create-lru.ts'
import type { Store } from '../storage/store.ts'

export type Whose = { readonly platform: string; readonly handle: string }

export type Identities = {
  /** From memory, without a promise; undefined when nothing is known. */
  peek(whose: Whose): string | undefined
  /** From memory, else from the store. */
  find(whose: Whose): Promise<string | undefined>
  learn(whose: Whose, id: string): void
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
    peek: (whose) => ids.get(keyOf(whose)),
    async find(whose) {
      const known = ids.get(keyOf(whose))
      if (known !== undefined) return known
      try {
        const id = (await pages.find(storeKeyOf(whose)))?.body.toString()
        if (id !== undefined) ids.set(keyOf(whose), id)
        return id
      } catch (error) {
        onStoreError(error)
        return undefined
      }
    },
    learn(whose, id) {
      if (ids.get(keyOf(whose)) === id) return
      ids.set(keyOf(whose), id)
      // A handle that is its own id needs no row.
      if (id === whose.handle) return
      pages.put(storeKeyOf(whose), { body: Buffer.from(id), next: null, fetchedAt: now() }).catch(onStoreError)
    },
  }
}

const keyOf = ({ platform, handle }: Whose): string => `${platform}\n${handle}`

const storeKeyOf = (whose: Whose): Buffer => hash('sha256', `identity\n${keyOf(whose)}`, 'buffer')
