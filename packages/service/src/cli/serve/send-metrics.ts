// Exports the metrics of all processes over OTLP. It runs in the process that aggregates them.

import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/read-config.ts'
import type { MetricsReport } from '../../observability/aggregate-reports.ts'
import type { Log } from '../../observability/create-log.ts'
import type { MetricsExport } from '../../telemetry/export-metrics.ts'
import type { Io } from '../io.ts'

/** Logs warnings about telemetry settings and starts the export. Returns undefined, and loads no OpenTelemetry code, if no
 * endpoint is set. */
export const sendMetrics = async (
  { now }: Pick<Io, 'now'>,
  config: Config,
  log: Log,
  report: () => Promise<MetricsReport>,
): Promise<MetricsExport | undefined> => {
  for (const warning of config.telemetry.warnings) log.warn(warning)
  if (config.telemetry.metrics === undefined) return undefined
  const { startMetricsExport } = await import('../../open-telemetry.ts')
  return startMetricsExport({ config, log, report, now, random: Math.random, randomBytes })
}
