// The media proxy: the URLs that responses name, the images behind them, and a network of its own, so that images never
// wait for scans, nor scans for images.

import type { Egress } from '../egress/egress.ts'
import type { Act } from '../storage/store.ts'
import type { ConnectionReach } from '../upstream/contract/reach.ts'
import { createImages, type Images } from './images.ts'
import { createMediaKeys, type MediaKeysOptions } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import { createMediaUrls, type MediaUrls } from './media-urls.ts'

export type MediaProxy = {
  readonly urls: MediaUrls
  readonly images: Images
  /** Of an account that was disconnected. */
  forgetConnection(id: ConnectionReach, act: Act): Promise<void>
  /** Finishes what is being fetched, and closes the network. */
  close(): Promise<void>
}

export type MediaProxyOptions = MediaKeysOptions & {
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
  const { baseUrl, marks, egress, elapsed } = options
  const keys = createMediaKeys(options)
  const images = createImages({ keys, marks, egress, elapsed })
  return {
    urls: createMediaUrls({ keys, base: `${baseUrl}${MEDIA_PREFIX}/` }),
    images,
    forgetConnection: (id, act) => marks.forget(keys.subjectOf(id), act),
    async close() {
      await images.idle()
      await egress.close()
    },
  }
}
