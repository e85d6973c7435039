// Images behind media URLs, passed on from where they are: opened, checked against marks, fetched through the guarded
// egress, and judged by their first bytes. Nothing that came from outside is believed about them.

import { hash } from 'node:crypto'
import type { Egress } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createSingleFlight } from '../scanning/single-flight.ts'
import { type ConnectionReach, keyWithin } from '../upstream/contract/reach.ts'
import { createConcurrencyLimit } from '../validation/concurrency-limit.ts'
import type { Copies } from './copies.ts'
import { createImageFailures } from './image-failures.ts'
import { imageTypeOf } from './image-type.ts'
import { lastingName } from './lasting-name.ts'
import { MEDIA_LIMITS } from './limits.ts'
import type { MediaKey, MediaKeys } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import { isRefusal, type MediaResult, refusalOfCode, refusalOfStatus } from './media-result.ts'

export type Images = {
  /** `sealed`: as in the URL. Rejects only with the reason of the signal, or for a mistake of this program. */
  get(sealed: string, signal?: AbortSignal): Promise<MediaResult>
  /** Fetches an image that cannot be fetched later, behind whatever clients ask for. */
  copySoon(key: MediaKey): void
  /** Resolves when nothing is being fetched. */
  idle(): Promise<void>
}

export type ImagesOptions = {
  readonly keys: MediaKeys
  readonly marks: Pick<MediaMarks, 'isForgotten'>
  /** Whether what was read through a connected account may still be shown. */
  readonly mayShow: (connection: ConnectionReach) => Promise<boolean>
  /** undefined if the service keeps no copies. */
  readonly copies?: Pick<Copies, 'find' | 'keep' | 'mayKeep'> | undefined
  /** With `MEDIA_EGRESS_LIMITS`. */
  readonly egress: Pick<Egress, 'fetch'>
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** Types that every browser shows come first: the image is not converted. */
const ACCEPT = 'image/webp,image/jpeg,image/png,image/gif;q=0.9,image/*;q=0.5'
/** Failures of this service, not of the image. */
const OWN_CODES = ['unavailable', 'rate_limited'] as const
const BUSY = { status: 503, retryAfterSeconds: MEDIA_LIMITS.retryAfterSeconds } as const
const NONE = { status: 404 } as const
const FORGOTTEN = { status: 410 } as const

export const createImages = ({ keys, marks, mayShow, copies, egress, elapsed }: ImagesOptions): Images => {
  const singleFlight = createSingleFlight<MediaResult>()
  const failures = createImageFailures(elapsed)
  const places = createConcurrencyLimit(MEDIA_LIMITS.fetches, MEDIA_LIMITS.queue)

  /** undefined unless the first bytes are those of an image. */
  const imageOf = (bytes: Buffer): MediaResult | undefined => {
    const type = imageTypeOf(bytes)
    return type && { ...type, bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
  }

  /** `name`: of the image among those of all reaches. */
  const load = async (name: string, key: MediaKey, signal: AbortSignal): Promise<MediaResult> => {
    const copy = await copies?.find(key)
    const kept = copy && imageOf(copy)
    if (kept) return kept
    const { url } = key
    try {
      const { status, body } = await egress.fetch({ url, accept: ACCEPT, signal })
      if (status !== 200) return failures.remember(name, refusalOfStatus(status))
      const image = imageOf(body)
      if (!image) return failures.remember(name, { status: 415 })
      failures.clear(name)
      if (copies?.mayKeep(key)) await copies.keep(key, body)
      return image
    } catch (error) {
      signal.throwIfAborted()
      if (isApiError(error, ...OWN_CODES)) return BUSY
      if (!isApiError(error)) throw error
      return failures.remember(name, refusalOfCode(error.code))
    }
  }

  const fetchImage = async (name: string, key: MediaKey, signal: AbortSignal): Promise<MediaResult> => {
    try {
      return await places.run(() => load(name, key, signal), signal)
    } catch (error) {
      if (isApiError(error, 'unavailable')) return BUSY
      throw error
    }
  }

  const getImage = async (key: MediaKey, signal?: AbortSignal): Promise<MediaResult> => {
    const subjects = keys.subjectsOf(key)
    if (marks.isForgotten(subjects)) return FORGOTTEN
    if (key.reach !== 'public' && !(await mayShow(key.reach))) return FORGOTTEN
    // How fast an image comes must not tell one license what another one has asked for.
    const name = keyWithin(key.reach, key.url)
    const find = (shared: AbortSignal) => fetchImage(name, key, shared)
    const result = failures.find(name) ?? (await singleFlight.join(name, find, signal))
    // It may have been forgotten meanwhile.
    return !isRefusal(result) && marks.isForgotten(subjects) ? FORGOTTEN : result
  }

  /** Keys that wait to be copied, by the name of the image. */
  const waiting = new Map<string, MediaKey>()
  /** Names of images that were copied, or could not be. */
  const copied = createLru<true>(MEDIA_LIMITS.copies)
  let copying: Promise<void> | undefined

  const copyAll = async (): Promise<void> => {
    for (const [name, key] of waiting) {
      waiting.delete(name)
      await getImage(key)
      copied.set(name, true)
    }
    copying = undefined
  }

  return {
    async get(sealed, signal) {
      const key = keys.open(sealed)
      return key === undefined ? NONE : getImage(key, signal)
    },
    copySoon(key) {
      const name = keyWithin(key.reach, lastingName(key.url))
      if (!copies?.mayKeep(key) || copied.get(name) || waiting.size >= MEDIA_LIMITS.copies) return
      waiting.set(name, key)
      copying ??= copyAll()
    },
    async idle() {
      waiting.clear()
      await copying
      await singleFlight.idle()
    },
  }
}
