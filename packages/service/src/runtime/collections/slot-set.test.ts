import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exposeCollector } from '../event-loop/collector.ts'
import { createSlotSet } from './slot-set.ts'

test('contains the items that were added and not removed, each in a slot of its own', () => {
  const step = fc.oneof(fc.constant('add' as const), fc.nat({ max: 20 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const slots = createSlotSet<{ readonly entry: number }>()
      const model = new Map<number, { readonly entry: number }>()
      for (const [entry, each] of steps.entries()) {
        if (each === 'add') {
          const slot = slots.add({ entry })
          assert.ok(!model.has(slot))
          model.set(slot, { entry })
        } else {
          assert.deepEqual(slots.remove(each), model.get(each))
          model.delete(each)
        }
        assert.equal(slots.size, model.size)
        const entries = [...slots].map((item) => item.entry)
        assert.deepEqual(new Set(entries), new Set([...model.values()].map((item) => item.entry)))
      }
      slots.clear()
      assert.deepEqual([slots.size, ...slots], [0])
    }),
  )
})

test('the next minor collection frees what was removed, however old the set is', () => {
  const gc = exposeCollector()
  const slots = createSlotSet<readonly number[]>()
  const present = Array.from({ length: 50 }, () => slots.add([]))
  // What survives two minor collections is promoted: nothing young is left afterwards.
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  const before = process.memoryUsage().heapUsed
  for (let collections = 0; collections < 20; collections += 1) {
    for (let n = 0; n < 100; n += 1) {
      slots.remove(present.shift() ?? -1)
      present.push(slots.add(new Array(1_000).fill(n)))
    }
    gc({ type: 'minor' })
  }
  // Of 2,000 lists of 8 KB, 50 are still in the set. A Set would keep more than a third of them.
  assert.ok(process.memoryUsage().heapUsed - before < 3_000_000)
})
