import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSampler, type SamplerName } from './sampler.ts'
import type { EndedSpan } from './span.ts'
import { createTracer } from './tracer.ts'

const AT = Date.parse('2030-01-15T12:00:00Z')
const REQUEST = { name: 'request', kind: 'server', attributes: { a: 1 } } as const
const CALL = { name: 'call', kind: 'client', attributes: {} } as const

const start = (sampler: SamplerName = 'always_on') => {
  const ended: EndedSpan[] = []
  const clock = { ms: 5_000, put: 0 }
  let count = 0
  const tracer = createTracer({
    sampler: createSampler(sampler, 1),
    randomBytes(size) {
      count += 1
      return Buffer.alloc(size, count)
    },
    now: () => AT + clock.ms + clock.put,
    elapsed: () => clock.ms,
    onEnd: (span) => ended.push(span),
  })
  return { ...tracer, ended, clock }
}

test('child spans belong to the active request, however late, and setting the clock moves none of them', async () => {
  const { root, startChild, recordChild, withSpan, ended, clock } = start()
  const request = root(REQUEST)
  const finished = withSpan(request, async () => {
    clock.put = -3_600_000
    clock.ms += 10
    await undefined
    const call = startChild(CALL)
    clock.ms += 20.5
    call?.end({ status: 200 })
    recordChild({ ...CALL, name: 'store' }, 5, true)
  })
  await finished
  clock.ms += 1
  request.set({ b: 2 })
  request.end({ c: 3 }, true)
  const [call, store, whole] = ended
  assert.ok(call && store && whole)
  assert.deepEqual(
    [call, store].map(({ traceId, parentId }) => [traceId, parentId]),
    [
      [whole.traceId, whole.spanId],
      [whole.traceId, whole.spanId],
    ],
  )
  const of = ({ startedAt, endedAt }: EndedSpan) => [startedAt - AT, endedAt - AT]
  assert.deepEqual([call, store, whole].map(of), [
    [5_010, 5_030.5],
    [5_025.5, 5_030.5],
    [5_000, 5_031.5],
  ])
  assert.deepEqual([store.isError, whole.isError, whole.parentId], [true, true, undefined])
  assert.deepEqual(whole.attributes, { a: 1, b: 2, c: 3 })
  assert.equal(new Set(ended.map(({ spanId }) => spanId)).size, 3)
})

test('background work starts its own trace, and finished spans without a request are not recorded', () => {
  const { startChild, recordChild, ended } = start()
  recordChild(CALL, 5, false)
  startChild(CALL)?.end()
  assert.deepEqual(
    ended.map(({ name, parentId }) => [name, parentId]),
    [['call', undefined]],
  )
})

test('what starts a minute after its request does not belong to it', () => {
  const { root, startChild, recordChild, withSpan, ended, clock } = start()
  const request = root(REQUEST)
  request.end()
  withSpan(request, () => {
    clock.ms += 60_000
    startChild(CALL)?.end()
    recordChild(CALL, 1, false)
    clock.ms += 1
    startChild(CALL)?.end()
    recordChild(CALL, 1, false)
  })
  const [, inTime, past1, late, ...none] = ended
  assert.deepEqual([inTime?.parentId, past1?.parentId], [ended[0]?.spanId, ended[0]?.spanId])
  assert.deepEqual([late?.parentId, none.length], [undefined, 0])
  assert.notEqual(late?.traceId, ended[0]?.traceId)
})

test('an unsampled span has no recorded children', () => {
  const { root, startChild, recordChild, withSpan, ended } = start('always_off')
  const request = root(REQUEST, { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true })
  assert.equal(request.isSampled, false)
  withSpan(request, () => {
    assert.equal(startChild(CALL), undefined)
    recordChild(CALL, 1, false)
  })
  request.set({ a: 1 })
  request.end()
  assert.deepEqual(ended, [])
})

test('a span ends once', () => {
  const { root, ended } = start()
  const request = root(REQUEST)
  request.end()
  request.end({}, true)
  assert.deepEqual(
    ended.map(({ isError }) => isError),
    [false],
  )
})
