// Reads pages and validates links on any platform: the registry, the egress, and the caches. The service and the
// command line use the same engine.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import { actsBy, SERVICE } from './audit/act.ts'
import type { Config } from './config/read-config.ts'
import { shareOf } from './config/share-of.ts'
import { createApplicationFields } from './connect/application-fields.ts'
import { type ConnectionEvents, createConnectionEvents } from './connect/connection-events.ts'
import { createConnectionSeal } from './connect/connection-seal.ts'
import { type Connections, createConnections } from './connect/connections.ts'
import { OFFERED_FLOWS } from './connect/flows/flows.ts'
import { ConnectFault } from './connect/oauth/connect-fault.ts'
import { agentsOf, operatorAppsOf } from './connect/operator-apps.ts'
import { createRenewals, type Renewals } from './connect/renewal/renewals.ts'
import type { Core } from './core.ts'
import type { RandomBytes } from './crypto/random-bytes.ts'
import { createEgress, type EgressOptions } from './egress/create-egress.ts'
import type { Egress } from './egress/egress.ts'
import { LIMITS, type Limits } from './egress/limits.ts'
import { userAgentOf } from './egress/user-agent.ts'
import { vetUrl } from './egress/vet-url.ts'
import type { EngineMedia } from './engine-media.ts'
import { createReadAgain } from './engine-read-again.ts'
import { createEngineThreads } from './engine-threads.ts'
import { keysUnder } from './licensing/keys/pepper.ts'
import type { ImageQuota } from './licensing/usage/image-quota.ts'
import type { Images } from './media/images.ts'
import { MEDIA_EGRESS_LIMITS, MEDIA_LIMITS } from './media/limits.ts'
import { createMediaKeys, subjectOf } from './media/media-key.ts'
import { createMediaMarks } from './media/media-marks.ts'
import type { RenderProcessOptions } from './media/rendering/render-process.ts'
import { subjectUrl } from './media/subject-url.ts'
import { strayIn } from './media/terms.ts'
import type { Log } from './observability/create-log.ts'
import type { ImageMetrics } from './observability/image-metrics.ts'
import type { Metrics } from './observability/metrics.ts'
import { ALL_PLATFORMS } from './platforms/all.ts'
import { POSTS_ONLY } from './platforms/posts-only.ts'
import { sandboxBase, sandboxPath } from './platforms/sandbox/site/urls.ts'
import { memoize } from './runtime/event-loop/memoize.ts'
import { type Cursors, createCursors } from './scanning/cursor.ts'
import { createFailureMemory } from './scanning/failure-memory.ts'
import { createGoneProfiles } from './scanning/gone-profiles.ts'
import { createIdentities, type Identities } from './scanning/identities.ts'
import { changePage, readBody } from './scanning/page.ts'
import { createPageCache } from './scanning/page-cache.ts'
import { createPageLeases } from './scanning/page-lease.ts'
import { PAGE_SIZE } from './scanning/page-size.ts'
import { createPages, type Pages } from './scanning/pages.ts'
import { createPageReader } from './scanning/read-page.ts'
import { createStoreLeases } from './scanning/store-lease.ts'
import type { Act } from './storage/store.ts'
import { traceEgress } from './telemetry/trace-egress.ts'
import type { Tracer } from './telemetry/tracer.ts'
import type { Platform } from './upstream/contract/platform.ts'
import type { ConnectionReach } from './upstream/contract/reach.ts'
import { createUpstreams, type Upstreams } from './upstream/create-upstreams.ts'
import { createConnectedCredentials } from './upstream/credentials/connected.ts'
import { createRegistry, type Registry, readBaseUrl } from './upstream/registry.ts'
import { waitFor } from './upstream/requests/wait-for.ts'
import { isOwnAccount, isOwnUrl } from './urls/own-url.ts'
import { createPreviewReader, type PreviewReader } from './validation/preview/preview-reader.ts'
import { createSandboxEgress } from './validation/sandbox-egress.ts'
import { createSharedResponses } from './validation/shared-responses.ts'
import { createValidations, LINK_LEASE_MS, type Validations } from './validation/validations.ts'

const MB = 1_000_000
const STALE_MS = 10 * 60_000
/** How long a cached page may replace the response of a failing platform. */
export const CACHED_PAGE_MS = 30 * 24 * 60 * 60_000
/** The time limit of one page, upstream calls included. The server's handler timeout is longer. */
const PAGE_DEADLINE_MS = 12_000
/** A host that serves many profiles may receive this many times the calls of an unknown host. */
const SHARED_HOST_FACTOR = 10
/** How often learned rate limit budgets are written for other processes. */
const FLUSH_MS = 5_000
/** Extra time to store the page. */
const TURN_MARGIN_MS = 2_000

