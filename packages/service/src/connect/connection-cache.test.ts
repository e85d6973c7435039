import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { Connection } from './connection.ts'
import { createConnectionCache } from './connection-cache.ts'

const start = () => {
  const stored = new Map<string, Connection>([['cn_1', connection('lic_a', { id: 'cn_1' })]])
  const lookups: string[] = []
  const state = { beforeReturn: () => {} }
  const cache = createConnectionCache({
    async find(id, licenseId) {
      lookups.push(`${id} ${licenseId}`)
      const found = stored.get(id)
      await Promise.resolve()
      state.beforeReturn()
      return found?.licenseId === licenseId ? found : undefined
    },
  })
  return { cache, stored, lookups, state }
}

test('the store is asked once for a connection of the license, and again after a change', async () => {
  const { cache, stored, lookups } = start()
  for (let n = 0; n < 3; n += 1) assert.equal((await cache.find('cn_1', 'lic_a'))?.id, 'cn_1')
  assert.equal(lookups.length, 1)
  stored.delete('cn_1')
  cache.forget('cn_1')
  assert.equal(await cache.find('cn_1', 'lic_a'), undefined)
})

test('after changes may have been missed, the store is asked again', async () => {
  const { cache, stored } = start()
  await cache.find('cn_1', 'lic_a')
  stored.delete('cn_1')
  assert.equal((await cache.find('cn_1', 'lic_a'))?.id, 'cn_1')
  cache.forgetAll()
  assert.equal(await cache.find('cn_1', 'lic_a'), undefined)
})

test('a connection of another license costs the same as none: a look into the store, each time', async () => {
  const { cache, lookups } = start()
  await cache.find('cn_1', 'lic_a')
  lookups.length = 0
  for (const id of ['cn_1', 'cn_none', 'cn_1', 'cn_none']) assert.equal(await cache.find(id, 'lic_b'), undefined)
  assert.deepEqual(lookups, ['cn_1 lic_b', 'cn_none lic_b', 'cn_1 lic_b', 'cn_none lic_b'])
})

test('what was read before a change is not kept', async () => {
  const { cache, stored, state } = start()
  state.beforeReturn = () => {
    stored.delete('cn_1')
    cache.forget('cn_1')
  }
  await cache.find('cn_1', 'lic_a')
  state.beforeReturn = () => {}
  assert.equal(await cache.find('cn_1', 'lic_a'), undefined)
})

test('that a connection showed what is not public is told once, and again only after it was used so', async () => {
  const { cache, stored } = start()
  await cache.find('cn_1', 'lic_a')
  assert.equal(cache.takeShowedPrivate('cn_1'), false)
  stored.set('cn_1', connection('lic_a', { id: 'cn_1', include: ['private'] }))
  cache.forget('cn_1')
  await cache.find('cn_1', 'lic_a')
  stored.set('cn_1', connection('lic_a', { id: 'cn_1' }))
  cache.forget('cn_1')
  // Pages that were read before are still there.
  await cache.find('cn_1', 'lic_a')
  assert.deepEqual([cache.takeShowedPrivate('cn_1'), cache.takeShowedPrivate('cn_1')], [true, false])
})
