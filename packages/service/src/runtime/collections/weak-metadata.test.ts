import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exposeCollector } from '../event-loop/collector.ts'
import { createWeakMetadata } from './weak-metadata.ts'

type Owner = { readonly name: string }

test('each owner has one value per metadata, and the last one that was set wins', () => {
  const [lengths, ages] = [createWeakMetadata<Owner, number>(), createWeakMetadata<Owner, number>()]
  const [ada, bob]: Owner[] = [{ name: 'ada' }, { name: 'bob' }]
  assert.ok(ada && bob)
  lengths.set(ada, 3)
  ages.set(ada, 5)
  lengths.set(ada, 4)
  assert.deepEqual([lengths.get(ada), ages.get(ada), lengths.get(bob)], [4, 5, undefined])
})

test('copies, comparisons and JSON do not see the metadata', () => {
  const metadata = createWeakMetadata<Owner, number>()
  const owner = { name: 'ada' }
  metadata.set(owner, 1)
  assert.equal(metadata.get({ ...owner }), undefined)
  assert.deepEqual(owner, { name: 'ada' })
  assert.equal(JSON.stringify(owner), '{"name":"ada"}')
})

test('minor collections free an owner with metadata that refers back to it', () => {
  const gc = exposeCollector()
  const metadata = createWeakMetadata<object, object>()
  const attach = (n: number) => {
    const owner = {}
    metadata.set(owner, { owner, bytes: new Uint8Array(100_000).fill(n) })
  }
  // What survives two minor collections is promoted: nothing young is left afterwards.
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 100; n += 1) attach(n)
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  // A WeakMap would keep ten megabytes.
  assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000)
})
