import assert from 'node:assert/strict'
import { sign, verify } from 'node:crypto'
import { test } from 'node:test'
import {
  createFixture,
  createGate,
  type Fixture,
  HOUR_MS,
  NEW_SECRET,
  OLD_SECRET,
  OPERATOR,
} from '@central-api/testing/licensing/fixture.ts'
import type { Store } from '../../storage/store.ts'
import { parsePeppers } from '../keys/pepper.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { createSigningKeys } from './signing-keys.ts'

const MINUTE_MS = 60_000

const loaded = async (fixture: Pick<Fixture, 'store' | 'peppers' | 'now' | 'elapsed' | 'randomBytes'>) => {
  const keys = createSigningKeys(fixture)
  await keys.load()
  return keys
}

const counted = (store: Store) => {
  const counts = { lists: 0 }
  const list: Store['signingKeys']['list'] = () => {
    counts.lists += 1
    return store.signingKeys.list()
  }
  return { counts, store: { ...store, signingKeys: { ...store.signingKeys, list } } }
}

test('the first start creates a key, and later starts and other processes use it', async (context) => {
  const fixture = await createFixture(context)
  const starts = await Promise.all(Array.from({ length: 5 }, () => loaded(fixture)))
  starts.push(await loaded(fixture))
  assert.equal(new Set(starts.map((keys) => keys.current().kid)).size, 1)
  assert.equal((await fixture.store.signingKeys.list()).length, 1)
})

test('the public part verifies what the key signs', async (context) => {
  const { privateKey, publicKey, kid } = (await loaded(await createFixture(context))).current()
  const signature = sign(null, Buffer.from('text'), privateKey)
  assert.match(kid, /^[A-Za-z0-9]{16}$/)
  assert.ok(verify(null, Buffer.from('text'), publicKey, signature))
  assert.equal(verify(null, Buffer.from('other'), publicKey, signature), false)
})

test('the private part is stored sealed only, and bound to its kid', async (context) => {
  const fixture = await createFixture(context)
  const { privateKey } = (await loaded(fixture)).current()
  const [record] = await fixture.store.signingKeys.list()
  const { d, x } = privateKey.export({ format: 'jwk' })
  assert.ok(d && x && record)
  assert.ok(record.publicJwk.includes(x))
  assert.ok(!JSON.stringify(record).includes(d))
  assert.match(record.sealedPrivateJwk, /^1\.[\w-]+$/)
  const renamed = { list: async () => [{ ...record, kid: 'another' }] }
  await assert.rejects(
    createSigningKeys({ ...fixture, store: { signingKeys: { ...fixture.store.signingKeys, ...renamed } } }).load(),
    OperatorError,
  )
})

test('the published keys contain only what is needed to verify', async (context) => {
  const keys = await loaded(await createFixture(context))
  const { kid, publicKey } = keys.current()
  const { x } = publicKey.export({ format: 'jwk' })
  assert.deepEqual(keys.jwks(), { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }] })
})

test('after a rotation the new key signs, and the old one verifies until its last token has expired', async (context) => {
  const fixture = await createFixture(context)
  const keys = await loaded(fixture)
  const old = keys.current().kid
  const { kid } = await keys.rotate(OPERATOR)
  assert.notEqual(kid, old)
  assert.equal(keys.current().kid, kid)
  fixture.clock.advance(HOUR_MS + MINUTE_MS - 1)
  assert.equal(keys.find(old)?.kid, old)
  assert.equal(keys.jwks().keys.length, 2)
  assert.equal(await keys.sweep(), 0)
  fixture.clock.advance(2)
  assert.equal(keys.find(old), undefined)
  assert.deepEqual(
    keys.jwks().keys.map((key) => key.kid),
    [kid],
  )
  assert.equal(await keys.sweep(), 1)
  await keys.load()
  assert.equal(keys.current().kid, kid)
})

test('another process learns of a rotation from the first token with the new kid', async (context) => {
  const fixture = await createFixture(context)
  const [here, there] = [await loaded(fixture), await loaded(fixture)]
  const { kid } = await here.rotate(OPERATOR)
  assert.equal(there.find(kid), undefined)
  assert.equal((await there.findFresh(kid))?.kid, kid)
  assert.equal(there.current().kid, kid)
})

test('unknown kids cause at most one read per second, and malformed ones none', async (context) => {
  const fixture = await createFixture(context)
  const { counts, store } = counted(fixture.store)
  const keys = await loaded({ ...fixture, store })
  counts.lists = 0
  const send = () => Promise.all(Array.from({ length: 100 }, (_, index) => keys.findFresh(`unknown-${index}`)))
  assert.ok((await send()).every((key) => key === undefined))
  await send()
  assert.equal(counts.lists, 1)
  fixture.clock.advance(999)
  await send()
  assert.equal(counts.lists, 1)
  fixture.clock.advance(1)
  await send()
  assert.equal(counts.lists, 2)
  fixture.clock.advance(1_000)
  for (const kid of ['', '../key', 'a b', 'x'.repeat(33), '__proto__/x', 'é'])
    assert.equal(await keys.findFresh(kid), undefined)
  assert.equal(counts.lists, 2)
})

test('property names of every object are not kids', async (context) => {
  const keys = await loaded(await createFixture(context))
  for (const kid of ['__proto__', 'constructor', 'toString']) assert.equal(keys.find(kid), undefined)
})

test('a late result of the store never replaces a newer one', async (context) => {
  const fixture = await createFixture(context)
  const keys = await loaded(fixture)
  const gates = [createGate(), createGate()]
  let calls = 0
  const list: Store['signingKeys']['list'] = async () => {
    const records = await fixture.store.signingKeys.list()
    const gate = gates[calls]
    calls += 1
    await gate?.opened
    return records
  }
  const slow = createSigningKeys({ ...fixture, store: { signingKeys: { ...fixture.store.signingKeys, list } } })
  const first = slow.load()
  // The store responds in order, so the earlier read has finished by now.
  await fixture.store.ping()
  const { kid } = await keys.rotate(OPERATOR)
  const second = slow.load()
  gates[1]?.open()
  await fixture.store.ping()
  gates[0]?.open()
  await Promise.all([first, second])
  assert.equal(slow.current().kid, kid)
})

test('a key whose pepper is gone only verifies, and a rotation creates another one', async (context) => {
  const fixture = await createFixture(context)
  const old = (await loaded(fixture)).current().kid
  const both = await loaded({ ...fixture, peppers: parsePeppers(`1:${OLD_SECRET},2:${NEW_SECRET}`) })
  assert.equal(both.current().kid, old)
  const onlyNew = createSigningKeys({ ...fixture, peppers: parsePeppers(`2:${NEW_SECRET}`) })
  await assert.rejects(
    onlyNew.load(),
    (error) => error instanceof OperatorError && /Set that version again, or rotate/.test(error.message),
  )
  const { kid } = await onlyNew.rotate(OPERATOR)
  assert.equal(onlyNew.current().kid, kid)
  assert.equal(onlyNew.find(old)?.privateKey, undefined)
  assert.equal(onlyNew.find(old)?.kid, old)
})

test('nothing is signed before the keys are loaded', async (context) => {
  const keys = createSigningKeys(await createFixture(context))
  assert.throws(() => keys.current(), /not loaded/)
})
