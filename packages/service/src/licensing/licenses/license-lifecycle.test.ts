import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFixture, HOUR_MS, OPERATOR, START } from '@central-api/testing/licensing/fixture.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { type LicenseStatus, licenseStatus } from './license.ts'
import { createLicenses, type Licenses } from './licenses.ts'
import { OperatorError, type OperatorErrorCode } from './operator-error.ts'

const mistake = (code: OperatorErrorCode, message: RegExp) => (error: unknown) =>
  error instanceof OperatorError && error.code === code && message.test(error.message)

const setUp = async (context: TestContext) => {
  const fixture = await createFixture(context)
  return { ...fixture, licenses: createLicenses(fixture) }
}

const LATER = START + 10 * HOUR_MS

/** Brings a new license into a status. */
const INTO: Readonly<Record<LicenseStatus, (licenses: Licenses, id: string, pass: () => void) => Promise<unknown>>> = {
  active: async () => undefined,
  suspended: (licenses, id) => licenses.suspend(id, OPERATOR),
  expired: async (_, __, pass) => pass(),
  revoked: (licenses, id) => licenses.revoke(id, OPERATOR),
}

const ACTIONS = {
  suspend: (licenses: Licenses, id: string) => licenses.suspend(id, OPERATOR),
  resume: (licenses: Licenses, id: string) => licenses.resume(id, OPERATOR),
  renew: (licenses: Licenses, id: string) => licenses.renew(id, LATER, OPERATOR),
  change: (licenses: Licenses, id: string) => licenses.change(id, { name: 'Another' }, OPERATOR),
  revoke: (licenses: Licenses, id: string) => licenses.revoke(id, OPERATOR),
  rotate: (licenses: Licenses, id: string) => licenses.rotateKey(id, 0, OPERATOR),
} as const

const TRANSITIONS: Readonly<Record<LicenseStatus, Readonly<Record<keyof typeof ACTIONS, LicenseStatus | 'conflict'>>>> =
  {
    active: {
      ...{ suspend: 'suspended', resume: 'active', renew: 'active' },
      ...{ change: 'active', revoke: 'revoked', rotate: 'active' },
    },
    suspended: {
      ...{ suspend: 'suspended', resume: 'active', renew: 'suspended' },
      ...{ change: 'suspended', revoke: 'revoked', rotate: 'suspended' },
    },
    expired: {
      ...{ suspend: 'conflict', resume: 'conflict', renew: 'active' },
      ...{ change: 'expired', revoke: 'revoked', rotate: 'expired' },
    },
    revoked: {
      ...{ suspend: 'conflict', resume: 'conflict', renew: 'conflict' },
      ...{ change: 'conflict', revoke: 'revoked', rotate: 'conflict' },
    },
  }

test('every action from every status leads to the expected one, or is refused', async (context) => {
  const { licenses, clock, now, store } = await setUp(context)
  for (const [from, row] of Object.entries(TRANSITIONS) as [LicenseStatus, (typeof TRANSITIONS)['active']][]) {
    for (const [action, expected] of Object.entries(row) as [keyof typeof ACTIONS, LicenseStatus | 'conflict'][]) {
      clock.at = START
      const { license } = await licenses.create({ plan: 'pro', expiresAt: START + HOUR_MS }, OPERATOR)
      await INTO[from](licenses, license.id, () => clock.advance(HOUR_MS))
      const act = ACTIONS[action](licenses, license.id)
      if (expected === 'conflict')
        await assert.rejects(act, mistake('conflict', new RegExp(`it is ${from}`)), `${action} ${from}`)
      else await act
      const stored = await store.licenses.find(license.id)
      assert.ok(stored)
      assert.equal(licenseStatus(stored, now()), expected === 'conflict' ? from : expected, `${action} ${from}`)
    }
  }
})

test('renewing a license that expired while suspended makes it active', async (context) => {
  const { licenses, clock } = await setUp(context)
  const { license } = await licenses.create({ plan: 'pro', expiresAt: START + HOUR_MS }, OPERATOR)
  await licenses.suspend(license.id, OPERATOR)
  clock.advance(HOUR_MS)
  assert.deepEqual(await licenses.renew(license.id, LATER, OPERATOR), { ...license, expiresAt: LATER })
})

test('a change updates the named fields, all or nothing', async (context) => {
  const { licenses, store } = await setUp(context)
  const { license } = await licenses.create({ plan: 'pro', name: 'Before', expiresAt: LATER }, OPERATOR)
  assert.deepEqual(await licenses.change(license.id, {}, OPERATOR), license)
  assert.deepEqual(await licenses.change(license.id, { name: ' After ' }, OPERATOR), { ...license, name: 'After' })
  const changed = { ...license, name: null, plan: 'agency', expiresAt: null }
  assert.deepEqual(await licenses.change(license.id, { name: ' ', plan: 'agency', expiresAt: null }, OPERATOR), changed)
  await assert.rejects(
    licenses.change(license.id, { name: 'x', plan: 'gold' }, OPERATOR),
    mistake('not_found', /no plan "gold"/),
  )
  await assert.rejects(
    licenses.change(license.id, { plan: 'pro', expiresAt: START }, OPERATOR),
    mistake('invalid', /in the past/),
  )
  assert.deepEqual(await store.licenses.find(license.id), changed)
})

