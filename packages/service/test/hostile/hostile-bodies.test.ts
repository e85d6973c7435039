// Responses designed to block the event loop, through the complete service. The tests check where each is parsed and that it
// results in a page or a code. `npm run bench -- hostile` measures how long it blocks the loop.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createWalker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { createEngineThreads, type EngineThreads } from '../../src/engine-threads.ts'
import { type ErrorCode, isApiError } from '../../src/errors.ts'
import { ALL_PLATFORMS } from '../../src/platforms/all.ts'
import type { ParsingThreads } from '../../src/upstream/parsing-jobs/create-parsing-jobs.ts'
import { createPreviewReader } from '../../src/validation/preview/preview-reader.ts'
import { HOSTILE_BODIES, type HostileBody } from './bodies.ts'
import { type HostileSite, handleOf, startHostileSite } from './hostile-site.ts'

/** The permitted errors of a scan of a hostile profile. */
const CODES: readonly ErrorCode[] = ['platform_error', 'profile_not_found', 'profile_private', 'platform_timeout']

describe('responses designed to block the event loop', { timeout: 150_000 }, () => {
  let site: HostileSite
  let threads: EngineThreads
  let jobs = 0
  let reading: ParsingThreads

  before(async () => {
    site = await startHostileSite()
    threads = createEngineThreads({ platformFiles: [] }, 1)
    const { parsing: real } = threads
    reading = {
      ...real,
      async read(...job) {
        jobs += 1
        return real.read(...job)
      },
    }
  })
  after(async () => {
    await threads.close()
    await site.close()
  })

  /** The result of a scan with this body: the number of posts, or the error code. */
  const scan = async (body: HostileBody): Promise<number | string> => {
    const platform = ALL_PLATFORMS.find(({ id }) => id === body.at)
    const handle = handleOf(body, HOSTILE_BODIES.indexOf(body))
    assert.ok(platform && handle)
    const walker = createWalker(platform, {}, site, {
      threads: reading,
      now: () => performance.timeOrigin + performance.now(),
    })
    try {
      return (await walker.page({ handle: platform.canonicalize(handle) ?? '', deadlineMs: 60_000 })).posts.length
    } catch (error) {
      if (isApiError(error)) return error.code
      throw error
    } finally {
      await walker.close()
    }
  }

  for (const body of HOSTILE_BODIES.filter((each) => handleOf(each, 0) !== undefined)) {
    test(`${body.at}: ${body.what}: parsed ${body.read === 'thread' ? 'on a thread' : 'on the event loop'}`, async () => {
      const jobsBefore = jobs
      const found = await scan(body)
      assert.ok(typeof found === 'number' || (CODES as readonly string[]).includes(found), String(found))
      assert.equal(jobs > jobsBefore ? 'thread' : 'turns', body.read)
    })
  }

  for (const body of HOSTILE_BODIES.filter(({ at }) => at === 'link' || at === 'post')) {
    test(`${body.at}: ${body.what}: its preview is parsed ${body.read === 'thread' ? 'on a thread' : 'on the event loop'}`, async () => {
      let isThere = false
      const reader = createPreviewReader({
        readOnThread(input, signal) {
          isThere = true
          return threads.readPreview(input, signal)
        },
      })
      await reader.read({ text: body.make(), url: 'https://news.example/' })
      assert.equal(isThere ? 'thread' : 'turns', body.read)
    })
  }

  test('fifty concurrent ordinary feeds of a megabyte wait for a thread, and all become pages', async () => {
    const ordinary = HOSTILE_BODIES.find(({ what }) => what === 'an ordinary feed of a megabyte')
    assert.ok(ordinary)
    const jobsBefore = jobs
    const found = await Promise.all(Array.from({ length: 50 }, () => scan(ordinary)))
    assert.deepEqual(new Set(found), new Set([20]))
    assert.equal(jobs - jobsBefore, 50, 'account and posts are read as one')
  })
})
