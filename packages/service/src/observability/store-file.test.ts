import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createStoreFileGauges, markBackedUp } from './store-file.ts'

const valuesOf = async (file: string | undefined) => {
  const registry = new Registry()
  createStoreFileGauges(registry, () => file)
  const all = await registry.getMetricsAsJSON()
  return Object.fromEntries(
    all.flatMap(({ name, values }) => values.map(({ value }): [string, number] => [name, Number(value)])),
  )
}

test('the disk of a store is reported, and its last backup if there is one', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'central.db')
  const before = await valuesOf(file)
  assert.deepEqual(Object.keys(before), ['central_store_disk_free_bytes', 'central_store_disk_bytes'])
  const [free = 0, size = 0] = Object.values(before)
  assert.ok(free > 0 && free <= size)
  await markBackedUp(file, 0)
  await utimes(`${file}.backed-up`, 1_900_000_000, 1_900_000_000)
  assert.equal((await valuesOf(file)).central_backup_last_success_timestamp_seconds, 1_900_000_000)
})

test('no value is reported for a store in memory or on a server, or for a missing disk', async () => {
  assert.deepEqual(await valuesOf(undefined), {})
  assert.deepEqual(await valuesOf('/nowhere/at/all/central.db'), {})
})
