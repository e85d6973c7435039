import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { watchFreed } from '@central-api/testing/runtime/event-loop/watch-freed.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Call, Response, Send } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { PUBLIC } from '../contract/reach.ts'
import { Refused } from '../contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest, Source } from '../contract/source.ts'
import type { Fetch } from '../requests/create-client.ts'
import type { Contexts } from '../requests/create-contexts.ts'
import { receiveResponse } from '../requests/receive-response.ts'
import { createResponseCache } from '../requests/response-cache.ts'
import { urlOf } from '../requests/url-of.ts'
import { createParsingJobs } from './create-parsing-jobs.ts'
import type { ReadJob, ReadOutcome } from './jobs.ts'
import { readOnThread } from './read-on-thread.ts'

const NOW = Date.UTC(2030, 0, 15)
const ORIGIN = 'https://platform.example'
/** More bytes than this go to a thread here. */
const MAX_BYTES = 1_000

const REQUEST = {
  ...{ handle: 'it', licenseId: undefined, access: PUBLIC, isClientHost: () => false, isLater: false },
  ...{ signal: new AbortController().signal, deadline: 10_000 },
}

const receive = (path: string): Response => {
  const size = path.startsWith('/large') ? 2 * MAX_BYTES : 0
  const body = copyBytes(Buffer.from(JSON.stringify({ path, rest: 'x'.repeat(size) })))
  return receiveResponse({ status: 200, url: ORIGIN + path, headers: {}, body })
}

const pathIn = (response: Response): string => (response.json() as { readonly path: string }).path
const get = async (send: Send, path: string, call: Omit<Call, 'url'> = {}): Promise<string> =>
  pathIn(await send({ url: ORIGIN + path, ...call }))

type Reads = {
  readonly account: (request: AccountRequest<unknown>) => Promise<string>
  readonly posts: (request: PostsRequest<unknown, string>) => Promise<string>
}

/** Reads an account and, in parallel, posts, as a page does. Their results are in `keep` and in `next`. */
const readPage = async ({ account, posts }: Reads) => {
  const source = {
    id: 'api',
    account: async (request: AccountRequest<unknown>) => ({ id: 'it', keep: await account(request) }),
    posts: async (request: PostsRequest<unknown, string>): Promise<Posts> => ({
      posts: [],
      next: await posts(request),
    }),
  } as unknown as Source
  const platform: Platform = { ...sandbox, id: 'paged', sources: [source] }
  const jobs: string[] = []
  const requested: string[] = []
  const responses = new Map<string, Response>()
  const send: Send = async (call) => {
    const { href, pathname } = urlOf(call)
    const response = responses.get(href) ?? receive(pathname)
    if (!responses.has(href)) requested.push(pathname)
    responses.set(href, response)
    return response
  }
  const read = async (job: ReadJob): Promise<readonly ReadOutcome[]> => {
    const outcomes = await readOnThread(platform, structuredClone(job))
    jobs.push(job.tasks.map(({ invocation }, at) => `${invocation.method} ${outcomes[at]?.is}`).join(', '))
    return structuredClone(outcomes)
  }
  const job = createParsingJobs({
    contexts: () => ({ send, settings: {}, now: () => NOW, wait: async () => {} }),
    threads: { takes: (_, { bytes }) => bytes > MAX_BYTES, findRow: async () => -1, read },
    now: () => NOW,
    elapsed: () => 0,
  })({ platform, source, ...REQUEST })
  const page = { handle: 'it', limit: 20 }
  const own = job.account(page)
  const [{ keep }, { next }] = (await Promise.all([
    own,
    job.posts({ ...page, variant: 'posts', after: undefined, account: () => own }),
  ])) as [Account, { next: string }]
  return { keep, next, jobs, requested }
}

