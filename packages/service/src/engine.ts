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
import { vetUrl } from './egress/vet-url.ts'
import { deriveKey } from './licensing/keys/pepper.ts'
import type { Log } from './observability/create-log.ts'
import type { Metrics } from './observability/metrics.ts'
import { ALL_PLATFORMS } from './platforms/all.ts'
import type { Platform } from './platforms/platform.ts'
import { createRegistry, type Registry, readBaseUrl } from './platforms/registry.ts'
import { createBreaker } from './scanning/breaker.ts'
import { type Cursors, createCursors } from './scanning/cursor.ts'
import { createFailureMemory } from './scanning/failure-memory.ts'
import { createPageCache } from './scanning/page-cache.ts'
import { PAGE_SIZE } from './scanning/page-size.ts'
import { createPages, type Pages } from './scanning/pages.ts'
import { createRetryBudget } from './scanning/retry-budget.ts'
import { createTurns } from './scanning/turns.ts'
import { createUpstream, waitFor } from './scanning/upstream.ts'
import { POST_SITES } from './validation/posts/recognize-post.ts'
import { createPreviewReader, type PreviewReader } from './validation/preview/preview-reader.ts'
import { createValidations, type Validations } from './validation/validations.ts'

const MB = 1_000_000
const STALE_MS = 10 * 60_000
/** How long a page may stand in for a platform that fails. */
export const HELD_MS = 30 * 24 * 60 * 60_000
/** All that one page may take upstream; the server's handler timeout is longer. */
const PAGE_DEADLINE_MS = 12_000
/** What storing a page may take besides. */
const TURN_MARGIN_MS = 2_000

export type EngineOptions = {
  readonly config: Config
  readonly core: Pick<Core, 'store' | 'peppers'>
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'countUpstreamCall' | 'countFetch'>
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly random?: () => number
  readonly randomBytes?: RandomBytes
  readonly platforms?: readonly Platform[] | undefined
  /** What names resolve to, and where sockets lead, in a test; every check stays. */
  readonly network?: Network | undefined
}

export type Network = Pick<EgressOptions, 'resolver' | 'connect' | 'limits'>

export type Engine = {
  readonly registry: Registry
  readonly egress: Egress
  readonly cursors: Cursors
  readonly pages: Pages
  readonly previews: PreviewReader
  readonly validations: Validations
}

/** Throws an Error that names the platform's setting that is malformed. Whoever makes it closes the egress and the
 * reader of previews. */
export const createEngine = (options: EngineOptions): Engine => {
  const { config, core, log, metrics, now, random = Math.random, randomBytes = systemRandomBytes } = options
  const { elapsed = () => performance.now() } = options
  const registry = createRegistry(options.platforms ?? ALL_PLATFORMS, config.environment)
  const egress = createEgress({
    allow: config.egressAllow,
    userAgent: `CentralAPI/1.0 (+${config.contactUrl})`,
    elapsed,
    ...options.network,
    limits: {
      hostPerMinute: shareOf(LIMITS.hostPerMinute, config.workers),
      licensePerMinute: shareOf(LIMITS.licensePerMinute, config.workers),
      ...options.network?.limits,
    },
  })
  const upstream = createUpstream({
    egress,
    breaker: createBreaker({ elapsed, random }),
    budget: createRetryBudget(),
    now,
    random,
    onCall: ({ platform, outcome, milliseconds }) => metrics?.countUpstreamCall(platform, outcome, milliseconds),
  })
  const cursors = createCursors({
    keys: core.peppers.all.map((pepper) => deriveKey(pepper, 'cursors')),
    now,
    randomBytes,
  })
  const onStoreError = (err: unknown) => log.warn({ err }, 'The store of held pages does not answer; it is skipped')
  const maxBytes = shareOf(config.pageMemoryMb * MB, config.workers)
  const cache = createPageCache({ pages: core.store.pages, cursors, now, maxBytes, onStoreError })
  const turns = createTurns({
    pages: core.store.pages,
    cache,
    owner: randomBytes(12).toString('base64url'),
    turnMs: PAGE_DEADLINE_MS + TURN_MARGIN_MS,
    now,
    elapsed,
    random,
    wait: waitFor,
    onStoreError,
  })
  const pages = createPages({
    registry,
    cache,
    turns,
    failures: createFailureMemory({ now: elapsed, random }),
    upstream,
    now,
    freshMs: config.pageFreshSeconds * 1000,
    staleMs: STALE_MS,
    heldMs: HELD_MS,
    deadlineMs: PAGE_DEADLINE_MS,
    pageSize: PAGE_SIZE,
    onFetch: ({ platform, outcome }) => metrics?.countFetch(platform, outcome),
    onFault: (err) => log.error({ err }, 'A platform’s code failed'),
  })
  const previews = createPreviewReader()
  const standIns = new Map(POST_SITES.map(({ platform }) => [platform, readBaseUrl(platform, config.environment)]))
  const validations = createValidations({
    egress,
    vet: (url) => vetUrl(url, config.egressAllow).url,
    upstream,
    registry,
    previews,
    baseUrlOf: (id) => (registry.find(id) ? registry.settingsOf(id).baseUrl : standIns.get(id)),
    now,
    elapsed,
    random,
  })
  return { registry, egress, cursors, pages, previews, validations }
}
