// Runs the service as one of several workers. The primary stops it and collects its metrics.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/read-config.ts'
import { createLog } from '../../observability/create-log.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { setRealTimer } from '../../runtime/clock/set-timer.ts'
import type { Service } from '../../service.ts'
import type { OwnWorker } from '../../workers/own-worker.ts'
import { createPrimaryLink } from '../../workers/primary-link.ts'
import { formatError } from '../format-error.ts'
import type { Io } from '../io.ts'
import { startOrStop } from './start-or-stop.ts'
import { GRACE_MS, STOP_TIMEOUT_MS } from './stop-times.ts'

export const serveAsWorker = async (io: Io, config: Config, { id, wire }: OwnWorker): Promise<void> => {
  // Terminals and process managers also signal the workers, which ignore it: the primary controls them.
  io.onSignal(() => {})
  io.onHangup(() => {})
  try {
    await serve(io, config, id, wire)
  } catch (error) {
    io.err(formatError(error))
    // The channel to the primary would keep the process alive.
    io.exit(1)
  }
}

const serve = async (io: Io, config: Config, id: number, wire: OwnWorker['wire']) => {
  // The primary formats the line by LOG_FORMAT.
  const log = createLog(config.logLevel, { write: io.log }, false, { worker: id })
  const metrics = createMetrics()
  const leaving = Promise.withResolvers<number>()
  let service: Service | undefined
  const link = createPrimaryLink({
    wire,
    report: metrics.report,
    setTimer: setRealTimer,
    onLeave({ reason, waitMs }) {
      if (reason === 'stopping') service?.drain()
      else service?.handOver()
      leaving.resolve(waitMs)
    },
  })

  const { createService } = await import('../../service.ts')
  service = await createService({ config, log, metrics: { ...metrics, text: link.metricsText } })
  link.ready(await startOrStop(service))

  const waitMs = await leaving.promise
  setTimeout(() => io.exit(1), STOP_TIMEOUT_MS).unref()
  await sleep(waitMs)
  await service.stop(GRACE_MS - waitMs)
  await link.farewell()
  io.exit(0)
}
