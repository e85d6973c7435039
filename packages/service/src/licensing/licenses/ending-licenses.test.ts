import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndingLicenses } from './ending-licenses.ts'

const AT = Date.parse('2030-01-15T12:00:00Z')
const DAY_MS = 86_400_000

test('reports the licenses that end within a week and a month as of the last read, also while the store is down', async () => {
  const requested: unknown[] = []
  const errors: unknown[] = []
  let isAway = false
  const ending = createEndingLicenses({
    now: () => AT,
    licenses: {
      async countEnding({ from, before }) {
        requested.push([from - AT, (before - AT) / DAY_MS])
        if (isAway) throw new Error('away')
        return requested.length
      },
    },
    onStoreError: (error) => errors.push(error),
  })
  assert.deepEqual(ending.figures(), [])
  await ending.look()
  const figures = [
    { days: 7, count: 1 },
    { days: 30, count: 2 },
  ]
  assert.deepEqual(
    [ending.figures(), requested],
    [
      figures,
      [
        [0, 7],
        [0, 30],
      ],
    ],
  )
  isAway = true
  await ending.look()
  assert.deepEqual([ending.figures(), errors.length], [figures, 1])
})
