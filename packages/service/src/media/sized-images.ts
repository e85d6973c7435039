// Images in the widths that pages ask for: rendered once for all who wait, and kept beside their original. Somebody who
// waits gets what is made fast; what takes longer (AVIF, animations) is made behind, when an image is asked for again.

import { ApiError, isApiError } from '../errors.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createSingleFlight } from '../scanning/single-flight.ts'
import { acceptedFormats } from './accepted-formats.ts'
import type { Copies, Size } from './copies.ts'
import type { ImageFailures } from './image-failures.ts'
import type { ImageType } from './image-type.ts'
import { MEDIA_LIMITS, RENDER_LIMITS } from './limits.ts'
import { type MediaKey, NO_SUBJECT } from './media-key.ts'
import { BUSY, type Image, imageOf, isRefusal, type MediaResult, type Refusal, refusalOfFault } from './media-result.ts'
import type { Once } from './once.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { Rendered, RenderedFormat, RenderJob } from './rendering/rendering.ts'

/** `name`: among the images of all reaches. */
export type NamedImage = { readonly name: string; readonly key: MediaKey }

/** `storedAt`: when its copy was stored, if there is one. */
export type Original = Omit<Image, 'etag'> & { readonly storedAt: number | undefined }

/** `accept`: the header of the request. */
export type WantedSize = { readonly width: number; readonly accept: string | undefined }

export type SizedImages = {
  /** A size whose last request ended with `unavailable` as the signal's reason is not tried again at once. */
  get(image: NamedImage, wanted: WantedSize, signal?: AbortSignal): Promise<MediaResult>
  /** Resolves when nothing is being rendered. What waits to be made behind is dropped. */
  idle(): Promise<void>
}

export type SizedImagesOptions = {
  readonly copies?: Pick<Copies, 'find' | 'keepRendering' | 'mayKeep'> | undefined
  readonly once: Once
  readonly renderer: Pick<Renderer, 'render' | 'idle'>
  /** Those that may be sent, in the order of `RENDERED_FORMATS`. */
  readonly formats: readonly RenderedFormat[]
  readonly failures: ImageFailures
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Returns the copy of an image, or fetches it. */
  readonly original: (image: NamedImage, signal?: AbortSignal) => Promise<Original | Refusal>
}

/** An original whose rendering waits. Its bytes take memory only if there is no copy of them. */
type Source = {
  readonly type: ImageType
  readonly storedAt: number | undefined
  readonly bytes: number
  readonly read: () => Promise<Buffer> | Buffer
}

const TYPES: Readonly<Record<RenderedFormat, readonly ImageType[]>> = {
  avif: ['image/avif'],
  webp: ['image/webp'],
  jpeg: ['image/jpeg', 'image/png'],
}

/** Of failures: an image that cannot be rendered in one width can be in none. */
const nameOfAll = (name: string): string => `${name} in other sizes`

/** Of failures: nobody could wait any longer for this size. */
const nameOfSize = (name: string, { width, format }: Size): string => `${name} ${width} ${format} in time`

/** Whose images wait for each other. Where the account is not known, those of a host do. */
const accountOf = ({ platform, reach, account, url }: MediaKey): string =>
  `${platform} ${reach} ${account.equals(NO_SUBJECT) ? URL.parse(url)?.host : account.toString('hex')}`

