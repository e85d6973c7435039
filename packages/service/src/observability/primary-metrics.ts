// Metrics of the primary process, which starts the workers.

import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import type { MetricsReport } from './aggregate-reports.ts'

export type PrimaryMetrics = {
  countLoss(): void
  report(): Promise<MetricsReport>
}

export const createPrimaryMetrics = (): PrimaryMetrics => {
  const registers = [new Registry()] as const
  const losses = new Counter({
    name: 'central_worker_losses_total',
    help: 'Workers that exited unexpectedly and were replaced',
    registers: [...registers],
  })
  // The service started with this process, so its value, which comes first, replaces those of the workers.
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process since unix epoch in seconds.',
    aggregator: 'first',
    registers: [...registers],
  }).set(Math.round(performance.timeOrigin / 1000))
  return { countLoss: () => losses.inc(), report: () => registers[0].getMetricsAsJSON() }
}
