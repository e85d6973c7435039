import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { START, signaturesBy, startHooks } from '@central-api/testing/webhooks/fixture.ts'
import { Check } from 'typebox/value'
import { EVENT_TYPES } from '../events/event-types.ts'
import type { DeliveryRecord, Store } from '../storage/store.ts'
import { StoreError } from '../storage/store-error.ts'
import { PAUSES_MS } from './retries.ts'
import { AT_A_TIME, CLAIM_MS } from './sender.ts'

const HOUR_MS = 3_600_000

const stateOf = ({ state, attempts, status, error }: DeliveryRecord) => [state, attempts, status, error]

test('an event arrives once, signed over its id, time and body, with the payload of its type', async (context) => {
  const { receiver, webhooks, create, publish, send, sender, clock, tried } = await startHooks(context)
  const { webhook, secret } = await create('/taken')
  const event = await publish()
  clock.at += 5_500
  const one = sender()
  await send(one)
  await send(one)
  const [got, ...more] = receiver.received
  assert.ok(got)
  assert.deepEqual([more.length, got.path, got.headers['content-type']], [0, '/taken', 'application/json'])
  assert.deepEqual([got.headers['webhook-id'], got.headers['webhook-timestamp']], [event.id, `${START / 1_000 + 5}`])
  assert.deepEqual(await signaturesBy(secret, got), [true])
  const payload = JSON.parse(got.body)
  assert.deepEqual(Object.keys(payload), ['type', 'timestamp', 'data'])
  assert.deepEqual([payload.type, payload.timestamp], ['platform.failing', new Date(START).toISOString()])
  assert.ok(Check(EVENT_TYPES['platform.failing'].data, payload.data))
  const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
  assert.deepEqual(delivery && stateOf(delivery), ['delivered', 1, 204, null])
  assert.deepEqual(
    tried.map(({ result, status }) => [result, status]),
    [['delivered', 204]],
  )
})

test('a failing delivery is attempted eleven times over a day with growing pauses and the same body, and then given up', async (context) => {
  const { receiver, webhooks, create, publish, send, sender, clock, tried } = await startHooks(context)
  const { webhook, secret } = await create('/fails')
  const event = await publish()
  const one = sender()
  await send(one)
  for (const pauseMs of PAUSES_MS) {
    clock.at += pauseMs - 1
    const before = receiver.received.length
    await send(one)
    assert.equal(receiver.received.length, before, `tried before ${pauseMs} ms were over`)
    clock.at += 1
    await send(one)
    assert.equal(receiver.received.length, before + 1, `not tried after ${pauseMs} ms`)
  }
  assert.equal(clock.at - START, 24 * HOUR_MS)
  clock.at += 100 * HOUR_MS
  await send(one)
  assert.equal(receiver.received.length, 11)
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
  assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set([event.id]))
  for (const got of receiver.received) assert.deepEqual(await signaturesBy(secret, got), [true])
  const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
  assert.deepEqual(delivery && stateOf(delivery), ['failed', 11, 500, 'status'])
  assert.deepEqual(
    tried.map(({ result }) => result),
    [...Array.from({ length: 10 }, () => 'retried'), 'given_up'],
  )
})

/** The path, the outcome of the attempt, the status, and the error. */
const LIES: readonly (readonly [string, string, number | null, string | null])[] = [
  ['/truncated', 'delivered', 200, null],
  ['/resets', 'delivered', 200, null],
  ['/endless', 'delivered', 200, null],
  ['/silent', 'delivered', 200, null],
  ['/coded', 'delivered', 200, null],
  ['/coded-twice', 'delivered', 201, null],
  ['/no-gzip', 'delivered', 202, null],
  ['/coded-transfer', 'delivered', 200, null],
  ['/no-chunks', 'delivered', 200, null],
  ['/broken-refusal', 'waiting', 500, 'status'],
  ['/wrong-location', 'waiting', 301, 'redirect'],
  ['/redirects', 'waiting', 307, 'redirect'],
  ['/redirects-here', 'waiting', 302, 'redirect'],
]

