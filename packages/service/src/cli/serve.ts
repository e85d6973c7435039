// central-api serve: starts the service and stops it gracefully.

import type { Command } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { ownWorker } from '../workers/own-worker.ts'
import type { Io } from './io.ts'
import { serveAlone } from './serve/serve-alone.ts'
import { serveAsWorker } from './serve/serve-as-worker.ts'
import { serveWithWorkers } from './serve/serve-with-workers.ts'

export const registerServe = (command: Command, io: Io): void => {
  command.option(
    '--quiet',
    'send no webhooks and renew no platform tokens, for a copy of a production store; same as QUIET=true',
  )
  command.action(async ({ quiet = false }: { readonly quiet?: boolean }) => {
    const settings = readConfig(io.environment)
    const config = { ...settings, quiet: quiet || settings.quiet }
    // The primary process starts each worker with this same command.
    const worker = ownWorker()
    if (worker) return serveAsWorker(io, config, worker)
    // A start that is refused leaves no store, no key and no audit entry behind.
    const { requireFreeAddress } = await import('../http/require-free-address.ts')
    await requireFreeAddress(config)
    return config.workers > 1 ? serveWithWorkers(io, config) : serveAlone(io, config)
  })
}
