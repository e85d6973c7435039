import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { copyBytes } from './runtime/event-loop/owned-bytes.ts'
import { LIMITS, READY } from './runtime/threads/thread.ts'
import type { KnownResponses, ReadJob, ReadOutcome } from './upstream/parsing-jobs/jobs.ts'

// As the command starts Node.
for (const flag of ['--heap-growing-percent=30', '--no-allocation-site-pretenuring']) setFlagsFromString(flag)

const URL_OF_IT = 'https://blog.example.com/feed.xml'
const WORDS = 'What a host says of an episode. '.repeat(1_000)
const EPISODES = Array.from(
  { length: 60 },
  (_, n) => `<item><guid>${n}</guid><description>${WORDS}${n}</description></item>`,
)
const FEED = Buffer.from(`<rss version="2.0"><channel><title>A podcast</title>${EPISODES.join('')}</channel></rss>`)
const JOBS = 12

const jobWith = (responses: KnownResponses): ReadJob => ({
  ...{ is: 'read', platform: 'rss', source: 'feed', settings: {}, now: Date.UTC(2030, 0), responses },
  tasks: [
    {
      invocation: { method: 'posts', handle: URL_OF_IT, variant: 'posts', limit: 20, after: undefined },
      ...{ account: undefined, waits: 0 },
    },
  ],
})

/** A thread that has loaded the feed parser. */
const startThread = async (context: TestContext) => {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { platformFiles: [] },
    resourceLimits: LIMITS,
  })
  context.after(() => worker.terminate())
  await once(worker, 'message')
  /** All jobs arrive before the first one is done. */
  const perform = (jobs: readonly ReadJob[]): Promise<readonly ReadOutcome[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly ReadOutcome[]>()
    const outcomes: ReadOutcome[] = []
    const take = (reported: readonly ReadOutcome[]) => {
      if (outcomes.push(...reported) < jobs.length) return
      worker.off('message', take)
      resolve(outcomes)
    }
    worker.on('message', take)
    worker.once('error', reject)
    for (const job of jobs) worker.postMessage(job)
    return promise
  }
  const [requested] = await perform([jobWith(new Map())])
  assert.ok(requested?.is === 'needs')
  const [need] = requested.needs
  assert.ok(need?.is === 'call')
  /** Resolves to the bytes in use on its heap after this number of jobs. */
  return async (times: number): Promise<number> => {
    const received = { status: 200, url: URL_OF_IT, headers: {}, body: copyBytes(FEED) }
    const job = jobWith(new Map([[need.key, { value: { received, secrets: [] } }]]))
    const outcomes = await perform(Array.from({ length: times }, () => job))
    assert.ok(outcomes.every(({ is }) => is === 'done'))
    return (await worker.getHeapStatistics()).used_heap_size
  }
}

test('consecutive jobs leave no garbage in the old generation', async (context) => {
  const read = await startThread(context)
  const before = await read(1)
  for (let n = 0; n < 5; n += 1) {
    const more = (await read(JOBS)) - before
    assert.ok(more < JOBS * FEED.length, `${more} bytes of ${JOBS} times ${FEED.length}`)
  }
})

/** As a filter of system calls makes it. */
const FORBIDDEN = `import os from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
os.setPriority = () => { throw Object.assign(new Error('operation not permitted'), { code: 'ERR_SYSTEM_ERROR' }) }
syncBuiltinESMExports()`

test('a thread that may not change its priority starts all the same', async () => {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { platformFiles: [] },
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(FORBIDDEN)}`],
  })
  const [ready] = await once(worker, 'message')
  assert.equal(ready, READY)
  await worker.terminate()
})
