// Prometheus metrics. The busiest are plain counts that are handed over when somebody asks, because counting must cost
// next to nothing on the hot path.

import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsReport } from './aggregate-reports.ts'
import { type BodyFigures, createBodyFigures } from './body-figures.ts'
import { createEventLoopLag } from './event-loop-lag.ts'
import { createLicenseGauges, type EndingFigures } from './license-gauges.ts'
import { createPlatformGauges, type PlatformStanding } from './platform-gauges.ts'
import { createStoreFileGauges } from './store-file.ts'
import { createWebhookFigures, type WebhookFigures } from './webhook-figures.ts'

export type Metrics = {
  readonly contentType: string
  text(): Promise<string>
  /** The same for others to add up: of several processes, each tells its own. */
  report(): Promise<MetricsReport>
  /** A finished request: its route as written in the documents, its status, its seconds. */
  countRequest(route: string, status: number, seconds: number): void
  countScan(platform: string, cache: string): void
  countValidation(kind: string, cache: string): void
  countRefusal(code: string): void
  countFetch(platform: string, outcome: string): void
  /** `outcome`: what an answer meant, or the code where there was none. */
  countUpstreamCall(call: {
    readonly platform: string
    readonly source: string
    readonly outcome: string
    readonly milliseconds: number
  }): void
  /** A better source was passed over for the next one. */
  countFallback(platform: string, why: string): void
  /** Reads how credentials and budgets stand, whenever somebody asks. */
  watchPlatforms(read: () => PlatformStanding): void
  /** Reads what bodies of upstreams hold, whenever somebody asks. */
  watchBodies(read: () => BodyFigures): void
  /** Reads how many licenses end soon, whenever somebody asks. */
  watchLicenses(read: () => EndingFigures): void
  /** Reads what waits for webhooks, whenever somebody asks. */
  watchWebhooks(read: () => WebhookFigures): void
  /** Tries to deliver to webhooks, by what came of them. */
  countWebhookTries(outcome: string, count: number): void
  /** Where a SQLite store is, so that its disk and its backups are looked at, whenever somebody asks. */
  watchStoreFile(file: string): void
  /** A question that the store answered, or failed to. */
  countStoreCall(operation: string, outcome: string, milliseconds: number): void
  /** Spans of traces that were sent, or dropped because the receiver did not take them in time. */
  countSpans(outcome: 'sent' | 'dropped', count: number): void
  /** How far the event loop was behind, in milliseconds, by the last two looks at it; one that is behind for a moment only
   * is not told. */
  eventLoopDelayMs(): number
  stop(): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BEAT_MS = 250

export type MetricsOptions = {
  /** Milliseconds that the event loop has worked and waited since it began. */
  readonly eventLoopTimes?: () => { readonly active: number; readonly idle: number }
}

export const createMetrics = ({
  eventLoopTimes = () => performance.eventLoopUtilization(),
}: MetricsOptions = {}): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = tally(registry, 'central_requests_total', 'Answered requests', ['route', 'status'])
  const scans = tally(registry, 'central_scans_total', 'Answered pages, by where they came from', ['platform', 'cache'])
  const validations = tally(registry, 'central_validations_total', 'Answered validations, by where they came from', [
    'kind',
    'cache',
  ])
  const refusals = tally(registry, 'central_quota_refusals_total', 'Requests refused for a quota or a rate', ['code'])
  const fetches = tally(registry, 'central_fetches_total', 'Pages asked of platforms, by outcome', [
    'platform',
    'outcome',
  ])
  const fallbacks = tally(
    registry,
    'central_platform_fallbacks_total',
    'Sources passed over for the next one, by why',
    ['platform', 'why'],
  )
  const durations = new Histogram({
    name: 'central_request_seconds',
    help: 'Time to answer a request, for one in sixteen',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const upstream = new Histogram({
    name: 'central_upstream_seconds',
    help: 'Time of single calls to platforms',
    labelNames: ['platform', 'source', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const answers = new Counter({
    name: 'central_platform_answers_total',
    help: 'Single calls to platforms, by what their answers meant',
    labelNames: ['platform', 'source', 'meaning'],
    registers,
  })
  let standing = (): PlatformStanding => ({ credentials: [], budgets: [], endings: [] })
  createPlatformGauges(registry, () => standing())
  let bodies = (): BodyFigures => ({ bytes: 0, waiting: 0, admitted: 0, refused: 0 })
  createBodyFigures(registry, () => bodies())
  let ending = (): EndingFigures => []
  createLicenseGauges(registry, () => ending())
  let webhooks = (): WebhookFigures => ({ waiting: 0, oldestWaitingSeconds: 0, dropped: 0 })
  const countWebhookTries = createWebhookFigures(registry, () => webhooks())
  let watchedFile: string | undefined
  createStoreFileGauges(registry, () => watchedFile)
  const storeCalls = new Histogram({
    name: 'central_store_seconds',
    help: 'Time of the store to answer',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const spans = new Counter({
    name: 'central_trace_spans_total',
    help: 'Spans of traces, by what became of them',
    labelNames: ['outcome'],
    registers,
  })
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  // Reading the histogram costs more than answering a request does; how late a beat comes says as much. One long turn,
  // such as the start itself, is no overload: what counts was seen by two beats in a row.
  let [earlierMs, latestMs] = [0, 0]
  let dueAt = performance.now() + BEAT_MS
  const beat = setInterval(() => {
    const now = performance.now()
    earlierMs = latestMs
    latestMs = Math.max(0, now - dueAt)
    dueAt = now + BEAT_MS
  }, BEAT_MS).unref()
  createEventLoopLag(registry, delay)
  new Gauge({ name: 'central_workers', help: 'Processes that answer, and that these numbers are of', registers }).set(1)
  let times = eventLoopTimes()
  new Gauge({
    name: 'central_event_loop_utilization',
    help: 'Share of the time since the last scrape that the event loop worked, from 0 to 1; of several, the busiest',
    aggregator: 'max',
    registers,
    collect() {
      const before = times
      times = eventLoopTimes()
      const active = times.active - before.active
      const whole = active + times.idle - before.idle
      this.set(whole > 0 ? active / whole : 0)
    },
  })

  let seen = 0
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    report: () => registry.getMetricsAsJSON(),
    countRequest(route, status, seconds) {
      requests(route, String(status))
      seen += 1
      if (seen % 16 === 0) durations.observe({ route }, seconds)
    },
    countScan: scans,
    countValidation: validations,
    countRefusal: refusals,
    countFetch: fetches,
    countUpstreamCall({ platform, source, outcome, milliseconds }) {
      upstream.observe({ platform, source, outcome }, milliseconds / 1000)
      answers.inc({ platform, source, meaning: outcome })
    },
    countFallback: fallbacks,
    watchPlatforms(read) {
      standing = read
    },
    watchBodies(read) {
      bodies = read
    },
    watchLicenses(read) {
      ending = read
    },
    watchWebhooks(read) {
      webhooks = read
    },
    countWebhookTries,
    watchStoreFile(file) {
      watchedFile = file
    },
    // Requests that come together are one call, and a call is a round trip: beside it this is nothing.
    countStoreCall(operation, outcome, milliseconds) {
      storeCalls.observe({ operation, outcome }, milliseconds / 1000)
    },
    countSpans: (outcome, count) => spans.inc({ outcome }, count),
    eventLoopDelayMs: () => Math.min(earlierMs, latestMs),
    stop() {
      clearInterval(beat)
      delay.disable()
    },
  }
}

/** A counter of one label or two that only looks itself up when it counts, and makes no string for it. */
const tally = (registry: Registry, name: string, help: string, labelNames: readonly [string, string?]) => {
  const counts = new Map<string, Map<string, { count: number }>>()
  new Counter({
    name,
    help,
    labelNames: labelNames.filter((label) => label !== undefined),
    registers: [registry],
    collect() {
      this.reset()
      const [firstName, secondName] = labelNames
      for (const [first, held] of counts) {
        for (const [second, { count }] of held) {
          this.inc({ [firstName]: first, ...(secondName !== undefined && { [secondName]: second }) }, count)
        }
      }
    },
  })
  return (first: string, second = ''): void => {
    let held = counts.get(first)
    if (!held) {
      held = new Map()
      counts.set(first, held)
    }
    const tallied = held.get(second)
    if (tallied) tallied.count += 1
    else held.set(second, { count: 1 })
  }
}
