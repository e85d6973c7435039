// Exports traces and metrics to OpenTelemetry over OTLP. Loaded only when the settings name a receiver.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config/read-config.ts'
import type { RandomBytes } from './crypto/random-bytes.ts'
import { createOperatorPost } from './egress/operator-post.ts'
import { VERSION } from './http/version.ts'
import type { MetricsReport } from './observability/aggregate-reports.ts'
import type { Log } from './observability/create-log.ts'
import type { Metrics } from './observability/metrics.ts'
import { setIdleTimer as setTimer } from './runtime/clock/set-timer.ts'
import type { StoreCallListener } from './storage/time-store.ts'
import { createTracing, type Tracing } from './telemetry/create-tracing.ts'
import { exportMetrics, type MetricsExport } from './telemetry/export-metrics.ts'
import { resourceOf, type TelemetryParts } from './telemetry/telemetry-parts.ts'
import { traceStore } from './telemetry/trace-store.ts'

export type TelemetryContext = {
  readonly config: Pick<Config, 'telemetry' | 'databaseUrl'>
  readonly log: Log
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly random: () => number
  readonly randomBytes: RandomBytes
}

export type TracingContext = TelemetryContext & {
  readonly metrics: Pick<Metrics, 'countSpans' | 'countStoreCall'>
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
}

export type ServiceTracing = Tracing & {
  /** Counts a store call and records a span for it. */
  readonly onStoreCall: StoreCallListener
}

export type MetricsContext = TelemetryContext & {
  readonly report: () => Promise<MetricsReport>
}

const ID_BYTES = 12

const openParts = ({ config, log, now, random, randomBytes }: TelemetryContext) => {
  const { post, close } = createOperatorPost()
  const parts: TelemetryParts = {
    ...{ post, log, now, random },
    resource: resourceOf(config.telemetry.resource, VERSION, randomBytes(ID_BYTES).toString('base64url')),
    wait: async (milliseconds, signal) => {
      await sleep(milliseconds, undefined, { signal, ref: false })
    },
  }
  return { parts, close }
}

/** Starts to export spans, in batches some seconds after they end; undefined when the settings name no receiver. */
export const startTracing = (context: TracingContext): ServiceTracing | undefined => {
  const { config, metrics, elapsed, randomBytes } = context
  const target = config.telemetry.traces
  if (target === undefined) return undefined
  const { parts, close } = openParts(context)
  const tracing = createTracing({ ...parts, target, elapsed, randomBytes, setTimer, onExported: metrics.countSpans })
  const trace = traceStore(tracing.tracer, config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgresql')
  return {
    ...tracing,
    onStoreCall(operation, outcome, milliseconds) {
      metrics.countStoreCall(operation, outcome, milliseconds)
      trace(operation, outcome, milliseconds)
    },
    async stop() {
      await tracing.stop()
      await close()
    },
  }
}

/** Starts to export metrics periodically; undefined when the settings name no receiver. */
export const startMetricsExport = (context: MetricsContext): MetricsExport | undefined => {
  const { config, report, now } = context
  const target = config.telemetry.metrics
  if (target === undefined) return undefined
  const { parts, close } = openParts(context)
  const exporting = exportMetrics({ ...parts, target, report, startedAt: now() })
  return {
    async stop() {
      await exporting.stop()
      await close()
    },
  }
}
