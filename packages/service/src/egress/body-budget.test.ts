import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { ApiError, isApiError } from '../errors.ts'
import { type BodyBudget, createBodyBudget, type Reading } from './body-budget.ts'

const MOST = { maxBytes: 100, maxBytesOfLicense: 40 }
const { signal: never } = new AbortController()

/** Takes, and tells whether its turn has come. */
const take = (reading: Reading, bytes: number, signal = never) => {
  const turn = { hasCome: false, done: Promise.resolve() }
  turn.done = Promise.resolve(reading.take(bytes, signal)).then(() => {
    turn.hasCome = true
  })
  return turn
}

/** Work for each license that reads one body of so many bytes. */
const fill = (budget: BodyBudget, licenses: readonly string[], bytes: number) =>
  licenses.map((license) => {
    const bodies = budget.open(license)
    const reading = bodies.read()
    assert.equal(reading.take(bytes, never), undefined)
    return { bodies, reading }
  })

describe('what bodies hold', () => {
  test('counts as it comes, until the work that it is for is done', () => {
    const budget = createBodyBudget(MOST)
    const bodies = budget.open('a')
    const reading = bodies.read()
    assert.equal(reading.take(20, never), undefined)
    assert.equal(reading.take(15, never), undefined)
    assert.equal(budget.figures().bytes, 35)
    reading.give(5)
    reading.keep()
    reading.drop()
    assert.equal(budget.figures().bytes, 30)
    bodies.end()
    assert.deepEqual(budget.figures(), { bytes: 0, waiting: 0, admitted: 0, refused: 0 })
  })

  test('is given back at once where it came to nothing, and at the end where it is read beyond the work', () => {
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

describe('what does not fit', () => {
  test('waits until others are done, in its order', async () => {
    const budget = createBodyBudget(MOST)
    const [first, ...others] = fill(budget, ['a', 'b', 'c', 'd'], 25)
    // The first that waits goes over the bound.
    const [over] = fill(budget, ['e'], 10)
    const turns = ['f', 'g', 'h'].map((license) => take(budget.open(license).read(), 10))
    await setImmediate()
    assert.deepEqual([turns.map(({ hasCome }) => hasCome), budget.figures().waiting], [[false, false, false], 3])
    const finish = async (done: (typeof others)[number] | undefined) => {
      done?.reading.keep()
      done?.bodies.end()
      await setImmediate()
      return turns.map(({ hasCome }) => hasCome)
    }
    assert.deepEqual(await finish(over), [true, false, false], 'now it is the next that goes over')
    assert.deepEqual(await finish(first), [true, true, false], 'and one fits')
    assert.deepEqual(await finish(others[0]), [true, true, true])
    assert.equal(budget.figures().admitted, 3)
  })

  test('of one license waits for that license alone', async () => {
    const budget = createBodyBudget(MOST)
    const [one] = fill(budget, ['a'], 40)
    const bodies = budget.open('a')
    const [over, next] = [bodies.read(), budget.open('a').read()]
    assert.equal(over.take(20, never), undefined, 'the first that waits goes over')
    const turn = take(next, 1)
    assert.equal(budget.open('b').read().take(30, never), undefined)
    await setImmediate()
    assert.equal(turn.hasCome, false)
    over.keep()
    bodies.end()
    one?.reading.drop()
    await turn.done
  })

  test('is told unavailable when its time is up, and the signal’s reason when nobody waits any more', async () => {
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

test('however bodies grow and end, no line stands still, and nothing is held at the end', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 })
  const pieces = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', undefined), sizes), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.scheduler(), async (works, scheduler) => {
      const budget = createBodyBudget(MOST)
      let most = 0
      const all = works.map(([license, chunks]) =>
        budget.during(license, async (bodies) => {
          const reading = bodies.read()
          for (const bytes of chunks) {
            await scheduler.schedule(Promise.resolve())
            await reading.take(bytes, never)
            most = Math.max(most, budget.figures().bytes)
          }
          await scheduler.schedule(Promise.resolve())
          reading.keep()
        }),
      )
      await scheduler.waitFor(Promise.all(all))
      const { bytes, waiting } = budget.figures()
      assert.deepEqual({ bytes, waiting }, { bytes: 0, waiting: 0 })
      // The one that is first goes over by what it holds, and by no more.
      const largest = Math.max(...works.map(([, chunks]) => chunks.reduce((sum, each) => sum + each, 0)))
      assert.ok(most <= MOST.maxBytes + largest, `${most}`)
    }),
    { numRuns: 300 },
  )
})
