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
  const hold = (): (() => void) => {
    const { opened, open } = createGate()
    gate = opened
    return () => {
      gate = Promise.resolve()
      open()
    }
  }
  return { ...fixture, store, license, counts, hold, held: createLicenseCache(store, 100) }
}

test('a license is held with its plan after the first read, without what was noted of it', async (context) => {
  const { held, license, counts } = await setUp(context)
  assert.equal(held.peek(license.id), undefined)
  const first = await held.get(license.id)
  const { externalId, email, notes, metadata, ...terms } = license
  assert.deepEqual(first?.license, terms)
  assert.equal(first.plan.scans, 10_000)
  assert.equal(await held.get(license.id), first)
  assert.equal(held.peek(license.id), first)
  assert.equal(counts.reads, 1)
})

test('100 callers at once make one read', async (context) => {
  const { held, license, counts } = await setUp(context)
  const found = await Promise.all(Array.from({ length: 100 }, () => held.get(license.id)))
  assert.equal(new Set(found).size, 1)
  assert.equal(counts.reads, 1)
})

test('a license that is not there is asked for again each time', async (context) => {
  const { held, counts } = await setUp(context)
  assert.equal(await held.get('lic_unknown'), undefined)
  assert.equal(await held.get('lic_unknown'), undefined)
  assert.equal(counts.reads, 2)
})

test('a read that failed is made again', async (context) => {
  const { store, license } = await setUp(context)
  let failures = 1
  const find: Store['licenses']['find'] = async (id) => {
    if (failures-- > 0) throw new Error('down')
    return store.licenses.find(id)
  }
  const held = createLicenseCache({ ...store, licenses: { ...store.licenses, find } }, 100)
  await assert.rejects(held.get(license.id), /down/)
  assert.equal((await held.get(license.id))?.license.id, license.id)
})

test('what is forgotten is read anew: by license, by plan, all', async (context) => {
  const { held, license, store } = await setUp(context)
  const plan = await store.plans.find('pro')
  assert.ok(plan)
  for (const forget of [() => held.forget(license.id), () => held.forgetPlan('pro'), held.forgetAll]) {
    const before = await held.get(license.id)
    assert.ok(before)
    await store.plans.put({ ...plan, scans: before.plan.scans + 1 }, act())
    assert.equal((await held.get(license.id))?.plan.scans, before.plan.scans)
    forget()
    assert.equal(held.peek(license.id), undefined)
    assert.equal((await held.get(license.id))?.plan.scans, before.plan.scans + 1)
  }
})

test('forgetting a plan leaves the licenses of other plans in memory', async (context) => {
  const { held, license } = await setUp(context)
  await held.get(license.id)
  held.forgetPlan('starter')
  assert.ok(held.peek(license.id))
})

test('what was read before it was forgotten is not remembered after it', async (context) => {
  const { held, license, store, hold } = await setUp(context)
  for (const forget of [() => held.forget(license.id), () => held.forgetPlan('pro'), held.forgetAll]) {
    await store.licenses.setStatus(license.id, 'active', act())
    const release = hold()
    const early = held.get(license.id)
    // The held read has its answer once a later statement of the same store has one.
    await store.ping()
    await store.licenses.setStatus(license.id, 'suspended', act())
    forget()
    release()
    assert.equal((await early)?.license.status, 'active')
    assert.equal(held.peek(license.id), undefined)
    assert.equal((await held.get(license.id))?.license.status, 'suspended')
    held.forgetAll()
  }
})

test('a read that began after the change is remembered, also while an earlier one is under way', async (context) => {
  const { held, license, store, hold } = await setUp(context)
  const release = hold()
  const early = held.get(license.id)
  await store.ping()
  await store.licenses.setStatus(license.id, 'suspended', act())
  held.forget(license.id)
  const late = held.get(license.id)
  release()
  assert.equal((await late)?.license.status, 'suspended')
  assert.equal((await early)?.license.status, 'active')
  assert.equal(held.peek(license.id)?.license.status, 'suspended')
})
