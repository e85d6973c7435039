import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFixture, createGate, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { isApiError } from '../../errors.ts'
import type { Store } from '../../storage/store.ts'
import { createLicenses } from '../licenses/licenses.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { canonicalSite } from './site.ts'
import { createSites } from './sites.ts'

const FIVE = { sites: 5 }

const full = (error: unknown): boolean => isApiError(error, 'site_limit_reached')

const setUp = async (context: TestContext, plan = 'pro') => {
  const fixture = await createFixture(context)
  const { license } = await createLicenses(fixture).create({ plan }, OPERATOR)
  const counts = { activations: 0 }
  const activate: Store['sites']['activate'] = (site, limit) => {
    counts.activations += 1
    return fixture.store.sites.activate(site, limit)
  }
  const store: Store = { ...fixture.store, sites: { ...fixture.store.sites, activate } }
  return { ...fixture, store, license, counts, sites: createSites({ ...fixture, store }) }
}

const isIn = (admission: Promise<void>): Promise<boolean> =>
  admission.then(
    () => true,
    (error: unknown) => {
      assert.ok(full(error))
      return false
    },
  )

test('of 50 concurrent new sites a plan of 5 admits exactly 5, also across two processes', async (context) => {
  const { sites, license, store, now, elapsed, randomBytes } = await setUp(context)
  const processes = [sites, createSites({ store, now, elapsed, randomBytes })]
  const admissions = Array.from({ length: 50 }, (_, index) =>
    isIn((processes[index % 2] ?? sites).admit(license, FIVE, `shop-${index}.example`)),
  )
  assert.equal((await Promise.all(admissions)).filter(Boolean).length, 5)
  assert.equal((await sites.list(license.id)).length, 5)
})

test('different spellings are one site, which is looked up once', async (context) => {
  const { sites, license, counts } = await setUp(context)
  const spellings = ['https://www.Shop.example/', 'shop.example', 'http://shop.example', 'https://www.Shop.example/']
  for (const spelling of spellings) await sites.admit(license, { sites: 1 }, spelling)
  assert.equal(counts.activations, 1)
  assert.deepEqual(
    (await sites.list(license.id)).map(({ site }) => site),
    ['shop.example'],
  )
  for (const spelling of spellings) assert.equal(sites.findAdmitted(license.id, spelling), 'shop.example')
  assert.equal(sites.findAdmitted(license.id, 'other.example'), undefined)
  assert.equal(sites.findAdmitted('lic_other', 'shop.example'), undefined)
  await assert.rejects(sites.admit(license, { sites: 1 }, 'other.example'), full)
})

test('admits local and staging sites without counting or storing them', async (context) => {
  const { sites, license, counts } = await setUp(context)
  await sites.admit(license, { sites: 1 }, 'shop.example')
  for (const site of ['localhost:3000', 'shop.test', 'https://staging.shop.example', 'http://192.168.0.2']) {
    await sites.admit(license, { sites: 1 }, site)
    assert.equal(sites.findAdmitted(license.id, site), canonicalSite(site))
  }
  assert.equal(counts.activations, 1)
  assert.equal((await sites.list(license.id)).length, 1)
})

test('a plan without a limit admits many sites', async (context) => {
  const { sites, license } = await setUp(context, 'agency')
  for (let index = 0; index < 30; index += 1) await sites.admit(license, { sites: null }, `shop-${index}.example`)
  assert.equal((await sites.list(license.id)).length, 30)
})

test('a plan without a limit still has a bound, which the message names', async (context) => {
  const { store, license, now, elapsed, randomBytes } = await setUp(context, 'agency')
  const sites = createSites({ store, now, elapsed, randomBytes, mostSites: 3 })
  for (let index = 0; index < 3; index += 1) await sites.admit(license, { sites: null }, `shop-${index}.example`)
  await assert.rejects(sites.admit(license, { sites: null }, 'one-more.example'), (error) => {
    assert.ok(isApiError(error, 'site_limit_reached'))
    assert.equal(error.message, 'At most 3 sites can use a license whose plan has no site limit.')
    return true
  })
  await sites.admit(license, { sites: null }, 'https://www.shop-1.example')
  await sites.admit(license, { sites: 5 }, 'one-more.example')
})

