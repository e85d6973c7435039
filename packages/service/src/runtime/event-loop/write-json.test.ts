import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { SLICE, writeJson, writeJsonEach, writeText } from './write-json.ts'

/** Iterations of the loop until the work is done. */
const roundsOf = async (work: Promise<unknown>): Promise<number> => {
  let rounds = 0
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    rounds += 1
  }
  await finished
  return rounds
}

describe('JSON in slices', () => {
  const long = fc
    .tuple(fc.string({ unit: 'binary' }), fc.nat(3 * SLICE))
    .map(([text, length]) => text.repeat(Math.ceil(length / Math.max(1, text.length))))
  const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null), long)
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.string(), fc.option(tie('value'), { nil: undefined }), { maxKeys: 5 }),
    ),
  }))

  test('equals the output of JSON.stringify, for any value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), value, { maxKeys: 5 }), async (object) => {
        assert.equal((await writeJson(object)).toString(), Buffer.from(JSON.stringify(object)).toString())
      }),
      { numRuns: 200 },
    )
  })

  test('of several values comes with the offset at which each ends', async () => {
    const objects = fc.array(fc.dictionary(fc.string(), value, { maxKeys: 3 }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(objects, async (each) => {
        const { json, ends } = await writeJsonEach(each)
        const written = ends.map((end, at) => json.subarray(ends[at - 1] ?? 0, end).toString())
        assert.deepEqual(
          written,
          each.map((object) => Buffer.from(JSON.stringify(object)).toString()),
        )
        assert.equal(json.length, ends.at(-1) ?? 0)
      }),
      { numRuns: 100 },
    )
  })

  test('of a text is never cut within a character', async () => {
    const text = `x${'😀'.repeat(SLICE)}`
    const { json, characters } = await writeText(text)
    assert.equal(json.toString(), JSON.stringify(text))
    assert.equal(characters, text.length)
  })

  test('yields to the loop after each slice, however the characters are distributed', async () => {
    const page = (count: number, length: number) => ({
      posts: Array.from({ length: count }, (_, id) => ({ id, text: '"'.repeat(length), tags: [] })),
    })
    for (const [object, least] of [
      [page(20, 1_000), 0],
      [page(20, 32 * 1024), 9],
      [page(1, 20 * SLICE), 19],
      [{ keys: Array.from({ length: 100_000 }, (_, n) => n) }, 20],
    ] as const) {
      const rounds = await roundsOf(writeJson(object))
      assert.ok(rounds >= least && rounds <= 2 * least + 6, `${rounds} for at least ${least}`)
    }
  })
})
