// The composition root: makes every part from the config and puts them together. Reads top to bottom: create → start → stop.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { actsBy, SERVICE } from './audit/act.ts'
import { logEntry } from './audit/log-entry.ts'
import type { Config } from './config/read-config.ts'
import { shareOf } from './config/share-of.ts'
import { startSettings } from './config/start-settings.ts'
import { type Core, openCore } from './core.ts'
import { createEngine, HELD_MS, type Network } from './engine.ts'
import { createIdempotency } from './http/admin/idempotency.ts'
import { closeApp } from './http/close-app.ts'
import { createFaultLog } from './http/fault-log.ts'
import { createReadiness } from './http/health/readiness.ts'
import { listenAt } from './http/listen-at.ts'
import type { Parts } from './http/parts.ts'
import {
  createFailedExchanges,
  GUESSES_PER_MINUTE,
  OPERATOR_GUESSES_PER_MINUTE,
  WRONGS_PER_MINUTE,
} from './licensing/keys/failed-exchanges.ts'
import { deriveKey } from './licensing/keys/pepper.ts'
import { createChangeWatch } from './licensing/licenses/change-watch.ts'
import { createEndingLicenses, ENDING_INTERVAL_MS } from './licensing/licenses/ending-licenses.ts'
import { createTokens } from './licensing/tokens/tokens.ts'
import { createAllowances } from './licensing/usage/allowance.ts'
import { createMeter } from './licensing/usage/meter.ts'
import { createQuotaLines } from './licensing/usage/quota-lines.ts'
import { SHORT_METERS } from './licensing/usage/short-meters.ts'
import type { Log } from './observability/create-log.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { clearRestoration, readRestoration } from './observability/store-file.ts'
import type { ServiceTracing, TracingEnvirons } from './open-telemetry.ts'
import { loadPlatforms } from './platforms/load-platforms.ts'
import { createSteadyClock } from './runtime/clock/steady-clock.ts'
import { storeFile } from './storage/address/store-address.ts'
import { adoptCopy } from './storage/adopt-copy.ts'
import { STORE_WAIT } from './storage/open-patiently.ts'
import { SWEEP_INTERVAL_MS, sweepStore } from './storage/sweep.ts'
import { unitWindowsOf } from './upstream/budgets/units.ts'
import type { Platform } from './upstream/contract/platform.ts'
import { ANNOUNCE_INTERVAL_MS, announceEndings } from './upstream/health/announce-endings.ts'
import { ENDS_SOON_DAYS } from './upstream/health/end-of.ts'
import { ALARM_INTERVAL_MS, watchAlarms } from './upstream/health/watch-alarms.ts'
import { createBacklogWatch } from './webhooks/backlog.ts'
import { createSender, DELIVERY_RESULTS, LOOK_INTERVAL_MS, type Sender } from './webhooks/sender.ts'
import { createExpiredLook } from './webhooks/tell-expired.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

const MB = 1_000_000
const DAY_MS = 24 * 3_600_000
/** Longer than any page and any link may take. */
const GRACE_MS = 13_000
const UNTOLD = 'The store does not answer; webhooks may be told later, or not at all'
const ENDS_SOON = `A credential ends within ${ENDS_SOON_DAYS} days and is not renewed by itself`

export type Environs = {
  readonly config: Config
  readonly log: Log
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Milliseconds since some moment, by a clock that nobody sets: all that is to last is told by it. */
  readonly elapsed?: () => number
  readonly random?: () => number
  readonly randomBytes?: (size: number) => Buffer
  /** Those that there are, the operator's own among them, if nothing else is said. */
  readonly platforms?: readonly Platform[]
  /** Those of this process if nothing else is said. */
  readonly metrics?: Metrics
  /** Where sockets lead, in a test or a simulation. */
  readonly network?: Network
}