const NOT_COUNTED = 'Bytes of images could not be counted for their licenses'

export type EngineOptions = {
  readonly config: Config
  readonly core: Pick<Core, 'store' | 'peppers' | 'subscriptions'>
  readonly log: Log
  readonly metrics?: Pick<
    Metrics,
    'countUpstreamCall' | 'countFetch' | 'countFallback' | 'countRenewal' | 'watchPlatforms' | 'watchBodies'
  > &
    ImageMetrics
  /** Traces upstream calls when present. */
  readonly tracer?: Tracer | undefined
  readonly now: () => number
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed?: () => number
  readonly random?: () => number
  readonly randomBytes?: RandomBytes
  readonly platforms?: readonly Platform[] | undefined
  /** Replaces name resolution and sockets in a test or a simulation. Every check stays active. */
  readonly network?: Network | undefined
  /** How processes that render images are started in a test. */
  readonly rendering?: Pick<RenderProcessOptions, 'nodeArgs'> | undefined
}

export type Network = Pick<EgressOptions, 'resolver' | 'connect' | 'limits'>

export type Engine = {
  readonly registry: Registry
  readonly egress: Egress
  readonly cursors: Cursors
  readonly identities: Identities
  readonly pages: Pages
  readonly previews: PreviewReader
  readonly validations: Validations
  readonly upstreams: Upstreams
  readonly connections: Connections
  readonly connectionEvents: ConnectionEvents
  readonly renewals: Renewals
  /** Loads which images must not be served from the store. */
  loadMediaMarks(): Promise<void>
  /** Stops serving the images of a post, an account or a URL, for good. Returns its hash. */
  forgetImages(url: URL, act: Act): Promise<string>
  /** undefined unless the service passes images on (`MEDIA=proxy`). */
  readonly images: Images | undefined
  readonly imageQuota: ImageQuota | undefined
  /** undefined with `images`. */
  readonly media: Pick<EngineMedia, 'countImage' | 'cdnHeaders' | 'status' | 'sweep'> | undefined
  /** Deletes copies of images that must not be kept any more. */
  sweepMedia(): Promise<void>
  /** Applies a change of another process, by topic. */
  readonly forget: Readonly<
    Record<'credential' | 'connection' | 'budget' | 'profile' | 'media', (subject: string) => void | Promise<void>>
  >
  /** Loads credentials, budgets and marks of images from the store. */
  start(): Promise<void>
  /** Finishes requests in flight, stores what was learned, and closes the network. */
  stop(): Promise<void>
}

