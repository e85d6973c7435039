import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'
import { freemiusCustomers, WRITERS } from '../customer-files.ts'
import { importedBy } from '../import-writers.ts'

const COUNT = 100_000

/** A hash of all licenses, in the order of their ids in the shop. */
const digestOf = (licenses: ReadonlyMap<string, unknown>): string => {
  const hash = createHash('sha256')
  for (const id of [...licenses.keys()].sort()) hash.update(JSON.stringify(licenses.get(id)))
  return hash.digest('hex')
}

test('a hundred thousand customers become the same licenses, whichever program wrote the file', async (context) => {
  const customers = freemiusCustomers(COUNT)
  const digests = new Map<string, string>()
  for (const writer of WRITERS) {
    const { counts, licenses } = await importedBy(await createFixture(context), writer, 'freemius', customers)
    assert.deepEqual(counts, { read: COUNT, made: COUNT, there: 0, refused: 0 }, writer.program)
    digests.set(writer.program, digestOf(licenses))
  }
  assert.equal(new Set(digests.values()).size, 1, JSON.stringify([...digests]))
})
