// What gets a page of any platform, and validates an address of any: the registry, the one way out, and what is held in
// front of it. The service and the command line work through the very same parts.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import type { Config } from './config/read-config.ts'
import { shareOf } from './config/share-of.ts'
import type { Core } from './core.ts'
import type { RandomBytes } from './crypto/random-bytes.ts'
import { createEgress, type EgressOptions } from './egress/create-egress.ts'
import type { Egress } from './egress/egress.ts'
import { LIMITS } from './egress/limits.ts'
import { userAgentOf } from './egress/user-agent.ts'
import { vetUrl } from './egress/vet-url.ts'
import { createEngineThreads } from './engine-threads.ts'
import { deriveKey } from './licensing/keys/pepper.ts'
import type { Log } from './observability/create-log.ts'
import type { Metrics } from './observability/metrics.ts'
import { ALL_PLATFORMS } from './platforms/all.ts'
import { POSTS_ONLY } from './platforms/posts-only.ts'
import { sandboxBase, sandboxPath } from './platforms/sandbox/site/addresses.ts'
import { type Cursors, createCursors } from './scanning/cursor.ts'
import { createFailureMemory } from './scanning/failure-memory.ts'
import { createGoneProfiles } from './scanning/gone-profiles.ts'
import { createIdentities, type Identities } from './scanning/identities.ts'
import { createPageCache } from './scanning/page-cache.ts'
import { createPageLeases } from './scanning/page-lease.ts'
import { PAGE_SIZE } from './scanning/page-size.ts'
import { createPages, type Pages } from './scanning/pages.ts'
import { createPageReader } from './scanning/read-page.ts'
import { traceEgress } from './telemetry/trace-egress.ts'
import type { Tracer } from './telemetry/tracer.ts'
import type { Platform } from './upstream/contract/platform.ts'
import { createUpstreams, type Upstreams } from './upstream/create-upstreams.ts'
import { createRegistry, type Registry, readBaseUrl } from './upstream/registry.ts'
import { waitFor } from './upstream/requests/wait-for.ts'
import { createPreviewReader, type PreviewReader } from './validation/preview/preview-reader.ts'
import { createSandboxEgress } from './validation/sandbox-egress.ts'
import { createSharedResponses } from './validation/shared-responses.ts'
import { createValidations, LINK_LEASE_MS, type Validations } from './validation/validations.ts'

const MB = 1_000_000
const STALE_MS = 10 * 60_000
/** How long a page may stand in for a platform that fails. */
export const HELD_MS = 30 * 24 * 60 * 60_000
/** All that one page may take upstream; the server's handler timeout is longer. */
const PAGE_DEADLINE_MS = 12_000
/** A host that many profiles share takes so many times more calls than a stranger's. */
const SHARED_HOST_FACTOR = 10
/** How often what was learned of budgets is written for the others. */
const FLUSH_MS = 5_000
/** What storing a page may take besides. */
const TURN_MARGIN_MS = 2_000

export type EngineOptions = {
  readonly config: Config
  readonly core: Pick<Core, 'store' | 'peppers'>
  readonly log: Log
  readonly metrics?: Pick<
    Metrics,
    'countUpstreamCall' | 'countFetch' | 'countFallback' | 'watchPlatforms' | 'watchBodies'
  >
  /** Calls are traced where it is given. */
  readonly tracer?: Tracer | undefined
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly random?: () => number
  readonly randomBytes?: RandomBytes
  readonly platforms?: readonly Platform[] | undefined
  /** What names resolve to, and where sockets lead, in a test or a simulation; every check stays. */
  readonly network?: Network | undefined
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
  /** What another process changed, by topic. */
  readonly forget: Readonly<Record<'credential' | 'budget' | 'profile', (subject: string) => Promise<void>>>
  /** Reads what the store knows of credentials and budgets. */
  start(): Promise<void>
  /** Finishes what is in flight, writes what was learned, and lets go of the network. */
  stop(): Promise<void>
}

/** Throws an Error that names the platform's setting that is malformed. Whoever makes it stops it. */
export const createEngine = (options: EngineOptions): Engine => {
  const { config, core, log, metrics, now, random = Math.random, randomBytes = systemRandomBytes } = options
  const { elapsed = () => performance.now() } = options
  const environment = { ...config.environment, BASE_URL: config.baseUrl }
  const registry = createRegistry(options.platforms ?? ALL_PLATFORMS, environment)
  const base = sandboxBase(config.baseUrl)
  const guarded = createEgress({
    allow: config.egressAllow,
    userAgent: userAgentOf(config.contactUrl),
    elapsed,
    ...options.network,
    limits: {
      hostPerMinute: shareOf(config.egressHostPerMinute, config.workers),
      licensePerMinute: shareOf(LIMITS.licensePerMinute, config.workers),
      bodiesBytes: shareOf(LIMITS.bodiesBytes, config.workers),
      licenseBodiesBytes: shareOf(LIMITS.licenseBodiesBytes, config.workers),
      ...options.network?.limits,
    },
  })
  const outside = options.tracer ? traceEgress(guarded, options.tracer) : guarded
  const egress = createSandboxEgress({ egress: outside, base, now })
  const onStoreError = (err: unknown) => log.warn({ err }, 'The store of held pages does not answer; it is skipped')
  const onFault = (err: unknown) => log.error({ err }, 'A platform’s code failed')
  const keysFor = (purpose: string) => core.peppers.all.map((pepper) => deriveKey(pepper, purpose))
  const owner = randomBytes(12).toString('base64url')
  const freshMs = config.pageFreshSeconds * 1000
  const { store } = core

  const threads = createEngineThreads({ platformFiles: config.platforms }, config.workers)
  const upstreams = createUpstreams({
    threads: threads.reading,
    ...{ egress, registry, store, owner, freshMs, now, elapsed, random, randomBytes, onStoreError },
    keys: keysFor('credentials'),
    sharedHostPerMinute: shareOf(config.egressHostPerMinute * SHARED_HOST_FACTOR, config.workers),
    wait: waitFor,
    renews: !config.quiet,
    onCall: (call) => metrics?.countUpstreamCall(call),
  })

  metrics?.watchBodies(egress.bodies.figures)
  metrics?.watchPlatforms(upstreams.status)

  const cursors = createCursors({ keys: keysFor('cursors'), now, randomBytes })
  const maxBytes = shareOf(config.pageMemoryMb * MB, config.workers)
  const cache = createPageCache({ pages: store.pages, cursors, now, maxBytes, onStoreError })
  const turnMs = PAGE_DEADLINE_MS + TURN_MARGIN_MS
  const identities = createIdentities({ pages: store.pages, now, onStoreError })
  const gone = createGoneProfiles({ store: store.goneProfiles, now, onStoreError })
  const pages = createPages({
    ...{ cache, cursors, identities, gone, now, freshMs, staleMs: STALE_MS, maxStaleMs: HELD_MS },
    reader: createPageReader({
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
    }),
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
    pagesKeptMs: HELD_MS,
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
    onFault,
  })
  const flushing = setInterval(() => void upstreams.flush(), FLUSH_MS).unref()
  return {
    ...{ registry, egress, cursors, identities, pages, previews, validations, upstreams },
    forget: {
      credential: (id) => upstreams.pool.reload(id),
      budget: () => upstreams.governor.load(),
      profile: (finding) => gone.reload(finding),
    },
    start: () => upstreams.load(),
    async stop() {
      clearInterval(flushing)
      await pages.idle()
      await validations.idle()
      await upstreams.flush()
      await threads.close()
      await egress.close()
    },
  }
}
