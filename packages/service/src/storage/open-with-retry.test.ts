import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { openStore } from './open-store.ts'
import { openWithRetry } from './open-with-retry.ts'
import { StandbyError } from './postgres/standby-error.ts'

/** A clock that advances while a caller waits. */
const createPatience = () => {
  let now = 0
  const reported: unknown[] = []
  return {
    reported,
    elapsed: () => now,
    wait: async (milliseconds: number) => {
      now += milliseconds
    },
    onWait: (error: unknown) => reported.push(error),
  }
}

const refusals = async () => {
  const error = await openStore('postgres://u:p@127.0.0.1:1/central').catch((cause: unknown) => cause)
  const starting = new Error('the database system is starting up')
  const standby = new StandbyError('it is a read-only standby')
  const several = new AggregateError([new Error('one', { cause: error }), new Error('two', { cause: error })])
  return [
    error,
    new Error('no', { cause: Object.assign(starting, { code: '57P03' }) }),
    new Error('no', { cause: standby }),
    new Error('none of its 2 hosts accepts writes', { cause: several }),
  ]
}

test('opens a store once its server accepts connections, and reports the wait once', async () => {
  for (const refusal of await refusals()) {
    const patience = createPatience()
    let tries = 0
    const store = await openWithRetry(async () => {
      tries += 1
      if (tries < 5) throw refusal
      return openStore('sqlite::memory:')
    }, patience)
    assert.equal(store.backend, 'sqlite')
    await store.close()
    assert.deepEqual([tries, patience.reported, patience.elapsed()], [5, [refusal], 1_000])
  }
})

test('rejects with the reason when the server still refuses after the maximum wait', async () => {
  const [refusal] = await refusals()
  const patience = createPatience()
  const open = () => Promise.reject(refusal)
  await assert.rejects(openWithRetry(open, { ...patience, maxWaitMs: 2_000 }), /127\.0\.0\.1:1 cannot be opened/)
  assert.equal(patience.elapsed(), 2_000)
})

test('rejects immediately with an error that waiting cannot fix', async (t) => {
  const server = createServer((socket) => void socket.end())
  const { promise: listens, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listens
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  const patience = createPatience()
  await assert.rejects(
    openWithRetry(() => openStore(`postgres://u:p@127.0.0.1:${port}/central`), patience),
    /cannot be opened/,
  )
  await assert.rejects(
    openWithRetry(() => openStore('mysql:none'), patience),
    /The URL of the store must be/,
  )
  assert.deepEqual(patience.reported, [])
})
