// Whose posts an editor may choose from: the profiles that the page lists and those that the editor names, a feed for each,
// and which of them is shown. Knows nothing of the page.

import { createFeed, type Feed } from './feed.ts'
import type { Profile } from './posts.ts'
import { readerOf, type Source } from './source.ts'

export type ProfileList = {
  readonly all: readonly Profile[]
  /** The place of the one that is shown in `all`. */
  readonly current: number
  /** The one that is shown; undefined where there is none. */
  readonly shown: Profile | undefined
  /** Whether that is one that the editor has named, and whose first page has not come. */
  readonly isNamed: boolean
  /** Others; the one that is shown stays so where it is still among them. */
  set(profiles: readonly Profile[]): void
  open(current: number): void
  /** Shows it: as one of `all` where it is there, else as one that is to be admitted. */
  name(profile: Profile): void
  /** What was named is one of `all` from now on, under its canonical handle; whether it was not before. */
  admit(feed: Feed): boolean
  /** Of the one that is shown. */
  feed(source: Source): Feed | undefined
  /** Stops what is loading. */
  abort(): void
  /** And forgets what was loaded. */
  forget(): void
}

const keyOf = ({ platform, handle, variant }: Profile): string => JSON.stringify([platform, handle, variant])

/** The `@` belongs to names, not to addresses and hosts; it stays before the name where a page is read from the right, too. */
export const nameOf = ({ label, handle }: Profile): string =>
  label ?? (/^[\w-]+$/.test(handle) ? `\u2068@${handle}\u2069` : handle)

export const createProfileList = (): ProfileList => {
  const feeds = new Map<string, Feed>()
  let all: readonly Profile[] = []
  let current = 0
  let named: Profile | undefined

  const placeOf = (profile: Profile): number => all.findIndex((each) => keyOf(each) === keyOf(profile))
  const shown = (): Profile | undefined => named ?? all[current]
  const open = (place: number): void => {
    current = place
    named = undefined
  }
  const abort = (): void => {
    for (const feed of feeds.values()) feed.abort()
  }

  return {
    get all() {
      return all
    },
    get current() {
      return current
    },
    get shown() {
      return shown()
    },
    get isNamed() {
      return named !== undefined
    },
    set(profiles) {
      const before = all[current]
      all = [...profiles]
      open(before === undefined ? 0 : Math.max(0, placeOf(before)))
    },
    open,
    name(profile) {
      const place = placeOf(profile)
      if (place >= 0) open(place)
      else named = profile
    },
    admit(feed) {
      const { platform, handle } = feed.profile
      const profile = { platform, handle: feed.handle ?? handle }
      const place = placeOf(profile)
      if (place < 0) {
        feeds.set(keyOf(profile), feed)
        all = [...all, profile]
      }
      open(place < 0 ? all.length - 1 : place)
      return place < 0
    },
    feed(source) {
      const profile = shown()
      if (profile === undefined) return undefined
      const key = keyOf(profile)
      const feed = feeds.get(key) ?? createFeed(profile, readerOf(source))
      feeds.set(key, feed)
      return feed
    },
    abort,
    forget() {
      abort()
      feeds.clear()
    },
  }
}
