import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { Connection } from './connection.ts'
import { createOwnAccounts } from './own-accounts.ts'

const start = () => {
  const stored = new Map<string, Connection>()
  const add = (licenseId: string, id: string) => stored.set(id, connection(licenseId, { id, sealedToken: 'secret' }))
  const lookups: string[] = []
  const state = { beforeReturn: () => {} }
  const own = createOwnAccounts({
    async list(licenseId) {
      lookups.push(licenseId)
      const found = [...stored.values()].filter((each) => each.licenseId === licenseId)
      await Promise.resolve()
      state.beforeReturn()
      return found
    },
  })
  const ids = async (licenseId: string) => (await own.find(licenseId)).map(({ id }) => id)
  return { own, stored, add, lookups, state, ids }
}

test('the store is read once for each license, however many scans there are, and nothing kept has a token', async () => {
  const { own, add, lookups, ids } = start()
  add('lic_a', 'cn_1')
  assert.equal(own.peek('lic_a'), undefined)
  const all = await Promise.all(Array.from({ length: 100 }, () => ids('lic_a')))
  assert.deepEqual(new Set(all.map(String)), new Set(['cn_1']))
  assert.deepEqual(await ids('lic_b'), [])
  assert.deepEqual(lookups, ['lic_a', 'lic_b'])
  // A license without connections is remembered, too.
  assert.deepEqual(own.peek('lic_b'), [])
  assert.ok(!JSON.stringify(own.peek('lic_a')).includes('secret'))
})

test('a change drops the list of its license alone', async () => {
  const { own, stored, add, lookups, ids } = start()
  add('lic_a', 'cn_1')
  add('lic_b', 'cn_2')
  for (const license of ['lic_a', 'lic_b']) await ids(license)
  stored.delete('cn_1')
  // Of a connection that is gone, only the id is known.
  own.forget('cn_1')
  assert.deepEqual(await ids('lic_a'), [])
  add('lic_a', 'cn_3')
  // A new one is in no list yet.
  own.forget('cn_3', 'lic_a')
  assert.deepEqual(await ids('lic_a'), ['cn_3'])
  assert.deepEqual(lookups, ['lic_a', 'lic_b', 'lic_a', 'lic_a'])
  own.forgetAll()
  assert.equal(own.peek('lic_b'), undefined)
})

test('what was read before a change is not kept', async () => {
  const { own, stored, add, ids, state } = start()
  add('lic_a', 'cn_1')
  state.beforeReturn = () => {
    stored.delete('cn_1')
    own.forget('cn_1')
  }
  assert.deepEqual(await ids('lic_a'), ['cn_1'])
  assert.equal(own.peek('lic_a'), undefined)
  assert.deepEqual(await ids('lic_a'), [])
})

test('a read that failed is tried again', async () => {
  let fails = true
  const own = createOwnAccounts({
    async list() {
      if (fails) throw new Error('down')
      return []
    },
  })
  await assert.rejects(own.find('lic_a'), /down/)
  fails = false
  assert.deepEqual(await own.find('lic_a'), [])
})