test('a change without an end keeps an expired license expired, and one with an end makes it active', async (context) => {
  const { licenses, clock, now } = await setUp(context)
  const { license } = await licenses.create({ plan: 'pro', expiresAt: START + HOUR_MS }, OPERATOR)
  await licenses.suspend(license.id, OPERATOR)
  clock.advance(HOUR_MS)
  assert.equal(licenseStatus(await licenses.change(license.id, { plan: 'agency' }, OPERATOR), now()), 'expired')
  const renewed = { ...license, plan: 'agency', expiresAt: LATER }
  assert.deepEqual(await licenses.change(license.id, { expiresAt: LATER }, OPERATOR), renewed)
})

test('this process sees a changed plan immediately', async (context) => {
  const { licenses } = await setUp(context)
  const { license } = await licenses.create({ plan: 'starter' }, OPERATOR)
  assert.equal((await licenses.get(license.id))?.plan.burst, 60)
  await licenses.change(license.id, { plan: 'agency' }, OPERATOR)
  assert.equal((await licenses.get(license.id))?.plan.burst, 600)
})

test('this process sees an action immediately', async (context) => {
  const { licenses } = await setUp(context)
  const { license } = await licenses.create({ plan: 'pro' }, OPERATOR)
  await licenses.get(license.id)
  assert.equal((await licenses.suspend(license.id, OPERATOR)).status, 'suspended')
  assert.equal(licenses.peek(license.id), undefined)
  assert.equal((await licenses.get(license.id))?.license.status, 'suspended')
})

test('a license revoked while it is being suspended stays revoked', async (context) => {
  const { store, ...fixture } = await setUp(context)
  const { license } = await fixture.licenses.create({ plan: 'pro' }, OPERATOR)
  const racing = createLicenses({
    ...fixture,
    store: {
      ...store,
      licenses: {
        ...store.licenses,
        setStatus: async (id, status) => {
          await store.licenses.setStatus(id, 'revoked', act())
          return store.licenses.setStatus(id, status, act())
        },
      },
    },
  })
  await assert.rejects(racing.suspend(license.id, OPERATOR), mistake('conflict', /it is revoked/))
  assert.equal((await store.licenses.find(license.id))?.status, 'revoked')
})

test('of two processes on an empty store one creates the first license, and there is never a second one', async (context) => {
  const { licenses, store, ...fixture } = await setUp(context)
  // Both count zero before either creates one.
  const counted = Promise.withResolvers<number>()
  const counting = { ...store.licenses, count: () => counted.promise }
  const makers = [1, 2].map(() => createLicenses({ ...fixture, store: { ...store, licenses: counting } }))
  const making = makers.map(({ createFirst }) => createFirst({ plan: 'pro', mode: 'test' }, OPERATOR))
  counted.resolve(0)
  const [made, ...others] = (await Promise.all(making)).filter((first) => first !== undefined)
  assert.equal((await licenses.exchange(made?.key ?? '')).id, made?.license.id)
  assert.deepEqual(others, [])
  assert.equal(await licenses.createFirst({ plan: 'pro' }, OPERATOR), undefined)
  assert.equal(await store.licenses.count(), 1)
})

test("reports an operator's mistakes, and changes nothing", async (context) => {
  const { licenses, store } = await setUp(context)
  const { license } = await licenses.create({ plan: 'pro' }, OPERATOR)
  const mistakes: readonly [() => Promise<unknown>, OperatorErrorCode, RegExp][] = [
    [() => licenses.create({ plan: 'gold' }, OPERATOR), 'not_found', /no plan "gold"/],
    [() => licenses.create({ plan: 'pro', expiresAt: START }, OPERATOR), 'invalid', /in the past/],
    [() => licenses.create({ plan: 'pro', expiresAt: Number.NaN }, OPERATOR), 'invalid', /not a date/],
    [() => licenses.create({ plan: 'pro', name: 'x'.repeat(201) }, OPERATOR), 'invalid', /longer than 200/],
    [() => licenses.renew(license.id, START - 1, OPERATOR), 'invalid', /in the past/],
    [() => licenses.rotateKey(license.id, -1, OPERATOR), 'invalid', /overlap/],
    [() => licenses.rotateKey(license.id, 0.5, OPERATOR), 'invalid', /overlap/],
    [() => licenses.rotateKey(license.id, 367 * 24 * HOUR_MS, OPERATOR), 'invalid', /overlap/],
    [() => licenses.suspend('lic_x', OPERATOR), 'not_found', /no license "lic_x"/],
    [() => licenses.resume('lic_x', OPERATOR), 'not_found', /no license/],
    [() => licenses.revoke('lic_x', OPERATOR), 'not_found', /no license/],
    [() => licenses.renew('lic_x', null, OPERATOR), 'not_found', /no license/],
    [() => licenses.rotateKey('lic_x', 0, OPERATOR), 'not_found', /no license/],
    [() => licenses.change('lic_x', {}, OPERATOR), 'not_found', /no license/],
    [() => licenses.change(license.id, { name: 'x'.repeat(201) }, OPERATOR), 'invalid', /longer than 200/],
  ]
  for (const [outcome, code, message] of mistakes) await assert.rejects(outcome(), mistake(code, message))
  assert.equal(await store.licenses.count(), 1)
  assert.equal((await store.keys.listOf(license.id)).length, 1)
})
