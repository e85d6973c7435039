// Prometheus metrics of the media proxy: what is sent, fetched, rendered and kept. Processes that share a home of copies
// report the same gauges.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Copies of a platform's images, what was rendered from them included. */
export type CopiesFigure = {
  readonly platform: string
  readonly originals: number
  readonly renderings: number
  readonly bytes: number
}

export type ImageStats = {
  /** As of the last sweep. */
  readonly copies: readonly CopiesFigure[]
  /** Renderings that run or wait. */
  readonly renderings: number
}

export type ImageMetrics = {
  /** Counts a response to a browser. */
  countImage(status: number, bytes: number): void
  /** Counts a request to a platform's host. `outcome`: `ok`, `refused` (4xx), `failed` (5xx), or an error code. */
  countImageFetch(outcome: string, bytes: number): void
  /** Counts a rendering. `outcome`: `ok`, `busy`, or the fault. */
  countRendering(format: string, outcome: string, seconds: number): void
  /** Counts deleted copies. `why`: `limit` (to make room) or `ended` (they must not be kept any more). */
  countDeletedCopies(why: 'limit' | 'ended', count: number): void
  /** Registers the function that reads copies and renderings at each scrape. */
  watchImages(read: () => ImageStats): void
}

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export const createImageMetrics = (registry: Registry): ImageMetrics => {
  const registers = [registry]
  let read = (): ImageStats => ({ copies: [], renderings: 0 })
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers })
  const sent = counter('central_image_responses_total', 'Responses to requests for images, by status', 'status')
  const sentBytes = counter('central_image_sent_bytes_total', 'Bytes of images that were sent')
  const fetched = counter('central_image_fetches_total', 'Images requested from platforms, by outcome', 'outcome')
  const fetchedBytes = counter('central_image_fetched_bytes_total', 'Bytes of images that were fetched from platforms')
  const deleted = counter('central_image_copies_deleted_total', 'Copies of images that were deleted, by reason', 'why')
  const rendered = new Histogram({
    name: 'central_image_render_seconds',
    help: 'Duration of renderings of images, without waiting for a process',
    labelNames: ['format', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  new Gauge({
    name: 'central_image_renderings_waiting',
    help: 'Renderings of images that run or wait for a process',
    registers,
    collect() {
      this.set(read().renderings)
    },
  })
  const copies = (name: string, help: string, pick: (figure: CopiesFigure) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['platform'], aggregator: 'max', registers },
      collect() {
        this.reset()
        for (const figure of read().copies) this.set({ platform: figure.platform }, pick(figure))
      },
    })
  copies(
    'central_image_copies',
    'Copies of images, and images rendered from them, by platform',
    ({ originals, renderings }) => originals + renderings,
  )
  copies('central_image_copy_bytes', 'Size of the copies of images, by platform', ({ bytes }) => bytes)
  return {
    countImage(status, bytes) {
      sent.inc({ status: String(status) })
      sentBytes.inc(bytes)
    },
    countImageFetch(outcome, bytes) {
      fetched.inc({ outcome })
      fetchedBytes.inc(bytes)
    },
    countRendering: (format, outcome, seconds) => rendered.observe({ format, outcome }, seconds),
    countDeletedCopies: (why, count) => deleted.inc({ why }, count),
    watchImages(watched) {
      read = watched
    },
  }
}
