// The service in this one process.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/read-config.ts'
import { createLog } from '../../observability/create-log.ts'
import type { Service } from '../../service.ts'
import type { MetricsExport } from '../../telemetry/export-metrics.ts'
import type { Io } from '../io.ts'
import { sendMetrics } from './send-metrics.ts'
import { drainMsOf, GRACE_MS, STOP_TIMEOUT_MS, type StopSignal } from './stop-times.ts'
import { welcome } from './welcome.ts'

export const serveAlone = async (io: Io, config: Config): Promise<void> => {
  const log = createLog(config.logLevel, { write: io.log }, io.isTerminal)
  // Loaded when it is asked for: the other commands start faster without it.
  const { createService } = await import('../../service.ts')
  const service = await createService({ config, log })
  try {
    await serve(io, config, service)
  } catch (error) {
    await service.stop()
    throw error
  }
}

const serve = async (io: Io, config: Config, service: Service): Promise<void> => {
  const { log, metrics, store, licenses } = service.parts
  const sending = await sendMetrics(io, config, log, metrics.report)
  stopOnSignal(service, io, config.drainSeconds, sending)
  const address = await service.start()
  log.info({ address, store: store.backend }, 'Central API is listening')
  await welcome(io, config, { licenses, log, address })
}

const stopOnSignal = (service: Service, io: Io, drainSeconds: number, sending: MetricsExport | undefined) => {
  const { log } = service.parts
  let stopping = false
  const stop = async (signal: StopSignal) => {
    if (stopping) return io.exit(1)
    stopping = true
    service.drain()
    log.info({ signal }, 'Stopping: finishing what is in flight; a second signal stops at once')
    setTimeout(() => io.exit(1), STOP_TIMEOUT_MS).unref()
    const waitMs = drainMsOf(signal, drainSeconds)
    await sleep(waitMs)
    await service.stop(GRACE_MS - waitMs)
    await sending?.stop()
    log.info('Stopped')
    io.exit(0)
  }
  io.onSignal(stop)
  // There is nobody to take over; whoever asks for new processes gets an orderly end.
  io.onHangup(() => stop('SIGHUP'))
}
