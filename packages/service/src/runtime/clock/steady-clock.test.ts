import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSteadyClock } from './steady-clock.ts'

test('advances with elapsed time, is never behind the system clock and never goes back', () => {
  const step = fc.record({ passes: fc.nat(10_000), isPut: fc.integer({ min: -3_600_000, max: 3_600_000 }) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const clock = { at: 5_000_000, passed: 0 }
      const steady = createSteadyClock({ now: () => clock.at, elapsed: () => clock.passed })
      let before = steady()
      assert.equal(before, clock.at)
      for (const { passes, isPut } of steps) {
        clock.at += passes + isPut
        clock.passed += passes
        const after = steady()
        assert.ok(after >= clock.at && after >= before + passes)
        if (isPut <= 0) assert.equal(after, before + passes)
        before = after
      }
    }),
  )
})

test('returns whole milliseconds, however finely time is measured', () => {
  const clock = { passed: 0.25 }
  const steady = createSteadyClock({ now: () => 5_000_000, elapsed: () => clock.passed })
  assert.equal(steady(), 5_000_000)
  clock.passed += 1.5
  assert.equal(steady(), 5_000_001)
})
