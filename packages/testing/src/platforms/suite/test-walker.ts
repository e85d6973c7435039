// Reads pages of a simulator through a platform and the real egress, credentials, budgets and page reader of the
// service. Checks that every result is in the normalized form.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { parseAllowList } from '@central-api/service/egress/allow-list.ts'
import { createEgress } from '@central-api/service/egress/create-egress.ts'
import type { PlatformPost, PlatformProfile } from '@central-api/service/post/post.ts'
import { createPageReader, type PageReader } from '@central-api/service/scanning/read-page.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import type { Account, PostResponse } from '@central-api/service/upstream/contract/source.ts'
import { createUpstreams, type Upstreams } from '@central-api/service/upstream/create-upstreams.ts'
import type { ParsingThreads } from '@central-api/service/upstream/parsing-jobs/create-parsing-jobs.ts'
import type { SerializedPosts } from '@central-api/service/upstream/parsing-jobs/serialized-posts.ts'
import { createRegistry } from '@central-api/service/upstream/registry.ts'
import type { UpstreamCall } from '@central-api/service/upstream/requests/create-client.ts'
import { findPost } from '@central-api/service/urls/compile-post-urls.ts'
import type { TObject } from 'typebox'
import { assertNormalized, assertNormalizedPost } from '../../post/normalized-suite.ts'
import { NO_CONNECTIONS } from './no-connections.ts'
import type { Upstream } from './simulator.ts'
import { createTestStore, type TestStore } from './test-store.ts'

export type WalkRequest = {
  readonly handle?: string
  readonly variant?: string
  readonly after?: string | undefined
  readonly limit?: number
  readonly deadlineMs?: number
}

export type WalkedPage = {
  readonly account: Account
  readonly profile: PlatformProfile
  readonly posts: readonly PlatformPost[]
  readonly next: string | undefined
  readonly source: string
  readonly isPoor: boolean
}

export type WalkerOptions = {
  /** Shared by walkers that simulate replicas of one service. */
  readonly store?: TestStore
  readonly now?: () => number
  /** Replaces waiting. Defaults to one turn of the event loop. */
  readonly wait?: (milliseconds: number) => Promise<void>
  readonly onCall?: (call: UpstreamCall) => void
  readonly threads?: ParsingThreads
}

/** A process with its own memory. */
export type Process = {
  readonly upstreams: Upstreams
  readonly reader: (limit: number, deadlineMs: number) => PageReader
}

const parsePosts = ({ json, ends }: SerializedPosts): readonly PlatformPost[] =>
  ends.map((end, at) => JSON.parse(Buffer.from(json.subarray(ends[at - 1] ?? 0, end)).toString()) as PlatformPost)

/** Default number of posts of a page. */
export const PAGE_SIZE = 20

const yieldToLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** `environment`: environment variables. Each page and each walk runs in a new process, unless one is passed. */
export const createWalker = <S extends TObject>(
  subject: Platform<S>,
  environment: Readonly<Record<string, string>>,
  simulator: Pick<Upstream, 'origin'> & { readonly handle?: string },
  { store = createTestStore(), now = Date.now, wait = yieldToLoop, onCall, threads }: WalkerOptions = {},
) => {
  const egress = createEgress({ allow: parseAllowList(new URL(simulator.origin).host) })
  const platform = subject as unknown as Platform
  const registry = createRegistry([platform], {
    [`${platform.id.toUpperCase()}_BASE_URL`]: simulator.origin,
    ...environment,
  })
  const storeErrors: unknown[] = []
  const freshMs = 300_000
  let processes = 0

  /** `own`: a store that is not shared. */
  const start = (own: TestStore = store): Process => {
    processes += 1
    const upstreams = createUpstreams({
      ...{ egress, registry, store: own, freshMs, now, elapsed: now, randomBytes, wait },
      connected: NO_CONNECTIONS,
      keys: [Buffer.alloc(32, 7)],
      owner: `process ${processes}`,
      random: () => 0.5,
      sharedHostPerMinute: 600,
      ...(onCall && { onCall }),
      ...(threads && { threads }),
      onStoreError: (error) => storeErrors.push(error),
    })
    const readers = new Map<string, PageReader>()
    return {
      upstreams,
      reader(pageSize, deadlineMs) {
        const key = `${pageSize} ${deadlineMs}`
        const existing = readers.get(key)
        if (existing) return existing
        const reader = createPageReader({
          ...{
            registry,
            parsingJobs: upstreams.parsingJobs,
            bodies: egress.bodies,
            elapsed: now,
            freshMs,
            deadlineMs,
            pageSize,
          },
          onFault: (error) => {
            throw error
          },
        })
        readers.set(key, reader)
        return reader
      },
    }
  }

  const usual = simulator.handle ?? ''

  const page = async (options: WalkRequest, process: Process = start()): Promise<WalkedPage> => {
    const { variant = 'posts', after, limit = PAGE_SIZE, deadlineMs = 5_000 } = options
    const { handle = usual } = options
    const signal = AbortSignal.timeout(deadlineMs)
    const request = { platform, handle, variant, after, access: PUBLIC }
    const read = await process.reader(limit, deadlineMs).read(request, signal)
    const { account, next, source, isPoor } = read
    const posts = parsePosts(read.posts)
    assertNormalized({ profile: account.profile, posts })
    return { account, profile: account.profile, posts, next, source: source.id, isPoor }
  }

  /** One post by its URL. */
  const post = async (url: string, process: Process = start()): Promise<PostResponse> => {
    const place = findPost(platform.posts, url)
    assert.ok(place, `${url} is not the URL of a post`)
    const signal = AbortSignal.timeout(5_000)
    const context = { signal, deadline: now() + 5_000, licenseId: undefined, access: PUBLIC }
    const { found } = await process.upstreams.posts.read(platform, { ...place, isAnyHost: true }, context)
    assertNormalizedPost(found.post)
    return found
  }

  /** Reads all pages. `between` runs before each page but the first. */
  const walk = async (
    options: WalkRequest = {},
    between: (page: number) => void | Promise<void> = () => {},
    process: Process = start(),
  ): Promise<WalkedPage[]> => {
    const pages = [await page(options, process)]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
      assert.ok(pages.length < 500, 'the walk does not end')
      await between(pages.length)
      pages.push(await page({ ...options, after: next }, process))
    }
    return pages
  }

  return {
    page,
    walk,
    post,
    start,
    handle: usual,
    registry,
    bodies: egress.bodies,
    storeErrors,
    close: () => egress.close(),
  }
}

export type Walker = ReturnType<typeof createWalker>

/** The post ids of a walk, in order. */
export const idsOf = (pages: readonly WalkedPage[]): readonly string[] =>
  pages.flatMap(({ posts }) => posts.map(({ id }) => id))
