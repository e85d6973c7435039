import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LicenseQuery } from '../../storage/license-records.ts'
import { createHasSeveralLicenses } from './has-several-licenses.ts'

const start = () => {
  const facts = { ms: Date.UTC(2030, 0), count: 1, fails: false }
  const queries: LicenseQuery[] = []
  const hasSeveral = createHasSeveralLicenses({
    now: () => facts.ms,
    licenses: {
      async list(query) {
        queries.push(query)
        if (facts.fails) throw new Error('The store fails')
        return { licenses: Array.from({ length: facts.count }, () => ({}) as never), next: null }
      },
    },
  })
  return { facts, queries, hasSeveral }
}

test('one license shares with nobody, two do, known after a minute at most', async () => {
  const { facts, queries, hasSeveral } = start()
  assert.equal(await hasSeveral(), false)
  facts.count = 2
  facts.ms += 59_000
  assert.equal(await hasSeveral(), false)
  facts.ms += 1_000
  assert.equal(await hasSeveral(), true)
  assert.equal(queries.length, 2)
  // Licenses in test mode, and those that ended, use no budget.
  assert.deepEqual(queries.at(-1)?.filter, { mode: 'live', status: { is: 'active', at: facts.ms } })
})

test('if the store fails, the reserve holds, and the store is asked again', async () => {
  const { facts, queries, hasSeveral } = start()
  facts.fails = true
  assert.equal(await hasSeveral(), true)
  facts.fails = false
  assert.equal(await hasSeveral(), false)
  assert.equal(queries.length, 2)
})
