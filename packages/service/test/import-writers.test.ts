import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'
import { type Customers, freemiusCustomers, ownCustomers, WRITERS } from './customer-files.ts'
import { importedBy } from './import-writers.ts'

const COUNT = 300

const FAMILIES: readonly (readonly [from: string, customers: Customers, states: Readonly<Record<string, number>>])[] = [
  ['freemius', freemiusCustomers(COUNT), { active: 257, suspended: 43 }],
  ['csv', ownCustomers(COUNT), { active: 150, suspended: 75, revoked: 75 }],
]

for (const [from, customers, states] of FAMILIES) {
  test(`the customers of ${from} become the same licenses, whichever program wrote the file`, async (context) => {
    const all: (readonly [program: string, licenses: ReadonlyMap<string, unknown>])[] = []
    for (const writer of WRITERS) {
      const { counts, licenses } = await importedBy(await createFixture(context), writer, from, customers)
      assert.deepEqual(counts, { read: COUNT, made: COUNT, there: 0, refused: 0 }, writer.program)
      all.push([writer.program, licenses])
    }
    const [, first] = all[0] ?? assert.fail()
    for (const [program, licenses] of all) assert.deepEqual(licenses, first, program)
    const found: Record<string, number> = {}
    for (const { status } of first.values() as Iterable<{ status: string }>) found[status] = (found[status] ?? 0) + 1
    assert.deepEqual(found, states)
  })
}
