import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { authorize, createAgent, isReady, SCAN_PATH, scanOf, send } from '../process/load.ts'
import { prepareStore, startProcess } from '../process/start-process.ts'

const KILLS = 20
const CALLERS = 16
/** Each kill comes at an answer from the first to this one, with as many requests under way as there are callers. */
const MOST_ANSWERS = 400
/** As many kills are between one start after SIGTERM and the next. */
const KILLS_PER_CLEAN_START = 4
/** What is promised after a kill. */
const READY_MS = 2_000
/** How many times as long as a clean start one after a kill may take on a machine that needs more than a second for that.
 * Both are starts of the same service on the same store, in turn, so that a machine which is slow or busy slows both of
 * them, and what is left between them is what the kill costs: a lock to be waited for, a log or a whole store to be read. */
const MOST_TIMES_CLEAN = 2

/** Uniform, from 0 up to 1, the same in every run (a linear congruential generator). */
const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('killed at any instant under load, it is soon ready again, has forgotten no answered scan and counted none twice', async (context) => {
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
    const killAt = answered + 1 + Math.floor(MOST_ANSWERS * random())
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
  const allowed = Math.max(READY_MS, MOST_TIMES_CLEAN * clean)
  const summary = `ready after ${afterKill} ms, ${clean} ms where it was stopped, with ${allowed} ms allowed`
  context.diagnostic(`${summary}; ${answered} answered, ${unanswered} cut off`)
  assert.ok(afterKill < allowed, summary)
})

const median = (numbers: readonly number[]) => Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0)
