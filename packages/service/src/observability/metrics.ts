// Prometheus metrics. Frequent events are counted in plain maps and copied to prom-client at a scrape, so that counting costs
// almost nothing on the hot path.

import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsReport } from './aggregate-reports.ts'
import { type BodyStats, createBodyMetrics } from './body-metrics.ts'
import { type ConnectionFigure, type ConnectionMetrics, createConnectionMetrics } from './connection-metrics.ts'
import { createEventLoopLag } from './event-loop-lag.ts'
import { createImageMetrics, type ImageMetrics } from './image-metrics.ts'
import { createLicenseGauges, type ExpiringLicenses } from './license-gauges.ts'
import { createPlatformGauges, type PlatformStats } from './platform-gauges.ts'
import { createStoreFileGauges } from './store-file.ts'
import { createWebhookMetrics, type WebhookStats } from './webhook-metrics.ts'

export type Metrics = ConnectionMetrics &
  ImageMetrics & {
    readonly contentType: string
    text(): Promise<string>
    /** The metrics of this process, for aggregation with those of others. */
    report(): Promise<MetricsReport>
    /** Counts a finished request. `route` is the documented path. */
    countRequest(route: string, status: number, seconds: number): void
    countScan(platform: string, cache: string): void
    countValidation(kind: string, cache: string): void
    countRefusal(code: string): void
    countFetch(platform: string, outcome: string): void
    /** `outcome`: the meaning of the response, or an error code if there was none. */
    countUpstreamCall(call: {
      readonly platform: string
      readonly source: string
      readonly outcome: string
      readonly milliseconds: number
    }): void
    /** Counts a fallback to a platform's next source. */
    countFallback(platform: string, why: string): void
    /** Registers the function that reads credentials and budgets at each scrape. */
    watchPlatforms(read: () => PlatformStats): void
    /** Registers the function that reads the memory of upstream response bodies at each scrape. */
    watchBodies(read: () => BodyStats): void
    /** Registers the function that reads the licenses that expire soon at each scrape. */
    watchLicenses(read: () => ExpiringLicenses): void
    /** Registers the function that reads the number of connected accounts at each scrape. */
    watchConnections(read: () => readonly ConnectionFigure[]): void
    /** Registers the function that reads waiting webhook deliveries at each scrape. */
    watchWebhooks(read: () => WebhookStats): void
    /** Counts webhook delivery attempts by outcome. */
    countWebhookTries(outcome: string, count: number): void
    /** Sets the file of the SQLite store whose disk and backups are reported. */
    watchStoreFile(file: string): void
    /** Counts a call to the store. */
    countStoreCall(operation: string, outcome: string, milliseconds: number): void
    /** Counts trace spans that were sent, or dropped because the collector did not accept them in time. */
    countSpans(outcome: 'sent' | 'dropped', count: number): void
    /** Counts requests that were written to the request log, or dropped because there were too many. */
    countLoggedRequests(outcome: 'written' | 'dropped', count: number): void
    /** The event loop's delay in milliseconds: the smaller of the last two measurements, so that a single peak does not count. */
    eventLoopDelayMs(): number
    stop(): void
  }

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const DELAY_CHECK_MS = 250

export type MetricsOptions = {
  /** Milliseconds that the event loop was active and idle since it started. */
  readonly eventLoopTimes?: () => { readonly active: number; readonly idle: number }
}

