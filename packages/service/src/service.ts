// The composition root of the service: creates every part from the config and connects them. Reads top to bottom:
// create → start → stop.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { actsBy, SERVICE } from './audit/act.ts'
import { logEntry } from './audit/log-entry.ts'
import { idleMediaSettings } from './config/media-settings.ts'
import { misspelledSettings } from './config/misspelled-settings.ts'
import type { Config } from './config/read-config.ts'
import { shareOf } from './config/share-of.ts'
import { startSettings } from './config/start-settings.ts'
import { createConnectionCounts } from './connect/connection-counts.ts'
import type { ConnectorOptions } from './connect/connector.ts'
import { createConnectable } from './connect/is-connectable.ts'
import { RENEWAL_INTERVAL_MS } from './connect/renewal/renewals.ts'
import { type Core, openCore } from './core.ts'
import { createOperatorPost } from './egress/operator-post.ts'
import { CACHED_PAGE_MS, createEngine, type Engine, type EngineOptions, type Network } from './engine.ts'
import { createIdempotency } from './http/admin/idempotency.ts'
import { closeApp } from './http/close-app.ts'
import type { Brand } from './http/connect/brand.ts'
import { createFaultLog } from './http/fault-log.ts'
import { createReadiness } from './http/health/readiness.ts'
import { listenAt } from './http/listen-at.ts'
import type { Parts } from './http/parts.ts'
import {
  createFailedExchanges,
  FAILURES_PER_MINUTE,
  GUESSES_PER_MINUTE,
  OPERATOR_GUESSES_PER_MINUTE,
} from './licensing/keys/failed-exchanges.ts'
import { deriveKey, keysUnder } from './licensing/keys/pepper.ts'
import { createChangeWatch } from './licensing/licenses/change-watch.ts'
import { createEndingLicenses, ENDING_INTERVAL_MS } from './licensing/licenses/ending-licenses.ts'
import { createTokens } from './licensing/tokens/tokens.ts'
import { createAllowances } from './licensing/usage/allowance.ts'
import { createMeter } from './licensing/usage/meter.ts'
import { createQuotaThresholds } from './licensing/usage/quota-thresholds.ts'
import { SHORT_METERS } from './licensing/usage/short-meters.ts'
import { MEDIA_LIMITS } from './media/limits.ts'
import { createMediaPurges, type MediaPurges, PURGE_INTERVAL_MS } from './media/media-purges.ts'
import type { Log } from './observability/create-log.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { clearRestoration, readRestoration } from './observability/store-file.ts'
import type { ServiceTracing, TracingContext } from './open-telemetry.ts'
import { question } from './parsing/did-you-mean.ts'
import { loadPlatforms } from './platforms/load-platforms.ts'
import { sandboxBase } from './platforms/sandbox/site/urls.ts'
import { createSteadyClock } from './runtime/clock/steady-clock.ts'
import { memoize } from './runtime/event-loop/memoize.ts'
import { storeFile } from './storage/address/store-address.ts'
import { adoptCopy } from './storage/adopt-copy.ts'
import { STORE_WAIT } from './storage/open-with-retry.ts'
import { SWEEP_INTERVAL_MS, sweepStore } from './storage/sweep.ts'
import { createRequestLog, FLUSH_INTERVAL_MS, type RequestLog } from './traffic/request-log.ts'
import { unitWindowsOf } from './upstream/budgets/units.ts'
import type { Platform } from './upstream/contract/platform.ts'
import { ANNOUNCE_INTERVAL_MS, announceEndings } from './upstream/health/announce-endings.ts'
import { ENDS_SOON_DAYS } from './upstream/health/end-of.ts'
import { ALARM_INTERVAL_MS, watchAlarms } from './upstream/health/watch-alarms.ts'
import { createBacklogWatch } from './webhooks/backlog.ts'
import { createExpiredPublisher } from './webhooks/publish-expired.ts'
import { createSender, DELIVERY_RESULTS, SEND_INTERVAL_MS, type Sender } from './webhooks/sender.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