for (const [path, state, status, error] of LIES) {
  test(`a receiver that ${path.slice(1)} is classified correctly: ${error ?? state}`, async (context) => {
    const { receiver, webhooks, create, publish, send, sender } = await startHooks(context)
    const { webhook } = await create(path)
    await publish()
    await send(sender())
    const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
    assert.deepEqual(delivery && stateOf(delivery), [state, 1, status, error])
    assert.deepEqual(
      receiver.received.map((got) => got.path),
      [path],
    )
  })
}

/** The status, `Retry-After`, and the seconds until the second attempt; by default they are 5. */
const RETRY_AFTER_CASES: readonly (readonly [number, string | readonly string[], number])[] = [
  [429, '120', 120],
  [503, '120', 120],
  [500, '90', 90],
  [302, '60', 60],
  [429, '1', 5],
  [429, '0', 5],
  [429, ' 120 ', 120],
  [429, ['30', '120'], 120],
  [429, new Date(START + 600_000).toUTCString(), 600],
  [429, 'Tuesday, 15-Jan-30 12:10:00 GMT', 600],
  [503, new Date(START - 600_000).toUTCString(), 5],
  [503, '99999999', 24 * 3_600],
  [429, '999999999999999999999', 24 * 3_600],
  [503, new Date(START + 1_000 * HOUR_MS).toUTCString(), 24 * 3_600],
  [429, 'soon', 5],
  [429, '-30', 5],
  [429, '', 5],
]

for (const [status, field, seconds] of RETRY_AFTER_CASES) {
  test(`${status} with Retry-After ${JSON.stringify(field)} is retried after ${seconds} s`, async (context) => {
    const { receiver, webhooks, create, publish, send, sender, clock } = await startHooks(context)
    const { webhook } = await create('/asks')
    receiver.answers('/asks', status, { 'retry-after': field })
    await publish()
    const one = sender()
    await send(one)
    const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
    assert.deepEqual([delivery?.status, delivery?.nextAt], [status, START + 1_000 * seconds])
    clock.at += 1_000 * seconds - 1
    await send(one)
    assert.equal(receiver.received.length, 1)
    clock.at += 1
    await send(one)
    assert.equal(receiver.received.length, 2)
  })
}

test('an overloaded receiver gets nothing else meanwhile, which costs no attempts, for at most five minutes', async (context) => {
  const { receiver, webhooks, create, publish, send, sender, clock } = await startHooks(context)
  const { webhook } = await create('/asks')
  receiver.answers('/asks', 429, { 'retry-after': '120' })
  for (let n = 0; n < 5 * AT_A_TIME; n += 1) await publish()
  const one = sender()
  await send(one)
  clock.at += 119_000
  await send(one)
  assert.equal(receiver.received.length, AT_A_TIME)
  const tries = (await webhooks.deliveries(webhook.id, { limit: 50 })).map(({ attempts }) => attempts)
  assert.equal(
    tries.reduce((sum, each) => sum + each, 0),
    AT_A_TIME,
  )
  clock.at += 1_000
  receiver.answers('/asks', 429, { 'retry-after': '36000' })
  await send(one)
  assert.equal(receiver.received.length, 2 * AT_A_TIME)
  clock.at += 5 * 60_000 - 1
  await send(one)
  assert.equal(receiver.received.length, 2 * AT_A_TIME)
  clock.at += 1
  receiver.answers('/asks', 204)
  await send(one)
  // All but those refused last, which wait as long as requested.
  assert.equal(receiver.received.length, 6 * AT_A_TIME)
  assert.equal((await webhooks.deliveries(webhook.id, { limit: 50, state: 'waiting' })).length, AT_A_TIME)
})

test('a webhook whose URL changed while the old one answered 410 stays on', async (context) => {
  const { receiver, webhooks, create, publish, sender } = await startHooks(context)
  const { webhook } = await create('/hangs')
  await publish()
  const one = sender()
  await one.look()
  await receiver.until(1)
  await webhooks.change(webhook.id, { url: `${receiver.origin}/taken` }, OPERATOR)
  receiver.received[0]?.response.writeHead(410).end()
  await one.idle()
  assert.equal((await webhooks.require(webhook.id)).state, 'on')
})

