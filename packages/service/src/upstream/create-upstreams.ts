// Composes everything between platforms and the network: credentials, budgets, the response cache, the client and
// parsing jobs.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Egress } from '../egress/egress.ts'
import type { ProfileKind } from '../post/post.ts'
import { createSteadyClock } from '../runtime/clock/steady-clock.ts'
import type { Store } from '../storage/store.ts'
import { createDistinctValues } from './budgets/distinct-values.ts'
import { createGovernor, type Governor } from './budgets/governor.ts'
import { createHasSeveralLicenses } from './budgets/has-several-licenses.ts'
import { createUnits } from './budgets/units.ts'
import type { Platform } from './contract/platform.ts'
import type { ConnectedCredentials } from './credentials/connected.ts'
import { createPool, type Pool } from './credentials/pool.ts'
import { createTokens } from './credentials/tokens.ts'
import { createOutcomes, type Outcomes } from './health/outcomes.ts'
import { type Health, stateOf } from './health/state-of.ts'
import { statusOf } from './health/status-of.ts'
import { createParsingJobs, type ParsingJobs, type ParsingThreads } from './parsing-jobs/create-parsing-jobs.ts'
import { createPostReader, type PostReader } from './parsing-jobs/post-reader.ts'
import type { Registry } from './registry.ts'
import { createBreaker } from './requests/breaker.ts'
import { type Client, createClient, type UpstreamCall } from './requests/create-client.ts'
import { type Contexts, createContexts } from './requests/create-contexts.ts'
import { createResponseCache } from './requests/response-cache.ts'
import { createRetryBudget } from './requests/retry-budget.ts'

export type UpstreamsOptions = {
  readonly egress: Egress
  readonly registry: Registry
  /** Without licenses, small budgets are shared as among several. */
  readonly store: Pick<Store, 'credentials' | 'budgets' | 'usage' | 'distinctUses' | 'pages'> &
    Partial<Pick<Store, 'licenses'>>
  /** The credentials of connected accounts. */
  readonly connected: ConnectedCredentials
  /** Each of 32 bytes: the first one seals tokens and names credentials; all of them open and recognize. */
  readonly keys: readonly Buffer[]
  /** Identifies this process among those that share the store. */
  readonly owner: string
  /** Run the parsing that would block the event loop; without them, everything is parsed on the event loop. */
  readonly threads?: ParsingThreads
  readonly freshMs: number
  readonly sharedHostPerMinute: number
  readonly now: () => number
  /** Milliseconds of a monotonic clock, for durations. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly randomBytes: RandomBytes
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onCall?: (call: UpstreamCall) => void
  readonly onStoreError: (error: unknown) => void
  /** Whether tokens are obtained and renewed; true when absent. */
  readonly renews?: boolean
}

export type RestingHost = {
  /** The id of the platform whose calls fail there. */
  readonly platform: string
  readonly host: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

export type Upstreams = {
  readonly client: Client
  readonly contexts: Contexts
  readonly parsingJobs: ParsingJobs
  readonly posts: PostReader
  readonly pool: Pool
  readonly governor: Governor
  readonly outcomes: Outcomes
  /** The current health of each platform, for a kind of profile; for accounts when absent. */
  health(): (platform: Platform, kind?: ProfileKind) => Health
  /** The hosts whose circuit is open, and since when. */
  restingHosts(): readonly RestingHost[]
  /** The status of credentials and budgets, for metrics. */
  status(): ReturnType<typeof statusOf>
  /** Reads credentials and budgets from the store. */
  load(): Promise<void>
  /** Stores what has changed, and waits for pending writes. */
  flush(): Promise<void>
}

export const createUpstreams = (options: UpstreamsOptions): Upstreams => {
  const { registry, store, now, elapsed, random, wait, onStoreError, freshMs } = options
  // A limit lasts as long as it was reported to, even if the wall clock is set meanwhile.
  const steadyNow = createSteadyClock({ now, elapsed })
  const pool = createPool({ ...options, now: steadyNow, seeds: registry.seeds, store: store.credentials })
  const governor = createGovernor({
    budgets: store.budgets,
    units: createUnits({ usage: store.usage, now: steadyNow }),
    distinctValues: createDistinctValues({ uses: store.distinctUses, keys: options.keys, now: steadyNow }),
    ...(store.licenses && {
      hasSeveralLicenses: createHasSeveralLicenses({ licenses: store.licenses, now: steadyNow }),
    }),
    now: steadyNow,
    random,
    onStoreError,
  })
  const outcomes = createOutcomes({ now })
  const breaker = createBreaker({ elapsed, random })
  const tokens = createTokens({ ...options, now: steadyNow, pool, leases: store.pages })
  const client = createClient({
    ...options,
    now: steadyNow,
    breaker,
    retries: createRetryBudget(),
    pool,
    tokens,
    governor,
    cache: createResponseCache({ now: elapsed, freshMs }),
    findRowOnThread: options.threads?.findRow,
    onCall(call) {
      outcomes.countCall(call)
      options.onCall?.(call)
    },
  })
  const contexts = createContexts({ registry, client, now, elapsed, wait })
  const parsingJobs = createParsingJobs({ contexts, threads: options.threads, now, elapsed })
  return {
    client,
    contexts,
    parsingJobs,
    posts: createPostReader({ registry, parsingJobs, elapsed }),
    pool,
    governor,
    outcomes,
    health() {
      const budgets = Map.groupBy(governor.list(), ({ platform }) => platform)
      return (platform, kind) =>
        stateOf(platform, {
          kind,
          isUsable: (source) => registry.isUsable(platform, source),
          records: pool.list(platform.id).map(pool.recordOf),
          budgets: budgets.get(platform.id) ?? [],
          failingSince: outcomes.of(platform.id).failingSince,
          now: steadyNow(),
        })
    },
    restingHosts: () =>
      breaker.open().map(({ name, openMs }) => {
        const [platform = '', host = ''] = name.split(' ')
        return { platform, host, since: now() - openMs }
      }),
    status: () => statusOf(pool, governor, steadyNow()),
    async load() {
      await Promise.all([pool.reload(), governor.load()])
    },
    async flush() {
      await Promise.all([governor.flush(), pool.idle()])
    },
  }
}
