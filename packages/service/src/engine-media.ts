// The engine's media proxy: where copies are kept, which terms apply, and the processes that render images. Loaded only
// with `MEDIA=proxy`.

import { hostname } from 'node:os'
import type { Config } from './config/read-config.ts'
import { rendersOf } from './config/renders-of.ts'
import { shareOf } from './config/share-of.ts'
import type { Egress } from './egress/egress.ts'
import { isApiError } from './errors.ts'
import { createImageQuota, type ImageQuota } from './licensing/usage/image-quota.ts'
import type { Swept } from './media/copies.ts'
import type { Bucket } from './media/home/bucket-url.ts'
import { createDiskHome } from './media/home/disk-home.ts'
import type { MediaHome } from './media/home/media-home.ts'
import { createPausingHome, type HomeWork } from './media/home/pausing-home.ts'
import { type ActivityCounts, createImageActivity } from './media/image-activity.ts'
import { createImagePayers } from './media/image-payers.ts'
import { mediaFolder } from './media/media-folder.ts'
import { createMediaProxy, type MediaProxy, type MediaProxyOptions } from './media/media-proxy.ts'
import type { MediaStatus } from './media/media-status.ts'
import type { RenderProcessOptions } from './media/rendering/render-process.ts'
import { createRenderer } from './media/rendering/renderer.ts'
import { keptMs } from './media/terms.ts'
import type { Log } from './observability/create-log.ts'
import type { ImageMetrics } from './observability/image-metrics.ts'
import type { Store } from './storage/store.ts'
import { reasonOf } from './storage/store-error.ts'
import type { Registry } from './upstream/registry.ts'

export type EngineMediaOptions = Pick<
  MediaProxyOptions,
  | 'marks'
  | 'mayShow'
  | 'keysFor'
  | 'now'
  | 'elapsed'
  | 'egress'
  | 'leases'
  | 'readAgain'
  | 'isOwnUrl'
  | 'isOwnAccount'
  | 'perMinute'
  | 'pagesKeptMs'
  | 'onStoreError'
  | 'onFault'
> & {
  readonly config: Config
  readonly store: Pick<Store, 'pages' | 'usage' | 'goneProfiles'>
  readonly findPlatform: Registry['find']
  /** The store could not count what was fetched for a license. */
  readonly onCountError: (error: unknown) => void
  readonly log: Log
  readonly metrics: ImageMetrics | undefined
  /** How processes that render images are started in a test. */
  readonly rendering?: Pick<RenderProcessOptions, 'nodeArgs'> | undefined
}

export type EngineMedia = Omit<MediaProxy, 'start'> & {
  /** Finds out whether images can be rendered, and logs why not. */
  start(): Promise<void>
  readonly quota: ImageQuota
  /** Counts a response to a browser. */
  readonly countImage: ActivityCounts['countImage']
  status(): MediaStatus
  /** What a response with the image is to say to a CDN. */
  cdnHeaders(sealed: string): Readonly<Record<string, string>>
}

const MB = 1_000_000
const NO_SIZES =
  'Images are served only in their original size, since sharp cannot be loaded. Install the optional packages, or set MEDIA=off'
const LOST = 'A process that renders images ended; another one starts when it is needed'
/** A home that does not work fails with every image, so only changes are logged. */
const HOMES = {
  bucket: {
    fails: 'The bucket for copies of images does not work; images are fetched again. Run `central-api doctor`',
    works: 'The bucket for copies of images works again',
  },
  folder: {
    fails: 'The folder for copies of images does not work; images are fetched again. Run `central-api doctor`',
    works: 'The folder for copies of images works again',
  },
} as const

/** The egress, with its requests counted. */
const countFetches = (egress: Egress, { countImageFetch }: ActivityCounts): Egress => ({
  ...egress,
  async fetch(request) {
    try {
      const response = await egress.fetch(request)
      countImageFetch(outcomeOf(response.status), response.body.length)
      return response
    } catch (error) {
      // One that nobody waits for any more is no failure.
      if (isApiError(error)) countImageFetch(error.code, 0)
      throw error
    }
  },
})

const outcomeOf = (status: number): string => {
  if (status === 200) return 'ok'
  return status >= 500 ? 'failed' : 'refused'
}

type Home = {
  /** undefined if the service keeps no copies. */
  readonly home: MediaHome | undefined
  /** Finds out whether copies can be kept, and logs why not. */
  readonly check?: () => Promise<void>
  readonly close?: () => Promise<void>
}

