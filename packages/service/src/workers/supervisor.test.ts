import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTime, createFakeWorkers, type FakeWorker, turns } from '@central-api/testing/workers/fake-workers.ts'
import { createSupervisor } from './supervisor.ts'

const HAND_OVER_MS = 2_000
const REPLACED = { reason: 'replaced', waitMs: HAND_OVER_MS }
const STOPPING = { reason: 'stopping', waitMs: 0 }
const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000]

const create = (count: number, options?: { readonly obeys?: boolean }) => {
  const workers = createFakeWorkers(options)
  const time = createFakeTime()
  const logged: string[] = []
  const gaveUp: Error[] = []
  const counted = { losses: 0 }
  const say = (_fields: unknown, text?: string) => void logged.push(text ?? '')
  const supervisor = createSupervisor({
    count,
    startWorker: workers.startWorker,
    log: { info: say, warn: say, error: say },
    ...time,
    handOverMs: HAND_OVER_MS,
    onLoss: () => {
      counted.losses += 1
    },
    onGiveUp: (reason) => gaveUp.push(reason),
  })
  return {
    ...supervisor,
    workers,
    time,
    logged,
    gaveUp,
    counted,
    aliveIds: () => [...workers.alive].map(({ id }) => id),
  }
}

const startAll = async (count: number, options?: { readonly obeys?: boolean }) => {
  const crew = create(count, options)
  const starting = crew.start()
  for (let id = 1; id <= count; id += 1) (await crew.workers.started(id)).ready()
  await starting
  return crew
}

const only = (worker: FakeWorker | undefined): FakeWorker => {
  assert.ok(worker)
  return worker
}

test('starts the first worker alone, and the others together when it is ready', async () => {
  const { start, workers } = create(4)
  const starting = start()
  await turns()
  assert.equal(workers.all.length, 1)
  only(workers.all[0]).ready()
  await turns()
  assert.equal(workers.all.length, 4)
  for (const worker of workers.all.slice(1)) worker.ready()
  assert.equal(await starting, 'http://127.0.0.1:8080')
})

test('rejects without starting others when the first worker does not start', async () => {
  const { start, workers } = create(4)
  const starting = start()
  only(workers.all[0]).end(1)
  await assert.rejects(starting, /Worker 1 ended with status 1 before it was ready/)
  assert.equal(workers.all.length, 1)
})

test('stops all when another worker does not start', async () => {
  const { start, workers, aliveIds } = create(3)
  const starting = start()
  only(workers.all[0]).ready()
  only(await workers.started(3)).end(null, 'SIGSEGV')
  await assert.rejects(starting, /Worker 3 ended with SIGSEGV/)
  assert.deepEqual(aliveIds(), [])
})

test('kills a worker that is not ready in time', async () => {
  const { start, workers, time } = create(2)
  const starting = start()
  const outcome = assert.rejects(starting, /ended with SIGKILL before/)
  await time.pass(59_999)
  assert.deepEqual(only(workers.all[0]).received, [])
  await time.pass(1)
  await outcome
})

test('replaces a worker that ended unexpectedly, after a pause', async () => {
  const { workers, time, aliveIds, logged, counted } = await startAll(2)
  only(workers.all[0]).end(null, 'SIGKILL')
  await time.pass(99)
  assert.deepEqual(aliveIds(), [2])
  await time.pass(1)
  assert.deepEqual(aliveIds(), [2, 3])
  only(workers.all[2]).ready()
  await turns()
  assert.deepEqual(logged, ['A worker ended unexpectedly', 'Another worker has replaced it'])
  assert.equal(counted.losses, 1)
})

test('replaces failing workers ever more slowly, and gives up after ten losses in a row', async () => {
  const { workers, time, gaveUp, aliveIds } = await startAll(2)
  const waits: number[] = []
  for (let worker = only(workers.all[0]); gaveUp.length === 0; worker = only(workers.all.at(-1))) {
    const before = workers.all.length
    worker.end(1)
    await turns()
    for (let ms = 0; workers.all.length === before && gaveUp.length === 0; ms += 100) {
      await time.pass(100)
      if (workers.all.length > before) waits.push(ms + 100)
    }
    if (workers.all.length > before) only(workers.all.at(-1)).ready()
    await turns()
  }
  assert.deepEqual(waits, PAUSES_MS)
  assert.match(String(gaveUp[0]?.message), /11 times in a row/)
  assert.deepEqual(only(workers.all[1]).received, [STOPPING])
  assert.deepEqual(aliveIds(), [])
  assert.equal(gaveUp.length, 1)
})