export const createSizedImages = ({
  copies,
  once,
  renderer,
  formats,
  failures,
  original,
  elapsed,
}: SizedImagesOptions): SizedImages => {
  const singleFlight = createSingleFlight<MediaResult>()
  const never = new AbortController().signal
  let waitingBytes = 0
  /** By account. */
  const waitingBytesOf = new Map<string, number>()

  /** Small images that were found a moment ago, by the widths and formats that were asked for. */
  const recent = createLru<{ readonly image: Image; readonly until: number }>(MEDIA_LIMITS.recent)

  const remember = (id: string, image: Image): Image => {
    if (image.bytes.length <= MEDIA_LIMITS.recentBytes)
      recent.set(id, { image, until: elapsed() + MEDIA_LIMITS.recentMs })
    return image
  }

  const find = async (key: MediaKey, size: Size): Promise<Image | undefined> => {
    const copy = await copies?.find(key, size)
    return copy && imageOf(copy.bytes)
  }

  const readCopy = async (key: MediaKey): Promise<Buffer> => {
    const copy = await copies?.find(key)
    // Deleted while its rendering waited.
    if (copy === undefined) throw new ApiError('unavailable')
    return copy.bytes
  }

  const sourceOf = async (image: NamedImage, signal?: AbortSignal): Promise<Source | Refusal> => {
    const found = await original(image, signal)
    if (isRefusal(found)) return found
    const { type, storedAt, bytes } = found
    return storedAt === undefined
      ? { type, storedAt, bytes: bytes.length, read: () => bytes }
      : { type, storedAt, bytes: 0, read: () => readCopy(image.key) }
  }

  const countBytes = (account: string, bytes: number): void => {
    waitingBytes += bytes
    const ofOne = (waitingBytesOf.get(account) ?? 0) + bytes
    if (ofOne > 0) waitingBytesOf.set(account, ofOne)
    else waitingBytesOf.delete(account)
  }

  const render = async (
    { key }: NamedImage,
    { type, bytes, read }: Source,
    job: Omit<RenderJob, 'type'>,
    signal: AbortSignal,
  ): Promise<Rendered> => {
    const account = accountOf(key)
    const ofOne = (waitingBytesOf.get(account) ?? 0) + bytes
    if (waitingBytes + bytes > RENDER_LIMITS.waitingBytes || ofOne > RENDER_LIMITS.waitingBytesOfOne)
      throw new ApiError('unavailable')
    countBytes(account, bytes)
    try {
      return await renderer.render({ ...job, type }, { account, read, signal })
    } finally {
      countBytes(account, -bytes)
    }
  }

  /** undefined if it is not what was asked for: a process that decodes hostile images is not believed. */
  const renderedImage = (bytes: Buffer, format: RenderedFormat): Image | undefined => {
    const image = imageOf(bytes)
    return image && TYPES[format].includes(image.type) ? image : undefined
  }

  const keep = async ({ key }: NamedImage, size: Size, { storedAt }: Source, { bytes }: Image): Promise<void> => {
    if (storedAt !== undefined) await copies?.keepRendering(key, size, { bytes, storedAt })
  }

  const make = async (image: NamedImage, size: Size, signal: AbortSignal): Promise<MediaResult> => {
    const name = nameOfAll(image.name)
    const source = await sourceOf(image, signal)
    if (isRefusal(source)) return source
    const rendered = await render(image, source, { ...size, frames: 'first' }, signal)
    if ('fault' in rendered) return failures.remember(name, refusalOfFault(rendered.fault))
    const made = renderedImage(rendered.bytes, size.format)
    if (made === undefined) return failures.remember(name, { status: 503 })
    failures.clear(name)
    failures.clear(nameOfSize(image.name, size))
    await keep(image, size, source, made)
    return made
  }

  const makeOnce = async (image: NamedImage, size: Size, signal: AbortSignal): Promise<MediaResult> => {
    try {
      return await make(image, size, signal)
    } catch (error) {
      if (signal.aborted && isApiError(signal.reason, 'unavailable'))
        failures.remember(nameOfSize(image.name, size), BUSY, RENDER_LIMITS.busyMs)
      signal.throwIfAborted()
      if (isApiError(error, 'unavailable')) return BUSY
      throw error
    }
  }

  /** Images that wait for something better, by their name and width. */
  const waiting = new Map<string, () => Promise<void>>()
  /** Those that have it, or cannot have it. */
  const improved = createLru<true>(MEDIA_LIMITS.copies)
  let improving: Promise<void> | undefined

  /** Makes an AVIF, or an animation: which one is known when the image was decoded. */
  const improve = async (image: NamedImage, width: number, quick: Image): Promise<void> => {
    const source = await sourceOf(image)
    if (isRefusal(source)) return
    const [avif, webp] = [
      { width, format: 'avif' },
      { width, format: 'webp' },
    ] as const
    const still = await render(image, source, { ...avif, frames: 'first' }, never)
    if ('fault' in still) return
    if (still.frames === 1) {
      const made = renderedImage(still.bytes, 'avif')
      if (made && made.bytes.length < quick.bytes.length) await keep(image, avif, source, made)
      return
    }
    if (still.frames > RENDER_LIMITS.frames || width > RENDER_LIMITS.animatedWidth || quick.type !== 'image/webp')
      return
    const moving = await render(image, source, { ...webp, frames: 'all' }, never)
    const made = 'fault' in moving ? undefined : renderedImage(moving.bytes, 'webp')
    if (made) await keep(image, webp, source, made)
  }

  /** What another process has made of it: an AVIF, or an animation in place of the first frame. */
  const findImproved = async ({ key }: NamedImage, width: number, quick: Image): Promise<Image | undefined> => {
    const moving = await find(key, { width, format: 'webp' })
    return moving && moving.etag !== quick.etag ? moving : find(key, { width, format: 'avif' })
  }

  const improveOnce = async (image: NamedImage, width: number, quick: Image): Promise<void> => {
    await once<unknown>({
      ...{ reach: image.key.reach, name: `${image.name} ${width} better`, signal: never },
      find: () => findImproved(image, width, quick),
      make: () => improve(image, width, quick),
    })
  }

  /** Only while nobody waits. A failure leaves what there is. */
  const improveAll = async (): Promise<void> => {
    for (const [name, work] of waiting) {
      await renderer.idle()
      if (!waiting.delete(name)) continue
      improved.set(name, true)
      await work().catch(() => {})
      for (const id of recent.keys()) if (id.startsWith(`${name} `)) recent.delete(id)
    }
    improving = undefined
  }

  const improveBehind = (image: NamedImage, width: number, quick: Image): void => {
    const name = `${image.name} ${width}`
    if (improved.get(name) || !copies?.mayKeep(image.key) || waiting.size >= RENDER_LIMITS.behind) return
    waiting.set(name, () => improveOnce(image, width, quick))
    improving ??= improveAll()
  }

  return {
    async get(image, { width, accept }, signal) {
      const { name, key } = image
      const accepted = acceptedFormats(accept, formats)
      const id = `${name} ${width} ${accepted}`
      const remembered = recent.get(id)
      if (remembered && elapsed() < remembered.until) return remembered.image
      const quick: RenderedFormat = accepted.find((format) => format !== 'avif') ?? 'avif'
      if (accepted.includes('avif')) {
        const best = await find(key, { width, format: 'avif' })
        if (best) return remember(id, best)
      }
      const size: Size = { width, format: quick }
      const found = await find(key, size)
      if (found) {
        if (accepted.includes('avif') && quick !== 'avif') improveBehind(image, width, found)
        return remember(id, found)
      }
      const failed = failures.find(nameOfAll(name)) ?? failures.find(nameOfSize(name, size))
      if (failed) return failed
      const making = `${name} ${width} ${quick}`
      const start = (shared: AbortSignal) => {
        const make = () => makeOnce(image, size, shared)
        if (!copies?.mayKeep(key)) return make()
        const [reach, findNow] = [key.reach, () => find(key, size)]
        return once<MediaResult>({ reach, name: making, find: findNow, make, signal: shared })
      }
      return singleFlight.join(making, start, signal)
    },
    async idle() {
      waiting.clear()
      await improving
      await singleFlight.idle()
    },
  }
}
