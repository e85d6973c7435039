// What a reading has read is garbage once it is done, on the event loop and on the thread.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { exposeCollector } from '../../runtime/event-loop/collector.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Response } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
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

/** Whether what `make` hands out is gone after a few turns of the event loop. */
const isCollected = async (make: () => Promise<object>): Promise<boolean> => {
  const held = new WeakRef(await make())
  for (let n = 0; n < 5 && held.deref() !== undefined; n += 1) {
    await turn()
    gc({ type: 'major' })
  }
  return held.deref() === undefined
}

const THREADS: ParsingThreads = {
  takes: () => true,
  findRow: async () => -1,
  read: (job) => readOnThread(platform, job),
}

/** What an account was read from, and the reading. */
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
  const reading = parsingJobs({
    ...{ platform, source, handle: 'it', licenseId: undefined },
    ...{ isCallers: () => false, isLater: false, signal: new AbortController().signal, deadline: 10_000 },
  })
  assert.deepEqual(await reading.account({ handle: 'it', limit: 20 }), ACCOUNT)
  return { answer: response, reading }
}

describe('what a reading has read is let go', () => {
  test('where the reading began on the event loop and moved to a thread', async () => {
    assert.ok(await isCollected(async () => (await readAccount(THREADS)).answer))
  })

  for (const [where, threads] of Object.entries({ 'on the event loop': undefined, 'on a thread': THREADS })) {
    test(`at once where it is ended, read ${where}`, async () => {
      const { answer: response, reading } = await readAccount(threads)
      const body = sourceOfResponse(response)?.received.body
      assert.equal(body?.length, LENGTH)
      reading.end()
      assert.equal(body?.length, 0)
    })
  }

  test('where the thread could not go on without an answer', async () => {
    const read = async () => {
      const answers = new Map()
      const requested = {
        question: { method: 'account', handle: 'it', limit: 20 },
        account: undefined,
        waits: 0,
      } as const
      const job = {
        is: 'read',
        platform: 'paged',
        source: 'pages',
        settings: {},
        now: NOW,
        answers,
        requested: [requested],
      } as const
      const [outcome] = await readOnThread(platform, job)
      assert.equal(outcome?.is, 'needs')
      return job
    }
    assert.ok(await isCollected(read))
  })
})
