// Sends the metrics of the whole service over OTLP, from the one process that has them all.

import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/read-config.ts'
import type { MetricsReport } from '../../observability/aggregate-reports.ts'
import type { Log } from '../../observability/create-log.ts'
import type { MetricsExport } from '../../telemetry/export-metrics.ts'
import type { Io } from '../io.ts'

/** Says what is wrong with settings of telemetry that nothing depends on. undefined, and nothing of it loaded, where the settings name no receiver. */
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
