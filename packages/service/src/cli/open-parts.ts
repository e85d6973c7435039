// Opens the store or the engine for a command, and closes it when the command ends or fails. A running service may use the same
// store at the same time.

import { logEntry } from '../audit/log-entry.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { type Core, openCore } from '../core.ts'
import type { Engine } from '../engine.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { createLog, type Log } from '../observability/create-log.ts'
import { IN_MEMORY } from '../storage/address/describe-store.ts'
import { hasStore } from '../storage/has-store.ts'
import type { AuditEntry } from '../storage/store.ts'
import type { Io } from './io.ts'
import { createdStore, NO_STORE_ADVICE, noStore } from './no-store.ts'
import { logFormat } from './output/log-lines.ts'
import { describeChanges, PartialFailureError } from './partial-failure.ts'

export type OpenCore = Core & { readonly config: Config }

/** What to do if there is no store: fail, create one, or use a temporary one in memory. */
type IfMissing = 'fail' | 'create' | 'memory'

/** Opens the store and the license core for `use`. Rejects with a message for the operator if it cannot be opened. */
export const withCore = async <T>(
  io: Io,
  use: (core: OpenCore) => Promise<T>,
  ifMissing: IfMissing = 'fail',
): Promise<T> => {
  const config = readConfig(io.environment)
  if (config.databaseUrl === IN_MEMORY) {
    throw new OperatorError('invalid', `DATABASE_URL is ${IN_MEMORY}, which is lost when this command ends`)
  }
  return open(io, await locateStore(io, config, ifMissing), use)
}

/** `isNew`: whether opening the store creates it. */
type Located = { readonly config: Config; readonly isNew: boolean }

const locateStore = async (io: Io, config: Config, ifMissing: IfMissing): Promise<Located> => {
  const { databaseUrl, environment } = config
  if (databaseUrl === IN_MEMORY || (await hasStore(databaseUrl))) return { config, isNew: false }
  if (ifMissing === 'create') return { config, isNew: true }
  if (ifMissing === 'fail')
    throw new OperatorError('not_found', `${noStore(databaseUrl, environment)}. ${NO_STORE_ADVICE}`)
  io.err(
    `central-api: ${noStore(databaseUrl, environment)}. The command runs with a temporary store and saves nothing.\n`,
  )
  return { config: { ...config, databaseUrl: IN_MEMORY }, isNew: false }
}

/** Like `withCore`, for commands that hash or encrypt. It first verifies that the pepper is the one that the service uses. */
export const withVerifiedPepper = async <T>(
  io: Io,
  use: (core: OpenCore) => Promise<T>,
  ifMissing: IfMissing = 'fail',
): Promise<T> =>
  withCore(
    io,
    async (core) => {
      await core.signingKeys.load().catch((error: unknown) => {
        if (!(error instanceof OperatorError)) throw error
        throw new OperatorError(error.code, `${error.message}. ${SAME_PEPPER}`)
      })
      return use(core)
    },
    ifMissing,
  )

const SAME_PEPPER =
  'A command needs the same LICENSE_PEPPER as the service. If the pepper is permanently lost, run: npx --no-install central-api keys rotate --lost-pepper'

/** Opens the engine that scans pages for `use`. */
export const withEngine = async <T>(io: Io, use: (engine: Engine) => Promise<T>): Promise<T> => {
  const located = await locateStore(io, readConfig(io.environment), 'memory')
  const { config } = located
  return open(io, located, async (core) => {
    // Loaded on demand: the platforms are most of the code, and most commands do not need them.
    const { createEngine } = await import('../engine.ts')
    const { loadPlatforms } = await import('../platforms/load-platforms.ts')
    const { platforms } = await loadPlatforms(config.platforms)
    const log = commandLog(io, { ...config, logLevel: 'warn', logFormat: 'pretty' })
    const engine = await createEngine({ config, core, log, platforms, now: io.now, network: io.network })
    try {
      await engine.start()
      return await use(engine)
    } finally {
      // Saves fetched pages in the cache, which the service shares.
      await engine.stop()
    }
  })
}

/** A log on standard error. */
const commandLog = (io: Io, config: Pick<Config, 'logLevel' | 'logFormat'>): Log => {
  const format = logFormat(io, config, io.isErrTerminal)
  return createLog(config.logLevel, { write: (line) => io.err(format(line)) }, false)
}

const open = async <T>(io: Io, { config, isNew }: Located, use: (core: OpenCore) => Promise<T>): Promise<T> => {
  const core = await openCore({ config, now: io.now })
  // Otherwise a license in the wrong store would look like a success until its key is refused.
  if (isNew) io.err(`central-api: ${createdStore(config.databaseUrl, config.environment)}\n`)
  if (config.logCommands === 'stderr') {
    core.store.audit.onWritten(logEntry(commandLog(io, config)))
  }
  const changes: AuditEntry[] = []
  core.store.audit.onWritten((entry) => {
    // Changes by the service itself, such as the first signing key, are not part of the command.
    if (entry.actor.kind !== 'service') changes.push(entry)
  })
  try {
    const result = await use({ ...core, config })
    await io.written()
    return result
  } catch (error) {
    throw changes.length === 0 ? error : new PartialFailureError(error, describeChanges(changes))
  } finally {
    await core.store.close()
  }
}
