// What a command works with: the store that a running server has open too, or the engine that the server scans with. Both
// are closed when the command is done, however it ends.

import { logEntry } from '../audit/log-entry.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { type Core, openCore } from '../core.ts'
import type { Engine } from '../engine.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { createLog } from '../observability/create-log.ts'
import { IN_MEMORY } from '../storage/address/describe-store.ts'
import { hasStore } from '../storage/has-store.ts'
import type { AuditEntry } from '../storage/store.ts'
import { HalfDoneError, tellDone } from './half-done.ts'
import type { Io } from './io.ts'
import { MAKE_ONE, noStore } from './no-store.ts'

export type OpenCore = Core & { readonly config: Config }

/** What becomes of a command where there is no store: it is refused, makes one, or does with an empty one that goes with it. */
type WhereNone = 'refuse' | 'make' | 'memory'

/** Lends the store and the rules of licenses; rejects with what the operator should know when it cannot be opened. */
export const withCore = async <T>(
  io: Io,
  use: (core: OpenCore) => Promise<T>,
  whereNone: WhereNone = 'refuse',
): Promise<T> => {
  const config = readConfig(io.environment)
  if (config.databaseUrl === IN_MEMORY) {
    throw new OperatorError('invalid', `DATABASE_URL is ${IN_MEMORY}: nothing would be left when this command ends`)
  }
  return open(io, await whereStoreIs(io, config, whereNone), use)
}

const whereStoreIs = async (io: Io, config: Config, whereNone: WhereNone): Promise<Config> => {
  const { databaseUrl, environment } = config
  if (whereNone === 'make' || databaseUrl === IN_MEMORY || (await hasStore(databaseUrl))) return config
  if (whereNone === 'refuse') throw new OperatorError('not_found', `${noStore(databaseUrl, environment)}. ${MAKE_ONE}`)
  io.err(`central-api: ${noStore(databaseUrl, environment)}. It is done without one, and nothing of it is kept.\n`)
  return { ...config, databaseUrl: IN_MEMORY }
}

/** The same, where what is hashed or sealed must be readable for the server: the pepper is proved before it is used. */
export const withProvenPepper = async <T>(
  io: Io,
  use: (core: OpenCore) => Promise<T>,
  whereNone: WhereNone = 'refuse',
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
    whereNone,
  )

const SAME_PEPPER =
  'A command needs the same LICENSE_PEPPER as the server. Where it is lost for good: npx --no-install central-api keys rotate --lost-pepper'

/** Lends the parts that a page is scanned with. */
export const withEngine = async <T>(io: Io, use: (engine: Engine) => Promise<T>): Promise<T> => {
  const config = await whereStoreIs(io, readConfig(io.environment), 'memory')
  return open(io, config, async (core) => {
    // The platforms are most of the program, and most commands do without them.
    const { createEngine } = await import('../engine.ts')
    const { loadPlatforms } = await import('../platforms/load-platforms.ts')
    const { platforms } = await loadPlatforms(config.platforms)
    const log = createLog('warn', { write: io.err }, true)
    const engine = createEngine({ config, core, log, platforms, now: io.now, network: io.network })
    try {
      await engine.start()
      return await use(engine)
    } finally {
      // What was fetched is held for the next one who asks, the server among them.
      await engine.stop()
    }
  })
}

const open = async <T>(io: Io, config: Config, use: (core: OpenCore) => Promise<T>): Promise<T> => {
  const core = await openCore({ config, now: io.now })
  if (config.logCommands === 'stderr') {
    core.store.audit.onWritten(logEntry(createLog(config.logLevel, { write: io.err }, io.isErrTerminal)))
  }
  const done: AuditEntry[] = []
  core.store.audit.onWritten((entry) => {
    // What the service does by itself, such as its first signing key, nobody asked for.
    if (entry.actor.kind !== 'service') done.push(entry)
  })
  try {
    const result = await use({ ...core, config })
    await io.written()
    return result
  } catch (error) {
    throw done.length === 0 ? error : new HalfDoneError(error, tellDone(done))
  } finally {
    await core.store.close()
  }
}
