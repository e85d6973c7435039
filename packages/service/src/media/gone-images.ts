// Posts and accounts whose images are not served because their platform says that they are gone or private, until it
// returns them again. All of them are in memory, so that a request asks no store; every process learns of a new one
// within a second.

import { hash } from 'node:crypto'
import { createGoneProfiles, type GoneProfilesOptions } from '../scanning/gone-profiles.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { isRefused, type Refused } from '../upstream/contract/refusal.ts'
import { NO_SUBJECT, type Subject, subjectOf } from './media-key.ts'

export type GoneImages = {
  /** Whether one of them is gone. `subjects`: as `MediaKeys.subjectsOf` returns them. */
  has(subjects: readonly Subject[]): boolean
  /** Records what a refusal says about a post or an account; nothing if it says nothing about it. A plain status counts
   * once it comes again, hours later. */
  refuse(subject: Subject, reach: Reach, refusal: unknown): Promise<void>
  /** Records that they are gone. */
  mark(subjects: Iterable<Subject>, reach: Reach): void
  /** Records that a platform returned the post or account with this URL. */
  restore(url: string, reach: Reach, retrievedAt: string): void
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

/** What a connection was refused says nothing about what the public sees, and the other way round. */
const nameOf = (subject: Subject, reach: Subject | undefined): string => {
  const within = reach === undefined ? subject : hash('sha256', Buffer.concat([reach, subject]), 'buffer')
  return `${PREFIX}${within.toString('hex', 0, subject.length)}`
}

const subjectOfReach = (reach: Reach): Subject | undefined => (reach === 'public' ? undefined : subjectOf(reach))

/** Whether the refusal is about what was asked for: a source that does not serve it says nothing. */
export const isAbout = (refusal: unknown): refusal is Refused =>
  isRefused(refusal, 'absent', 'hidden') || (isRefused(refusal, 'closed') && refusal.code === 'post_not_found')

export const createGoneImages = (options: Omit<GoneProfilesOptions, 'most'>): GoneImages => {
  const known = createGoneProfiles({ ...options, most: MOST })

  const markOne = (name: string): void => {
    if (!known.has(name, options.now() - RENEW_MS)) known.mark(name)
  }

  return {
    has([post = NO_SUBJECT, account = NO_SUBJECT, , reach]) {
      return !known.isEmpty && [post, account].some((subject) => known.has(nameOf(subject, reach), 0))
    },
    async refuse(subject, reach, refusal) {
      if (subject.equals(NO_SUBJECT) || !isAbout(refusal)) return
      const name = nameOf(subject, subjectOfReach(reach))
      if (refusal.evidence === 'own') markOne(name)
      else if (refusal.evidence === 'status') await known.doubt(name)
    },
    mark(subjects, reach) {
      for (const subject of subjects) if (!subject.equals(NO_SUBJECT)) markOne(nameOf(subject, subjectOfReach(reach)))
    },
    restore(url, reach, retrievedAt) {
      if (!known.isEmpty) known.restore(nameOf(subjectOf(url), subjectOfReach(reach)), Date.parse(retrievedAt))
    },
    async learn(key) {
      if (!key.startsWith(PREFIX)) return false
      await known.reload(key)
      return true
    },
    load: () => known.loadAll(PREFIX),
  }
}
