import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture, HOUR_MS, OPERATOR, START } from '@central-api/testing/licensing/fixture.ts'
import { describeWholeLicense } from './describe-license.ts'
import { createLicenses } from './licenses.ts'
import { OperatorError } from './operator-error.ts'

const DETAILS = { externalId: 'order-1', email: 'bea@example.com', notes: 'Pays late', metadata: { shop: 'north' } }

test('describes a license completely, and a key only by its last characters', async (context) => {
  const { store, ...fixture } = await createFixture(context)
  const licenses = createLicenses({ store, ...fixture })
  const { license, key } = await licenses.create(
    { plan: 'starter', name: 'One', expiresAt: START + HOUR_MS, ...DETAILS },
    OPERATOR,
  )
  fixture.clock.advance(1_000)
  const second = await licenses.rotateKey(license.id, 2_000, OPERATOR)
  await store.sites.activate({ licenseId: license.id, site: 'blog.example', firstSeenAt: START }, 1)
  const charge = { licenseId: license.id, windows: [{ meter: 'scans', startsAt: START, limit: null }], count: 3 }
  const images = {
    licenseId: license.id,
    windows: [{ meter: 'media_bytes', startsAt: START, limit: null }],
    count: 700,
  }
  await store.usage.commit([charge, images], [])
  const described = await describeWholeLicense(store, license.id, fixture.now())
  assert.deepEqual(described, {
    id: license.id,
    plan: 'starter',
    mode: 'live',
    status: 'active',
    name: 'One',
    expiresAt: '2030-01-01T01:00:00.000Z',
    createdAt: '2030-01-01T00:00:00.000Z',
    ...DETAILS,
    keys: [
      { hint: second.slice(-4), createdAt: '2030-01-01T00:00:01.000Z', expiresAt: null },
      { hint: key.slice(-4), createdAt: '2030-01-01T00:00:00.000Z', expiresAt: '2030-01-01T00:00:03.000Z' },
    ],
    siteLimit: 1,
    sites: [{ site: 'blog.example', firstSeenAt: '2030-01-01T00:00:00.000Z' }],
    usage: {
      from: '2030-01-01T00:00:00.000Z',
      until: '2030-02-01T00:00:00.000Z',
      scans: { used: 3, limit: 1_000 },
      validations: { used: 0, limit: 1_000 },
      media: { used: 700, limit: null },
      burst: { limit: 60 },
    },
  })
})

test('a test license is counted without a limit', async (context) => {
  const { store, ...fixture } = await createFixture(context)
  const licenses = createLicenses({ store, ...fixture })
  const { license } = await licenses.create({ plan: 'starter', mode: 'test' }, OPERATOR)
  const { usage } = await describeWholeLicense(store, license.id, fixture.now())
  assert.deepEqual([usage.scans, usage.validations, usage.media], Array(3).fill({ used: 0, limit: null }))
})

test('a license that does not exist is not_found', async (context) => {
  const { store, now } = await createFixture(context)
  await assert.rejects(
    describeWholeLicense(store, 'lic_x', now()),
    (error) => error instanceof OperatorError && error.code === 'not_found',
  )
})
