// central-api serve: starts the service, says where it is, and stops it gracefully.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { createLog } from '../observability/create-log.ts'
import { createService, type Service } from '../service.ts'
import type { Io } from './io.ts'

/** Whoever waits longer than this for the service to stop has given up. */
const STOP_TIMEOUT_MS = 14_000

export const registerServe = (program: Command, io: Io): void => {
  program
    .command('serve')
    .description('start the service')
    .action(async () => {
      const config = readConfig(io.environment)
      const log = createLog(config.logLevel, { write: io.out }, io.isTerminal)
      const service = await createService({ config, log })
      stopOnSignal(service, io, config.drainSeconds * 1000)
      const address = await service.start()
      log.info({ address, store: service.parts.store.backend }, 'Central API is listening')
      if (service.firstLicense) io.out(welcome(config.baseUrl, service.firstLicense.key))
    })
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
    if (signal === 'SIGTERM') await sleep(drainMs)
    await service.stop()
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
