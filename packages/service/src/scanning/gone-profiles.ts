// Profiles that were found gone or private. Once the service knows, no page that was fetched before is served any more, by
// any process; a page that is fetched afterwards is as good as any.

import { createLru } from '../collections/create-lru.ts'
import type { Store } from '../storage/store.ts'
import type { Whose } from './identities.ts'

export type GoneProfiles = {
  /** Whether the profile was found gone since the page was fetched. In memory: others' findings arrive with `reload`. */
  has(whose: Whose, fetchedAt: number): boolean
  /** As `has`, with what the store knows. */
  find(whose: Whose, fetchedAt: number): Promise<boolean>
  mark(whose: Whose): void
  /** Another process has marked it: the subject of a change. */
  reload(profile: string): Promise<void>
}

export type GoneProfilesOptions = {
  readonly store: Store['goneProfiles']
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

const MOST = 20_000

export const createGoneProfiles = ({ store, now, onStoreError }: GoneProfilesOptions): GoneProfiles => {
  const times = createLru<number>(MOST)

  const reload = async (profile: string) => {
    try {
      const at = await store.find(profile)
      if (at !== undefined && at > (times.get(profile) ?? 0)) times.set(profile, at)
    } catch (error) {
      onStoreError(error)
    }
  }

  const has: GoneProfiles['has'] = (whose, fetchedAt) => (times.get(keyOf(whose)) ?? 0) >= fetchedAt

  return {
    has,
    async find(whose, fetchedAt) {
      if (!has(whose, fetchedAt)) await reload(keyOf(whose))
      return has(whose, fetchedAt)
    },
    mark(whose) {
      times.set(keyOf(whose), now())
      store.mark(keyOf(whose), now()).catch(onStoreError)
    },
    reload,
  }
}

const keyOf = ({ platform, handle }: Whose): string => `${platform}\n${handle}`
