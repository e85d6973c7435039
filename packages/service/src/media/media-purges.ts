// Tells the operator's CDN which images must not be shown any more (`MEDIA_PURGE_URL`): by the tags that responses with
// these images have. What the CDN does not accept is sent again until it has been a CDN's longest time ago.

import { hash } from 'node:crypto'
import type { OperatorPost } from '../egress/operator-post.ts'
import type { Store } from '../storage/store.ts'
import type { Subject } from './media-key.ts'

/** Of an image, in `Cache-Tag`. */
export const tagOf = (subject: string): string => `m-${subject}`
export const tagsOf = (subjects: readonly Subject[]): string =>
  [...new Set(subjects.map((subject) => tagOf(subject.toString('hex'))))].join(',')

export type MediaPurges = {
  /** Sends what is due, unless another process does. Never rejects. */
  look(): Promise<void>
  /** Stops what is being sent. */
  close(): Promise<void>
}

export type MediaPurgesOptions = {
  readonly url: string
  readonly token: string
  readonly marks: Pick<Store['mediaMarks'], 'unpurged' | 'setPurged'>
  readonly leases: Pick<Store['pages'], 'claim' | 'release'>
  readonly owner: string
  readonly post: OperatorPost['post']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The CDN began to refuse, or accepts again. */
  readonly onChange: (why: object | undefined) => void
  readonly onStoreError: (error: unknown) => void
}

export const PURGE_INTERVAL_MS = 5_000
/** In one request: CDNs limit them to 30 and more. */
const TAGS = 30
const TIMEOUT_MS = 10_000
/** After a failure: doubled from the first to the longest. */
const PAUSES_MS = { first: 10_000, longest: 15 * 60_000 }
/** No CDN has an image for longer than `MEDIA_CDN_HOURS` allows. */
const SENT_FOR_MS = 31 * 86_400_000
/** By then every process knows of a mark: before, the CDN could fetch the image again. */
const LEARNED_MS = 5_000
const LEASE = hash('sha256', 'media purges', 'buffer')

export const createMediaPurges = (options: MediaPurgesOptions): MediaPurges => {
  const { url, token, marks, leases, owner, post, now, onChange, onStoreError } = options
  const closing = new AbortController()
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) }
  let [nextAt, pauseMs, isFailing] = [0, 0, false]
  let sending: Promise<void> | undefined

  const change = (why: object | undefined): void => {
    if (isFailing !== (why !== undefined)) onChange(why)
    isFailing = why !== undefined
    pauseMs = isFailing ? Math.min(Math.max(PAUSES_MS.first, 2 * pauseMs), PAUSES_MS.longest) : 0
    nextAt = now() + pauseMs
  }

  /** Why the CDN did not accept it. */
  const send = async (subjects: readonly string[]): Promise<object | undefined> => {
    const body = JSON.stringify({ tags: subjects.map(tagOf) })
    try {
      const { status } = await post({ url, headers, body, timeoutMs: TIMEOUT_MS, signal: closing.signal })
      return status >= 200 && status < 300 ? undefined : { status }
    } catch (err) {
      return { err }
    }
  }

  const sendAll = async (): Promise<void> => {
    for (;;) {
      const marked = { from: now() - SENT_FOR_MS, before: now() - LEARNED_MS }
      const subjects = await marks.unpurged(marked, TAGS)
      if (subjects.length === 0) return
      const why = await send(subjects)
      if (closing.signal.aborted) return
      change(why)
      if (why !== undefined) return
      await marks.setPurged(subjects, now())
    }
  }

  const lookOnce = async (): Promise<void> => {
    try {
      if (!(await leases.claim(LEASE, { owner, now: now(), until: now() + 2 * TIMEOUT_MS }))) return
      try {
        await sendAll()
      } finally {
        await leases.release(LEASE, owner)
      }
    } catch (error) {
      onStoreError(error)
    }
  }

  return {
    async look() {
      if (closing.signal.aborted || now() < nextAt) return
      sending ??= lookOnce().finally(() => {
        sending = undefined
      })
      await sending
    },
    async close() {
      closing.abort()
      await sending
    },
  }
}
