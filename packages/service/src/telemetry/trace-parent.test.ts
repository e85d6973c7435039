import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTraceParent } from './trace-parent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test("reads the trace, the caller's span and the sampled flag, also of later versions", () => {
  const read = { traceId: TRACE, spanId: SPAN }
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-01`), { ...read, isSampled: true })
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-02`), { ...read, isSampled: false })
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-03`), { ...read, isSampled: true })
  assert.deepEqual(parseTraceParent(`cc-${TRACE}-${SPAN}-01-what-comes`), { ...read, isSampled: true })
})

test('ignores an invalid header', () => {
  const wrong = [
    ...['', 'nonsense', `00-${TRACE}-${SPAN}`, `00-${TRACE}-${SPAN}-1`, `0-${TRACE}-${SPAN}-01`],
    ...[`ff-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01-more`, `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ...[`00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, `00-${TRACE}0-${SPAN}-01`],
    ...[` 00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ]
  for (const field of [undefined, ...wrong]) assert.equal(parseTraceParent(field), undefined, String(field))
})