test('counts replacements that end before they are ready', async () => {
  const { workers, time, gaveUp } = await startAll(1)
  only(workers.all[0]).end(1)
  for (const [at, pauseMs] of PAUSES_MS.entries()) {
    await time.pass(pauseMs)
    assert.equal(workers.all.length, at + 2)
    only(workers.all.at(-1)).end(1)
    await turns()
  }
  assert.equal(gaveUp.length, 1)
})

test('a worker that ran for a minute resets the count of losses', async () => {
  const { workers, time, gaveUp } = await startAll(1)
  for (let loss = 0; loss < 20; loss += 1) {
    await time.pass(60_000)
    only(workers.all.at(-1)).end(1)
    await time.pass(100)
    assert.equal(workers.all.length, loss + 2)
    only(workers.all.at(-1)).ready()
  }
  assert.deepEqual(gaveUp, [])
})

test('a restart replaces workers one by one, and never has too few', async () => {
  const { workers, restart, aliveIds, counted } = await startAll(3)
  const restarting = restart()
  for (let id = 4; id <= 6; id += 1) {
    const worker = await workers.started(id)
    assert.equal(workers.alive.size, 4)
    assert.deepEqual(only(workers.all[id - 4]).received, [], 'the old one stays until the new one is ready')
    worker.ready()
  }
  await restarting
  assert.deepEqual(aliveIds(), [4, 5, 6])
  assert.equal(counted.losses, 0)
  for (const old of workers.all.slice(0, 3)) assert.deepEqual(old.received, [REPLACED])
})

test('starts the next worker when the previous one has ended', async () => {
  const { workers, restart } = await startAll(2, { obeys: false })
  const restarting = restart()
  only(await workers.started(3)).ready()
  await turns()
  assert.equal(workers.all.length, 3)
  only(workers.all[0]).end(0)
  only(await workers.started(4)).ready()
  await turns()
  only(workers.all[1]).end(0)
  await restarting
})

test('kills a worker that does not leave in time, and continues the restart', async () => {
  const { workers, restart, time, logged } = await startAll(2, { obeys: false })
  const restarting = restart()
  only(await workers.started(3)).ready()
  await time.pass(14_800)
  assert.deepEqual(only(workers.all[0]).received, [REPLACED, 'kill'])
  assert.ok(logged.includes('A worker that was replaced did not finish'))
  only(await workers.started(4)).ready()
  await time.pass(14_800)
  await restarting
})

test('keeps the old workers when a new one does not start', async () => {
  const { workers, restart, aliveIds, time } = await startAll(2)
  const restarting = restart()
  only(await workers.started(3)).end(1)
  await restarting
  await time.pass(60_000)
  assert.deepEqual(aliveIds(), [1, 2])
})

test('a worker lost during a restart is replaced', async () => {
  for (const lost of [0, 1]) {
    const { workers, restart, aliveIds, time } = await startAll(2)
    const restarting = restart()
    const third = await workers.started(3)
    only(workers.all[lost]).end(1)
    third.ready()
    await time.pass(100)
    for (let id = 4; workers.all.length >= id; id += 1) {
      only(workers.all[id - 1]).ready()
      await time.pass(100)
    }
    await restarting
    assert.equal(workers.alive.size, 2, `${aliveIds()}`)
    assert.ok(aliveIds().every((id) => id > 2))
  }
})

test('restart requests during a restart cause exactly one more', async () => {
  const { workers, restart, aliveIds } = await startAll(1)
  const first = restart()
  const all = [first, restart(), restart()]
  for (let id = 2; id <= 3; id += 1) only(await workers.started(id)).ready()
  await Promise.all(all)
  assert.deepEqual(aliveIds(), [3])
})

test('stop asks all workers to leave, waits for them, and returns how they ended', async () => {
  const { workers, stop } = await startAll(2, { obeys: false })
  const stopping = stop(1_000)
  for (const { received: messages } of workers.all) assert.deepEqual(messages, [{ reason: 'stopping', waitMs: 1_000 }])
  only(workers.all[0]).end(0)
  only(workers.all[1]).end(1)
  assert.deepEqual(await stopping, [
    { status: 0, signal: null },
    { status: 1, signal: null },
  ])
})

test('stop ends a restart, and starts no worker', async () => {
  const { workers, restart, stop, time } = await startAll(2)
  const restarting = restart()
  await workers.started(3)
  const endings = await stop(0)
  await restarting
  await time.pass(60_000)
  assert.equal(workers.all.length, 3)
  assert.equal(workers.alive.size, 0)
  assert.deepEqual(only(workers.all[2]).received, ['kill'])
  assert.deepEqual(endings, Array(3).fill({ status: 0, signal: null }))
})

test('replaces no worker while all stop', async () => {
  const { workers, stop, time } = await startAll(2)
  only(workers.all[0]).end(1)
  await turns()
  await stop(0)
  await time.pass(60_000)
  assert.equal(workers.all.length, 2)
})
