import assert from 'node:assert/strict'
import type { Agent } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { statusOf } from './callers.ts'
import { authorize, createAgent, isReady, SCAN_PATH, scanOf, send } from './load.ts'
import { prepareStore, startProcess } from './start-process.ts'

const READINESS_MS = 100
/** The maximum counted time of a response. Longer ones are due to a busy machine. */
const MAX_OF_AN_ANSWER_MS = 5
const DRAIN_SECONDS = 4
/** Longer than the drain time. */
const SLOW_MS = 6_000
const COUNT = 50
const start = async (context: TestContext, drainSeconds: number) => {
  const store = await prepareStore(context)
  const environment = { ...store.environment, DRAIN_SECONDS: `${drainSeconds}` }
  const startedAt = performance.now()
  const process = await startProcess(context, environment)
  const startMs = performance.now() - startedAt
  const agent = createAgent()
  context.after(() => agent.destroy())
  const headers = await authorize(agent, process.origin, store.key)
  const scan = (handle: string) => send(agent, process.origin, SCAN_PATH, scanOf(handle), headers)
  return { ...store, process, startMs, agent, environment, scan }
}

/** How long it stays ready, measured as the total of its response times. */
const readyFor = async (agent: Agent, origin: string): Promise<number> => {
  for (let spentMs = 0; ; ) {
    const requestedAt = performance.now()
    if (!(await isReady(agent, origin))) return spentMs
    spentMs += Math.min(performance.now() - requestedAt, MAX_OF_AN_ANSWER_MS)
  }
}

test('after SIGTERM, readiness fails, requests in flight finish, idle connections do not delay it, and it exits with 0', async (context) => {
  const { process, scan, agent, used } = await start(context, DRAIN_SECONDS)
  const { hostname, port } = new URL(process.origin)
  const silent = connect(Number(port), hostname).on('error', () => {})
  context.after(() => silent.destroy())
  const slow = Array.from({ length: COUNT }, (_, at) => scan(`slow.${SLOW_MS + at}`))
  while ((await used()) < COUNT) await sleep(10)

  const signaledAt = performance.now()
  process.signal('SIGTERM')
  const readyMs = await readyFor(agent, process.origin)
  assert.ok(readyMs < READINESS_MS, `${readyMs} ms`)
  // While it drains, new requests are served, too.
  assert.equal(statusOf(await scan('demo')), 200)
  assert.deepEqual(new Set((await Promise.all(slow)).map(statusOf)), new Set([200]))
  const answeredMs = performance.now() - signaledAt
  assert.deepEqual(await process.exited, { code: 0, signal: null })
  // A wait for the idle connection would take longer than everything else.
  const endedMs = performance.now() - signaledAt
  assert.ok(endedMs < 2 * answeredMs, `ended after ${endedMs} ms, the last was answered after ${answeredMs} ms`)
  assert.equal(await used(), COUNT + 1)
})

test('a second signal stops it immediately', async (context) => {
  const { process, scan, used } = await start(context, 10)
  const slow = scan('slow.9000')
  while ((await used()) < 1) await sleep(10)
  process.signal('SIGTERM')
  while (!process.output().includes('Stopping')) await sleep(10)
  process.signal('SIGTERM')
  assert.deepEqual(await process.exited, { code: 1, signal: null })
  // If it had waited, this request would have a response.
  assert.ok('failure' in (await slow))
})

test('Ctrl-C stops it without the drain time', async (context) => {
  const MAX_SECONDS = 10
  const { process, startMs } = await start(context, MAX_SECONDS)
  const signaledAt = performance.now()
  process.signal('SIGINT')
  assert.deepEqual(await process.exited, { code: 0, signal: null })
  // On a machine where the exit takes longer than that, the start takes even longer.
  const endedMs = performance.now() - signaledAt
  assert.ok(endedMs < Math.max(MAX_SECONDS * 1_000, startMs), `${endedMs} ms`)
})

test('it reports a port in use and exits with 1', async (context) => {
  const { process, environment } = await start(context, 0)
  const { port } = new URL(process.origin)
  await assert.rejects(
    startProcess(context, { ...environment, PORT: port }),
    /ended with 1: .*PORT=\d+: another program listens there/s,
  )
})

test('it reports an invalid platform setting and exits with 1', async (context) => {
  const { environment } = await prepareStore(context)
  const wrong = startProcess(context, { ...environment, MASTODON_BASE_URL: 'nonsense' })
  await assert.rejects(wrong, /ended with 1: .*MASTODON_BASE_URL must be an origin/s)
})