/** Rejects with an Error that names the malformed setting of a platform. The caller stops the engine. */
export const createEngine = async (options: EngineOptions): Promise<Engine> => {
  const { config, core, log, metrics, now, random = Math.random, randomBytes = systemRandomBytes } = options
  const { elapsed = () => performance.now() } = options
  const environment = { ...config.environment, BASE_URL: config.baseUrl }
  const registry = createRegistry(options.platforms ?? ALL_PLATFORMS, environment)
  const base = sandboxBase(config.baseUrl)
  const guardedWith = (limits: Partial<Limits>) =>
    createEgress({
      allow: config.egressAllow,
      userAgent: userAgentOf(config.contactUrl),
      elapsed,
      ...options.network,
      limits: { ...limits, ...options.network?.limits },
    })
  const guarded = guardedWith({
    hostPerMinute: shareOf(config.egressHostPerMinute, config.workers),
    licensePerMinute: shareOf(LIMITS.licensePerMinute, config.workers),
    bodiesBytes: shareOf(LIMITS.bodiesBytes, config.workers),
    licenseBodiesBytes: shareOf(LIMITS.licenseBodiesBytes, config.workers),
  })
  const outside = options.tracer ? traceEgress(guarded, options.tracer) : guarded
  const egress = createSandboxEgress({ egress: outside, base, now })
  const onStoreError = (err: unknown) => log.warn({ err }, 'The page cache in the store is unavailable; it is skipped')
  const onFault = (err: unknown) => log.error({ err }, 'A platform’s code failed')
  const keysFor = keysUnder(core.peppers)
  const owner = randomBytes(12).toString('base64url')
  const freshMs = config.pageFreshSeconds * 1000
  const { store } = core
  const act = actsBy(now, randomBytes)

  const threads = createEngineThreads({ platformFiles: config.platforms }, config.workers)
  const seal = createConnectionSeal(keysFor('connections'), randomBytes)
  const revokeConnection = memoize(async () => {
    const { createRevokeConnection } = await import('./connect/revoke-connection.ts')
    return createRevokeConnection({ config, store, seal, sandbox: base.replace(/\/$/, ''), keysFor, egress, now })
  })
  const events = createConnectionEvents({
    ...{ licenses: store.licenses, isSubscribed: core.subscriptions.isSubscribed, now, randomBytes },
  })
  const connections = createConnections({
    ...{ store: store.connections, grants: store.connectGrants, seal, flows: OFFERED_FLOWS, events, random },
    revoke: async (connection, secrets) => (await revokeConnection())(connection, secrets),
    now,
    randomBytes,
    onStoreError,
  })
  const addApplicationFields = createApplicationFields({
    ...{ operator: operatorAppsOf(config), agents: agentsOf(config), store: store.connectApps, seal },
  })
  const exchangeToken = memoize(async () => {
    const [{ createExchangeToken }, { createServiceApps }] = await Promise.all([
      import('./connect/renewal/exchange-token.ts'),
      import('./connect/service-apps.ts'),
    ])
    const apps = createServiceApps({ config, store, seal, sandbox: base.replace(/\/$/, ''), keysFor, now })
    return createExchangeToken({ baseUrl: config.baseUrl, flows: OFFERED_FLOWS, apps, egress })
  })
  const renewals = createRenewals({
    ...{ store: store.connections, leases: store.pages, seal, flows: OFFERED_FLOWS, events, owner, now, random },
    exchange: async (connection, secrets) => {
      try {
        const granted = await (await exchangeToken())(connection, secrets)
        metrics?.countRenewal(connection.platform, 'renewed')
        return granted
      } catch (error) {
        if (error instanceof ConnectFault) metrics?.countRenewal(connection.platform, error.code)
        throw error
      }
    },
    forget: connections.forget,
    wait: waitFor,
    renews: !config.quiet,
    onFault: (fault) => log.warn(fault, 'The token of a connected account could not be renewed; it is tried again'),
    onStoreError,
  })
  const upstreams = createUpstreams({
    threads: threads.parsing,
    ...{ egress, registry, store, owner, freshMs, now, elapsed, random, randomBytes, onStoreError },
    keys: keysFor('credentials'),
    connected: createConnectedCredentials({
      ...{ ...connections, fresh: renewals.fresh, replace: renewals.replace },
      async open(connection) {
        const secrets = connections.open(connection)
        return secrets && addApplicationFields(connection, secrets)
      },
    }),
    sharedHostPerMinute: shareOf(config.egressHostPerMinute * SHARED_HOST_FACTOR, config.workers),
    wait: waitFor,
    renews: !config.quiet,
    onCall: (call) => metrics?.countUpstreamCall(call),
  })

  const mediaMarks = createMediaMarks(store.mediaMarks)
  const createProxy = async () => {
    const { createEngineMedia } = await import('./engine-media.ts')
    return await createEngineMedia({
      ...{ config, marks: mediaMarks, mayShow: connections.mayShow, keysFor, now, elapsed, log, store },
      metrics,
      onCountError: (err) => log.warn({ err }, NOT_COUNTED),
      findPlatform: registry.find,
      egress: createSandboxEgress({ egress: guardedWith(MEDIA_EGRESS_LIMITS), base, now }),
      leases: createStoreLeases({
        ...{ pages: store.pages, owner, leaseMs: MEDIA_LIMITS.leaseMs, now, elapsed, random, wait: waitFor },
        onStoreError,
      }),
      readAgain: (owner, signal) => readAgain(owner, signal),
      isOwnUrl: (id, handle, url) => isOwnUrl(registry.find(id), handle, url),
      isOwnAccount: (id, handle, url) => isOwnAccount(registry.find(id), handle, url),
      perMinute: shareOf(MEDIA_LIMITS.renewalsPerMinute, config.workers),
      pagesKeptMs: CACHED_PAGE_MS,
      onStoreError,
      onFault,
      rendering: options.rendering,
    })
  }
  const stray = strayIn(config.mediaKeep, [...registry.platforms, ...POSTS_ONLY])
  if (stray !== undefined) throw new Error(`MEDIA_KEEP names ${stray}, which is no platform`)
  const media = config.media === 'proxy' ? await createProxy() : undefined
  metrics?.watchBodies(egress.bodies.figures)
  metrics?.watchPlatforms(upstreams.status)

  const cursors = createCursors({ keys: keysFor('cursors'), now, randomBytes })
  const maxBytes = shareOf(config.pageMemoryMb * MB, config.workers)
  const cache = createPageCache({
    ...{ pages: store.pages, cursors, now, maxBytes, onStoreError },
    serve:
      media &&
      ((page, { reach }, licenseId) => changePage(page, (body) => media.servePage(body, { reach, licenseId }))),
  })
  const turnMs = PAGE_DEADLINE_MS + TURN_MARGIN_MS
  const identities = createIdentities({ pages: store.pages, now, onStoreError })
  const gone = createGoneProfiles({ store: store.goneProfiles, now, onStoreError })
  const reader = createPageReader({
    ...{
      registry,
      parsingJobs: upstreams.parsingJobs,
      bodies: egress.bodies,
      elapsed,
      freshMs,
      deadlineMs: PAGE_DEADLINE_MS,
      pageSize: PAGE_SIZE,
    },
    onFallback: ({ platform, why }) => metrics?.countFallback(platform, why),
    onFault,
  })
  const pages = createPages({
    ...{ cache, cursors, identities, gone, reader, now, freshMs, staleMs: STALE_MS, maxStaleMs: CACHED_PAGE_MS },
    leases: createPageLeases({
      pages: store.pages,
      cache,
      owner,
      leaseMs: turnMs,
      now,
      elapsed,
      random,
      wait: waitFor,
      onStoreError,
    }),
    failures: createFailureMemory({ now: elapsed, random }),
    governor: upstreams.governor,
    onGone: media && (async (page, reach) => media.loseProfile(await readBody(page), reach)),
    onFetch(fetch) {
      upstreams.outcomes.countFetch(fetch)
      metrics?.countFetch(fetch.platform, fetch.outcome)
    },
  })
  const previews = createPreviewReader({ readOnThread: threads.readPreview })
  const standIns = new Map(POSTS_ONLY.map(({ id }) => [id, readBaseUrl(id, config.environment)]))
  const shared = createSharedResponses({
    ...{ pages: store.pages, owner, now, elapsed, random, onStoreError },
    leaseMs: LINK_LEASE_MS,
    pagesKeptMs: CACHED_PAGE_MS,
    wait: waitFor,
  })
  const validations = createValidations({
    egress,
    shared,
    vet: (url) => vetUrl(url, config.egressAllow).url,
    upstreams,
    sandboxPath: (url) => sandboxPath(url, base),
    sandboxBase: base,
    registry,
    postsOnly: POSTS_ONLY,
    previews,
    baseUrlOf: (id) => (registry.find(id) ? registry.settingsOf(id).baseUrl : standIns.get(id)),
    now,
    elapsed,
    random,
    postFreshMs: freshMs,
    servePost: (post, platform, reach, licenseId) => media?.urls.post(post, { platform, reach, licenseId }) ?? post,
    onAsked: media?.notePost,
    onFault,
  })
  const readAgain = createReadAgain({
    ...{ findPlatform: registry.find, connections: store.connections, chosen: validations.chosen, reader, now },
    isOwnUrl,
  })
  const loadMediaMarks = async () => {
    await mediaMarks.load()
    await media?.gone.load()
  }
  const flushing = setInterval(() => void upstreams.flush(), FLUSH_MS).unref()
  return {
    ...{ registry, egress, cursors, identities, pages, previews, validations, upstreams, connections, renewals },
    images: media?.images,
    imageQuota: media?.quota,
    loadMediaMarks,
    media,
    async forgetImages(url, forgetting) {
      const bases = [config.baseUrl, config.mediaBaseUrl]
      const subject = subjectOf(
        subjectUrl({ keys: createMediaKeys({ keysFor }), bases, allow: config.egressAllow }, url),
      )
      await mediaMarks.forget(subject, forgetting)
      return subject.toString('hex')
    },
    sweepMedia: async () => media?.sweep(),
    connectionEvents: events,
    forget: {
      credential: (id) => upstreams.pool.reload(id),
      async connection(id) {
        if (!(await connections.reload(id))) return
        const drop = () => cache.removeWithin(id as ConnectionReach)
        await drop()
        // What a fetch in flight stores meanwhile.
        setTimeout(drop, turnMs).unref()
        // Last: its images are refused by now, and deleting their copies takes long.
        const isRemoved = (await store.connections.find(id)) === undefined
        await media?.forgetConnection(id as ConnectionReach, isRemoved ? act('media.forget', SERVICE) : undefined)
      },
      budget: () => upstreams.governor.load(),
      async profile(finding) {
        if ((await media?.gone.learn(finding)) !== true) await gone.reload(finding)
      },
      media: mediaMarks.learn,
    },
    async start() {
      await upstreams.load()
      await loadMediaMarks()
      await media?.start()
    },
    async stop() {
      clearInterval(flushing)
      await pages.idle()
      await renewals.stop()
      await connections.idle()
      await validations.idle()
      await upstreams.flush()
      await threads.close()
      await media?.close()
      await egress.close()
    },
  }
}
