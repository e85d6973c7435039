import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBalancer } from '../process/balancer.ts'
import { statusOf } from '../process/callers.ts'
import { authorize, createAgent, SCAN_PATH, scanOf, send, startLoad } from '../process/load.ts'
import { prepareStore, startProcess } from '../process/start-process.ts'

/** Enough time for the load balancer on a busy machine to notice that an instance stops. */
const HEARD_SECONDS = 3

test('no request fails during a rolling restart of two instances at two hundred requests per second', async (context) => {
  const { environment: own, key } = await prepareStore(context)
  const environment = { ...own, DRAIN_SECONDS: `${HEARD_SECONDS}` }
  const first = await startProcess(context, environment)
  const second = await startProcess(context, environment)
  const balancer = await startBalancer()
  context.after(() => balancer.close())
  await Promise.all([balancer.add(first.origin), balancer.add(second.origin)])

  const clients = createAgent()
  context.after(() => clients.destroy())
  const headers = await authorize(clients, balancer.origin, key)
  const load = startLoad((at) => {
    const handle = at % 10 === 0 ? `slow.${200 + (at % 300)}` : 'demo'
    return send(clients, balancer.origin, SCAN_PATH, scanOf(handle), headers)
  })
  context.after(load.end)

  for (const old of [first, second]) {
    await load.goOn(100)
    old.signal('SIGTERM')
    assert.deepEqual(await old.exited, { code: 0, signal: null })
    balancer.remove(old.origin)
    await balancer.add((await startProcess(context, environment)).origin)
  }
  await load.goOn(100)
  const all = await load.end()
  assert.deepEqual(
    all.filter((outcome) => statusOf(outcome) !== 200),
    [],
  )
})