test('a license admits 1,000 uncounted sites per hour, even if the clock is set', async (context) => {
  const { sites, license, clock } = await setUp(context)
  const admit = (n: number) => isIn(sites.admit(license, FIVE, `dev.${n}.example`))
  for (let n = 0; n < 1_000; n += 1) assert.equal(await admit(n), true)
  assert.equal(await admit(1_000), false)
  assert.equal(await admit(7), true)
  clock.at += 3_600_000
  assert.equal(await admit(1_000), false)
  clock.advance(3_600_000)
  assert.equal(await admit(1_000), true)
})

test('a released site frees a slot', async (context) => {
  const { sites, license } = await setUp(context)
  await sites.admit(license, { sites: 1 }, 'old.example')
  await assert.rejects(sites.admit(license, { sites: 1 }, 'new.example'), full)
  await sites.release(license.id, 'https://www.old.example/')
  await sites.admit(license, { sites: 1 }, 'new.example')
  await assert.rejects(sites.admit(license, { sites: 1 }, 'old.example'), full)
  await assert.rejects(
    sites.release(license.id, 'old.example'),
    (error) => error instanceof OperatorError && error.code === 'not_found',
  )
})

test('a place is looked for without taking it', async (context) => {
  const { sites, license, counts } = await setUp(context)
  const room = (site: string, limit: number | null = 1) => isIn(sites.requirePlace(license, { sites: limit }, site))
  assert.equal(await room('shop.example'), true)
  assert.deepEqual(await sites.list(license.id), [])
  assert.equal(counts.activations, 0)
  await sites.admit(license, { sites: 1 }, 'shop.example')
  assert.deepEqual(await Promise.all([room('https://www.shop.example/'), room('localhost'), room('blog.example')]), [
    true,
    true,
    false,
  ])
  assert.deepEqual([await room('blog.example', 2), await room('blog.example', null)], [true, true])
})

test('a refusal is not cached', async (context) => {
  const { sites, license } = await setUp(context)
  await sites.admit(license, { sites: 1 }, 'a.example')
  await assert.rejects(sites.admit(license, { sites: 1 }, 'b.example'), full)
  await sites.admit(license, { sites: 2 }, 'b.example')
})

test('reads the store again after forget, for one license or all', async (context) => {
  const { sites, license, counts } = await setUp(context)
  const steps = [
    () => undefined,
    () => sites.forget('lic_other'),
    () => sites.forget(license.id),
    () => sites.forgetAll(),
  ]
  const activations: number[] = []
  for (const forget of steps) {
    forget()
    await sites.admit(license, FIVE, 'shop.example')
    activations.push(counts.activations)
  }
  assert.deepEqual(activations, [1, 1, 2, 3])
})

test('a site admitted before its license was forgotten is not cached', async (context) => {
  const { license, store, now, elapsed, randomBytes } = await setUp(context)
  const gate = createGate()
  const activate: Store['sites']['activate'] = async (site, limit) => {
    const isActive = await store.sites.activate(site, limit)
    await gate.opened
    return isActive
  }
  const sites = createSites({ store: { sites: { ...store.sites, activate } }, now, elapsed, randomBytes })
  const admission = sites.admit(license, FIVE, 'shop.example')
  sites.forget(license.id)
  gate.open()
  await admission
  assert.equal(sites.findAdmitted(license.id, 'shop.example'), undefined)
})

test('refuses an invalid site before the store is read', async (context) => {
  const { sites, license, counts } = await setUp(context)
  await assert.rejects(sites.admit(license, FIVE, ' '), (error) => isApiError(error, 'invalid_request'))
  assert.equal(counts.activations, 0)
})

test('thousands of spellings of a site fill no memory and take no slots', async (context) => {
  const { sites, license } = await setUp(context)
  for (let index = 0; index < 2_500; index += 1) await sites.admit(license, { sites: 1 }, `shop.example?${index}`)
  const cached = Array.from({ length: 2_500 }, (_, index) => sites.findAdmitted(license.id, `shop.example?${index}`))
  assert.ok(cached.filter(Boolean).length <= 1_000)
  assert.equal((await sites.list(license.id)).length, 1)
})
