// central-api serve: starts the service, says where it is, and stops it gracefully.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { makeFirstLicense } from '../licensing/first-license.ts'
import { createLog } from '../observability/create-log.ts'
import type { Service } from '../service.ts'
import type { Io } from './io.ts'

/** From the signal on; whoever waits longer for the service to stop has given up. */
const STOP_TIMEOUT_MS = 14_500
/** From the signal on; requests that are under way for longer are cut off. */
const GRACE_MS = 13_000

export const registerServe = (program: Command, io: Io): void => {
  program
    .command('serve')
    .description('start the service')
    .action(async () => {
      const config = readConfig(io.environment)
      const log = createLog(config.logLevel, { write: io.out }, io.isTerminal)
      // Loaded when it is asked for: the other commands start faster without it.
      const { createService } = await import('../service.ts')
      const service = await createService({ config, log })
      stopOnSignal(service, io, config.drainSeconds * 1000)
      const first = await makeFirstLicense(service.parts.licenses)
      const address = await startOrStop(service)
      log.info({ address, store: service.parts.store.backend }, 'Central API is listening')
      // A port that the system chose is in no setting.
      const baseUrl = config.port === 0 ? address : config.baseUrl
      if (first) io.out(welcome(baseUrl, first.key))
    })
}

/** What cannot listen, because the port is taken, ends. */
const startOrStop = async (service: Service): Promise<string> => {
  try {
    return await service.start()
  } catch (error) {
    await service.stop()
    throw error
  }
}

const stopOnSignal = (service: Service, io: Io, drainMs: number) => {
  const { log } = service.parts
  let stopping = false
  io.onSignal(async (signal) => {
    if (stopping) return io.exit(1)
    stopping = true
    service.drain()
    log.info({ signal }, 'Stopping: finishing what is in flight; a second signal stops at once')
    setTimeout(() => io.exit(1), STOP_TIMEOUT_MS).unref()
    // A terminal's Ctrl-C has no balancer in front that must see /readyz first.
    const waitMs = signal === 'SIGTERM' ? drainMs : 0
    await sleep(waitMs)
    await service.stop(GRACE_MS - waitMs)
    log.info('Stopped')
    io.exit(0)
  })
}

/** A line that works as it stands, from a key to posts. */
const welcome = (baseUrl: string, key: string): string => {
  const json = `-H 'Content-Type: application/json'`
  const token = `$(curl -s ${baseUrl}/api/v1/auth/token ${json} -d '{"licenseKey":"${key}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`
  const scan = `curl -s ${baseUrl}/api/v1/scan-profile ${json} -H "Authorization: Bearer ${token}" -d '{"platform":"sandbox","handle":"demo"}'`
  return `
The store was empty, so here is a test license. Its key is shown this once:

  ${key}

Try it, from the key to posts:

  ${scan}

Reference: ${baseUrl}/docs
`
}
