// central-api serve: starts the service, says where it is, and stops it gracefully.

import type { Command } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { ownWorker } from '../workers/own-worker.ts'
import type { Io } from './io.ts'
import { serveAlone } from './serve/serve-alone.ts'
import { serveAsWorker } from './serve/serve-as-worker.ts'
import { serveWithWorkers } from './serve/serve-with-workers.ts'

export const registerServe = (command: Command, io: Io): void => {
  command.option('--quiet', 'tell nobody and renew nothing, for a copy of a store beside the one in use; as QUIET=true')
  command.action(({ quiet = false }: { readonly quiet?: boolean }) => {
    const settings = readConfig(io.environment)
    const config = { ...settings, quiet: quiet || settings.quiet }
    // A worker is this same command, started again by its primary.
    const worker = ownWorker()
    if (worker) return serveAsWorker(io, config, worker)
    return config.workers > 1 ? serveWithWorkers(io, config) : serveAlone(io, config)
  })
}
