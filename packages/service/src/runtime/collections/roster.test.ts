import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exposeCollector } from '../event-loop/collector.ts'
import { createRoster } from './roster.ts'

test('holds exactly those who have entered and not left, each under a number of its own', () => {
  const step = fc.oneof(fc.constant('enter' as const), fc.nat({ max: 20 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const roster = createRoster<{ readonly entry: number }>()
      const present = new Map<number, { readonly entry: number }>()
      for (const [entry, each] of steps.entries()) {
        if (each === 'enter') {
          const place = roster.enter({ entry })
          assert.ok(!present.has(place))
          present.set(place, { entry })
        } else {
          assert.deepEqual(roster.leave(each), present.get(each))
          present.delete(each)
        }
        assert.equal(roster.size, present.size)
        const entries = [...roster].map((item) => item.entry)
        assert.deepEqual(new Set(entries), new Set([...present.values()].map((item) => item.entry)))
      }
      roster.clear()
      assert.deepEqual([roster.size, ...roster], [0])
    }),
  )
})

test('what has left is gone with the next minor collection, however old the roster is', () => {
  const gc = exposeCollector()
  const roster = createRoster<readonly number[]>()
  const present = Array.from({ length: 50 }, () => roster.enter([]))
  // A quiet moment: what survives two minor collections is promoted.
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  const before = process.memoryUsage().heapUsed
  for (let collections = 0; collections < 20; collections += 1) {
    for (let n = 0; n < 100; n += 1) {
      roster.leave(present.shift() ?? -1)
      present.push(roster.enter(new Array(1_000).fill(n)))
    }
    gc({ type: 'minor' })
  }
  // 2,000 lists of 8 KB have come, 50 are still there. A Set would hold on to more than a third of them.
  assert.ok(process.memoryUsage().heapUsed - before < 3_000_000)
})