export type Service = {
  readonly parts: Parts
  readonly app: FastifyInstance
  /** Sends what waits for webhooks; called by itself from the start on. */
  readonly sender: Pick<Sender, 'look' | 'idle'>
  /** Looks for what happens by itself, such as the end of a license, and tells of it; called by itself, too. */
  readonly lookAround: () => Promise<void>
  /** Listens; resolves to the address. */
  start(): Promise<string>
  /** From now on `/readyz` says no, and answers close their connections. */
  drain(): void
  /** For a process that another has taken the place of: new connections are left to others, and those that it has are
   * closed with their next answers. The service as a whole is still ready. */
  handOver(): void
  /** Finishes what is in flight and lets go of everything; requests that take longer than the grace are cut off. */
  stop(graceMs?: number): Promise<void>
}

/** Throws ConfigError, or an Error that says which part could not be made. */
export const createService = async (environs: Environs): Promise<Service> => {
  const { config, now = Date.now, randomBytes = systemRandomBytes, metrics = createMetrics() } = environs
  const { elapsed = () => performance.now(), random = Math.random } = environs
  const tracing = await openTracing({ ...environs, now, elapsed, random, randomBytes, metrics })
  const core = await openCore({
    ...{ config, now, elapsed, randomBytes },
    onStoreCall: tracing?.onStoreCall ?? metrics.countStoreCall,
    onStoreWait: (err) => environs.log.warn({ err }, STORE_WAIT),
    onTellError: (err) => environs.log.warn({ err }, UNTOLD),
  })
  try {
    await adoptCopy(core.store)
    await sayRestored(environs)
    return await createOver(core, metrics, elapsed, tracing, environs)
  } catch (error) {
    // An open store would keep the process from ending.
    await core.store.close()
    throw error
  }
}

/** Says that the store is a copy of a backup. From a start on that is not quiet it is none any more. */
const sayRestored = async ({ config, log }: Environs): Promise<void> => {
  const file = storeFile(config.databaseUrl)
  const restoration = file === undefined ? undefined : await readRestoration(file)
  if (config.quiet) {
    const what = restoration === undefined ? '' : ', which is a copy of a backup'
    log.warn({ restoration }, `Quiet: nobody is told of what happens on this store${what}`)
    return
  }
  if (file === undefined || restoration === undefined) return
  log.warn(
    { restoration },
    'The store is a copy of a backup, and is served from now on: what waited in it is sent again',
  )
  await clearRestoration(file).catch((err: unknown) =>
    log.warn({ err }, 'It goes on saying that it is a copy of a backup'),
  )
}

/** Nothing of it is loaded, and nothing is in the way of anybody, where the settings name no receiver. */
const openTracing = async (environs: TracingEnvirons): Promise<ServiceTracing | undefined> => {
  if (environs.config.telemetry.traces === undefined) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(environs)
}

