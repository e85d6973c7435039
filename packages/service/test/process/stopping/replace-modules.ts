// Loaded before the service's command: a replica whose calls stop at the instant that the id of a connection names, so that the
// process can be killed there. Everything else is the service as it is installed.

import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { tell } from './tell.ts'

/** Modules of the service, and what takes their place. */
const REPLACED: Readonly<Record<string, string>> = {
  '/service/src/storage/open-store.ts': './stopping-store.ts',
  '/service/src/egress/direct-connect.ts': './played-sockets.ts',
  '/service/src/egress/resolve.ts': './played-names.ts',
  '/service/src/egress/limits.ts': './patient-limits.ts',
  '/service/src/connect/renewal/renewals.ts': './frequent-looks.ts',
}
const HERE = new URL('.', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (context.parentURL?.startsWith(HERE)) return resolved
    const [, replacement] = Object.entries(REPLACED).find(([path]) => resolved.url.endsWith(path)) ?? []
    return replacement === undefined ? resolved : { ...resolved, url: new URL(replacement, HERE).href }
  },
})

/** Longer than the lease of a renewal. */
const AHEAD_MS = 31_000
const systemNow = Date.now
let aheadMs = 0
Date.now = () => systemNow() + aheadMs
if (isMainThread)
  process.on('SIGUSR2', () => {
    aheadMs += AHEAD_MS
    tell('/ahead')
  })