const changesOf = (kind: keyof typeof HOMES, log: Log) => {
  const { fails, works } = HOMES[kind]
  return (work: HomeWork, error?: unknown): void => {
    if (error === undefined) log.info({ work }, works)
    else log.warn({ work, reason: reasonOf(error) }, fails)
  }
}

const openBucket = async (bucket: Bucket, { log, now, elapsed }: EngineMediaOptions): Promise<Home> => {
  const { openS3Home } = await import('./media/home/open-s3-home.ts')
  const { home, close } = openS3Home(bucket, now)
  const logChange = changesOf('bucket', log)
  let isClosed = false
  const onChange = (work: HomeWork, error?: unknown): void => {
    if (!isClosed) logChange(work, error)
  }
  /** What is still under way fails. */
  const closeBucket = async (): Promise<void> => {
    isClosed = true
    await close()
  }
  return { home: createPausingHome({ home, elapsed, onChange }), close: closeBucket }
}

const openFolder = ({ config, log, now, elapsed }: EngineMediaOptions): Home => {
  const folder = mediaFolder(config)
  if (folder === undefined) return { home: undefined }
  const disk = createDiskHome(folder, now)
  const home = createPausingHome({ home: disk, elapsed, onChange: changesOf('folder', log) })
  return { home, check: () => home.watch('write', disk.check()).catch(() => {}) }
}

export const createEngineMedia = async (options: EngineMediaOptions): Promise<EngineMedia> => {
  const { config, findPlatform, log, metrics, rendering } = options
  const { mediaS3Url: bucket } = config
  const { home, check, close } = bucket ? await openBucket(bucket, options) : openFolder(options)
  const { store, now, elapsed, onCountError } = options
  const quota = createImageQuota({ usage: store.usage, now, elapsed, onStoreError: onCountError })
  const activity = createImageActivity(metrics)
  const { mediaCdnHours } = config
  const forCdns = mediaCdnHours > 0 ? { 'cdn-cache-control': `public, max-age=${mediaCdnHours * 3_600}` } : {}
  const since = now()
  let copies: Swept['copies'] = []
  let countedAt: number | undefined
  const renderer = createRenderer({
    ...rendering,
    processes: shareOf(rendersOf(config), config.workers),
    onLost: (reason) => log.warn({ reason }, LOST),
    onRendered: activity.countRendering,
  })
  const proxy = createMediaProxy({
    ...options,
    egress: countFetches(options.egress, activity),
    store: store.goneProfiles,
    payers: createImagePayers({ pages: store.pages, now, onStoreError: onCountError }),
    charge: quota.charge,
    home,
    // The home says what fails.
    onHomeError: () => {},
    // Processes of one machine share a folder.
    place: bucket ? 'bucket' : hostname(),
    keptMs: (id) => keptMs(findPlatform(id) ?? { id }, config.mediaKeep),
    maxBytes: config.mediaMaxMb * MB,
    baseUrl: config.mediaBaseUrl ?? config.baseUrl,
    ...{ widths: config.mediaWidths, formats: config.mediaFormats },
    renderer,
    onSwept(swept: Swept) {
      copies = swept.copies
      countedAt = now()
      metrics?.countDeletedCopies('limit', swept.limit)
      metrics?.countDeletedCopies('ended', swept.ended)
    },
  })
  metrics?.watchImages(() => ({ copies, renderings: renderer.jobs }))
  return {
    ...proxy,
    quota,
    countImage: activity.countImage,
    cdnHeaders(sealed) {
      const tags = config.mediaPurgeUrl === undefined ? undefined : proxy.tagsOf(sealed)
      return { ...forCdns, ...(tags !== undefined && { 'cache-tag': tags }) }
    },
    status: () => ({
      home: home === undefined ? null : bucket ? 'bucket' : 'folder',
      maxBytes: config.mediaMaxMb * MB,
      hasSizes: renderer.isAvailable,
      ...{ copies, countedAt, since },
      activity: activity.read(),
    }),
    async start() {
      const [reason] = await Promise.all([proxy.start(), check?.()])
      if (reason !== undefined) log.warn({ reason }, NO_SIZES)
    },
    async close() {
      await proxy.close()
      await quota.idle()
      await close?.()
    },
  }
}