export const createMetrics = ({
  eventLoopTimes = () => performance.eventLoopUtilization(),
}: MetricsOptions = {}): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = tally(registry, 'central_requests_total', 'Completed requests', ['route', 'status'])
  const scans = tally(registry, 'central_scans_total', 'Pages returned by scans, by cache status', [
    'platform',
    'cache',
  ])
  const validations = tally(registry, 'central_validations_total', 'Completed validations, by cache status', [
    'kind',
    'cache',
  ])
  const refusals = tally(registry, 'central_quota_refusals_total', 'Requests rejected by a quota or rate limit', [
    'code',
  ])
  const fetches = tally(registry, 'central_fetches_total', 'Pages requested from platforms, by outcome', [
    'platform',
    'outcome',
  ])
  const fallbacks = tally(
    registry,
    'central_platform_fallbacks_total',
    'Fallbacks to the next source of a platform, by reason',
    ['platform', 'why'],
  )
  const durations = new Histogram({
    name: 'central_request_seconds',
    help: 'Request duration, sampled for one request in sixteen',
    labelNames: ['route'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const upstream = new Histogram({
    name: 'central_upstream_seconds',
    help: 'Duration of single calls to platforms',
    labelNames: ['platform', 'source', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const responses = new Counter({
    name: 'central_platform_answers_total',
    help: 'Single calls to platforms, by the meaning of the response',
    labelNames: ['platform', 'source', 'meaning'],
    registers,
  })
  let platforms = (): PlatformStats => ({ credentials: [], budgets: [], endings: [] })
  createPlatformGauges(registry, () => platforms())
  let bodies = (): BodyStats => ({ bytes: 0, waiting: 0, admitted: 0, refused: 0 })
  createBodyMetrics(registry, () => bodies())
  let ending = (): ExpiringLicenses => []
  createLicenseGauges(registry, () => ending())
  let connections = (): readonly ConnectionFigure[] => []
  const connectionMetrics = createConnectionMetrics(registry, () => connections())
  let webhooks = (): WebhookStats => ({ waiting: 0, oldestWaitingSeconds: 0, dropped: 0 })
  const countWebhookTries = createWebhookMetrics(registry, () => webhooks())
  let watchedFile: string | undefined
  createStoreFileGauges(registry, () => watchedFile)
  const storeCalls = new Histogram({
    name: 'central_store_seconds',
    help: 'Duration of calls to the store',
    labelNames: ['operation', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const spans = new Counter({
    name: 'central_trace_spans_total',
    help: 'Trace spans, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const logged = new Counter({
    name: 'central_request_log_rows_total',
    help: 'Requests for the request log, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  // Reading the histogram for each request would cost more than the request itself, so a timer measures its own delay. A single
  // long task, such as the start itself, is no overload: only a delay in two consecutive measurements counts.
  let [earlierMs, latestMs] = [0, 0]
  let dueAt = performance.now() + DELAY_CHECK_MS
  const delayCheck = setInterval(() => {
    const now = performance.now()
    earlierMs = latestMs
    latestMs = Math.max(0, now - dueAt)
    dueAt = now + DELAY_CHECK_MS
  }, DELAY_CHECK_MS).unref()
  createEventLoopLag(registry, delay)
  new Gauge({ name: 'central_workers', help: 'Worker processes that these metrics cover', registers }).set(1)
  let times = eventLoopTimes()
  new Gauge({
    name: 'central_event_loop_utilization',
    help: 'Event loop utilization since the last scrape, from 0 to 1; the maximum of all workers',
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

  let requestCount = 0
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    report: () => registry.getMetricsAsJSON(),
    countRequest(route, status, seconds) {
      requests(route, String(status))
      requestCount += 1
      if (requestCount % 16 === 0) durations.observe({ route }, seconds)
    },
    countScan: scans,
    countValidation: validations,
    countRefusal: refusals,
    countFetch: fetches,
    countUpstreamCall({ platform, source, outcome, milliseconds }) {
      upstream.observe({ platform, source, outcome }, milliseconds / 1000)
      responses.inc({ platform, source, meaning: outcome })
    },
    countFallback: fallbacks,
    watchPlatforms(read) {
      platforms = read
    },
    watchBodies(read) {
      bodies = read
    },
    watchLicenses(read) {
      ending = read
    },
    watchConnections(read) {
      connections = read
    },
    ...connectionMetrics,
    ...createImageMetrics(registry),
    watchWebhooks(read) {
      webhooks = read
    },
    countWebhookTries,
    watchStoreFile(file) {
      watchedFile = file
    },
    // A histogram is affordable here: each call is a round trip, and concurrent requests share calls.
    countStoreCall(operation, outcome, milliseconds) {
      storeCalls.observe({ operation, outcome }, milliseconds / 1000)
    },
    countSpans: (outcome, count) => spans.inc({ outcome }, count),
    countLoggedRequests: (outcome, count) => logged.inc({ outcome }, count),
    eventLoopDelayMs: () => Math.min(earlierMs, latestMs),
    stop() {
      clearInterval(delayCheck)
      delay.disable()
    },
  }
}

/** A counter with one or two labels. Counting is a map lookup that allocates no strings. */
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
      for (const [first, bySecond] of counts) {
        for (const [second, { count }] of bySecond) {
          this.inc({ [firstName]: first, ...(secondName !== undefined && { [secondName]: second }) }, count)
        }
      }
    },
  })
  return (first: string, second = ''): void => {
    let bySecond = counts.get(first)
    if (!bySecond) {
      bySecond = new Map()
      counts.set(first, bySecond)
    }
    const entry = bySecond.get(second)
    if (entry) entry.count += 1
    else bySecond.set(second, { count: 1 })
  }
}
