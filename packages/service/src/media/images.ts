// Images behind media URLs, passed on from where they are: opened, checked against marks, fetched through the guarded
// egress, and judged by their first bytes. Nothing that came from outside is believed about them.

import type { Egress } from '../egress/egress.ts'
import { ApiError, isApiError } from '../errors.ts'
import { expiryOf } from '../post/expiry-of.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createSingleFlight } from '../scanning/single-flight.ts'
import { type ConnectionReach, keyWithin } from '../upstream/contract/reach.ts'
import { createConcurrencyLimit } from '../validation/concurrency-limit.ts'
import type { Copies } from './copies.ts'
import type { GoneImages } from './gone-images.ts'
import { createImageFailures } from './image-failures.ts'
import { type ImageSize, imageSizeOf } from './image-size.ts'
import { imageTypeOf } from './image-type.ts'
import { lastingName } from './lasting-name.ts'
import { MEDIA_LIMITS, RENDER_LIMITS } from './limits.ts'
import type { MediaKey, MediaKeys } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import type { MediaRenewals } from './media-renewals.ts'
import {
  BUSY,
  etagOf,
  isRefusal,
  type MediaResult,
  mayHaveEnded,
  type Refusal,
  refusalOfCode,
  refusalOfStatus,
} from './media-result.ts'
import { isPlaceholder } from './placeholders.ts'
import { referrerFor } from './referrer.ts'
import type { Renderer } from './rendering/renderer.ts'
import {
  createSizedImages,
  type NamedImage,
  type Original,
  type SizedImagesOptions,
  type WantedSize,
} from './sized-images.ts'

export type Images = {
  /** `sealed`: as in the URL. Rejects only with the reason of the signal, or for a mistake of this program. */
  get(
    sealed: string,
    wanted?: { readonly size?: WantedSize | undefined; readonly signal?: AbortSignal },
  ): Promise<MediaResult>
  /** Fetches an image that cannot be fetched later, behind whatever clients ask for. Does nothing if its URL has ended. */
  copySoon(key: MediaKey): void
  /** Resolves when nothing is being fetched or rendered. */
  idle(): Promise<void>
}

export type ImagesOptions = Pick<SizedImagesOptions, 'formats' | 'once'> & {
  readonly keys: MediaKeys
  readonly marks: Pick<MediaMarks, 'isForgotten'>
  readonly gone: Pick<GoneImages, 'has'>
  readonly renewals: MediaRenewals
  /** Whether what was read through a connected account may still be shown. */
  readonly mayShow: (connection: ConnectionReach) => Promise<boolean>
  /** undefined if the service keeps no copies. */
  readonly copies?: Omit<Copies, 'drop' | 'sweep'> | undefined
  readonly renderer: Renderer
  /** Of images, in pixels; no others are rendered. */
  readonly widths: readonly number[]
  /** Called with the number of bytes of each image that was fetched, and of nothing that a host sends instead. */
  readonly onFetched?: (key: MediaKey, bytes: number) => void
  /** With `MEDIA_EGRESS_LIMITS`. */
  readonly egress: Pick<Egress, 'fetch'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** How long a request waits for its image. */
  readonly waitMs?: number
}

/** What the host of an image sent. `hasEnded`: it may have another URL by now. */
type Fetched =
  | { readonly original: Omit<Original, 'storedAt'> }
  | { readonly refusal: Refusal; readonly hasEnded: boolean; readonly status?: number }

/** Types that every browser shows come first: the image is not converted. */
const ACCEPT = 'image/webp,image/jpeg,image/png,image/gif;q=0.9,image/*;q=0.5'
/** Failures of this service, not of the image. */
const OWN_CODES = ['unavailable', 'rate_limited'] as const
const NONE = { status: 404 } as const
const FORGOTTEN = { status: 410 } as const

const refused = (refusal: Refusal, hasEnded = false): Fetched => ({ refusal, hasEnded })

