// The media proxy: the URLs that responses name, the images behind them, and a network of its own, so that images never
// wait for scans, nor scans for images.

import type { Egress } from '../egress/egress.ts'
import type { Act } from '../storage/store.ts'
import type { ConnectionReach } from '../upstream/contract/reach.ts'
import { type CopiesOptions, createCopies } from './copies.ts'
import type { MediaHome } from './home/media-home.ts'
import { createImages, type Images } from './images.ts'
import { createMediaKeys, type MediaKeysOptions } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import { createMediaUrls, type MediaUrls } from './media-urls.ts'

export type MediaProxy = {
  readonly urls: MediaUrls
  readonly images: Images
  /** Deletes copies that must not be kept any more. */
  sweep(): Promise<void>
  /** Of an account that was disconnected. */
  forgetConnection(id: ConnectionReach, act: Act): Promise<void>
  /** Finishes what is being fetched, and closes the network. */
  close(): Promise<void>
}

export type MediaProxyOptions = MediaKeysOptions &
  Omit<CopiesOptions, 'home' | 'keys'> & {
    /** undefined if the service keeps no copies. */
    readonly home: MediaHome | undefined
    /** Where the URLs begin: an origin and perhaps a path, without a slash at its end. */
    readonly baseUrl: string
    readonly marks: MediaMarks
    /** With `MEDIA_EGRESS_LIMITS`. */
    readonly egress: Egress
    /** Milliseconds of a monotonic clock. */
    readonly elapsed: () => number
  }

export const MEDIA_PREFIX = '/media'

export const createMediaProxy = (options: MediaProxyOptions): MediaProxy => {
  const { baseUrl, marks, egress, elapsed, home } = options
  const keys = createMediaKeys(options)
  const copies = home && createCopies({ ...options, home, keys })
  const images = createImages({ keys, marks, egress, elapsed, copies })
  return {
    urls: createMediaUrls({ keys, base: `${baseUrl}${MEDIA_PREFIX}/`, onEnding: images.copySoon }),
    images,
    forgetConnection: (id, act) => marks.forget(keys.subjectOf(id), act),
    sweep: async () => copies?.sweep(),
    async close() {
      await images.idle()
      await egress.close()
    },
  }
}
