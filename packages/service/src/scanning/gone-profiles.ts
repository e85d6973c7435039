// Remembers profiles and single pages that were found to be deleted or private. No process serves a cached page that
// was fetched before that. Pages fetched later are served, and so are all pages again once the platform returns the
// profile again.

import { hash } from 'node:crypto'
import { createLru } from '../runtime/collections/create-lru.ts'
import type { Store } from '../storage/store.ts'
import { keyWithin } from '../upstream/contract/reach.ts'
import type { ProfileHandle } from './identities.ts'

/** The profile or page that a record is about. */
export type Subject = string

/** What a connection was refused says nothing about what the public sees. */
export const profileSubject = ({ platform, handle, reach }: ProfileHandle): Subject =>
  keyWithin(reach, `${platform}\n${handle}`)

/** One page, by the handle as requested. */
export const pageSubject = (profile: ProfileHandle, variant: string, after: string | undefined): Subject => {
  const first = `${profileSubject(profile)}\n${variant}`
  // The store indexes subjects, and a position may be long.
  return after === undefined ? first : `${first}\n${hash('sha256', after, 'base64url')}`
}

export type GoneProfiles = {
  /** Whether it was found gone after `fetchedAt`, and has not come back since. Reads memory only; `reload` adds what
   * other processes found. */
  has(subject: Subject, fetchedAt: number): boolean
  /** Loads the records of subjects that are not known to be gone since `fetchedAt`. */
  learn(subjects: readonly Subject[], fetchedAt: number): Promise<void>
  /** `fetchedAt`: when the cached page was fetched. It may be in the future if the clock was set back. */
  mark(subject: Subject, fetchedAt?: number): void
  /** Records a plain 404 or 410. The subject is gone if another one came hours before and it was not read in between. */
  doubt(subject: Subject, fetchedAt?: number): Promise<void>
  /** Records that the platform returned it at that time, now by default. Only subjects known in memory change: the cached
   * page brought those of the store along. */
  restore(subject: Subject, returnedAt?: number): void
  /** Reloads the record that another process changed. */
  reload(key: string): Promise<void>
  /** Loads all records of subjects that begin with the prefix. */
  loadAll(prefix: string): Promise<void>
  /** Whether no subject is known. */
  readonly isEmpty: boolean
}

export type GoneProfilesOptions = {
  readonly store: Pick<Store['goneProfiles'], 'find' | 'mark' | 'list'>
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
  /** The most subjects in memory. */
  readonly most?: number
}

/** The least time between two plain statuses. A block, a deployment or a broken server lasts for less. */
export const DOUBT_MS = 6 * 60 * 60_000

/** The time of the last record of each kind; 0 if there is none. */
type Times = { readonly gone: number; readonly doubted: number; readonly back: number }

const NOTHING: Times = { gone: 0, doubted: 0, back: 0 }
const KINDS = ['gone', 'doubted', 'back'] as const

/** No part of a subject is empty. */
const SEPARATOR = '\n\n'
const MOST = 20_000

/** The key of a record in the store. */
const keyOf = (subject: Subject, kind: keyof Times): string => (kind === 'gone' ? subject : subject + SEPARATOR + kind)

const subjectOfKey = (key: string): Subject => key.split(SEPARATOR, 1)[0] ?? key

export const createGoneProfiles = ({ store, now, onStoreError, most = MOST }: GoneProfilesOptions): GoneProfiles => {
  const known = createLru<Times>(most)

  const learn = (subject: Subject, { gone = 0, doubted = 0, back = 0 }: Partial<Times>): void => {
    const before = known.get(subject) ?? NOTHING
    known.set(subject, {
      gone: Math.max(gone, before.gone),
      doubted: Math.max(doubted, before.doubted),
      back: Math.max(back, before.back),
    })
  }

  const load = async (subjects: readonly Subject[]): Promise<void> => {
    if (subjects.length === 0) return
    try {
      const times = await store.find(subjects.flatMap((subject) => KINDS.map((kind) => keyOf(subject, kind))))
      for (const [at, subject] of subjects.entries()) {
        const [gone = 0, doubted = 0, back = 0] = times.slice(at * KINDS.length, (at + 1) * KINDS.length)
        learn(subject, { gone, doubted, back })
      }
    } catch (error) {
      onStoreError(error)
    }
  }

  const record = (subject: Subject, kind: keyof Times, at: number): void => {
    known.set(subject, { ...(known.get(subject) ?? NOTHING), [kind]: at })
    store.mark(keyOf(subject, kind), at).catch(onStoreError)
  }

  const has: GoneProfiles['has'] = (subject, fetchedAt) => {
    const { gone, back } = known.get(subject) ?? NOTHING
    return gone >= fetchedAt && gone > back
  }

  const mark: GoneProfiles['mark'] = (subject, fetchedAt = 0) => record(subject, 'gone', Math.max(now(), fetchedAt))

  return {
    has,
    learn: (subjects, fetchedAt) => load(subjects.filter((subject) => !has(subject, fetchedAt))),
    mark,
    async doubt(subject, fetchedAt = 0) {
      await load([subject])
      const { doubted, back } = known.get(subject) ?? NOTHING
      if (doubted <= Math.max(fetchedAt, back)) return record(subject, 'doubted', now())
      if (now() - doubted >= DOUBT_MS) mark(subject)
    },
    restore(subject, returnedAt) {
      const { gone, doubted, back } = known.get(subject) ?? NOTHING
      const refusedAt = Math.max(gone, doubted)
      if (refusedAt <= back || (returnedAt !== undefined && returnedAt <= refusedAt)) return
      record(subject, 'back', returnedAt ?? now())
    },
    reload: (key) => load([subjectOfKey(key)]),
    async loadAll(prefix) {
      for (const { key, at } of (await store.list(prefix, most)).toReversed()) {
        const kind = KINDS.find((each) => key === keyOf(subjectOfKey(key), each))
        if (kind) learn(subjectOfKey(key), { [kind]: at })
      }
    },
    get isEmpty() {
      return known.size === 0
    },
  }
}