test('410 switches the webhook off, and fails its pending deliveries', async (context) => {
  const { receiver, webhooks, create, publish, send, sender, tried } = await startHooks(context)
  const { webhook } = await create('/gone')
  for (let n = 0; n < AT_A_TIME + 3; n += 1) await publish()
  const one = sender()
  await send(one)
  assert.equal(receiver.received.length, AT_A_TIME)
  assert.equal((await webhooks.require(webhook.id)).state, 'gone')
  const deliveries = await webhooks.deliveries(webhook.id, { limit: 50 })
  assert.deepEqual(new Set(deliveries.map(({ state, error }) => `${state} ${error}`)), new Set(['failed gone']))
  assert.deepEqual(new Set(tried.map(({ result }) => result)), new Set(['gone']))
  await publish()
  await send(one)
  assert.equal(receiver.received.length, AT_A_TIME)
  const [event] = deliveries
  await assert.rejects(webhooks.resend(webhook.id, String(event?.event.id)), /is gone; switch it on first/)
})

test('a receiver that hangs delays no other webhook, and has only a few concurrent attempts', async (context) => {
  const { receiver, webhooks, create, publish, sender, send } = await startHooks(context, {
    limits: { firstByteMs: 700 },
  })
  const [{ webhook: hanging }, { webhook: good }] = [await create('/hangs'), await create('/taken')]
  for (let n = 0; n < 3 * AT_A_TIME; n += 1) await publish()
  const one = sender()
  await one.look()
  await receiver.until(4 * AT_A_TIME)
  const count = (path: string) => receiver.received.filter((got) => got.path === path).length
  assert.deepEqual([count('/hangs'), count('/taken')], [AT_A_TIME, 3 * AT_A_TIME])
  await one.idle()
  const stateCounts = async (id: string) =>
    Map.groupBy(await webhooks.deliveries(id, { limit: 99 }), ({ state, error }) => `${state} ${error}`)
  assert.deepEqual([...(await stateCounts(good.id)).keys()], ['delivered null'])
  assert.deepEqual([...(await stateCounts(hanging.id)).keys()], ['waiting link_timeout'])
  await send(one)
  assert.equal(count('/taken'), 3 * AT_A_TIME)
})

test('setting the clock back an hour delays nothing, and setting it forward loses nothing', async (context) => {
  const { receiver, create, publish, send, sender, clock } = await startHooks(context)
  await create('/fails')
  await publish()
  const one = sender()
  await send(one)
  clock.put(-HOUR_MS)
  clock.at += 5_000
  await send(one)
  assert.equal(receiver.received.length, 2)
  clock.put(2 * HOUR_MS)
  await send(one)
  assert.equal(receiver.received.length, 3)
  // A process that starts after the clock was set back finds a delivery in the future.
  clock.put(-HOUR_MS)
  await send(sender())
  assert.equal(receiver.received.length, 4)
})

test('of two processes on a store each of 200 deliveries is sent by one', async (context) => {
  const { receiver, open, store, create, publish, sender, tried } = await startHooks(context)
  await create('/taken')
  const events = []
  for (let n = 0; n < 200; n += 1) events.push((await publish()).id)
  const senders = [sender(store), sender(await open())]
  for (let looks = 0; receiver.received.length < 200 && looks < 50; looks += 1) {
    await Promise.all(senders.map((one) => one.look()))
    await Promise.all(senders.map((one) => one.idle()))
  }
  assert.deepEqual(receiver.received.map(({ headers }) => String(headers['webhook-id'])).toSorted(), events.toSorted())
  assert.equal(tried.length, 200)
})

test('when a process crashes between sending and recording, another one repeats the delivery with the same id', async (context) => {
  const { receiver, open, store, create, publish, send, sender, clock, failures, webhooks } = await startHooks(context)
  const { webhook } = await create('/taken')
  const event = await publish()
  const dying: Store = {
    ...store,
    deliveries: {
      ...store.deliveries,
      recordOutcome: () => Promise.reject(new StoreError('unavailable', new Error('The process is no more'))),
    },
  }
  await send(sender(dying))
  assert.equal(failures.length, 1)
  const next = sender(await open())
  clock.at += CLAIM_MS - 1
  await send(next)
  assert.equal(receiver.received.length, 1)
  clock.at += 1
  await send(next)
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [event.id, event.id],
  )
  const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
  assert.deepEqual(delivery && stateOf(delivery), ['delivered', 2, 204, null])
})