const MB = 1_000_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Longer than any scan or validation may take. */
const GRACE_MS = 13_000
const IDLE_MEDIA_SETTING = 'This setting has no effect: the service serves no images, since MEDIA is off'
const NOT_PUBLISHED = 'The store is unavailable; webhook events may be delayed or lost'
const ENDS_SOON = `A credential ends within ${ENDS_SOON_DAYS} days, and the service cannot renew it`

export type ServiceOptions = {
  readonly config: Config
  readonly log: Log
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Milliseconds from an arbitrary start, by a monotonic clock; used for every duration. */
  readonly elapsed?: () => number
  readonly random?: () => number
  readonly randomBytes?: (size: number) => Buffer
  /** The name of this process in the request log; defaults to the host and the process id. */
  readonly replica?: string
  /** Defaults to the built-in platforms and the operator's own. */
  readonly platforms?: readonly Platform[]
  /** Defaults to the metrics of this process. */
  readonly metrics?: Metrics
  /** Replaces name resolution and sockets in a test or a simulation. */
  readonly network?: Network
  /** The URL at which a browser finds a platform's page, in a simulation. */
  readonly pageAt?: ConnectorOptions['pageAt']
  /** How processes that render images are started in a test. */
  readonly rendering?: EngineOptions['rendering']
}

export type Service = {
  readonly parts: Parts
  readonly app: FastifyInstance
  /** Sends pending webhook deliveries; also runs on a timer after the start. */
  readonly sender: Pick<Sender, 'look' | 'idle'>
  /** Tells the CDN which images were forgotten; also runs on a timer. undefined without one. */
  readonly purges: Pick<MediaPurges, 'look'> | undefined
  /** Publishes what happens without a request, such as the end of a license; also runs on a timer after the start. */
  readonly runChecks: () => Promise<void>
  /** Listens; resolves to the URL. */
  start(): Promise<string>
  /** From now on `/readyz` reports not ready, and responses close their connections. */
  drain(): void
  /** Another process has replaced this one: new connections go to other processes, and open ones close after their next
   * response. The service as a whole stays ready. */
  handOver(): void
  /** Finishes requests in flight and closes everything; aborts requests that take longer than the grace period. */
  stop(graceMs?: number): Promise<void>
}

/** What every part may use, with the defaults of the options applied. */
type Context = Required<Omit<ServiceOptions, 'platforms' | 'network' | 'pageAt' | 'rendering'>> &
  Pick<ServiceOptions, 'platforms' | 'network' | 'pageAt' | 'rendering'> & {
    readonly tracing: ServiceTracing | undefined
  }

/** Throws ConfigError, or an Error that names the part that could not be created. */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { config, log, now = Date.now, elapsed = () => performance.now(), random = Math.random } = options
  const { randomBytes = systemRandomBytes, metrics = createMetrics() } = options
  const replica = options.replica ?? `${hostname()}:${process.pid}`
  const defaults = { now, elapsed, random, randomBytes, metrics, replica }
  const tracing = await openTracing({ config, log, ...defaults })
  const core = await openCore({
    ...{ config, now, elapsed, randomBytes },
    onStoreCall: tracing?.onStoreCall ?? metrics.countStoreCall,
    onStoreWait: (err) => log.warn({ err }, STORE_WAIT),
    onPublishError: (err) => log.warn({ err }, NOT_PUBLISHED),
  })
  try {
    await adoptCopy(core.store)
    await reportRestored(options)
    return await assemble(core, { ...options, ...defaults, tracing })
  } catch (error) {
    // An open store would keep the process alive.
    await core.store.close()
    throw error
  }
}

/** Logs that the store is a restored backup. The first start that is not quiet clears that mark. */
const reportRestored = async ({ config, log }: ServiceOptions): Promise<void> => {
  const file = storeFile(config.databaseUrl)
  const restoration = file === undefined ? undefined : await readRestoration(file)
  if (config.quiet) {
    const addition = restoration === undefined ? '' : '. The store is a restored backup'
    log.warn({ restoration }, `Quiet: nothing that happens on this store is reported${addition}`)
    return
  }
  if (file === undefined || restoration === undefined) return
  log.warn(
    { restoration },
    'The store is a restored backup, and is in service from now on: its pending deliveries are sent again',
  )
  await clearRestoration(file).catch((err: unknown) =>
    log.warn({ err }, 'The mark of a restored backup could not be removed'),
  )
}

