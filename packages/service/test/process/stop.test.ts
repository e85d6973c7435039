import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import { ask, authorize, createAgent, isReady, type Outcome, SCAN_PATH, scanOf } from './load.ts'
import { prepareStore, startProcess } from './start-process.ts'

const READINESS_MS = 100
const EXIT_MS = 15_000
const BETWEEN_REQUESTS_MS = 5

const start = async (context: TestContext, drainSeconds: number) => {
  const store = await prepareStore(context)
  const environment = { ...store.environment, DRAIN_SECONDS: `${drainSeconds}` }
  const process = await startProcess(context, environment)
  const agent = createAgent()
  context.after(() => agent.destroy())
  const headers = await authorize(agent, process.origin, store.key)
  const scan = (handle: string) => ask(agent, process.origin, SCAN_PATH, scanOf(handle), headers)
  return { ...store, process, agent, environment, scan }
}

const within = async <T>(limitMs: number, promise: Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const value = await promise
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs < limitMs, `${Math.round(tookMs)} ms`)
  return value
}

test('after SIGTERM readiness is red, what was begun is answered, silent connections do not matter, and it ends with 0', async (context) => {
  const { process, scan, agent, used } = await start(context, 1)
  const { hostname, port } = new URL(process.origin)
  const silent = connect(Number(port), hostname).on('error', () => {})
  context.after(() => silent.destroy())
  const COUNT = 50
  const slow = Array.from({ length: COUNT }, (_, at) => scan(`slow.${2_500 + at}`))
  while ((await used()) < COUNT) await sleep(10)

  process.signal('SIGTERM')
  const exited = within(EXIT_MS, process.exited)
  await sleep(READINESS_MS)
  assert.equal(await isReady(agent, process.origin), false)
  // While it drains, who has not heard of it yet is answered, too.
  assert.equal(statusOf(await scan('demo')), 200)
  assert.deepEqual(new Set((await Promise.all(slow)).map(statusOf)), new Set([200]))
  assert.deepEqual(await exited, { code: 0, signal: null })
  assert.equal(await used(), COUNT + 1)
})

test('a second signal ends it at once', async (context) => {
  const { process, scan, used } = await start(context, 10)
  const slow = scan('slow.9000')
  while ((await used()) < 1) await sleep(10)
  process.signal('SIGTERM')
  while (!process.output().includes('Stopping')) await sleep(10)
  process.signal('SIGTERM')
  assert.deepEqual(await within(2_000, process.exited), { code: 1, signal: null })
  assert.ok('failure' in (await slow))
})

test('Ctrl-C ends it without waiting for a balancer', async (context) => {
  const { process } = await start(context, 10)
  process.signal('SIGINT')
  assert.deepEqual(await within(5_000, process.exited), { code: 0, signal: null })
})

test('two hundred requests a second go through the restart of one instance and then of the other, and none fails', async (context) => {
  const { process: first, environment, key } = await start(context, 1)
  const second = await startProcess(context, environment)
  const balancer = await startBalancer()
  context.after(() => balancer.close())
  await Promise.all([balancer.add(first.origin), balancer.add(second.origin)])

  const clients = createAgent()
  context.after(() => clients.destroy())
  const headers = await authorize(clients, balancer.origin, key)
  const outcomes: Promise<Outcome>[] = []
  let loading = true
  const load = (async () => {
    for (let at = 0; loading; at += 1) {
      const handle = at % 10 === 0 ? `slow.${200 + (at % 300)}` : 'demo'
      outcomes.push(ask(clients, balancer.origin, SCAN_PATH, scanOf(handle), headers))
      await sleep(BETWEEN_REQUESTS_MS)
    }
  })()

  for (const old of [first, second]) {
    old.signal('SIGTERM')
    assert.deepEqual(await within(EXIT_MS, old.exited), { code: 0, signal: null })
    balancer.remove(old.origin)
    await balancer.add((await startProcess(context, environment)).origin)
  }
  loading = false
  await load

  const all = await Promise.all(outcomes)
  assert.ok(all.length > 400, `${all.length} requests`)
  assert.deepEqual(
    all.filter((outcome) => statusOf(outcome) !== 200),
    [],
  )
})

test('a port that is taken is said, and ends it with 1', async (context) => {
  const { process, environment } = await start(context, 0)
  const { port } = new URL(process.origin)
  await assert.rejects(
    startProcess(context, { ...environment, PORT: port }),
    /ended with 1: .*PORT=\d+: something listens there already/s,
  )
})

test('a setting of a platform that is not right is said, and ends it with 1', async (context) => {
  const { environment } = await prepareStore(context)
  const wrong = startProcess(context, { ...environment, MASTODON_BASE_URL: 'nonsense' })
  await assert.rejects(wrong, /ended with 1: .*MASTODON_BASE_URL must be an origin/s)
})

const statusOf = (outcome: Outcome): number | string => ('status' in outcome ? outcome.status : outcome.failure)