const createOver = async (
  core: Core,
  metrics: Metrics,
  elapsed: () => number,
  tracing: ServiceTracing | undefined,
  environs: Environs,
): Promise<Service> => {
  const { config, log, now = Date.now, random = Math.random, randomBytes = systemRandomBytes } = environs
  const { baseUrl } = config

  // Licenses over the store
  const file = storeFile(config.databaseUrl)
  if (file !== undefined) metrics.watchStoreFile(file)
  const { store, peppers, licenses, bulkChange, plans, operators, sites, signingKeys, listening } = core
  store.audit.onWritten(logEntry(log))
  const act = actsBy(now, randomBytes)
  await signingKeys.load()
  await listening.load()
  const { hears } = listening
  const onStoreError = (err: unknown) => log.warn({ err }, UNTOLD)
  const quotaLines = createQuotaLines({ events: store.webhookEvents, hears, now, randomBytes, onStoreError })
  listening.onLoad(quotaLines.forget)
  const ending = createEndingLicenses({
    ...{ licenses: store.licenses, now },
    onStoreError: (err) => log.warn({ err }, 'The store does not answer; how many licenses end soon is not known'),
  })
  metrics.watchLicenses(ending.figures)
  const audience = `${baseUrl}/api/v1`
  const tokens = createTokens({ store, signingKeys, peppers, issuer: baseUrl, audience, now, randomBytes })
  const limit = shareOf(WRONGS_PER_MINUTE, config.workers)
  const failedExchanges = createFailedExchanges({
    elapsed,
    limit,
    mostGuesses: shareOf(GUESSES_PER_MINUTE, config.workers),
    failures: ['license_unknown', 'license_malformed'],
    guesses: ['license_unknown'],
    message: 'Too many wrong license keys from this address',
  })
  const failedLogins = createFailedExchanges({
    elapsed,
    limit,
    mostGuesses: shareOf(OPERATOR_GUESSES_PER_MINUTE, config.workers),
    failures: ['token_invalid'],
    guesses: ['token_invalid'],
    message: 'Too many wrong tokens from this address',
  })
  const meter = createMeter({ usage: store.usage, now, elapsed, onUsed: quotaLines.look })
  const allowances = createAllowances({ usage: store.usage, now })

  // Platforms and pages
  const { network } = environs
  const loaded = environs.platforms ? undefined : await loadPlatforms(config.platforms)
  for (const { file, platform } of loaded?.own ?? [])
    log.info({ platform: platform.id, file }, 'A platform of your own is loaded')
  const engine = createEngine({
    config,
    core,
    log,
    metrics,
    now,
    elapsed,
    random,
    randomBytes,
    tracer: tracing?.tracer,
    platforms: environs.platforms ?? loaded?.platforms,
    network,
  })
  const { registry, cursors, identities, pages, validations, upstreams } = engine
  await engine.start()
  const settings = startSettings(config.environment, registry, deriveKey(peppers.current, 'start settings'))
  await store.startSettings.put(settings, act('settings.change', SERVICE))

  // Credentials that nobody but the operator renews
  const owner = randomBytes(12).toString('base64url')
  const announce = () =>
    announceEndings({
      ...{ pool: upstreams.pool, leases: store.pages, events: store.webhookEvents, hears, owner, now, randomBytes },
      onEnding: ({ platform, hint, endsAt }) =>
        log.warn({ platform, credential: `…${hint}`, endsAt: new Date(endsAt).toISOString() }, ENDS_SOON),
      onStoreError: (err) => log.warn({ err }, 'The store does not answer; other processes may say the same'),
    })
  if (!config.quiet) await announce()
  const announcing = setInterval(() => {
    if (!config.quiet) void announce()
  }, ANNOUNCE_INTERVAL_MS).unref()

  // Webhooks: what happens by itself, and sending
  const webhooks = createWebhooks({ store, peppers, allow: config.egressAllow, now, randomBytes })
  const lookForExpired = createExpiredLook({
    store,
    heardSince: () => listening.since('license.expired'),
    now,
    randomBytes,
  })
  const backlog = createBacklogWatch({
    ...{ store, listening },
    onDropped: (webhook, count) =>
      log.warn({ webhook, count }, 'Too much waits for a webhook; it was not told of events'),
  })
  metrics.watchWebhooks(() => {
    const { waiting, oldestAt, dropped } = backlog.figures()
    return { waiting, dropped, oldestWaitingSeconds: oldestAt === null ? 0 : Math.max(0, (now() - oldestAt) / 1000) }
  })
  // Told of from nothing on, so that Prometheus sees the first one rise.
  for (const result of DELIVERY_RESULTS) metrics.countWebhookTries(result, 0)
  const sender = createSender({
    ...{ store, egress: engine.egress, peppers, now, random, randomBytes },
    steadyNow: createSteadyClock({ now, elapsed }),
    isNeeded: () => !config.quiet && listening.all().length > 0,
    onTried(tried) {
      metrics.countWebhookTries(tried.result, 1)
      if (tried.result === 'delivered') log.debug(tried, 'Delivered to a webhook')
      else if (tried.result === 'retried') log.info(tried, 'A webhook does not take a delivery; it is tried again')
      else log.warn(tried, 'A webhook does not take a delivery; it is not tried any more')
    },
    onStoreError,
    onFault: (err) => log.error({ err }, 'Code that sends to webhooks failed'),
  })
  const alarms = store.alarms
  const { outcomes, health } = upstreams
  const isQuiet = config.quiet
  const lookAround = async () => {
    if (!isQuiet) await lookForExpired()
    if (!isQuiet)
      await watchAlarms({ platforms: registry.platforms, health, outcomes, alarms, hears, now, randomBytes })
    await backlog.look()
  }

  // What other processes change
  const changeWatch = createChangeWatch({
    changes: store.changes,
    forget: {
      license: licenses.forget,
      plan: licenses.forgetPlan,
      site: sites.forget,
      signing_key: () => signingKeys.load(),
      ...engine.forget,
      webhook: () => listening.load(),
    },
    forgetAll: async () => {
      licenses.forgetAll()
      sites.forgetAll()
      await signingKeys.load()
      await upstreams.load()
      await listening.load()
    },
    onError: (err) =>
      log.warn({ err }, 'Changes made elsewhere cannot be read; they are read when the store answers again'),
  })

  // What answers
  let [accepting, keeping] = [true, true]
  const parts: Parts = {
    ...{
      baseUrl,
      now,
      elapsed,
      act,
      log,
      faults: createFaultLog({ log, elapsed }),
      metrics,
      tracer: tracing?.tracer,
      store,
      registry,
      licenses,
      bulkChange,
      plans,
      operators,
      sites,
      tokens,
      signingKeys,
      failedExchanges,
      failedLogins,
      meter,
      upstreams,
      allowances,
      cursors,
      identities,
      pages,
      validations,
      webhooks,
    },
    storeFile: file,
    isQuiet: config.quiet,
    readiness: createReadiness({ store, now, elapsed }),
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    maxInFlight: shareOf(config.maxInFlight, config.workers),
    overloadDelayMs: config.overloadDelayMs,
    adminToken: config.adminToken,
    idempotency: createIdempotency({ answers: store.answers, peppers, now, randomBytes }),
    isAccepting: () => accepting,
    keepsConnections: () => keeping,
    catchUp: changeWatch.catchUp,
  }
  const app = buildApp(parts)
  // What it loads is there from now on, and since when it serves is known.
  await app.ready()

  const sweep = async () => {
    await signingKeys.sweep()
    const maxPageBytes = config.pageStoreMb * MB
    const auditKeptMs = config.auditDays * DAY_MS
    const unitWindowMs = unitWindowsOf(registry.platforms)
    await sweepStore({
      ...{ store, now, maxPageBytes, unitWindowMs, auditKeptMs },
      shortMeters: SHORT_METERS,
      usesKeptMs: config.usageDays * DAY_MS,
      cachedPageMs: HELD_MS,
    })
  }
  const sweeping = setInterval(
    () => sweep().catch((err: unknown) => log.warn({ err }, 'Old records could not be cleared away')),
    SWEEP_INTERVAL_MS,
  ).unref()

  const timers = [sweeping, announcing]
  /** The first look for licenses that end soon, which nobody who asks is to wait for. */
  let looked = Promise.resolve()

  return {
    ...{ parts, app, sender, lookAround },
    async start() {
      await changeWatch.start()
      timers.push(
        setInterval(() => void sender.look(), LOOK_INTERVAL_MS).unref(),
        setInterval(() => void ending.look(), ENDING_INTERVAL_MS).unref(),
        setInterval(() => lookAround().catch(onStoreError), ALARM_INTERVAL_MS).unref(),
      )
      await listenAt(app, config)
      looked = ending.look()
      const { address, port, family } = app.server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    drain() {
      accepting = false
      keeping = false
    },
    handOver() {
      keeping = false
      // Among several processes, Node hands a connection that is one too many to the next one.
      app.server.maxConnections = 0
    },
    async stop(graceMs = GRACE_MS) {
      keeping = false
      for (const timer of timers) clearInterval(timer)
      const sent = sender.stop()
      await closeApp(app, graceMs)
      await looked
      await sent
      await engine.stop()
      await meter.idle()
      await quotaLines.idle()
      await changeWatch.stop()
      await tracing?.stop()
      metrics.stop()
      await store.close()
    },
  }
}
