// Checks that a parsing job's responses are garbage-collected when it is done, on the event loop and on the thread.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { exposeCollector } from '../../runtime/event-loop/collector.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Response } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { PUBLIC } from '../contract/reach.ts'
import type { Account, Source } from '../contract/source.ts'
import { receiveResponse, sourceOfResponse } from '../requests/receive-response.ts'
import { createParsingJobs, type ParsingThreads } from './create-parsing-jobs.ts'
import { readOnThread } from './read-on-thread.ts'

const gc = exposeCollector()

const URL_OF_IT = 'https://platform.example/page'
const CALL = { url: URL_OF_IT } as const
const NOW = Date.UTC(2030, 0, 15)
const ACCOUNT = { id: 'it', handle: 'it' } as unknown as Account

const LENGTH = 100_000

const receive = (): Response =>
  receiveResponse({ status: 200, url: URL_OF_IT, headers: {}, body: copyBytes(Buffer.alloc(LENGTH, 'x')) })

const source = {
  id: 'pages',
  account: async ({ send }: { send: (call: object) => Promise<Response> }) => {
    const response = await send(CALL)
    response.text()
    return ACCOUNT
  },
} as unknown as Source
const platform: Platform = { ...sandbox, id: 'paged', sources: [source] }

/** Whether what `make` returns is collected after a few iterations of the event loop. */
const isCollected = async (make: () => Promise<object>): Promise<boolean> => {
  const reference = new WeakRef(await make())
  for (let n = 0; n < 5 && reference.deref() !== undefined; n += 1) {
    await nextIteration()
    gc({ type: 'major' })
  }
  return reference.deref() === undefined
}

const THREADS: ParsingThreads = {
  takes: () => true,
  findRow: async () => -1,
  read: (job) => readOnThread(platform, job),
}

/** Reads an account; returns the response and the job. */
const readAccount = async (threads?: ParsingThreads) => {
  const response = receive()
  const parsingJobs = createParsingJobs({
    contexts: () => ({
      send: async () => response,
      settings: {},
      now: () => NOW,
      wait: async () => {},
    }),
    threads,
    now: () => NOW,
    elapsed: () => 0,
  })
  const parsingJob = parsingJobs({
    ...{ platform, source, handle: 'it', licenseId: undefined, access: PUBLIC },
    ...{ isClientHost: () => false, isLater: false, signal: new AbortController().signal, deadline: 10_000 },
  })
  assert.deepEqual(await parsingJob.account({ handle: 'it', limit: 20 }), ACCOUNT)
  return { response, parsingJob }
}

describe('the responses of a parsing job are released', () => {
  test('when the job began on the event loop and moved to a thread', async () => {
    assert.ok(await isCollected(async () => (await readAccount(THREADS)).response))
  })

  for (const [where, threads] of Object.entries({ 'on the event loop': undefined, 'on a thread': THREADS })) {
    test(`immediately when the job ends, read ${where}`, async () => {
      const { response, parsingJob } = await readAccount(threads)
      const body = sourceOfResponse(response)?.received.body
      assert.equal(body?.length, LENGTH)
      parsingJob.end()
      assert.equal(body?.length, 0)
    })
  }

  test('when the thread needed another response', async () => {
    const read = async () => {
      const responses = new Map()
      const task = {
        invocation: { method: 'account', handle: 'it', limit: 20 },
        account: undefined,
        waits: 0,
      } as const
      const job = {
        is: 'read',
        platform: 'paged',
        source: 'pages',
        settings: {},
        now: NOW,
        responses,
        tasks: [task],
      } as const
      const [outcome] = await readOnThread(platform, job)
      assert.equal(outcome?.is, 'needs')
      return job
    }
    assert.ok(await isCollected(read))
  })
})
