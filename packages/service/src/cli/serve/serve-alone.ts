// Runs the service in a single process.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/read-config.ts'
import { createLog } from '../../observability/create-log.ts'
import type { Service } from '../../service.ts'
import type { MetricsExport } from '../../telemetry/export-metrics.ts'
import type { Io } from '../io.ts'
import { isJson, logFormat } from '../output/log-lines.ts'
import { holdLog } from './hold-log.ts'
import { sendMetrics } from './send-metrics.ts'
import { drainMsOf, GRACE_MS, STOP_TIMEOUT_MS, type StopSignal } from './stop-times.ts'
import { welcome } from './welcome.ts'

export const serveAlone = async (io: Io, config: Config): Promise<void> => {
  const format = logFormat(io, config, io.isTerminal)
  const { write, release } = holdLog((line) => io.log(format(line)))
  if (isJson(config, io.isTerminal)) release()
  const log = createLog(config.logLevel, { write }, false)
  try {
    // Loaded on demand, so that other commands start faster.
    const { createService } = await import('../../service.ts')
    const service = await createService({ config, log })
    try {
      await serve(io, config, service, release)
    } catch (error) {
      await service.stop()
      throw error
    }
  } finally {
    release()
  }
}

const serve = async (io: Io, config: Config, service: Service, releaseLog: () => void): Promise<void> => {
  const { log, metrics, store, licenses } = service.parts
  const metricsExport = await sendMetrics(io, config, log, metrics.report)
  stopOnSignal(service, io, config.drainSeconds, metricsExport, releaseLog)
  const url = await service.start()
  log.info({ address: url, store: store.backend }, 'Central API is listening')
  await welcome(io, config, { licenses, log, url })
}

const stopOnSignal = (
  service: Service,
  io: Io,
  drainSeconds: number,
  metricsExport: MetricsExport | undefined,
  releaseLog: () => void,
) => {
  const { log } = service.parts
  let stopping = false
  const stop = async (signal: StopSignal) => {
    if (stopping) return io.exit(1)
    stopping = true
    service.drain()
    releaseLog()
    log.info({ signal }, 'Stopping: finishing requests in flight; a second signal stops immediately')
    setTimeout(() => io.exit(1), STOP_TIMEOUT_MS).unref()
    const waitMs = drainMsOf(signal, drainSeconds)
    await sleep(waitMs)
    await service.stop(GRACE_MS - waitMs)
    await metricsExport?.stop()
    log.info('Stopped')
    io.exit(0)
  }
  io.onSignal(stop)
  // A single process has no successor, so SIGHUP stops it gracefully.
  io.onHangup(() => stop('SIGHUP'))
}
