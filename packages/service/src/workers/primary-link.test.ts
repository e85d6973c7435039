import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTime, turns } from '@central-api/testing/workers/fake-workers.ts'
import { isApiError } from '../errors.ts'
import type { Leave, ToPrimary, ToWorker } from './messages.ts'
import { createPrimaryLink } from './primary-link.ts'

const create = () => {
  const time = createFakeTime()
  const reported: ToPrimary[] = []
  const left: Leave[] = []
  let receive = (_message: ToWorker) => {}
  const link = createPrimaryLink({
    wire: {
      send(message, sent) {
        reported.push(message)
        sent()
      },
      onMessage(listener) {
        receive = listener
      },
    },
    report: async () => [],
    onLeave: (how) => left.push(how),
    setTimer: time.setTimer,
  })
  return { link, time, reported, left, receive: (message: ToWorker) => receive(message) }
}

test('a worker reports its URL, its metrics on request, and a final report', async () => {
  const { link, reported, receive } = create()
  link.ready('http://127.0.0.1:8080')
  receive({ kind: 'collect', collection: 7 })
  await turns()
  let isOver = false
  const farewell = link.farewell().then(() => {
    isOver = true
  })
  await turns()
  assert.equal(isOver, false)
  receive({ kind: 'bye' })
  await farewell
  assert.deepEqual(reported, [
    { kind: 'ready', url: 'http://127.0.0.1:8080' },
    { kind: 'report', collection: 7, report: [] },
    { kind: 'farewell', report: [] },
  ])
})

test('a farewell without a response delays a worker by a second', async () => {
  const { link, time } = create()
  let isOver = false
  const farewell = link.farewell().then(() => {
    isOver = true
  })
  await time.pass(999)
  assert.equal(isOver, false)
  await time.pass(1)
  await farewell
})

test('each request for all metrics gets its own response', async () => {
  const { link, reported, receive } = create()
  const [one, other] = [link.metricsText(), link.metricsText()]
  assert.deepEqual(reported, [
    { kind: 'scrape', scrape: 1 },
    { kind: 'scrape', scrape: 2 },
  ])
  receive({ kind: 'metrics', scrape: 2, text: 'second' })
  receive({ kind: 'metrics', scrape: 1, text: 'first' })
  receive({ kind: 'metrics', scrape: 1, text: 'again' })
  assert.deepEqual(await Promise.all([one, other]), ['first', 'second'])
})

test('waits at most three seconds for a primary that does not respond', async () => {
  const { link, time } = create()
  const refused = assert.rejects(link.metricsText(), (error) => isApiError(error, 'unavailable'))
  await time.pass(3_000)
  await refused
})

test('a replaced worker can also be told to stop', () => {
  const { left, receive } = create()
  const [replaced, stopping] = [
    { reason: 'replaced', waitMs: 2_000 },
    { reason: 'stopping', waitMs: 0 },
  ] as const
  receive({ kind: 'leave', ...replaced })
  receive({ kind: 'leave', ...stopping })
  assert.deepEqual(left, [replaced, stopping])
})
