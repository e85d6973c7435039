import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { Connection } from './connection.ts'
import { createOwnAccounts } from './own-accounts.ts'

const start = () => {
  const stored = new Map<string, Connection>()
  const add = (licenseId: string, id: string, handle = 'garden') => {
    const made = connection(licenseId, { id, handle, accountId: `id-${id}`, sealedToken: 'secret' })
    stored.set(id, made)
    return made
  }
  const lookups: string[] = []
  const state = { beforeCount: () => {}, beforeReturn: () => {} }
  const own = createOwnAccounts({
    async count(licenseId) {
      lookups.push(licenseId)
      const found = [...stored.values()].filter((each) => each.licenseId === licenseId)
      await Promise.resolve()
      state.beforeCount()
      return found.length
    },
    async ofHandle(licenseId, platform, handle) {
      lookups.push(`${licenseId} ${handle}`)
      const found = [...stored.values()].filter(
        (each) =>
          each.licenseId === licenseId && each.platform === platform && [each.handle, each.accountId].includes(handle),
      )
      await Promise.resolve()
      state.beforeReturn()
      return found
    },
  })
  const queryOf = (licenseId: string, handle = 'garden') => ({ licenseId, platform: 'sandbox', handle })
  const ids = async (...query: Parameters<typeof queryOf>) => (await own.find(queryOf(...query))).map(({ id }) => id)
  const peek = (...query: Parameters<typeof queryOf>) => own.peek(queryOf(...query))
  return { own, stored, add, lookups, state, ids, peek }
}

test('the store is read once for a license and an account, however many scans there are, and no token is kept', async () => {
  const { add, lookups, ids, peek } = start()
  add('lic_a', 'cn_1')
  assert.equal(peek('lic_a'), undefined)
  const all = await Promise.all(Array.from({ length: 100 }, () => ids('lic_a')))
  assert.deepEqual(new Set(all.map(String)), new Set(['cn_1']))
  assert.deepEqual([await ids('lic_a', 'kitchen'), await ids('lic_b')], [[], []])
  assert.deepEqual(lookups, ['lic_a', 'lic_a garden', 'lic_a kitchen', 'lic_b'])
  // That there is none is remembered, too.
  assert.deepEqual(peek('lic_b'), [])
  assert.ok(!JSON.stringify(peek('lic_a')).includes('secret'))
})

test('a change is seen by its handle and its id, and others stay known', async () => {
  const { own, stored, add, lookups, ids, peek } = start()
  const made = add('lic_a', 'cn_1')
  add('lic_b', 'cn_2')
  await ids('lic_b')
  for (const handle of ['garden', 'id-cn_1', 'kitchen']) await ids('lic_a', handle)
  stored.delete('cn_1')
  // Of a connection that is gone, only the id is known.
  own.forget('cn_1')
  assert.deepEqual([await ids('lic_a'), await ids('lic_a', 'id-cn_1')], [[], []])
  // A new one was found nowhere yet.
  stored.set('cn_1', made)
  own.forget('cn_1', made)
  assert.deepEqual([await ids('lic_a'), await ids('lic_a', 'id-cn_1')], [['cn_1'], ['cn_1']])
  // It has another name now.
  own.forget('cn_1', add('lic_a', 'cn_1', 'kitchen'))
  assert.deepEqual([await ids('lic_a'), await ids('lic_a', 'kitchen')], [[], ['cn_1']])
  assert.equal(lookups.filter((lookup) => lookup.startsWith('lic_b ')).length, 1)
  own.forgetAll()
  assert.equal(peek('lic_b'), undefined)
})

test('a license without connections is asked for once, whatever it scans, until it has one', async () => {
  const { own, add, lookups, ids, peek } = start()
  for (const handle of ['garden', 'kitchen', 'garden']) assert.deepEqual(await ids('lic_a', handle), [])
  assert.deepEqual(peek('lic_a', 'cellar'), [])
  assert.deepEqual(lookups, ['lic_a'])
  own.forget('cn_1', add('lic_a', 'cn_1'))
  assert.equal(peek('lic_a', 'cellar'), undefined)
  assert.deepEqual(await ids('lic_a'), ['cn_1'])
})

test('that a license has none is not kept if it gets one meanwhile', async () => {
  const { own, add, ids, state } = start()
  state.beforeCount = () => {
    state.beforeCount = () => {}
    own.forget('cn_1', add('lic_a', 'cn_1'))
  }
  assert.deepEqual(await ids('lic_a'), [])
  assert.deepEqual(await ids('lic_a'), ['cn_1'])
})

test('what was read before a change is not kept', async () => {
  const { own, stored, add, ids, peek, state } = start()
  add('lic_a', 'cn_1')
  state.beforeReturn = () => {
    stored.delete('cn_1')
    own.forget('cn_1')
  }
  assert.deepEqual(await ids('lic_a'), ['cn_1'])
  assert.equal(peek('lic_a'), undefined)
  assert.deepEqual(await ids('lic_a'), [])
})

test('a read that failed is tried again', async () => {
  let fails = true
  const own = createOwnAccounts({
    count: async () => 1,
    async ofHandle() {
      if (fails) throw new Error('down')
      return []
    },
  })
  const query = { licenseId: 'lic_a', platform: 'sandbox', handle: 'garden' }
  await assert.rejects(own.find(query), /down/)
  fails = false
  assert.deepEqual(await own.find(query), [])
})
