import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGate } from '@central-api/testing/licensing/fixture.ts'
import type { Change, ChangeTopic } from '../../storage/store.ts'
import { createChangeWatch } from './change-watch.ts'

/** A list of changes that can become unavailable, and what was forgotten because of it. */
const start = async () => {
  const list: Change[] = []
  const forgotten: string[] = []
  const errors: unknown[] = []
  const listeners = new Set<() => void>()
  const state = { reads: 0, away: false, gate: Promise.resolve(), forgetFails: false, afterRead: () => {} }
  const send = async () => {
    state.reads += 1
    await state.gate
    if (state.away) throw new Error('away')
  }
  const forget = (topic: ChangeTopic) => (subject: string) => {
    if (state.forgetFails) throw new Error('cannot forget')
    forgotten.push(`${topic} ${subject}`)
  }
  const watch = createChangeWatch({
    changes: {
      async latest() {
        await send()
        return list.at(-1)?.seq ?? 0
      },
      async since(seq) {
        await send()
        const found = list.filter((change) => change.seq > seq).slice(0, 1_000)
        state.afterRead()
        return found
      },
      onHint(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    forget: {
      license: forget('license'),
      plan: forget('plan'),
      site: async (subject) => forget('site')(subject),
      signing_key: forget('signing_key'),
      credential: forget('credential'),
      connection: forget('connection'),
      budget: forget('budget'),
      profile: forget('profile'),
      media: forget('media'),
      webhook: forget('webhook'),
    },
    forgetAll: () => {
      forgotten.push('all')
    },
    onError: (error) => errors.push(error),
  })
  let seq = 0
  const change = (subject: string, topic: ChangeTopic = 'license') => {
    seq += 1
    list.push({ seq, topic, subject })
  }
  const hint = () => {
    for (const listener of listeners) listener()
  }
  return { watch, list, forgotten, errors, state, change, hint, listeners }
}

const started = async (context: TestContext) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const parts = await start()
  await parts.watch.start()
  context.after(() => parts.watch.stop())
  const poll = (times = 1) => context.mock.timers.tick(250 * times)
  return { ...parts, beat: poll }
}

/** Lets everything run that does not wait for I/O. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('the next poll forgets what others changed, by topic, once', async (context) => {
  const { watch, forgotten, change, beat: poll } = await started(context)
  change('lic_1')
  change('pro', 'plan')
  change('lic_1 site.example', 'site')
  change('key', 'signing_key')
  change('0a1b', 'credential')
  change('0a1b daily', 'budget')
  change('sandbox demo', 'profile')
  assert.deepEqual(forgotten, [])
  poll()
  await settle()
  assert.deepEqual(forgotten, [
    ...['license lic_1', 'plan pro', 'site lic_1 site.example', 'signing_key key'],
    ...['credential 0a1b', 'budget 0a1b daily', 'profile sandbox demo'],
  ])
  poll(3)
  await watch.catchUp()
  assert.equal(forgotten.length, 7)
})

test('ignores topics of a newer version, and applies the changes after them', async (context) => {
  const { forgotten, errors, change, beat: poll } = await started(context)
  for (const topic of ['moon_phase', 'constructor']) change('new', topic as ChangeTopic)
  change('lic_1')
  poll()
  await settle()
  assert.deepEqual([forgotten, errors], [['license lic_1'], []])
})

test('starts from now, because nothing older is cached', async () => {
  const { watch, forgotten, change } = await start()
  change('before')
  await watch.start()
  change('after')
  await watch.catchUp()
  await watch.stop()
  assert.deepEqual(forgotten, ['license after'])
})

test('reads until there are no more changes', async (context) => {
  const { watch, forgotten, change } = await started(context)
  for (let n = 0; n < 2_500; n += 1) change(String(n))
  await watch.catchUp()
  assert.equal(forgotten.length, 2_500)
  assert.equal(forgotten.at(-1), 'license 2499')
})

test('a hint triggers a read without a poll', async (context) => {
  const { forgotten, change, hint } = await started(context)
  change('lic_1')
  hint()
  await settle()
  assert.deepEqual(forgotten, ['license lic_1'])
})

test('forgets everything after the store was unavailable, because missed changes may be swept', async (context) => {
  const { watch, list, forgotten, errors, state, change, beat: poll } = await started(context)
  state.away = true
  poll()
  await settle()
  assert.equal(errors.length, 1)
  change('missed')
  list.length = 0
  change('later')
  state.away = false
  poll()
  await settle()
  assert.deepEqual(forgotten, ['all'])
  change('seen')
  await watch.catchUp()
  assert.deepEqual(forgotten, ['all', 'license seen'])
})

test('forgets everything when a restored store counts anew, and misses nothing afterwards', async (context) => {
  const { watch, list, forgotten, change } = await started(context)
  for (let n = 0; n < 10; n += 1) change(String(n))
  await watch.catchUp()
  forgotten.length = 0
  list.splice(0, 10, { seq: 3, topic: 'license', subject: 'old' })
  await watch.catchUp()
  list.push({ seq: 4, topic: 'license', subject: 'new' })
  await watch.catchUp()
  assert.deepEqual(forgotten, ['all', 'license new'])
})

test('a change that could not be applied is read again', async (context) => {
  const { watch, forgotten, state, change } = await started(context)
  change('lic_1')
  state.forgetFails = true
  await assert.rejects(watch.catchUp(), /cannot forget/)
  state.forgetFails = false
  await watch.catchUp()
  assert.deepEqual(forgotten, ['all'])
})

test('calls during a read share one more read after it', async (context) => {
  const { watch, forgotten, state, change } = await started(context)
  const gate = createGate()
  state.gate = gate.opened
  const before = state.reads
  const first = watch.catchUp()
  change('lic_1')
  const others = Array.from({ length: 100 }, () => watch.catchUp())
  gate.open()
  await first
  await Promise.all(others)
  assert.deepEqual(forgotten, ['license lic_1'])
  assert.ok(state.reads - before <= 5, String(state.reads - before))
})

test('a call right after a read sees later changes', async (context) => {
  const { watch, forgotten, state, change } = await started(context)
  let requested: Promise<void> | undefined
  state.afterRead = () => {
    state.afterRead = () => {}
    change('lic_1')
    requested = watch.catchUp()
  }
  await watch.catchUp()
  assert.deepEqual(forgotten, [])
  await requested
  assert.deepEqual(forgotten, ['license lic_1'])
})

test('a call after a failed read gets its own result', async (context) => {
  const { watch, state } = await started(context)
  const gate = createGate()
  state.gate = gate.opened
  state.away = true
  const first = watch.catchUp().catch((error) => {
    state.away = false
    return error
  })
  const second = watch.catchUp()
  gate.open()
  assert.match(String(await first), /away/)
  assert.equal(await second, undefined)
})

test('a store that hangs is polled once, and reported once', async (context) => {
  const { errors, state, beat: poll, hint } = await started(context)
  const gate = createGate()
  state.gate = gate.opened
  const before = state.reads
  for (let n = 0; n < 1_000; n += 1) {
    poll()
    hint()
  }
  await settle()
  assert.equal(state.reads - before, 1)
  state.away = true
  gate.open()
  await settle()
  assert.ok(errors.length >= 1 && errors.length <= 2, String(errors.length))
})

test('after stop nothing is polled or listened to, and the current read finishes', async (context) => {
  const { watch, forgotten, state, change, beat: poll, hint, listeners } = await started(context)
  const gate = createGate()
  state.gate = gate.opened
  change('lic_1')
  const reading = watch.catchUp()
  const isQueued = watch.catchUp()
  let isStopped = false
  const stopping = watch.stop().then(() => {
    isStopped = true
  })
  await settle()
  assert.equal(isStopped, false)
  gate.open()
  await Promise.all([stopping, reading, isQueued])
  assert.deepEqual(forgotten, ['license lic_1'])
  const { reads } = state
  poll(100)
  hint()
  await settle()
  assert.deepEqual([state.reads, listeners.size], [reads, 0])
})

test('start rejects when the store is unavailable', async () => {
  const { watch, state, listeners } = await start()
  state.away = true
  await assert.rejects(watch.start(), /away/)
  assert.equal(listeners.size, 0)
  await watch.stop()
})