/** A browser that decodes it needs as much memory as this service. */
const isTooLarge = ({ width, height }: ImageSize): boolean =>
  width > RENDER_LIMITS.side || height > RENDER_LIMITS.side || width * height > RENDER_LIMITS.pixels

const UNSIZED = 'sharp is not installed'

export const createImages = (options: ImagesOptions): Images => {
  const { keys, marks, gone, renewals, mayShow, copies, once, egress, onFetched, renderer, widths, now, elapsed } =
    options
  const { waitMs = MEDIA_LIMITS.waitMs } = options
  const singleFlight = createSingleFlight<Original | Refusal>()
  const failures = createImageFailures(elapsed)
  const places = createConcurrencyLimit(MEDIA_LIMITS.fetches, MEDIA_LIMITS.queue)

  const fetchFrom = async (url: string, signal: AbortSignal, referrer?: string): Promise<Fetched> => {
    try {
      const { status, body, ...found } = await egress.fetch({
        ...{ url, accept: ACCEPT, signal },
        ...(referrer !== undefined && { referrer }),
      })
      const hasEnded = mayHaveEnded(status)
      if (status !== 200) return { refusal: refusalOfStatus(status), hasEnded, status }
      const type = imageTypeOf(body)
      const size = type && imageSizeOf(type.type, body)
      // Nothing else in the file is read, whatever it is.
      if (!type || !size) return refused({ status: 415 }, hasEnded)
      if (isPlaceholder(found.url, size)) return refused(NONE, hasEnded)
      if (isTooLarge(size)) return refused({ status: 415 })
      return { original: { ...type, bytes: body } }
    } catch (error) {
      signal.throwIfAborted()
      if (isApiError(error, ...OWN_CODES)) return refused(BUSY)
      if (!isApiError(error)) throw error
      return refused(refusalOfCode(error.code))
    }
  }

  /** Names the page of the post if the host wants that. */
  const fetchAt = async (url: string, key: MediaKey, signal: AbortSignal): Promise<Fetched> => {
    const fetched = await fetchFrom(url, signal)
    const referrer = 'status' in fetched && fetched.status ? referrerFor(key, fetched.status) : undefined
    return referrer === undefined ? fetched : fetchFrom(url, signal, referrer)
  }

  const isOver = ({ url }: MediaKey): boolean => {
    const end = expiryOf([url])
    return end !== null && Date.parse(end) <= now()
  }

  /** From the URL of the platform, or from the one that the platform has now if that has ended. */
  const fetchOriginal = async (key: MediaKey, signal: AbortSignal): Promise<Fetched> => {
    const known = renewals.peek(key)
    if (typeof known === 'string') return fetchAt(known, key, signal)
    const first = key.source && isOver(key) ? refused(NONE, true) : await fetchAt(key.url, key, signal)
    if ('original' in first || !first.hasEnded || key.source === undefined) return first
    const renewed = known ?? (await renewals.find(key, signal))
    if (typeof renewed !== 'string') return renewed.status === 404 ? first : refused(renewed)
    return renewed === key.url ? first : fetchAt(renewed, key, signal)
  }

  const keep = async (key: MediaKey, original: Omit<Original, 'storedAt'>): Promise<Original> => ({
    ...original,
    storedAt: copies?.mayKeep(key) ? await copies.keep(key, original.bytes) : undefined,
  })

  const findCopy = async (key: MediaKey): Promise<Original | undefined> => {
    const copy = await copies?.find(key)
    const kept = copy && imageTypeOf(copy.bytes)
    return kept && { ...kept, ...copy }
  }

  const fetchAndKeep = async ({ name, key }: NamedImage, signal: AbortSignal): Promise<Original | Refusal> => {
    const fetched = await fetchOriginal(key, signal)
    if ('original' in fetched) {
      onFetched?.(key, fetched.original.bytes.length)
      failures.clear(name)
      return keep(key, fetched.original)
    }
    return fetched.refusal === BUSY ? BUSY : failures.remember(name, fetched.refusal)
  }

  const load = async (image: NamedImage, signal: AbortSignal): Promise<Original | Refusal> => {
    const { name, key } = image
    const find = () => findCopy(key)
    const make = () => fetchAndKeep(image, signal)
    const found = await find()
    if (found || !copies?.mayKeep(key)) return found ?? make()
    return once<Original | Refusal>({ reach: key.reach, name, find, make, signal })
  }

  const fetchImage = async (image: NamedImage, signal: AbortSignal): Promise<Original | Refusal> => {
    try {
      return await places.run(() => load(image, signal), signal)
    } catch (error) {
      if (isApiError(error, 'unavailable')) return BUSY
      throw error
    }
  }

  const original = async (image: NamedImage, signal?: AbortSignal): Promise<Original | Refusal> =>
    failures.find(image.name) ?? singleFlight.join(image.name, (shared) => fetchImage(image, shared), signal)

  const whole = async (image: NamedImage, signal?: AbortSignal): Promise<MediaResult> => {
    const found = await original(image, signal)
    return isRefusal(found) ? found : { ...found, etag: etagOf(found.bytes) }
  }

  const sized = createSizedImages({ ...options, failures, original })

  const getSized = async (image: NamedImage, size: WantedSize, signal?: AbortSignal): Promise<MediaResult> => {
    if (!widths.includes(size.width)) return NONE
    if (renderer.isAvailable) return sized.get(image, size, signal)
    const found = await whole(image, signal)
    return isRefusal(found) ? found : { ...found, unsized: UNSIZED }
  }

  /** `find` is called unless the image must not be shown. */
  const getImage = async (key: MediaKey, find: (image: NamedImage) => Promise<MediaResult>): Promise<MediaResult> => {
    const subjects = keys.subjectsOf(key)
    const isHidden = () => marks.isForgotten(subjects) || gone.has(key.platform, subjects)
    if (isHidden()) return FORGOTTEN
    if (key.reach !== 'public' && !(await mayShow(key.reach))) return FORGOTTEN
    // How fast an image comes must not tell one license what another one has asked for.
    const result = await find({ name: keyWithin(key.reach, key.url), key })
    // It may have been forgotten meanwhile.
    return !isRefusal(result) && isHidden() ? FORGOTTEN : result
  }

  /** Keys that wait to be copied, by the name of the image. */
  const waiting = new Map<string, MediaKey>()
  /** Names of images that were copied, or could not be. */
  const copied = createLru<true>(MEDIA_LIMITS.copies)
  let copying: Promise<void> | undefined

  const copyAll = async (): Promise<void> => {
    for (const [name, key] of waiting) {
      waiting.delete(name)
      // If the store fails, the next page has it copied.
      await getImage(key, whole).then(
        () => copied.set(name, true),
        () => undefined,
      )
    }
    copying = undefined
  }

  /** Refuses a request that has waited too long: what it waits for is given up, unless others wait, too. */
  const inTime = async (
    get: (signal: AbortSignal) => Promise<MediaResult>,
    signal: AbortSignal | undefined,
  ): Promise<MediaResult> => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new ApiError('unavailable')), waitMs).unref()
    try {
      return await get(signal ? AbortSignal.any([late.signal, signal]) : late.signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (late.signal.aborted && error === late.signal.reason) return BUSY
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async get(sealed, { size, signal } = {}) {
      const key = keys.open(sealed)
      if (key === undefined) return NONE
      const find = (image: NamedImage) =>
        inTime((waiting) => (size ? getSized(image, size, waiting) : whole(image, waiting)), signal)
      return getImage(key, find)
    },
    copySoon(key) {
      const name = keyWithin(key.reach, lastingName(key.url))
      if (!copies?.mayKeep(key) || copied.get(name) || waiting.size >= MEDIA_LIMITS.copies || isOver(key)) return
      waiting.set(name, key)
      copying ??= copyAll()
    },
    async idle() {
      waiting.clear()
      await copying
      await sized.idle()
      await singleFlight.idle()
      await renewals.idle()
    },
  }
}
