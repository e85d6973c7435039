// What gets a page of any platform: the registry, the one way out, and the pages in front of it. The service and the
// command line scan through the very same parts.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import type { Config } from './config/read-config.ts'
import type { Core } from './core.ts'
import { createEgress } from './egress/create-egress.ts'
import type { Egress } from './egress/egress.ts'
import { PAGE_SIZE } from './http/scan-profile/answer-page.ts'
import { deriveKey } from './licensing/pepper.ts'
import type { RandomBytes } from './licensing/random-bytes.ts'
import type { Log } from './observability/create-log.ts'
import type { Metrics } from './observability/metrics.ts'
import { ALL_PLATFORMS } from './platforms/all.ts'
import type { Platform } from './platforms/platform.ts'
import { createRegistry, type Registry } from './platforms/registry.ts'
import { createBreaker } from './scanning/breaker.ts'
import { type Cursors, createCursors } from './scanning/cursor.ts'
import { createFailureMemory } from './scanning/failure-memory.ts'
import { createPageCache } from './scanning/page-cache.ts'
import { createPages, type Pages } from './scanning/pages.ts'
import { createRetryBudget } from './scanning/retry-budget.ts'
import { createUpstream } from './scanning/upstream.ts'

const MB = 1_000_000
const STALE_MS = 10 * 60_000
/** How long a page may stand in for a platform that fails. */
export const HELD_MS = 30 * 24 * 60 * 60_000
/** All that one page may take upstream; the server's handler timeout is longer. */
const PAGE_DEADLINE_MS = 12_000

export type EngineOptions = {
  readonly config: Config
  readonly core: Pick<Core, 'store' | 'peppers'>
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'countUpstreamCall' | 'countFetch'>
  readonly now: () => number
  readonly random?: () => number
  readonly randomBytes?: RandomBytes
  readonly platforms?: readonly Platform[] | undefined
}

export type Engine = {
  readonly registry: Registry
  readonly egress: Egress
  readonly cursors: Cursors
  readonly pages: Pages
}

/** Throws an Error that names the platform's setting that is malformed. Whoever makes it closes the egress. */
export const createEngine = (options: EngineOptions): Engine => {
  const { config, core, log, metrics, now, random = Math.random, randomBytes = systemRandomBytes } = options
  const registry = createRegistry(options.platforms ?? ALL_PLATFORMS, config.environment)
  const egress = createEgress({ allow: config.egressAllow, userAgent: `CentralAPI/1.0 (+${config.contactUrl})` })
  const upstream = createUpstream({
    egress,
    breaker: createBreaker({ now, random }),
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
  const pages = createPages({
    registry,
    cache: createPageCache({
      pages: core.store.pages,
      cursors,
      now,
      maxBytes: config.pageMemoryMb * MB,
      onStoreError: (err) => log.warn({ err }, 'The store of held pages does not answer; it is skipped'),
    }),
    failures: createFailureMemory({ now, random }),
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
  return { registry, egress, cursors, pages }
}
