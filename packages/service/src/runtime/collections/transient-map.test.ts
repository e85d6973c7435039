import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exposeCollector } from '../event-loop/collector.ts'
import { createTransientMap } from './transient-map.ts'

const key = fc.constantFrom('a', 'b', '', '1', '0', '__proto__', 'constructor', 'toString', 'a\nb')

test('behaves like a Map, whatever the key', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), key), { maxLength: 100 }), (steps) => {
      const map = createTransientMap<{ readonly step: number }>()
      const model = new Map<string, { readonly step: number }>()
      for (const [step, [isSet, name]] of steps.entries()) {
        assert.equal(map.has(name), model.has(name))
        if (isSet) map.set(name, { step })
        else map.delete(name)
        if (isSet) model.set(name, { step })
        else model.delete(name)
        assert.deepEqual(map.get(name), model.get(name))
        assert.equal(map.size, model.size)
        assert.deepEqual(new Set(map.values()), new Set(model.values()))
      }
      map.clear()
      assert.deepEqual([map.size, map.values()], [0, []])
    }),
  )
})

test('the next minor collection frees what was deleted, however old the map is', () => {
  const gc = exposeCollector()
  const map = createTransientMap<readonly number[]>()
  for (let n = 0; n < 50; n += 1) map.set(`key-${n}`, [])
  // What survives two minor collections is promoted: nothing young is left afterwards.
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  const before = process.memoryUsage().heapUsed
  for (let n = 0; n < 2_000; n += 1) {
    map.delete(`key-${n}`)
    map.set(`key-${n + 50}`, new Array(1_000).fill(n))
    if (n % 100 === 99) gc({ type: 'minor' })
  }
  // Of 2,000 lists of 8 KB, 50 are still in the map. A Map would keep more than a third of them.
  assert.ok(process.memoryUsage().heapUsed - before < 3_000_000)
})
