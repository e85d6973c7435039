// Images behind media URLs, passed on from where they are: opened, checked against marks, fetched through the guarded
// egress, and judged by their first bytes. Nothing that came from outside is believed about them.

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
import {
  BUSY,
  etagOf,
  isRefusal,
  type MediaResult,
  type Refusal,
  refusalOfCode,
  refusalOfStatus,
} from './media-result.ts'
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
  /** Fetches an image that cannot be fetched later, behind whatever clients ask for. */
  copySoon(key: MediaKey): void
  /** Resolves when nothing is being fetched or rendered. */
  idle(): Promise<void>
}

export type ImagesOptions = Pick<SizedImagesOptions, 'formats'> & {
  readonly keys: MediaKeys
  readonly marks: Pick<MediaMarks, 'isForgotten'>
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
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** Types that every browser shows come first: the image is not converted. */
const ACCEPT = 'image/webp,image/jpeg,image/png,image/gif;q=0.9,image/*;q=0.5'
/** Failures of this service, not of the image. */
const OWN_CODES = ['unavailable', 'rate_limited'] as const
const NONE = { status: 404 } as const
const FORGOTTEN = { status: 410 } as const

const UNSIZED = 'sharp is not installed'

export const createImages = (options: ImagesOptions): Images => {
  const { keys, marks, mayShow, copies, egress, renderer, widths, elapsed } = options
  const singleFlight = createSingleFlight<Original | Refusal>()
  const failures = createImageFailures(elapsed)
  const places = createConcurrencyLimit(MEDIA_LIMITS.fetches, MEDIA_LIMITS.queue)

  const load = async ({ name, key }: NamedImage, signal: AbortSignal): Promise<Original | Refusal> => {
    const copy = await copies?.find(key)
    const kept = copy && imageTypeOf(copy.bytes)
    if (kept) return { ...kept, ...copy }
    const { url } = key
    try {
      const { status, body } = await egress.fetch({ url, accept: ACCEPT, signal })
      if (status !== 200) return failures.remember(name, refusalOfStatus(status))
      const type = imageTypeOf(body)
      if (!type) return failures.remember(name, { status: 415 })
      options.onFetched?.(key, body.length)
      failures.clear(name)
      return { ...type, bytes: body, storedAt: copies?.mayKeep(key) ? await copies.keep(key, body) : undefined }
    } catch (error) {
      signal.throwIfAborted()
      if (isApiError(error, ...OWN_CODES)) return BUSY
      if (!isApiError(error)) throw error
      return failures.remember(name, refusalOfCode(error.code))
    }
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
    if (marks.isForgotten(subjects)) return FORGOTTEN
    if (key.reach !== 'public' && !(await mayShow(key.reach))) return FORGOTTEN
    // How fast an image comes must not tell one license what another one has asked for.
    const result = await find({ name: keyWithin(key.reach, key.url), key })
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
      await getImage(key, whole)
      copied.set(name, true)
    }
    copying = undefined
  }

  return {
    async get(sealed, { size, signal } = {}) {
      const key = keys.open(sealed)
      if (key === undefined) return NONE
      return getImage(key, (image) => (size ? getSized(image, size, signal) : whole(image, signal)))
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
      await sized.idle()
      await singleFlight.idle()
    },
  }
}
