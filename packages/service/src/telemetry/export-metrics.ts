// Exports metrics periodically. They are cumulative, so a lost export is contained in the next one, and nothing is
// stored or retried.

import type { MetricsReport } from '../observability/aggregate-reports.ts'
import { encodeMetrics } from './encode-metrics.ts'
import { createOtlpClient, type OtlpTarget } from './otlp-client.ts'
import { STOP_MS, type TelemetryParts } from './telemetry-parts.ts'

export type MetricsExportOptions = TelemetryParts & {
  readonly target: OtlpTarget & { readonly intervalMs: number }
  readonly report: () => Promise<MetricsReport>
  /** The start of the counts, in milliseconds since the epoch. */
  readonly startedAt: number
}

export type MetricsExport = {
  /** Sends a last export, within `STOP_MS`. */
  stop(): Promise<void>
}

export const exportMetrics = (options: MetricsExportOptions): MetricsExport => {
  const { target, resource, report, startedAt, now, wait, log } = options
  const send = createOtlpClient({ ...options, ...target, signal: 'metrics', tries: 1 })
  const stopping = new AbortController()

  const sendNow = async (signal: AbortSignal) => {
    try {
      const read = await report()
      await send(encodeMetrics(read, resource, { startedAt, at: now() }), signal)
    } catch (err) {
      log.warn({ err }, 'The metrics could not be read; they are sent the next time')
    }
  }

  const sendForever = async () => {
    for (;;) {
      try {
        await wait(target.intervalMs, stopping.signal)
      } catch {
        return
      }
      await sendNow(stopping.signal)
    }
  }
  const sending = sendForever()

  return {
    async stop() {
      stopping.abort()
      await sending
      await sendNow(AbortSignal.timeout(STOP_MS))
    },
  }
}