/** Without a configured receiver nothing of OpenTelemetry is loaded. */
const openTracing = async (context: TracingContext): Promise<ServiceTracing | undefined> => {
  if (context.config.telemetry.traces === undefined) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(context)
}

const assemble = async (core: Core, context: Context): Promise<Service> => {
  const { config, log, now, elapsed, randomBytes, metrics, tracing } = context
  const { store, peppers, licenses, bulkChange, plans, operators, sites, signingKeys, subscriptions } = core
  const act = actsBy(now, randomBytes)
  const file = storeFile(config.databaseUrl)
  if (file !== undefined) metrics.watchStoreFile(file)
  store.audit.onWritten(logEntry(log))
  await signingKeys.load()
  await subscriptions.load()

  const licensing = createLicensing(core, context)
  const engine = await startEngine(core, context)
  const misspelled = misspelledSettings(config.environment, engine.registry.platforms)
  for (const variable of idleMediaSettings(config.environment, config.media)) log.info({ variable }, IDLE_MEDIA_SETTING)
  for (const { name, meant } of misspelled) log.warn({ variable: name }, `${name} is not a setting. ${question(meant)}`)
  const { registry, cursors, identities, pages, validations, upstreams, connections } = engine
  const settings = startSettings(config.environment, registry, deriveKey(peppers.current, 'start settings'))
  const announceCredentials = createCredentialAnnouncer(core, engine, context)
  if (!config.quiet) await announceCredentials()
  const { webhooks, sender, runChecks } = createWebhookParts(core, engine, context)
  const changeWatch = watchChanges(core, engine, log)
  const requestLog = startRequestLog(core, context)
  const connectable = createConnectable(config, store.connectApps)

  let [accepting, keeping] = [true, true]
  const parts: Parts = {
    ...{ baseUrl: config.baseUrl, now, elapsed, act, log, metrics, requestLog, tracer: tracing?.tracer, store },
    ...{ registry, licenses, bulkChange, plans, operators, sites, signingKeys },
    ...{ upstreams, cursors, identities, pages, validations, connections, webhooks },
    ...{ images: engine.images, imageQuota: engine.imageQuota, media: engine.media },
    forgetImages: engine.forgetImages,
    connector: connectorOf(core, engine, context, connectable.look),
    connectApps: async () =>
      (await import('./connect/describe-apps.ts')).describeApps(config, await store.connectApps.list(null)),
    isConnectable: connectable.is,
    brand: brandOf(config),
    returnOrigins: config.connectReturnOrigins,
    ...licensing.parts,
    faults: createFaultLog({ log, elapsed }),
    storeFile: file,
    misspelled,
    isQuiet: config.quiet,
    readiness: createReadiness({ store, now, elapsed }),
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    maxInFlight: shareOf(config.maxInFlight, config.workers),
    imageSendingBytes: shareOf(MEDIA_LIMITS.sendingBytes, config.workers),
    overloadDelayMs: config.overloadDelayMs,
    adminToken: config.adminToken,
    idempotency: createIdempotency({ responses: store.responses, peppers, now, randomBytes }),
    isAccepting: () => accepting,
    keepsConnections: () => keeping,
    catchUp: changeWatch.catchUp,
  }
  const app = buildApp(parts)
  // Load all routes before the timers start.
  await app.ready()

  const timers = [
    every(SWEEP_INTERVAL_MS, () => sweep(core, engine, context, requestLog)),
    every(SWEEP_INTERVAL_MS, engine.sweepMedia),
  ]
  if (!config.quiet) timers.push(every(ANNOUNCE_INTERVAL_MS, announceCredentials))
  const purges = createPurges(core, context)
  if (purges) timers.push(every(PURGE_INTERVAL_MS, purges.look))
  const { endingLicenses } = licensing
  const connectionCounts = createConnectionCounts(core.store.connections, (err) =>
    log.warn({ err }, 'The store is unavailable; the number of connected accounts is not updated'),
  )
  metrics.watchConnections(connectionCounts.figures)
  const lookConnectable = () =>
    connectable.look().catch((err: unknown) => {
      log.warn({ err }, 'The store is unavailable; the operator’s applications are not updated')
    })
  /** The first count of licenses that end soon; requests do not wait for it. */
  let firstCount = Promise.resolve()

  return {
    ...{ parts, app, sender, runChecks, purges },
    async start() {
      await changeWatch.start()
      if (!config.quiet) timers.push(every(RENEWAL_INTERVAL_MS, engine.renewals.look))
      timers.push(
        every(SEND_INTERVAL_MS, sender.look),
        every(FLUSH_INTERVAL_MS, requestLog.flush),
        every(ENDING_INTERVAL_MS, endingLicenses.look),
        every(ENDING_INTERVAL_MS, connectionCounts.look),
        every(ENDING_INTERVAL_MS, lookConnectable),
        every(ALARM_INTERVAL_MS, () => runChecks().catch((err: unknown) => log.warn({ err }, NOT_PUBLISHED))),
      )
      await listenAt(app, config)
      // Only now: a start that is refused changed no setting.
      await store.startSettings.put(settings, act('settings.change', SERVICE))
      firstCount = Promise.all([endingLicenses.look(), connectionCounts.look(), lookConnectable()]).then(() => {})
      const { address, port, family } = app.server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    drain() {
      accepting = false
      keeping = false
    },
    handOver() {
      keeping = false
      // In a cluster, Node passes connections beyond the maximum to the next process.
      app.server.maxConnections = 0
    },
    async stop(graceMs = GRACE_MS) {
      keeping = false
      for (const timer of timers) clearInterval(timer)
      const sent = sender.stop()
      await closeApp(app, graceMs)
      await requestLog.stop()
      await firstCount
      await sent
      await purges?.close()
      await engine.stop()
      await licensing.parts.meter.idle()
      await licensing.quotaThresholds.idle()
      await changeWatch.stop()
      await tracing?.stop()
      metrics.stop()
      await store.close()
    },
  }
}

const every = (intervalMs: number, work: () => Promise<void>): NodeJS.Timeout =>
  setInterval(() => void work(), intervalMs).unref()

/** undefined without a CDN, and while nothing is reported. */
const createPurges = ({ store }: Core, { config, log, now, randomBytes }: Context): MediaPurges | undefined => {
  const { media, mediaPurgeUrl: url, mediaPurgeToken: token, quiet } = config
  if (url === undefined || media === 'off' || quiet) return undefined
  const { post, close } = createOperatorPost()
  const purges = createMediaPurges({
    ...{ url, token, marks: store.mediaMarks, leases: store.pages, post, now },
    owner: randomBytes(12).toString('base64url'),
    onChange: (why) =>
      why
        ? log.warn(why, 'The CDN does not accept which images were forgotten; it is tried again')
        : log.info('The CDN accepts which images were forgotten again'),
    onStoreError: (err) =>
      log.warn({ err }, 'The store is unavailable; the CDN is told later which images were forgotten'),
  })
  return {
    look: purges.look,
    async close() {
      await purges.close()
      await close()
    },
  }
}

/** Tokens, meters, and the protection against guessing. */
const createLicensing = ({ store, peppers, signingKeys, subscriptions }: Core, context: Context) => {
  const { config, log, now, elapsed, randomBytes, metrics } = context
  const quotaThresholds = createQuotaThresholds({
    ...{ events: store.webhookEvents, isSubscribed: subscriptions.isSubscribed, now, randomBytes },
    onStoreError: (err) => log.warn({ err }, NOT_PUBLISHED),
  })
  subscriptions.onLoad(quotaThresholds.forget)
  const endingLicenses = createEndingLicenses({
    ...{ licenses: store.licenses, now },
    onStoreError: (err) =>
      log.warn({ err }, 'The store is unavailable; the number of licenses that end soon is not updated'),
  })
  metrics.watchLicenses(endingLicenses.figures)
  const issuer = config.baseUrl
  const limit = shareOf(FAILURES_PER_MINUTE, config.workers)
  const parts = {
    tokens: createTokens({ store, signingKeys, peppers, issuer, audience: `${issuer}/api/v1`, now, randomBytes }),
    failedExchanges: createFailedExchanges({
      ...{ elapsed, limit, mostGuesses: shareOf(GUESSES_PER_MINUTE, config.workers) },
      failures: ['license_unknown', 'license_malformed'],
      guesses: ['license_unknown'],
      message: 'Too many wrong license keys from this address',
    }),
    failedLogins: createFailedExchanges({
      ...{ elapsed, limit, mostGuesses: shareOf(OPERATOR_GUESSES_PER_MINUTE, config.workers) },
      failures: ['token_invalid'],
      guesses: ['token_invalid'],
      message: 'Too many wrong tokens from this address',
    }),
    meter: createMeter({ usage: store.usage, now, elapsed, onUsed: quotaThresholds.check }),
    allowances: createAllowances({ usage: store.usage, now }),
  }
  return { quotaThresholds, endingLicenses, parts }
}

const brandOf = ({ brandName, brandLogoUrl, brandColor, supportUrl }: Config): Brand => ({
  ...{ name: brandName, logoUrl: brandLogoUrl, color: brandColor, supportUrl },
})

/** The code of consents, which most processes of most services need late or never. */
const connectorOf = (
  { store, peppers, licenses, sites }: Core,
  { registry, egress, connections, connectionEvents: events }: Engine,
  context: Context,
  onOperatorApps: () => Promise<void>,
) => {
  const { config, log, metrics, now, randomBytes, pageAt } = context
  return memoize(async () => {
    const { createConnect } = await import('./connect/create-connect.ts')
    return createConnect({
      ...{ config, store, events, licenses, sites, registry, egress, now, randomBytes },
      connections: {
        ...connections,
        async save(account, most) {
          const saved = await connections.save(account, most)
          if (saved !== 'limit') metrics.countConsent(saved.platform, 'connected')
          return saved
        },
      },
      sandbox: sandboxBase(config.baseUrl).replace(/\/$/, ''),
      keysFor: keysUnder(peppers),
      ...(pageAt && { pageAt }),
      onOperatorApps,
      onFault(fault) {
        metrics.countConsent(fault.platform, fault.code)
        log.warn(fault, 'An account could not be connected')
      },
    })
  })
}

/** The engine over the built-in platforms and the operator's own. */
const startEngine = async (core: Core, { platforms, tracing, ...context }: Context): Promise<Engine> => {
  const { config, log, network } = context
  const loaded = platforms ? undefined : await loadPlatforms(config.platforms)
  for (const { file, platform } of loaded?.own ?? [])
    log.info({ platform: platform.id, file }, 'A platform of your own is loaded')
  const engine = await createEngine({
    ...{ ...context, core, network, tracer: tracing?.tracer, platforms: platforms ?? loaded?.platforms },
  })
  await engine.start()
  return engine
}

/** Reports credentials that end soon and that only the operator can renew. */
const createCredentialAnnouncer = ({ store, subscriptions }: Core, { upstreams }: Engine, context: Context) => {
  const { log, now, randomBytes } = context
  const owner = randomBytes(12).toString('base64url')
  return () =>
    announceEndings({
      ...{ pool: upstreams.pool, leases: store.pages, events: store.webhookEvents, owner, now, randomBytes },
      isSubscribed: subscriptions.isSubscribed,
      onEnding: ({ platform, hint, endsAt }) =>
        log.warn({ platform, credential: `…${hint}`, endsAt: new Date(endsAt).toISOString() }, ENDS_SOON),
      onStoreError: (err) =>
        log.warn({ err }, 'The store is unavailable; other processes may report the same credential'),
    })
}

/** Webhooks, their sender, and the events that no request causes. */
const createWebhookParts = ({ store, peppers, subscriptions }: Core, engine: Engine, context: Context) => {
  const { config, log, now, elapsed, random, randomBytes, metrics } = context
  const { isSubscribed } = subscriptions
  const webhooks = createWebhooks({ store, peppers, allow: config.egressAllow, now, randomBytes })
  const publishExpired = createExpiredPublisher({
    ...{ store, now, randomBytes },
    subscribedSince: () => subscriptions.since('license.expired'),
  })
  const backlog = createBacklogWatch({
    ...{ store, subscriptions },
    onDropped: (webhook, count) =>
      log.warn({ webhook, count }, 'A webhook has too many pending deliveries; events were dropped'),
  })
  metrics.watchWebhooks(() => {
    const { waiting, oldestAt, dropped } = backlog.figures()
    return { waiting, dropped, oldestWaitingSeconds: oldestAt === null ? 0 : Math.max(0, (now() - oldestAt) / 1000) }
  })
  // Start each counter at zero, so that Prometheus sees the first increase.
  for (const result of DELIVERY_RESULTS) metrics.countWebhookTries(result, 0)
  const sender = createSender({
    ...{ store, egress: engine.egress, peppers, now, random, randomBytes },
    steadyNow: createSteadyClock({ now, elapsed }),
    isNeeded: () => !config.quiet && subscriptions.all().length > 0,
    onTried(tried) {
      metrics.countWebhookTries(tried.result, 1)
      if (tried.result === 'delivered') log.debug(tried, 'Delivered to a webhook')
      else if (tried.result === 'retried') log.info(tried, 'A webhook delivery failed; it is retried')
      else log.warn(tried, 'A webhook delivery failed; it is given up')
    },
    onStoreError: (err) => log.warn({ err }, NOT_PUBLISHED),
    onFault: (err) => log.error({ err }, 'Code that sends to webhooks failed'),
  })
  const { platforms } = engine.registry
  const { outcomes, health } = engine.upstreams
  const runChecks = async () => {
    if (!config.quiet) {
      await publishExpired()
      await watchAlarms({ platforms, health, outcomes, alarms: store.alarms, isSubscribed, now, randomBytes })
    }
    await backlog.look()
  }
  return { webhooks, sender, runChecks }
}

/** Written every second after the start. */
const startRequestLog = ({ store }: Core, { config, log, now, randomBytes, metrics, replica }: Context): RequestLog => {
  const { requests, traffic } = store
  // Starts each counter at zero, so that Prometheus sees the first increase.
  for (const outcome of ['written', 'dropped'] as const) metrics.countLoggedRequests(outcome, 0)
  return createRequestLog({
    ...{ store: { requests, traffic }, now, replica, idPrefix: randomBytes(3).toString('hex') },
    keptMs: config.requestLogHours * HOUR_MS,
    maxRows: config.requestLogRows,
    onRows: metrics.countLoggedRequests,
    onFault: (err) => log.error({ err }, 'Code that logs requests failed'),
    onStoreError: (err) => log.warn({ err }, 'The request log is not written until the store is available again'),
  })
}

/** Applies what other processes change. */
const watchChanges = ({ store, licenses, sites, signingKeys, subscriptions }: Core, engine: Engine, log: Log) =>
  createChangeWatch({
    changes: store.changes,
    forget: {
      license: licenses.forget,
      plan: licenses.forgetPlan,
      site: sites.forget,
      signing_key: () => signingKeys.load(),
      ...engine.forget,
      webhook: () => subscriptions.load(),
    },
    forgetAll: async () => {
      licenses.forgetAll()
      sites.forgetAll()
      engine.connections.forgetAll()
      await signingKeys.load()
      await engine.upstreams.load()
      await engine.loadMediaMarks()
      await subscriptions.load()
    },
    onError: (err) => log.warn({ err }, 'Changes of other processes cannot be read until the store is available again'),
  })

/** Deletes what is no longer needed. */
const sweep = async (
  { store, signingKeys }: Core,
  { registry }: Engine,
  { config, log, now }: Context,
  requestLog: RequestLog,
) => {
  try {
    await signingKeys.sweep()
    const isSwept = await sweepStore({
      ...{ store, now, shortMeters: SHORT_METERS, cachedPageMs: CACHED_PAGE_MS },
      maxPageBytes: config.pageStoreMb * MB,
      unitWindowMs: unitWindowsOf(registry.platforms),
      auditKeptMs: config.auditDays * DAY_MS,
      usesKeptMs: config.usageDays * DAY_MS,
    })
    if (isSwept) await requestLog.sweep()
  } catch (err) {
    log.warn({ err }, 'Old records could not be deleted')
  }
}
