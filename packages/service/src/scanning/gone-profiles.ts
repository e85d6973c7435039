// What was found gone or private: a profile, with all its pages, or one page alone. Once the service knows, no page of it that
// was fetched before is served any more, by any process. A page that is fetched afterwards is as good as any, and one that
// was fetched before is again when the platform returns the profile again.

import { hash } from 'node:crypto'
import { createLru } from '../runtime/collections/create-lru.ts'
import type { Store } from '../storage/store.ts'
import type { Whose } from './identities.ts'

/** What a finding is about. */
export type Subject = string

export const profileSubject = ({ platform, handle }: Whose): Subject => `${platform}\n${handle}`

/** One page, by the spelling of the handle that was asked for. */
export const pageSubject = (whose: Whose, variant: string, after: string | undefined): Subject => {
  const first = `${profileSubject(whose)}\n${variant}`
  // The store indexes subjects, and a position may be long.
  return after === undefined ? first : `${first}\n${hash('sha256', after, 'base64url')}`
}

export type GoneProfiles = {
  /** Whether it was found gone since the page was fetched, and not returned again. In memory: others' findings arrive with
   * `reload`. */
  has(subject: Subject, fetchedAt: number): boolean
  /** Loads what the store knows of subjects that are not known to be gone since. */
  learn(subjects: readonly Subject[], fetchedAt: number): Promise<void>
  /** `fetchedAt`: of the page that ends, which may be of a clock that was put back since. */
  mark(subject: Subject, fetchedAt?: number): void
  /** A plain status says so. The subject is gone when one said so hours before, and it was not read in between. */
  doubt(subject: Subject, fetchedAt?: number): Promise<void>
  /** The platform returned it. Only findings in memory are taken back: those in the store were learned with the page that is held. */
  giveBack(subject: Subject): void
  /** Another process has found something: the subject of a change. */
  reload(finding: string): Promise<void>
}

export type GoneProfilesOptions = {
  readonly store: Store['goneProfiles']
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

/** How far apart two plain statuses must be. A block, a deployment or a broken server lasts for less. */
export const DOUBT_MS = 6 * 60 * 60_000

/** When each was last found; 0 where it never was. */
type Found = { readonly gone: number; readonly doubted: number; readonly back: number }

const NOTHING: Found = { gone: 0, doubted: 0, back: 0 }
const KINDS = ['gone', 'doubted', 'back'] as const

/** No part of a subject is empty. */
const SEPARATOR = '\n\n'
const MOST = 20_000

/** What a finding is stored under. */
const findingOf = (subject: Subject, kind: keyof Found): string =>
  kind === 'gone' ? subject : subject + SEPARATOR + kind

export const createGoneProfiles = ({ store, now, onStoreError }: GoneProfilesOptions): GoneProfiles => {
  const known = createLru<Found>(MOST)

  const load = async (subjects: readonly Subject[]): Promise<void> => {
    if (subjects.length === 0) return
    try {
      const times = await store.find(subjects.flatMap((subject) => KINDS.map((kind) => findingOf(subject, kind))))
      for (const [at, subject] of subjects.entries()) {
        const before = known.get(subject) ?? NOTHING
        const [gone = 0, doubted = 0, back = 0] = times.slice(at * KINDS.length, (at + 1) * KINDS.length)
        known.set(subject, {
          gone: Math.max(gone, before.gone),
          doubted: Math.max(doubted, before.doubted),
          back: Math.max(back, before.back),
        })
      }
    } catch (error) {
      onStoreError(error)
    }
  }

  const note = (subject: Subject, kind: keyof Found, at: number): void => {
    known.set(subject, { ...(known.get(subject) ?? NOTHING), [kind]: at })
    store.mark(findingOf(subject, kind), at).catch(onStoreError)
  }

  const has: GoneProfiles['has'] = (subject, fetchedAt) => {
    const { gone, back } = known.get(subject) ?? NOTHING
    return gone >= fetchedAt && gone > back
  }

  const mark: GoneProfiles['mark'] = (subject, fetchedAt = 0) => note(subject, 'gone', Math.max(now(), fetchedAt))

  return {
    has,
    learn: (subjects, fetchedAt) => load(subjects.filter((subject) => !has(subject, fetchedAt))),
    mark,
    async doubt(subject, fetchedAt = 0) {
      await load([subject])
      const { doubted, back } = known.get(subject) ?? NOTHING
      if (doubted <= Math.max(fetchedAt, back)) return note(subject, 'doubted', now())
      if (now() - doubted >= DOUBT_MS) mark(subject)
    },
    giveBack(subject) {
      const { gone, doubted, back } = known.get(subject) ?? NOTHING
      if (Math.max(gone, doubted) > back) note(subject, 'back', now())
    },
    reload: (finding) => load([finding.split(SEPARATOR, 1)[0] ?? finding]),
  }
}
