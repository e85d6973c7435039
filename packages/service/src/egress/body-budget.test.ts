import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { ApiError, isApiError } from '../errors.ts'
import { type BodyBudget, type BodyReservation, createBodyBudget } from './body-budget.ts'

const MOST = { maxBytes: 100, maxBytesOfLicense: 40 }
const { signal: never } = new AbortController()

/** Reserves bytes, and records whether the reservation was granted. */
const take = (reservation: BodyReservation, bytes: number, signal = never) => {
  const wait = { hasCome: false, done: Promise.resolve() }
  wait.done = Promise.resolve(reservation.take(bytes, signal)).then(() => {
    wait.hasCome = true
  })
  return wait
}

/** One piece of work for each license, with one body of `bytes`. */
const fill = (budget: BodyBudget, licenses: readonly string[], bytes: number) =>
  licenses.map((license) => {
    const bodies = budget.open(license)
    const reservation = bodies.read()
    assert.equal(reservation.take(bytes, never), undefined)
    return { bodies, reading: reservation }
  })

describe('the bytes of bodies', () => {
  test('count as they arrive, until the work ends', () => {
    const budget = createBodyBudget(MOST)
    const bodies = budget.open('a')
    const reservation = bodies.read()
    assert.equal(reservation.take(20, never), undefined)
    assert.equal(reservation.take(15, never), undefined)
    assert.equal(budget.figures().bytes, 35)
    reservation.give(5)
    reservation.keep()
    reservation.drop()
    assert.equal(budget.figures().bytes, 30)
    bodies.end()
    assert.deepEqual(budget.figures(), { bytes: 0, waiting: 0, admitted: 0, refused: 0 })
  })

  test('are released immediately when the body fails, and at the end when the body outlives the work', () => {
    const budget = createBodyBudget(MOST)
    const bodies = budget.open('a')
    const [lost, late] = [bodies.read(), bodies.read()]
    lost.take(10, never)
    late.take(10, never)
    lost.drop()
    assert.equal(budget.figures().bytes, 10)
    bodies.end()
    late.take(5, never)
    assert.equal(budget.figures().bytes, 15)
    late.keep()
    assert.equal(budget.figures().bytes, 0)
  })
})

describe('a body that does not fit', () => {
  test('waits in line until others are done', async () => {
    const budget = createBodyBudget(MOST)
    const [first, ...others] = fill(budget, ['a', 'b', 'c', 'd'], 25)
    // The first body that waits may exceed the bound.
    const [over] = fill(budget, ['e'], 10)
    const waits = ['f', 'g', 'h'].map((license) => take(budget.open(license).read(), 10))
    await setImmediate()
    assert.deepEqual(
      [waits.map(({ hasCome: isAdmitted }) => isAdmitted), budget.figures().waiting],
      [[false, false, false], 3],
    )
    const finish = async (done: (typeof others)[number] | undefined) => {
      done?.reading.keep()
      done?.bodies.end()
      await setImmediate()
      return waits.map(({ hasCome: isAdmitted }) => isAdmitted)
    }
    assert.deepEqual(await finish(over), [true, false, false], 'the next in line may now exceed the bound')
    assert.deepEqual(await finish(first), [true, true, false], 'one more fits')
    assert.deepEqual(await finish(others[0]), [true, true, true])
    assert.equal(budget.figures().admitted, 3)
  })

  test('waits only for its own license when that license is over its share', async () => {
    const budget = createBodyBudget(MOST)
    const [one] = fill(budget, ['a'], 40)
    const bodies = budget.open('a')
    const [over, next] = [bodies.read(), budget.open('a').read()]
    assert.equal(over.take(20, never), undefined, 'the first that waits may exceed the bound')
    const wait = take(next, 1)
    assert.equal(budget.open('b').read().take(30, never), undefined)
    await setImmediate()
    assert.equal(wait.hasCome, false)
    over.keep()
    bodies.end()
    one?.reading.drop()
    await wait.done
  })

  test('fails with unavailable when its time is up, and with the signal’s reason when its caller has left', async () => {
    const budget = createBodyBudget(MOST)
    fill(budget, ['a', 'b', 'c', 'd', 'e'], 25)
    const [late, left] = [new AbortController(), new AbortController()]
    const [one, other] = [
      take(budget.open('x').read(), 30, late.signal),
      take(budget.open('y').read(), 30, left.signal),
    ]
    assert.equal(budget.figures().waiting, 2)
    late.abort(new ApiError('link_timeout'))
    left.abort(new Error('hung up'))
    await assert.rejects(one.done, (error) => isApiError(error, 'unavailable') && error.retryAfterSeconds === 1)
    await assert.rejects(other.done, /hung up/)
    assert.deepEqual(budget.figures(), { bytes: 125, waiting: 0, admitted: 0, refused: 1 })
  })
})

test('whatever bodies arrive and end, the queue never stalls and nothing is counted at the end', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 })
  const pieces = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', undefined), sizes), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.scheduler(), async (works, scheduler) => {
      const budget = createBodyBudget(MOST)
      let most = 0
      const all = works.map(([license, chunks]) =>
        budget.during(license, async (bodies) => {
          const reservation = bodies.read()
          for (const bytes of chunks) {
            await scheduler.schedule(Promise.resolve())
            await reservation.take(bytes, never)
            most = Math.max(most, budget.figures().bytes)
          }
          await scheduler.schedule(Promise.resolve())
          reservation.keep()
        }),
      )
      await scheduler.waitFor(Promise.all(all))
      const { bytes, waiting } = budget.figures()
      assert.deepEqual({ bytes, waiting }, { bytes: 0, waiting: 0 })
      // The first in line exceeds the bound by its own bytes at most.
      const largest = Math.max(...works.map(([, chunks]) => chunks.reduce((sum, each) => sum + each, 0)))
      assert.ok(most <= MOST.maxBytes + largest, `${most}`)
    }),
    { numRuns: 300 },
  )
})