describe('a parsing job whose responses need a thread', () => {
  test('is one job when posts wait for an account from the same responses', async () => {
    const page = await readPage({
      account: ({ send }) => get(send, '/large'),
      posts: async ({ send, account }) => `${(await account()).keep} ${await get(send, '/large')}`,
    })
    assert.deepEqual(page, {
      keep: '/large',
      next: '/large /large',
      jobs: ['account done, posts done'],
      requested: ['/large'],
    })
  })

  test('is two jobs when the posts need one more response: the second one gets the account', async () => {
    const page = await readPage({
      account: ({ send }) => get(send, '/large'),
      posts: async ({ send, account }) => `${(await account()).keep} ${await get(send, '/more')}`,
    })
    assert.deepEqual(page, {
      keep: '/large',
      next: '/large /more',
      jobs: ['account done, posts needs', 'posts done'],
      requested: ['/large', '/more'],
    })
  })

  test('waits for an account that needs one more response, without a job meanwhile', async () => {
    const page = await readPage({
      account: async ({ send }) => `${await get(send, '/large')} ${await get(send, '/more')}`,
      posts: async ({ account }) => (await account()).keep,
    })
    assert.deepEqual(page, {
      keep: '/large /more',
      next: '/large /more',
      jobs: ['account needs, posts needs', 'account done', 'posts done'],
      requested: ['/large', '/more'],
    })
  })

  test('is one job when only the posts are heavy', async () => {
    const page = await readPage({
      account: ({ send }) => get(send, '/small'),
      posts: async ({ send, account }) => `${(await account()).keep} ${await get(send, '/large')}`,
    })
    assert.deepEqual(page, {
      keep: '/small',
      next: '/small /large',
      jobs: ['posts done'],
      requested: ['/small', '/large'],
    })
  })

  test('reads a response that determines its price on the event loop, also after an account from a thread', async () => {
    const page = await readPage({
      account: ({ send }) => get(send, '/large'),
      posts: async ({ send, account }) => `${(await account()).keep} ${await get(send, '/priced', { cost: () => 2 })}`,
    })
    assert.deepEqual(page, {
      keep: '/large',
      next: '/large /priced',
      jobs: ['account done, posts failed'],
      requested: ['/large', '/priced'],
    })
  })

  test('fails when its account fails', async () => {
    const reads: Reads = {
      account: async ({ send }) => {
        await get(send, '/large')
        throw new RangeError('no such account')
      },
      posts: async ({ account }) => (await account()).keep,
    }
    await assert.rejects(readPage(reads), /no such account/)
  })
})

describe('the responses of a parsing job', () => {
  const source = {
    id: 'api',
    account: async ({ send }: AccountRequest<unknown>) => get(send, '/large'),
  } as unknown as Source
  const platform: Platform = { ...sandbox, id: 'paged', sources: [source] }
  const contexts = (requested: Partial<Fetch>[], send: Send = async () => receive('/large')): Contexts => {
    return (fetch) => {
      requested.push(fetch)
      return { send, settings: {}, now: () => NOW, wait: async () => {} }
    }
  }
  const read = (job: ReadJob) => readOnThread(platform, structuredClone(job))
  const clock = { now: () => NOW, elapsed: () => 0 }

  test('are decoded on a thread only, if it takes heavy ones and only a page needs them', () => {
    const requested: Partial<Fetch>[] = []
    for (const takes of [() => true, () => false]) {
      const parsingJobs = createParsingJobs({
        contexts: contexts(requested),
        threads: { takes, findRow: async () => -1, read },
        ...clock,
      })
      for (const isOfPage of [true, false]) parsingJobs({ platform, source, isOfPage, ...REQUEST })
    }
    createParsingJobs({ contexts: contexts(requested), ...clock })({ platform, source, isOfPage: true, ...REQUEST })
    assert.deepEqual(
      requested.map(({ isReadOnThread }) => isReadOnThread),
      [true, false, false, false, false],
    )
  })

  test('are dropped from the cache when they are broken, and stay after any other error', async () => {
    const ACCOUNT = { handle: 'it', limit: 20 }
    for (const [isOnLoop, error, isCached] of [
      [true, new Refused('broken'), false],
      [false, new Refused('broken'), false],
      [true, new Refused('absent'), true],
      [false, new RangeError('a fault'), true],
    ] as const) {
      const cache = createResponseCache({ now: () => 0, freshMs: 1_000 })
      const response = receive(isOnLoop ? '/small' : '/large')
      cache.store('it', response)
      const failing = {
        id: 'api',
        account: async ({ send }: AccountRequest<unknown>) => {
          await get(send, '/it')
          throw error
        },
      } as unknown as Source
      const failed: Platform = { ...platform, sources: [failing] }
      const threads = {
        takes: (_: Platform, { bytes }: { readonly bytes: number }) => bytes > MAX_BYTES,
        findRow: async () => -1,
        read: (job: ReadJob) => readOnThread(failed, structuredClone(job)),
      }
      const parsingJobs = createParsingJobs({ contexts: contexts([], async () => response), threads, ...clock })
      await assert.rejects(parsingJobs({ platform: failed, source: failing, ...REQUEST }).account(ACCOUNT))
      assert.equal(cache.fresh('it', { signal: REQUEST.signal }) !== undefined, isCached)
    }
  })

  test('are decoded on the thread, which keeps nothing of them', async (context) => {
    const freed = watchFreed(context)
    const plain = JSON.stringify({ path: '/large', rest: 'x'.repeat(5_000) })
    const gzip = { reportedBytes: plain.length, maxBytes: plain.length }
    const response = receiveResponse({
      status: 200,
      url: `${ORIGIN}/large`,
      headers: {},
      body: copyBytes(gzipSync(plain)),
      gzip,
    })
    const parsingJobs = createParsingJobs({
      contexts: contexts([], async () => response),
      threads: { takes: () => true, findRow: async () => -1, read },
      ...clock,
    })
    const fetch = { platform, source, isOfPage: true, ...REQUEST }
    await assert.rejects(parsingJobs(fetch).account({ handle: 'it', limit: 20 }))
    assert.deepEqual(
      freed.filter((bytes) => bytes === plain.length),
      [plain.length],
    )
  })
})
