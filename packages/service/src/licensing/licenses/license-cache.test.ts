import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFixture, createGate, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import type { LicenseRecord, Store } from '../../storage/store.ts'
import { createLicenseCache } from './license-cache.ts'
import { createLicenses } from './licenses.ts'

const setUp = async (context: TestContext) => {
  const fixture = await createFixture(context)
  const { license } = await createLicenses(fixture).create({ plan: 'pro' }, OPERATOR)
  let gate: Promise<void> = Promise.resolve()
  const counts = { reads: 0 }
  const find = async (id: string): Promise<LicenseRecord | undefined> => {
    counts.reads += 1
    const waitFor = gate
    const found = await fixture.store.licenses.find(id)
    await waitFor
    return found
  }
  const store: Store = { ...fixture.store, licenses: { ...fixture.store.licenses, find } }
  const delayReads = (): (() => void) => {
    const { opened, open } = createGate()
    gate = opened
    return () => {
      gate = Promise.resolve()
      open()
    }
  }
  return { ...fixture, store, license, counts, delayReads, cache: createLicenseCache(store, 100) }
}

test('caches a license with its plan after the first read, without its details', async (context) => {
  const { cache, license, counts } = await setUp(context)
  assert.equal(cache.peek(license.id), undefined)
  const first = await cache.get(license.id)
  const { externalId, email, notes, metadata, ...terms } = license
  assert.deepEqual(first?.license, terms)
  assert.equal(first.plan.scans, 10_000)
  assert.equal(await cache.get(license.id), first)
  assert.equal(cache.peek(license.id), first)
  assert.equal(counts.reads, 1)
})

test('100 concurrent callers cause one read', async (context) => {
  const { cache, license, counts } = await setUp(context)
  const found = await Promise.all(Array.from({ length: 100 }, () => cache.get(license.id)))
  assert.equal(new Set(found).size, 1)
  assert.equal(counts.reads, 1)
})

test('a license that does not exist is read each time', async (context) => {
  const { cache, counts } = await setUp(context)
  assert.equal(await cache.get('lic_unknown'), undefined)
  assert.equal(await cache.get('lic_unknown'), undefined)
  assert.equal(counts.reads, 2)
})

test('a failed read is repeated', async (context) => {
  const { store, license } = await setUp(context)
  let failures = 1
  const find: Store['licenses']['find'] = async (id) => {
    if (failures-- > 0) throw new Error('down')
    return store.licenses.find(id)
  }
  const cache = createLicenseCache({ ...store, licenses: { ...store.licenses, find } }, 100)
  await assert.rejects(cache.get(license.id), /down/)
  assert.equal((await cache.get(license.id))?.license.id, license.id)
})

test('reads again after forget: one license, one plan, or all', async (context) => {
  const { cache, license, store } = await setUp(context)
  const plan = await store.plans.find('pro')
  assert.ok(plan)
  for (const forget of [() => cache.forget(license.id), () => cache.forgetPlan('pro'), cache.forgetAll]) {
    const before = await cache.get(license.id)
    assert.ok(before)
    await store.plans.put({ ...plan, scans: before.plan.scans + 1 }, act())
    assert.equal((await cache.get(license.id))?.plan.scans, before.plan.scans)
    forget()
    assert.equal(cache.peek(license.id), undefined)
    assert.equal((await cache.get(license.id))?.plan.scans, before.plan.scans + 1)
  }
})

test('forgetting a plan keeps the licenses of other plans', async (context) => {
  const { cache, license } = await setUp(context)
  await cache.get(license.id)
  cache.forgetPlan('starter')
  assert.ok(cache.peek(license.id))
})

test('a read from before a forget is not cached', async (context) => {
  const { cache, license, store, delayReads } = await setUp(context)
  for (const forget of [() => cache.forget(license.id), () => cache.forgetPlan('pro'), cache.forgetAll]) {
    await store.licenses.setStatus(license.id, 'active', act())
    const release = delayReads()
    const early = cache.get(license.id)
    // The delayed read has finished once a later statement of the same store has.
    await store.ping()
    await store.licenses.setStatus(license.id, 'suspended', act())
    forget()
    release()
    assert.equal((await early)?.license.status, 'active')
    assert.equal(cache.peek(license.id), undefined)
    assert.equal((await cache.get(license.id))?.license.status, 'suspended')
    cache.forgetAll()
  }
})

test('a read that starts after the change is cached, even while an earlier one is in progress', async (context) => {
  const { cache, license, store, delayReads } = await setUp(context)
  const release = delayReads()
  const early = cache.get(license.id)
  await store.ping()
  await store.licenses.setStatus(license.id, 'suspended', act())
  cache.forget(license.id)
  const late = cache.get(license.id)
  release()
  assert.equal((await late)?.license.status, 'suspended')
  assert.equal((await early)?.license.status, 'active')
  assert.equal(cache.peek(license.id)?.license.status, 'suspended')
})
