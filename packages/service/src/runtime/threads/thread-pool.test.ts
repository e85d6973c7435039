import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { isApiError } from '../../errors.ts'
import { ThreadLost } from './thread.ts'
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

const workerUrl = new URL('../../../../testing/src/runtime/threads/fixtures/workers/trouble.ts', import.meta.url)
const isUnavailable = (error: unknown) => isApiError(error, 'unavailable')

describe('a thread pool', () => {
  const pools: ThreadPool[] = []
  const open = (options: Partial<ThreadPoolOptions> = {}) => {
    const pool = createThreadPool({ workerUrl, size: 1, deadlineMs: 30_000, ...options })
    pools.push(pool)
    return pool
  }
  const statusesOf = async (jobs: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(jobs)).map((job) =>
      job.status === 'fulfilled' ? job.value : isUnavailable(job.reason) ? 'refused' : String(job.reason),
    )

  after(() => Promise.all(pools.map((pool) => pool.close())))

  test('reuses threads and does jobs in their order', async () => {
    const pool = open()
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((job) => pool.run(job, 1))), ['a 1', 'b 2', 'c 3'])
  })

  test('makes the message of a job right before it is posted', async () => {
    const messages: unknown[] = []
    const pool = open({
      toMessage(job) {
        messages.push(job)
        return { job: `message ${job}`, moves: [] }
      },
    })
    const jobs = ['a', 'b'].map((job) => pool.run(job, 1))
    assert.deepEqual(messages, ['a'])
    assert.deepEqual(await Promise.all(jobs), ['message a 1', 'message b 2'])
  })

  test('runs as many jobs at the same time as it has threads', async () => {
    const pool = open({ size: 2 })
    const done = await Promise.all(Array.from({ length: 8 }, () => pool.run('job', 1)))
    assert.equal(done.filter((response) => response === 'job 1').length, 2)
  })

  for (const trouble of ['crash', 'exit', 'fill']) {
    test(`replaces a thread after a ${trouble}, which fails only that job`, async () => {
      const pool = open()
      assert.equal(await pool.run('first', 1), 'first 1')
      const [lost, next] = await Promise.allSettled([pool.run(trouble, 1), pool.run('next', 1)])
      assert.ok(lost.status === 'rejected' && lost.reason instanceof ThreadLost)
      assert.deepEqual(next, { status: 'fulfilled', value: 'next 1' })
    })
  }

  test('ends a thread whose job exceeds the deadline', async () => {
    const pool = open({ deadlineMs: 1_500 })
    await assert.rejects(pool.run('hang', 1), ThreadLost)
  })

  test('never starts jobs of callers that have left, and finishes started ones', async () => {
    const pool = open({ deadlineMs: 1_500 })
    const caller = new AbortController()
    const jobs = [
      pool.run('first', 1),
      ...['second', 'never done', 'hang'].map((job) => pool.run(job, 1, caller.signal)),
      pool.run('other', 1),
    ]
    await jobs[0]
    caller.abort(new Error('gone'))
    assert.deepEqual(await statusesOf(jobs), ['first 1', 'Error: gone', 'Error: gone', 'Error: gone', 'other 3'])
    const running = pool.run('hang', 1, AbortSignal.timeout(100))
    const next = pool.run('next', 1)
    await assert.rejects(running, { name: 'TimeoutError' })
    assert.equal(await next, 'next 1', 'on a new thread, since the one before was late')
    await assert.rejects(pool.run('a', 1, caller.signal), /gone/)
  })

  test('refuses jobs over the limits of number and bytes', async () => {
    const few = open({ maxWaiting: 2 })
    assert.deepEqual(await statusesOf(['a', 'b', 'c', 'd'].map((job) => few.run(job, 1))), [
      'a 1',
      'b 2',
      'c 3',
      'refused',
    ])
    assert.equal(await few.run('e', 1), 'e 4')
    const small = open({ maxWaitingBytes: 10 })
    const sizes = [100, 7, 4, 3]
    assert.deepEqual(await statusesOf(sizes.map((bytes) => small.run(`${bytes}`, bytes))), [
      '100 1',
      '7 2',
      'refused',
      '3 3',
    ])
    // A job alone may have any size.
    assert.deepEqual(await statusesOf([small.run('a', 1), small.run('b', 1_000)]), ['a 4', 'b 5'])
  })

  test('ends running jobs and refuses waiting ones when it is closed', async () => {
    const pool = open()
    const jobs = ['hang', 'a', 'b'].map((job) => pool.run(job, 1))
    setImmediate(() => pool.close())
    const [running, ...waiting] = await Promise.allSettled(jobs)
    assert.ok(running?.status === 'rejected' && running.reason instanceof ThreadLost)
    for (const job of waiting) assert.ok(job.status === 'rejected' && isUnavailable(job.reason))
    await assert.rejects(pool.run('c', 1), isUnavailable)
  })
})
