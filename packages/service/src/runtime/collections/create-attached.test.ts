import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exposeCollector } from '../event-loop/collector.ts'
import { createAttached } from './create-attached.ts'

type Owner = { readonly name: string }

test('each owner has a value of its own, in each place, until it gets another', () => {
  const [lengths, others] = [createAttached<Owner, number>(), createAttached<Owner, number>()]
  const [ada, bob]: Owner[] = [{ name: 'ada' }, { name: 'bob' }]
  assert.ok(ada && bob)
  lengths.set(ada, 3)
  others.set(ada, 5)
  lengths.set(ada, 4)
  assert.deepEqual([lengths.get(ada), others.get(ada), lengths.get(bob)], [4, 5, undefined])
})

test('neither copies nor comparisons nor JSON meet it', () => {
  const attached = createAttached<Owner, number>()
  const owner = { name: 'ada' }
  attached.set(owner, 1)
  assert.equal(attached.get({ ...owner }), undefined)
  assert.deepEqual(owner, { name: 'ada' })
  assert.equal(JSON.stringify(owner), '{"name":"ada"}')
})

test('what leads back to its owner is gone with the next minor collections', () => {
  const gc = exposeCollector()
  const attached = createAttached<object, object>()
  const attach = (n: number) => {
    const owner = {}
    attached.set(owner, { owner, bytes: new Uint8Array(100_000).fill(n) })
  }
  // A quiet moment: what survives two minor collections is promoted.
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 100; n += 1) attach(n)
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  // A WeakMap would hold ten megabytes.
  assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000)
})
