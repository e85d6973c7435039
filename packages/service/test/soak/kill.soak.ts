import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { authorize, createAgent, isReady, SCAN_PATH, scanOf, send } from '../process/load.ts'
import { prepareStore, startProcess } from '../process/start-process.ts'

const KILLS = 20
const CALLERS = 16
/** Each kill happens at a random response up to this number, with one request per client in flight. */
const MAX_ANSWERS = 400
/** The number of kills between two starts after SIGTERM. */
const KILLS_PER_CLEAN_START = 4
/** The promised start time after a kill. */
const READY_MS = 2_000
/** The maximum ratio of a start after a kill to a clean start, on a machine where a clean start takes more than a second.
 * Both are starts of the same service on the same store, alternating, so a slow machine slows both. The difference is the
 * cost of the kill: waiting for a lock, or reading a log or the whole store. */
const MAX_TIMES_CLEAN = 2

/** Uniform in [0, 1), the same in every run (a linear congruential generator). */
const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('after a kill at any moment under load, it is soon ready again, and every successful scan is charged exactly once', async (context) => {
  const { key, environment, used } = await prepareStore(context)
  const random = createRandom(20_300_115)
  const afterKillMs: number[] = []
  const cleanMs: number[] = []
  let [answered, unanswered] = [0, 0]

  const start = async (tookMs: number[]) => {
    const startedAt = performance.now()
    const service = await startProcess(context, { ...environment, DRAIN_SECONDS: '0' })
    const agent = createAgent()
    while (!(await isReady(agent, service.origin))) await sleep(5)
    tookMs.push(performance.now() - startedAt)
    return { service, agent }
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const isClean = kill % KILLS_PER_CLEAN_START === 0
    if (isClean) {
      const { service, agent } = await start(kill === 0 ? [] : afterKillMs)
      agent.destroy()
      service.signal('SIGTERM')
      assert.equal((await service.exited).code, 0)
    }
    const { service, agent } = await start(isClean ? cleanMs : afterKillMs)

    const headers = await authorize(agent, service.origin, key)
    const killAt = answered + 1 + Math.floor(MAX_ANSWERS * random())
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let at = 0; ; at += 1) {
        const handle = (caller + at) % 4 === 0 ? 'error.profile_not_found' : 'demo'
        const outcome = await send(agent, service.origin, SCAN_PATH, scanOf(handle), headers)
        if ('failure' in outcome) {
          unanswered += 1
          return
        }
        if (outcome.status === 200) answered += 1
        else assert.equal(outcome.status, 404)
      }
    })
    while (answered < killAt) await sleep(1)
    service.signal('SIGKILL')
    await service.exited
    await Promise.all(callers)
    agent.destroy()

    const counted = await used()
    assert.ok(counted >= answered, `${counted} counted, ${answered} answered`)
    assert.ok(counted <= answered + unanswered, `${counted} counted, ${answered} answered, ${unanswered} not`)
  }
  assert.equal(unanswered, KILLS * CALLERS)
  const [afterKill, clean] = [median(afterKillMs), median(cleanMs)]
  const allowed = Math.max(READY_MS, MAX_TIMES_CLEAN * clean)
  const summary = `ready after ${afterKill} ms, ${clean} ms where it was stopped, with ${allowed} ms allowed`
  context.diagnostic(`${summary}; ${answered} answered, ${unanswered} cut off`)
  assert.ok(afterKill < allowed, summary)
})

const median = (numbers: readonly number[]) => Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0)
