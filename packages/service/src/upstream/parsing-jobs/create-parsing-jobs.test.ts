import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { watchFreed } from '@central-api/testing/runtime/event-loop/watch-freed.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Call, Response, Send } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { Refused } from '../contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest, Source } from '../contract/source.ts'
import { addressOf } from '../requests/address-of.ts'
import type { Fetch } from '../requests/create-client.ts'
import type { Contexts } from '../requests/create-contexts.ts'
import { receiveResponse } from '../requests/receive-response.ts'
import { createResponseCache } from '../requests/response-cache.ts'
import { createParsingJobs } from './create-parsing-jobs.ts'
import type { ReadJob, ReadOutcome } from './jobs.ts'
import { readOnThread } from './read-on-thread.ts'

const NOW = Date.UTC(2030, 0, 15)
const ORIGIN = 'https://platform.example'
/** More than this is work for a thread here. */
const MOST_BYTES = 1_000

const REQUEST = {
  ...{ handle: 'it', licenseId: undefined, isCallers: () => false, isLater: false },
  ...{ signal: new AbortController().signal, deadline: 10_000 },
}

const receive = (path: string): Response => {
  const size = path.startsWith('/large') ? 2 * MOST_BYTES : 0
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

/** Reads an account and posts beside it, as a page does. What each of them gives is in `keep` and in `next`. */
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
  const answers = new Map<string, Response>()
  const send: Send = async (call) => {
    const { href, pathname } = addressOf(call)
    const response = answers.get(href) ?? receive(pathname)
    if (!answers.has(href)) requested.push(pathname)
    answers.set(href, response)
    return response
  }
  const read = async (job: ReadJob): Promise<readonly ReadOutcome[]> => {
    const outcomes = await readOnThread(platform, structuredClone(job))
    jobs.push(job.requested.map(({ question }, at) => `${question.method} ${outcomes[at]?.is}`).join(', '))
    return structuredClone(outcomes)
  }
  const reading = createParsingJobs({
    contexts: () => ({ send, settings: {}, now: () => NOW, wait: async () => {} }),
    threads: { takes: (_, { bytes }) => bytes > MOST_BYTES, findRow: async () => -1, read },
    now: () => NOW,
    elapsed: () => 0,
  })({ platform, source, ...REQUEST })
  const page = { handle: 'it', limit: 20 }
  const own = reading.account(page)
  const [{ keep }, { next }] = (await Promise.all([
    own,
    reading.posts({ ...page, variant: 'posts', after: undefined, account: () => own }),
  ])) as [Account, { next: string }]
  return { keep, next, jobs, requested }
}

describe('a reading whose answers are work for a thread', () => {
  test('is one job where posts wait for an account that is read of the same answers', async () => {
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

  test('is two where such posts need an answer more: the account is given to them by then', async () => {
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

  test('waits for an account that needs an answer more, and is no job meanwhile', async () => {
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

  test('is one job where the account was light and the posts are not', async () => {
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

  test('stays on the event loop with what its answer prices, also behind an account of a thread', async () => {
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

  test('fails as its account does', async () => {
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

describe('the answers of a reading', () => {
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

  test('are read on a thread alone where that takes what is heavy and nobody wants them but a page', () => {
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
      requested.map(({ isReadThere }) => isReadThere),
      [true, false, false, false, false],
    )
  })

  test('are held no longer once they were broken, and are where anything else went wrong', async () => {
    const ACCOUNT = { handle: 'it', limit: 20 }
    for (const [isHere, error, isHeld] of [
      [true, new Refused('broken'), false],
      [false, new Refused('broken'), false],
      [true, new Refused('absent'), true],
      [false, new RangeError('a fault'), true],
    ] as const) {
      const held = createResponseCache({ now: () => 0, freshMs: 1_000 })
      const response = receive(isHere ? '/small' : '/large')
      held.hold('it', response)
      const failing = {
        id: 'api',
        account: async ({ send }: AccountRequest<unknown>) => {
          await get(send, '/it')
          throw error
        },
      } as unknown as Source
      const failed: Platform = { ...platform, sources: [failing] }
      const threads = {
        takes: (_: Platform, { bytes }: { readonly bytes: number }) => bytes > MOST_BYTES,
        findRow: async () => -1,
        read: (job: ReadJob) => readOnThread(failed, structuredClone(job)),
      }
      const parsingJobs = createParsingJobs({ contexts: contexts([], async () => response), threads, ...clock })
      await assert.rejects(parsingJobs({ platform: failed, source: failing, ...REQUEST }).account(ACCOUNT))
      assert.equal(held.fresh('it', { signal: REQUEST.signal }) !== undefined, isHeld)
    }
  })

  test('were decoded on the thread, which keeps nothing of that', async (context) => {
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
