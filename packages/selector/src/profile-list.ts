// The profiles that the page provides or the editor adds, a feed for each, and the current one. Independent of the DOM.

import { createFeed, type Feed } from './feed.ts'
import type { Profile } from './posts.ts'
import { readerOf, type Source } from './source.ts'

export type ProfileList = {
  readonly all: readonly Profile[]
  /** Index of the current profile in `all`. */
  readonly current: number
  /** The current profile; undefined if there is none. */
  readonly shown: Profile | undefined
  /** Whether the editor has just added the current profile, and its first page has not loaded yet. */
  readonly isPending: boolean
  /** Replaces the profiles. The current one stays current if it is still in the list. */
  set(profiles: readonly Profile[]): void
  open(current: number): void
  /** Makes a profile current. If it is not in `all`, it is pending until it is admitted. */
  add(profile: Profile): void
  /** Adds the pending profile to `all` under its canonical handle. Returns whether it is new there. */
  admit(feed: Feed): boolean
  /** Feed of the current profile. */
  feed(source: Source): Feed | undefined
  /** Aborts all requests in flight. */
  abort(): void
  /** Aborts all requests and drops the loaded posts. */
  reset(): void
}

const keyOf = ({ platform, handle, variant }: Profile): string => JSON.stringify([platform, handle, variant])

/** Adds `@` to handles, but not to URLs and hosts. The isolates keep it before the handle in right-to-left pages. */
export const nameOf = ({ label, handle }: Profile): string =>
  label ?? (/^[\w-]+$/.test(handle) ? `\u2068@${handle}\u2069` : handle)

export const createProfileList = (): ProfileList => {
  const feeds = new Map<string, Feed>()
  let all: readonly Profile[] = []
  let current = 0
  let pending: Profile | undefined

  const indexOf = (profile: Profile): number => all.findIndex((each) => keyOf(each) === keyOf(profile))
  const shown = (): Profile | undefined => pending ?? all[current]
  const open = (index: number): void => {
    current = index
    pending = undefined
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
    get isPending() {
      return pending !== undefined
    },
    set(profiles) {
      const before = all[current]
      all = [...profiles]
      open(before === undefined ? 0 : Math.max(0, indexOf(before)))
    },
    open,
    add(profile) {
      const index = indexOf(profile)
      if (index >= 0) open(index)
      else pending = profile
    },
    admit(feed) {
      const { platform, handle, variant } = feed.profile
      const profile = { platform, handle: feed.handle ?? handle, ...(variant !== undefined && { variant }) }
      const index = indexOf(profile)
      if (index < 0) {
        feeds.set(keyOf(profile), feed)
        all = [...all, profile]
      }
      open(index < 0 ? all.length - 1 : index)
      return index < 0
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
    reset() {
      abort()
      feeds.clear()
    },
  }
}
