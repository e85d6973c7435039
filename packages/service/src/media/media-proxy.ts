// The media proxy: the URLs that responses name, the images behind them, and a network of its own, so that images never
// wait for scans, nor scans for images.

import type { Egress } from '../egress/egress.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import type { Act } from '../storage/store.ts'
import type { ConnectionReach } from '../upstream/contract/reach.ts'
import { type CopiesOptions, createCopies } from './copies.ts'
import type { MediaHome } from './home/media-home.ts'
import type { ImagePayers } from './image-payers.ts'
import { createImages, type Images } from './images.ts'
import { createMediaKeys, MEDIA_PREFIX, type MediaKey, type MediaKeysOptions, NO_SUBJECT } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import { tagsOf } from './media-purges.ts'
import { createMediaUrls, type MediaUrls } from './media-urls.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { RenderedFormat } from './rendering/rendering.ts'

export type MediaProxy = {
  readonly urls: MediaUrls
  readonly images: Images
  /** For `Cache-Tag`, of everything that the image belongs to; undefined if there is no such image. */
  tagsOf(sealed: string): string | undefined
  /** Finds out whether images can be rendered. Returns why not, or undefined. */
  start(): Promise<string | undefined>
  /** Deletes copies that must not be kept any more. */
  sweep(): Promise<void>
  /** Deletes the copies of an account that was disconnected, in the background. `forGood`: the act that says so, also after a restore; an
   * account whose owner may connect it again has none. */
  forgetConnection(id: ConnectionReach, forGood?: Act): Promise<void>
  /** Finishes what is being fetched, stops what is being rendered, and closes the network. */
  close(): Promise<void>
}

export type MediaProxyOptions = MediaKeysOptions &
  Omit<CopiesOptions, 'home' | 'keys'> & {
    /** undefined if the service keeps no copies. */
    readonly home: MediaHome | undefined
    /** Where the URLs begin: an origin and perhaps a path, without a slash at its end. */
    readonly baseUrl: string
    readonly marks: MediaMarks
    /** Whether what was read through a connected account may still be shown. */
    readonly mayShow: (connection: ConnectionReach) => Promise<boolean>
    /** With `MEDIA_EGRESS_LIMITS`. */
    readonly egress: Egress
    readonly renderer: Renderer
    /** For which licenses images are fetched, and the bytes that are charged to them. */
    readonly payers: ImagePayers
    readonly charge: (licenseId: string, bytes: number) => void
    /** Of sized images, in pixels, the smallest first. */
    readonly widths: readonly number[]
    readonly formats: readonly RenderedFormat[]
    /** Milliseconds of a monotonic clock. */
    readonly elapsed: () => number
  }

export const createMediaProxy = (options: MediaProxyOptions): MediaProxy => {
  const { baseUrl, egress, renderer, widths, home, payers, charge } = options
  const keys = createMediaKeys(options)
  const copies = home && createCopies({ ...options, home, keys })
  const payFor = async (key: MediaKey, bytes: number): Promise<void> => {
    const licenseId = await payers.find(key)
    if (licenseId !== undefined) charge(licenseId, bytes)
  }
  const paying = createSlotSet<Promise<void>>()
  const onFetched = (key: MediaKey, bytes: number): void => {
    const place = paying.add(payFor(key, bytes).finally(() => paying.remove(place)))
  }
  const images = createImages({ ...options, keys, copies, onFetched })
  let dropped: Promise<unknown> = Promise.resolve()
  return {
    urls: createMediaUrls({
      ...{ keys, base: `${baseUrl}${MEDIA_PREFIX}/`, onEnding: images.copySoon, onNamed: payers.note },
      widths: () => (renderer.isAvailable ? widths : []),
    }),
    images,
    tagsOf(sealed) {
      const key = keys.open(sealed)
      return key && tagsOf(keys.subjectsOf(key).filter((subject) => !subject.equals(NO_SUBJECT)))
    },
    start: renderer.start,
    async forgetConnection(id, forGood) {
      if (forGood) await options.marks.forget(keys.subjectOf(id), forGood)
      // Takes long, and nothing may wait for it: changes of other processes are applied one after the other.
      dropped = Promise.all([dropped, copies?.drop(id)])
    },
    sweep: async () => copies?.sweep(),
    async close() {
      await renderer.close()
      await images.idle()
      await Promise.all(paying)
      await payers.idle()
      await dropped
      await egress.close()
    },
  }
}
