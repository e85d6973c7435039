// New URLs of images whose URLs have ended: the post or profile is read again by its URL, once an hour for all of its
// images, clients and processes, and within a budget, so that old pages full of ended images cost no more than that.

import { isApiError } from '../errors.ts'
import { expiryOf } from '../post/expiry-of.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createSingleFlight } from '../scanning/single-flight.ts'
import { storeKey } from '../scanning/store-key.ts'
import type { StoreLeases } from '../scanning/store-lease.ts'
import { BEFORE_ALL, type CachedPage } from '../storage/store.ts'
import { keyWithin, type Reach } from '../upstream/contract/reach.ts'
import { type GoneImages, isAbout } from './gone-images.ts'
import { lastingName } from './lasting-name.ts'
import { MEDIA_LIMITS } from './limits.ts'
import type { MediaKey, MediaSource } from './media-key.ts'
import { isRefusal, type Refusal } from './media-result.ts'

/** What is read again. */
export type MediaOwner = {
  readonly platform: string
  readonly reach: Reach
  readonly is: 'post' | 'account'
  readonly url: string
  /** Of a post, the URL of its account, if it is known. */
  readonly account: string | null
}

/** An image of the post or account as its platform has it now. */
export type CurrentImage = { readonly place: string; readonly url: string }

export type MediaRenewals = {
  /** The URL that was found a while ago, or why there is none. Reads memory only. */
  peek(key: MediaKey): string | Refusal | undefined
  /** The URL that the image has now. Rejects only with the signal's reason. */
  find(key: MediaKey, signal: AbortSignal): Promise<string | Refusal>
  /** Resolves when nothing is being read. */
  idle(): Promise<void>
}

export type MediaRenewalsOptions = {
  /** Asks the platform. Rejects with ApiError. */
  readonly read: (owner: MediaOwner, signal: AbortSignal) => Promise<readonly CurrentImage[]>
  readonly leases: StoreLeases
  readonly gone: Pick<GoneImages, 'refuse'>
  /** Calls a minute for all posts and accounts. */
  readonly perMinute: number
  /** How long the store keeps pages. */
  readonly pagesKeptMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** A mistake of this program. */
  readonly onFault: (error: unknown) => void
}

type Outcome = { readonly images: readonly CurrentImage[] } | Refusal

const { renewalMs, renewals: MOST } = MEDIA_LIMITS
const MINUTE_MS = 60_000
const NONE = { status: 404 } as const

const ownerOf = ({ reach, platform, source }: MediaKey): MediaOwner | undefined => {
  if (source === undefined) return undefined
  const { post, account } = source
  if (post !== null) return { reach, platform, is: 'post', url: post, account }
  return account === null ? undefined : { reach, platform, is: 'account', url: account, account }
}

/** A post that another account claims to have is another one: it may be looked for in the page of that account. */
const nameOf = ({ reach, platform, is, url, account }: MediaOwner): string =>
  keyWithin(reach, `${is} again\n${platform}\n${lastingName(url)}\n${account ?? ''}`)

/** Of the images that a post may have several of. */
const isNumbered = ({ place }: MediaSource): boolean => / \d+$/.test(place)

/** The same file; or, where names of files do not last, the one at the same place. */
const pick = ({ url, source }: MediaKey, images: readonly CurrentImage[]): string | Refusal => {
  const name = lastingName(url)
  const same = images.find((image) => lastingName(image.url) === name)
  if (same) return same.url
  // An image that was taken out of its post must not be replaced by the next one.
  if (source === undefined || (isNumbered(source) && expiryOf([url]) !== null)) return NONE
  return images.find(({ place }) => place === source.place)?.url ?? NONE
}

export const createMediaRenewals = (options: MediaRenewalsOptions): MediaRenewals => {
  const { read, leases, gone, perMinute, pagesKeptMs, now, elapsed, onFault } = options
  const known = createLru<{ readonly outcome: Outcome; readonly until: number }>(MOST)
  const singleFlight = createSingleFlight<Outcome>()

  /** When each call of the last minute was made. */
  const calls: number[] = []
  /** undefined if a call may be made now, or in how many seconds. */
  const spend = (): number | undefined => {
    const time = elapsed()
    while (calls[0] !== undefined && calls[0] <= time - MINUTE_MS) calls.shift()
    const [first = time] = calls
    if (calls.length >= perMinute) return Math.max(1, Math.ceil((first + MINUTE_MS - time) / 1_000))
    calls.push(time)
    return undefined
  }

  const remember = (name: string, outcome: Outcome, forMs: number): Outcome => {
    known.set(name, { outcome, until: elapsed() + forMs })
    return outcome
  }

  const recall = (name: string): Outcome | undefined => {
    const entry = known.get(name)
    return entry && elapsed() < entry.until ? entry.outcome : undefined
  }

  /** Dated so that the store deletes it when it is of no use any more. */
  const toStored = (outcome: Outcome): CachedPage => ({
    body: Buffer.from(JSON.stringify(outcome)),
    next: null,
    fetchedAt: now() - pagesKeptMs + renewalMs,
  })

  const readStored = async (name: string, { body, fetchedAt }: CachedPage): Promise<Outcome | undefined> => {
    const leftMs = fetchedAt + pagesKeptMs - now()
    // Not one that was stored by a clock that was set back since.
    if (leftMs <= 0 || leftMs > renewalMs + MINUTE_MS) return undefined
    return remember(name, JSON.parse(body.toString()) as Outcome, leftMs)
  }

  const ask = async (owner: MediaOwner, key: MediaKey, signal: AbortSignal): Promise<Outcome> => {
    try {
      return { images: await read(owner, signal) }
    } catch (error) {
      signal.throwIfAborted()
      if (!isApiError(error)) onFault(error)
      if (!isApiError(error) || error.retryable) return { status: 503, retryAfterSeconds: renewalMs / 1_000 }
      await gone.refuse(owner.is === 'post' ? key.post : key.account, owner, error)
      return { status: isAbout(error) ? 410 : 404 }
    }
  }

  const load = async (
    name: string,
    owner: MediaOwner,
    key: MediaKey,
    signal: AbortSignal,
    begin: () => void,
  ): Promise<Outcome> => {
    const stored = storeKey(owner.reach, name)
    const { found, release } = await leases.acquire([stored], BEFORE_ALL, (page) => readStored(name, page), signal)
    if (found !== undefined) return found
    const waitSeconds = spend()
    if (waitSeconds !== undefined) {
      void release?.()
      return { status: 503, retryAfterSeconds: waitSeconds }
    }
    // From here on, a call is made: its result is kept, even if nobody waits any more.
    begin()
    let outcome: Outcome | undefined
    try {
      outcome = await ask(owner, key, signal)
      return remember(name, outcome, renewalMs)
    } finally {
      void release?.(outcome && { key: stored, page: toStored(outcome) })
    }
  }

  const resultOf = (key: MediaKey, outcome: Outcome): string | Refusal =>
    isRefusal(outcome) ? outcome : pick(key, outcome.images)

  return {
    peek(key) {
      const owner = known.size > 0 ? ownerOf(key) : undefined
      const outcome = owner && recall(nameOf(owner))
      return outcome && resultOf(key, outcome)
    },
    async find(key, signal) {
      const owner = ownerOf(key)
      if (owner === undefined) return NONE
      const name = nameOf(owner)
      const start = (shared: AbortSignal, begin: () => void) => load(name, owner, key, shared, begin)
      return resultOf(key, recall(name) ?? (await singleFlight.join(name, start, signal)))
    },
    idle: () => singleFlight.idle(),
  }
}
