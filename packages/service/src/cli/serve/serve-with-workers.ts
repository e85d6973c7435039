// Runs the service as several processes. This one, the primary, starts the workers, accepts connections and writes their logs. It
// handles no requests itself.

import { logEntry } from '../../audit/log-entry.ts'
import { type Config, ConfigError } from '../../config/read-config.ts'
import { openCore } from '../../core.ts'
import type { MetricsReport } from '../../observability/aggregate-reports.ts'
import { createLog, type Log } from '../../observability/create-log.ts'
import { createPrimaryMetrics } from '../../observability/primary-metrics.ts'
import { setRealTimer } from '../../runtime/clock/set-timer.ts'
import { IN_MEMORY } from '../../storage/address/describe-store.ts'
import { STORE_WAIT } from '../../storage/open-with-retry.ts'
import type { MetricsExport } from '../../telemetry/export-metrics.ts'
import { createClusterWorkers } from '../../workers/cluster-workers.ts'
import { createMetricsHub } from '../../workers/metrics-hub.ts'
import { createSupervisor, type Supervisor } from '../../workers/supervisor.ts'
import type { Io } from '../io.ts'
import { isJson, logFormat } from '../output/log-lines.ts'
import { type HeldLog, holdLog } from './hold-log.ts'
import { sendMetrics } from './send-metrics.ts'
import { drainMsOf } from './stop-times.ts'
import { welcome } from './welcome.ts'

/** Long enough for a client with frequent requests to get a response that closes its connection, instead of a dropped request. */
const MIN_HAND_OVER_MS = 2_000

export const serveWithWorkers = async (io: Io, config: Config): Promise<void> => {
  if (config.databaseUrl === IN_MEMORY) {
    throw new ConfigError([
      `WORKERS must be 1 with DATABASE_URL=${IN_MEMORY}, because each process would have its own store`,
    ])
  }
  const format = logFormat(io, config, io.isTerminal)
  const held = holdLog((line) => io.log(format(line)))
  if (isJson(config, io.isTerminal)) held.release()
  const log = createLog(config.logLevel, { write: held.write }, false)
  try {
    await serve(io, config, log, held)
  } finally {
    held.release()
  }
}

const serve = async (io: Io, config: Config, log: Log, held: HeldLog): Promise<void> => {
  // Migrates the store and generates its secrets before any worker uses it.
  const core = await openCore({
    ...{ config, now: io.now },
    onStoreWait: (err) => log.warn({ err }, STORE_WAIT),
  })
  core.store.audit.onWritten(logEntry(log))
  try {
    await core.signingKeys.load()
    const { supervisor, report } = supervise(io, config, log, held)
    const metricsExport = await sendMetrics(io, config, log, report)
    const isStopping = handleSignals(io, config, log, supervisor, metricsExport, held)
    const url = await supervisor.start().catch((error: unknown) => {
      if (!isStopping()) throw error
    })
    if (url === undefined) return
    log.info({ address: url, store: core.store.backend, workers: config.workers }, 'Central API is listening')
    await welcome(io, config, { licenses: core.licenses, log, url })
  } finally {
    await core.store.close()
  }
}

/** Creates the supervisor of the workers, and the report that aggregates their metrics. */
const supervise = (
  io: Io,
  config: Config,
  log: Log,
  held: HeldLog,
): { readonly supervisor: Supervisor; readonly report: () => Promise<MetricsReport> } => {
  const metrics = createPrimaryMetrics()
  const hub = createMetricsHub({
    requestReports: (collection) => workers.requestReports(collection),
    ownReport: metrics.report,
    setTimer: setRealTimer,
  })
  const workers = createClusterWorkers({
    out: held.write,
    err: io.err,
    metricsText: hub.text,
    onReport: hub.onReport,
    onFarewell: hub.onFarewell,
    onEnd: hub.onEnd,
  })
  const supervisor = createSupervisor({
    count: config.workers,
    startWorker: workers.startWorker,
    log,
    now: io.now,
    setTimer: setRealTimer,
    handOverMs: Math.max(config.drainSeconds * 1000, MIN_HAND_OVER_MS),
    onLoss: metrics.countLoss,
    onGiveUp(err) {
      log.fatal({ err }, 'The workers keep exiting. Their last log lines are above')
      io.exit(1)
    },
  })
  return { supervisor, report: hub.report }
}

/** Returns a function that reports whether the service is stopping. */
const handleSignals = (
  io: Io,
  config: Config,
  log: Log,
  supervisor: Supervisor,
  metricsExport: MetricsExport | undefined,
  held: HeldLog,
) => {
  let stopping = false
  io.onSignal(async (signal) => {
    if (stopping) return io.exit(1)
    stopping = true
    held.release()
    log.info({ signal }, 'Stopping: finishing requests in flight; a second signal stops immediately')
    const endings = await supervisor.stop(drainMsOf(signal, config.drainSeconds))
    await metricsExport?.stop()
    log.info('Stopped')
    io.exit(endings.every(({ status }) => status === 0) ? 0 : 1)
  })
  io.onHangup(() => {
    if (stopping) return
    log.info('Restarting the workers, one by one')
    supervisor.restart()
  })
  return () => stopping
}
