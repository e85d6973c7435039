// Posts and accounts whose images are not served because their platform says that they are gone or private, until it
// returns them again. All of them are in memory, so that a request asks no store; every process learns of a new one
// within a second.

import { hash } from 'node:crypto'
import { createGoneProfiles, type GoneProfilesOptions } from '../scanning/gone-profiles.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { isRefused, type Refused } from '../upstream/contract/refusal.ts'
import { NO_SUBJECT, type Subject, subjectOf } from './media-key.ts'

/** What a platform says about posts and accounts, to those who may see what. */
export type Teller = { readonly platform: string; readonly reach: Reach }

export type GoneImages = {
  /** Whether one of them is gone. `subjects`: as `MediaKeys.subjectsOf` returns them. */
  has(platform: string, subjects: readonly Subject[]): boolean
  /** Records what a refusal says about a post or an account; nothing if it says nothing about it. A plain status counts
   * once it comes again, hours later. */
  refuse(subject: Subject, teller: Teller, refusal: unknown): Promise<void>
  /** Records that it is gone. */
  mark(subject: Subject, teller: Teller): void
  /** Records that the platform returned it at that time, in milliseconds since the epoch. */
  restore(subject: Subject, teller: Teller, returnedAt: number): void
  /** Whether none is known, so that nothing can be restored. */
  readonly isEmpty: boolean
  /** Applies a change of another process. false: it is about something else. */
  learn(key: string): Promise<boolean>
  /** Reads all of them from the store. */
  load(): Promise<void>
}

/** No name of a profile begins with it: ids of platforms have no slash. */
const PREFIX = 'image/'
const MOST = 100_000
/** After that, they are recorded again, since the store deletes old records. */
const RENEW_MS = 24 * 60 * 60_000

/** A platform that reads any host could be made to say anything about the URLs of another one. And what a connection was
 * refused says nothing about what the public sees, nor the other way round. */
const nameOf = (platform: string, subject: Subject, reach: Subject | undefined): string => {
  const within = reach === undefined ? subject : hash('sha256', Buffer.concat([reach, subject]), 'buffer')
  return `${PREFIX}${platform}/${within.toString('hex', 0, subject.length)}`
}

/** Whether the refusal is about what was asked for: a source that does not serve it says nothing. */
export const isAbout = (refusal: unknown): refusal is Refused =>
  isRefused(refusal, 'absent', 'hidden') || (isRefused(refusal, 'closed') && refusal.code === 'post_not_found')

const nameTo = (subject: Subject, { platform, reach }: Teller): string =>
  nameOf(platform, subject, reach === 'public' ? undefined : subjectOf(reach))

export const createGoneImages = (options: Omit<GoneProfilesOptions, 'most'>): GoneImages => {
  const known = createGoneProfiles({ ...options, most: MOST })

  const mark = (name: string): void => {
    if (!known.has(name, options.now() - RENEW_MS)) known.mark(name)
  }

  return {
    has(platform, [post = NO_SUBJECT, account = NO_SUBJECT, , reach]) {
      return !known.isEmpty && [post, account].some((subject) => known.has(nameOf(platform, subject, reach), 0))
    },
    async refuse(subject, teller, refusal) {
      if (subject.equals(NO_SUBJECT) || !isAbout(refusal)) return
      const name = nameTo(subject, teller)
      if (refusal.evidence === 'own') mark(name)
      else if (refusal.evidence === 'status') await known.doubt(name)
    },
    mark(subject, teller) {
      if (!subject.equals(NO_SUBJECT)) mark(nameTo(subject, teller))
    },
    restore: (subject, teller, returnedAt) => known.restore(nameTo(subject, teller), returnedAt),
    get isEmpty() {
      return known.isEmpty
    },
    async learn(key) {
      if (!key.startsWith(PREFIX)) return false
      await known.reload(key)
      return true
    },
    load: () => known.loadAll(PREFIX),
  }
}
