import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createFixture,
  HOUR_MS,
  NEW_SECRET,
  OLD_SECRET,
  OPERATOR,
  START,
} from '@central-api/testing/licensing/fixture.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import type { Store } from '../../storage/store.ts'
import { NO_DETAILS } from '../licenses/license-details.ts'
import { createLicenses } from '../licenses/licenses.ts'
import { createLicenseKey } from './license-key.ts'
import { hashKey, parsePeppers } from './pepper.ts'

const refused = (code: ErrorCode) => (error: unknown) => isApiError(error, code)

test('finds the license of a key, of which the store has only the hash and the last four characters', async (context) => {
  const fixture = await createFixture(context)
  const licenses = createLicenses(fixture)
  const { license, key } = await licenses.create({ plan: 'starter', mode: 'test', name: ' Ada’s shop ' }, OPERATOR)
  assert.match(key, /^ck_test_/)
  assert.deepEqual(await licenses.exchange(` ${key}\n`), license)
  assert.deepEqual(license, {
    id: license.id,
    name: 'Ada’s shop',
    plan: 'starter',
    mode: 'test',
    status: 'active',
    expiresAt: null,
    ...NO_DETAILS,
    createdAt: START,
  })
  assert.deepEqual(await fixture.store.keys.listOf(license.id), [
    {
      hash: hashKey(key, fixture.peppers.current),
      pepperVersion: 1,
      licenseId: license.id,
      hint: key.slice(-4),
      createdAt: START,
      expiresAt: null,
    },
  ])
})

test('detects a typo without reading the store', async (context) => {
  const fixture = await createFixture(context)
  let reads = 0
  const findByHash: Store['keys']['findByHash'] = (hash) => {
    reads += 1
    return fixture.store.keys.findByHash(hash)
  }
  const licenses = createLicenses({
    ...fixture,
    store: { ...fixture.store, keys: { ...fixture.store.keys, findByHash } },
  })
  const key = createLicenseKey('live', fixture.randomBytes)
  await assert.rejects(licenses.exchange(`${key.slice(0, -1)}!`), refused('license_malformed'))
  assert.equal(reads, 0)
  await assert.rejects(licenses.exchange(key), refused('license_unknown'))
  assert.equal(reads, 1)
})

test('refuses a license that may not be used, by its status', async (context) => {
  const fixture = await createFixture(context)
  const licenses = createLicenses(fixture)
  const { license, key } = await licenses.create({ plan: 'pro', expiresAt: START + HOUR_MS }, OPERATOR)
  await licenses.suspend(license.id, OPERATOR)
  await assert.rejects(licenses.exchange(key), refused('license_suspended'))
  await licenses.resume(license.id, OPERATOR)
  await licenses.exchange(key)
  fixture.clock.advance(HOUR_MS)
  await assert.rejects(licenses.exchange(key), refused('license_expired'))
  await licenses.renew(license.id, null, OPERATOR)
  await licenses.exchange(key)
  await licenses.revoke(license.id, OPERATOR)
  await assert.rejects(licenses.exchange(key), refused('license_revoked'))
})

test('a rotated key works until its overlap ends, and is unknown afterwards', async (context) => {
  const fixture = await createFixture(context)
  const licenses = createLicenses(fixture)
  const { license, key: first } = await licenses.create({ plan: 'pro' }, OPERATOR)
  const second = await licenses.rotateKey(license.id, HOUR_MS, OPERATOR)
  for (const key of [first, second]) assert.equal((await licenses.exchange(key)).id, license.id)
  fixture.clock.advance(HOUR_MS - 1)
  await licenses.exchange(first)
  fixture.clock.advance(1)
  await assert.rejects(licenses.exchange(first), refused('license_unknown'))
  const third = await licenses.rotateKey(license.id, 0, OPERATOR)
  await assert.rejects(licenses.exchange(second), refused('license_unknown'))
  assert.equal((await licenses.exchange(third)).id, license.id)
})

test('a later rotation never extends the overlap of an earlier key', async (context) => {
  const fixture = await createFixture(context)
  const licenses = createLicenses(fixture)
  const { license, key: first } = await licenses.create({ plan: 'pro' }, OPERATOR)
  await licenses.rotateKey(license.id, HOUR_MS, OPERATOR)
  await licenses.rotateKey(license.id, 10 * HOUR_MS, OPERATOR)
  fixture.clock.advance(HOUR_MS)
  await assert.rejects(licenses.exchange(first), refused('license_unknown'))
})

test('a used key is rehashed under the current pepper, and works after the old one is removed', async (context) => {
  const fixture = await createFixture(context)
  const { key, license } = await createLicenses(fixture).create({ plan: 'pro' }, OPERATOR)
  const unused = await createLicenses(fixture).create({ plan: 'pro' }, OPERATOR)
  const both = parsePeppers(`1:${OLD_SECRET},2:${NEW_SECRET}`)
  const licenses = createLicenses({ ...fixture, peppers: both })
  // Concurrently: no request may miss the key while another one rehashes it.
  const found = await Promise.all(Array.from({ length: 20 }, () => licenses.exchange(key)))
  assert.deepEqual(new Set(found.map(({ id }) => id)), new Set([license.id]))
  const [record] = await fixture.store.keys.listOf(license.id)
  assert.equal(record?.pepperVersion, 2)
  assert.equal(record.hash, hashKey(key, both.current))
  const onlyNew = createLicenses({ ...fixture, peppers: parsePeppers(`2:${NEW_SECRET}`) })
  assert.equal((await onlyNew.exchange(key)).id, license.id)
  await assert.rejects(onlyNew.exchange(unused.key), refused('license_unknown'))
})

test('finds a key that another exchange rehashes meanwhile', async (context) => {
  const fixture = await createFixture(context)
  const { key, license } = await createLicenses(fixture).create({ plan: 'pro' }, OPERATOR)
  const both = { ...fixture, peppers: parsePeppers(`1:${OLD_SECRET},2:${NEW_SECRET}`) }
  let lookups = 0
  const findByHash: Store['keys']['findByHash'] = async (hash) => {
    const found = await fixture.store.keys.findByHash(hash)
    lookups += 1
    if (lookups === 1) await createLicenses(both).exchange(key)
    return found
  }
  const licenses = createLicenses({ ...both, store: { ...fixture.store, keys: { ...fixture.store.keys, findByHash } } })
  assert.equal((await licenses.exchange(key)).id, license.id)
  assert.equal(lookups, 2)
  assert.deepEqual(
    (await fixture.store.keys.listOf(license.id)).map(({ pepperVersion }) => pepperVersion),
    [2],
  )
})