test('both secrets sign until the overlap is over, and then only the new one', async (context) => {
  const { receiver, webhooks, create, publish, send, sender, clock } = await startHooks(context)
  const { webhook, secret: old } = await create('/taken')
  const { secret } = await webhooks.rotateSecret(webhook.id, HOUR_MS, OPERATOR)
  assert.notEqual(secret, old)
  const one = sender()
  const next = async () => {
    await publish()
    await send(one)
    return receiver.received.at(-1) ?? assert.fail()
  }
  const during = await next()
  assert.deepEqual(
    [await signaturesBy(secret, during), await signaturesBy(old, during)],
    [
      [true, false],
      [false, true],
    ],
  )
  clock.at += HOUR_MS
  const afterwards = await next()
  assert.deepEqual([await signaturesBy(secret, afterwards), await signaturesBy(old, afterwards)], [[true], [false]])
  const { secret: last } = await webhooks.rotateSecret(webhook.id, 0, OPERATOR)
  assert.deepEqual(await signaturesBy(last, await next()), [true])
})

test('a secret that cannot be opened sends nothing, and the delivery says so', async (context) => {
  const { receiver, webhooks, create, publish, send, sender } = await startHooks(context)
  const { webhook } = await create('/taken')
  const { parsePeppers } = await import('../licensing/keys/pepper.ts')
  await publish()
  await send(sender(undefined, { peppers: parsePeppers('another-pepper-another-pepper-another') }))
  const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
  assert.deepEqual(delivery && stateOf(delivery), ['waiting', 1, null, 'secret_lost'])
  assert.equal(receiver.received.length, 0)
})

test('a URL that is no longer public is not requested', async (context) => {
  const { receiver, webhooks, create, publish, send, sender } = await startHooks(context, { allow: '' })
  const { webhook } = await create('/taken')
  await publish()
  await send(sender())
  const [delivery] = await webhooks.deliveries(webhook.id, { limit: 9 })
  assert.deepEqual(delivery && stateOf(delivery), ['waiting', 1, null, 'link_blocked'])
  assert.equal(receiver.received.length, 0)
})

test("an attempt that was not made because of the host's rate limit does not count", async (context) => {
  const { receiver, webhooks, create, publish, send, sender, clock, tried } = await startHooks(context)
  const { webhook } = await create('/taken')
  for (let n = 0; n < 610; n += 1) await publish()
  const one = sender()
  await send(one)
  assert.equal(receiver.received.length, 600)
  const waiting = await webhooks.deliveries(webhook.id, { limit: 99, state: 'waiting' })
  assert.deepEqual(new Set(waiting.map(({ attempts }) => attempts)), new Set([0]))
  clock.at += 60_000
  await send(one)
  assert.equal(receiver.received.length, 610)
  assert.deepEqual(new Set(tried.map(({ attempt }) => attempt)), new Set([1]))
})

test('a stopped sender finishes its attempts, and starts no others', async (context) => {
  const { receiver, create, publish, sender } = await startHooks(context)
  await create('/hangs')
  for (let n = 0; n < 3 * AT_A_TIME; n += 1) await publish()
  const one = sender()
  await one.look()
  await receiver.until(AT_A_TIME)
  let isStopped = false
  const stopped = one.stop().then(() => {
    isStopped = true
  })
  await setImmediate()
  assert.equal(isStopped, false)
  for (const { response } of receiver.received) response.writeHead(204).end()
  await stopped
  await one.look()
  assert.equal(receiver.received.length, AT_A_TIME)
})

test('without webhooks the store is not read', async (context) => {
  const { store, sender } = await startHooks(context)
  const never = () => assert.fail('asked')
  const deliveries = { ...store.deliveries, due: never, claim: never }
  await sender({ ...store, deliveries }, { isNeeded: () => false }).look()
})
