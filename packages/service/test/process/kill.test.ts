import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, authorize, createAgent, isReady, SCAN_PATH, scanOf } from './load.ts'
import { prepareStore, startProcess } from './start-process.ts'

const KILLS = 20
const CALLERS = 16
const READY_MS = 2_000
/** What starting Node alone takes on a machine with nothing else to do. */
const BARE_NODE_MS = 60

/** Uniform, from 0 up to 1, the same in every run (a linear congruential generator). */
const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** How much slower than that this machine is right now. Two at once, since a service that starts keeps two cores busy. */
const slowness = async (): Promise<number> => {
  const startedAt = performance.now()
  await Promise.all([1, 2].map(() => once(spawn(process.execPath, ['-e', '0']), 'exit')))
  return Math.max(1, (performance.now() - startedAt) / BARE_NODE_MS)
}

test('killed at any instant under load, it is soon ready again, has forgotten no answered scan and counted none twice', async (context) => {
  const { key, environment, used } = await prepareStore(context)
  const random = createRandom(20_300_115)
  const readyMs: number[] = []
  const allowedMs: number[] = []
  let [answered, unanswered] = [0, 0]

  for (let kill = 0; kill < KILLS; kill += 1) {
    allowedMs.push(READY_MS * (await slowness()))
    const startedAt = performance.now()
    const service = await startProcess(context, environment)
    const agent = createAgent()
    assert.equal(await isReady(agent, service.origin), true)
    readyMs.push(performance.now() - startedAt)

    const headers = await authorize(agent, service.origin, key)
    let alive = true
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let at = 0; alive; at += 1) {
        const handle = (caller + at) % 4 === 0 ? 'error.profile_not_found' : 'demo'
        const outcome = await ask(agent, service.origin, SCAN_PATH, scanOf(handle), headers)
        if ('failure' in outcome) unanswered += 1
        else if (outcome.status === 200) answered += 1
        else assert.equal(outcome.status, 404)
        if ('failure' in outcome) return
      }
    })
    await sleep(10 + 290 * random())
    service.signal('SIGKILL')
    await service.exited
    alive = false
    await Promise.all(callers)
    agent.destroy()

    const counted = await used()
    assert.ok(counted >= answered, `${counted} counted, ${answered} answered`)
    assert.ok(counted <= answered + unanswered, `${counted} counted, ${answered} answered, ${unanswered} not`)
  }
  assert.ok(answered > KILLS * CALLERS, `${answered} answered`)
  assert.ok(unanswered > 0 && unanswered <= KILLS * CALLERS)
  const [ready, allowed] = [median(readyMs), median(allowedMs)]
  context.diagnostic(`ready after ${ready} ms of ${allowed}, ${answered} answered, ${unanswered} cut off`)
  assert.ok(ready < allowed, `ready after ${ready} ms, with ${allowed} ms allowed`)
})

const median = (numbers: readonly number[]) => Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0)
