import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Connection } from './connection.ts'
import { createConnectionSeal } from './connection-seal.ts'
import type { ConnectFlow } from './flows/flow.ts'
import { type ConnectedAccount, createSaveAccount } from './save-account.ts'

const ACCOUNT: ConnectedAccount = {
  ...{ licenseId: 'lic_a', site: null, platform: 'p', host: null, accountId: '1', handle: 'demo', displayName: null },
  ...{ url: null, avatarUrl: null, label: 'Main', appId: 'client', grantId: null, scopes: ['read'], missingScopes: [] },
  ...{ include: [], expiresAt: 10, refreshExpiresAt: 20, subjectHash: null, connectedBySite: null },
  secrets: { token: 'first', refreshToken: 'refresh' },
}

const FLOW = { renewal: { by: 'refresh_token', rotates: true } } as ConnectFlow

const start = () => {
  const replaced: (string | undefined)[] = []
  const seal = createConnectionSeal([Buffer.alloc(32, 1)], randomBytes)
  const stored: { connection?: Connection; conflicts: number } = { conflicts: 0 }
  const calls: string[] = []
  const save = createSaveAccount({
    store: {
      async findAccount() {
        calls.push('find')
        return stored.connection
      },
      async create(connection, most) {
        if (most === 0) return 'limit'
        if (stored.connection) return 'exists'
        stored.connection = { ...connection, version: 1 }
        return 'created'
      },
      async put(connection) {
        if (stored.conflicts > 0) {
          stored.conflicts -= 1
          return false
        }
        stored.connection = { ...connection, version: connection.version + 1 }
        return true
      },
    },
    grants: {
      async removeUnused(id) {
        calls.push(`drop ${id}`)
        return true
      },
    },
    seal,
    flows: { p: FLOW },
    events: {
      connected: async () => undefined,
      async changed(_before, { state }) {
        calls.push(state)
        return undefined
      },
    },
    random: () => 0.5,
    now: () => 5,
    randomBytes,
    onReplaced: (_before, { token }) => replaced.push(token),
  })
  const secrets = () => stored.connection && seal.open(stored.connection, stored.connection.sealedToken)
  return { save, stored, secrets, seal, calls, replaced }
}

test('connecting an account again replaces its token and keeps its id and label', async () => {
  const { save, stored, secrets } = start()
  const first = await save(ACCOUNT, null)
  assert.ok(first !== 'limit')
  stored.connection = { ...first, state: 'ended', reason: 'expired', lastReadAt: 3 }
  stored.conflicts = 2
  const next = { ...ACCOUNT, label: null, scopes: ['read', 'more'], secrets: { token: 'second', refreshToken: 'new' } }
  const again = await save(next, 0)
  assert.ok(again !== 'limit')
  assert.deepEqual(
    [again.id, again.label, again.state, again.reason, again.lastReadAt],
    [first.id, 'Main', 'connected', null, 3],
  )
  assert.deepEqual(again.scopes, ['read', 'more'])
  assert.deepEqual(secrets(), { token: 'second', refreshToken: 'new' })
})

test('a refresh token stays when the platform sends none again, unless another application asked', async () => {
  const { save, stored, secrets } = start()
  await save(ACCOUNT, null)
  const without = { ...ACCOUNT, refreshExpiresAt: null, secrets: { token: 'second' } }
  await save(without, null)
  assert.deepEqual(secrets(), { token: 'second', refreshToken: 'refresh' })
  assert.equal(stored.connection?.refreshExpiresAt, 20)
  await save({ ...without, appId: 'another' }, null)
  assert.deepEqual(secrets(), { token: 'second' })
  assert.equal(stored.connection?.refreshExpiresAt, null)
})

test('a token that nothing uses any more is told, and no other', async () => {
  const { save, replaced } = start()
  await save(ACCOUNT, null)
  // The same token, and one whose refresh token stays in use.
  await save(ACCOUNT, null)
  await save({ ...ACCOUNT, secrets: { token: 'second' } }, null)
  assert.deepEqual(replaced, [])
  await save({ ...ACCOUNT, secrets: { token: 'third', refreshToken: 'new' } }, null)
  assert.deepEqual(replaced, ['second'])
})

test('a license at its limit connects no further account', async () => {
  const { save, stored } = start()
  assert.equal(await save(ACCOUNT, 0), 'limit')
  assert.equal(stored.connection, undefined)
})

test('an account that ends soon for good is ending at once, and one that can be renewed is not', async () => {
  const { save, stored, calls } = start()
  await save({ ...ACCOUNT, expiresAt: 3_600_000, secrets: { token: 'first' } }, null)
  const { state, until, reason, dueAt } = stored.connection ?? {}
  assert.deepEqual([state, until, reason, dueAt], ['ending', 3_600_000, 'expired', 3_600_000])
  assert.deepEqual(calls.splice(0), ['find', 'ending'])
  await save({ ...ACCOUNT, secrets: { token: 'second', refreshToken: 'new' } }, null)
  assert.deepEqual([stored.connection?.state, stored.connection?.until, calls], ['connected', null, ['find']])
})

test('a sealed text opens for its own record only', () => {
  const seal = createConnectionSeal([Buffer.alloc(32, 1)], randomBytes)
  const sealed = seal.seal({ id: 'cn_1', licenseId: 'lic_a' }, { token: 'secret' })
  assert.deepEqual(seal.open({ id: 'cn_1', licenseId: 'lic_a' }, sealed), { token: 'secret' })
  assert.equal(seal.open({ id: 'cn_1', licenseId: 'lic_b' }, sealed), undefined)
  assert.equal(seal.open({ id: 'cn_2', licenseId: 'lic_a' }, sealed), undefined)
  assert.equal(seal.open({ id: 'cn_1', licenseId: null }, sealed), undefined)
  const rotated = createConnectionSeal([Buffer.alloc(32, 2), Buffer.alloc(32, 1)], randomBytes)
  assert.deepEqual(rotated.open({ id: 'cn_1', licenseId: 'lic_a' }, sealed), { token: 'secret' })
})

test('an account is looked up once, and a consent that it leaves is dropped if nothing uses it any more', async () => {
  const { save, calls } = start()
  await save({ ...ACCOUNT, grantId: 'cg_1' }, null)
  await save({ ...ACCOUNT, grantId: 'cg_1' }, null)
  assert.deepEqual(calls.splice(0), ['find', 'find'])
  await save({ ...ACCOUNT, grantId: 'cg_2' }, null)
  assert.deepEqual(calls, ['find', 'drop cg_1'])
})

test('what a site connected for itself is its own: another one changes nothing of it', async () => {
  const { save, stored } = start()
  const of = (site: string | null, connectedBySite: string | null, more: Partial<ConnectedAccount> = {}) =>
    save({ ...ACCOUNT, site, connectedBySite, ...more }, null)
  await of('blog.example', 'blog.example')
  const before = stored.connection
  const theirs = { label: 'Theirs', include: ['private'] } as const
  for (const [site, by] of [
    ['shop.example', 'shop.example'],
    ['shop.example', 'blog.example'],
    // For every site, and so for that of the other one.
    [null, 'shop.example'],
  ] as const)
    await assert.rejects(of(site, by, theirs), { code: 'connection_other_site' })
  assert.deepEqual(stored.connection, before)
  await of('blog.example', 'shop.example', { label: 'Renamed' })
  assert.deepEqual([stored.connection?.site, stored.connection?.label], ['blog.example', 'Renamed'])
})

test('a connection for one site becomes one of every site if the site or the license asks for that', async () => {
  for (const connectedBySite of ['blog.example', null]) {
    const { save, stored } = start()
    await save({ ...ACCOUNT, site: 'blog.example', connectedBySite: 'blog.example' }, null)
    await save({ ...ACCOUNT, site: null, connectedBySite, label: null, include: ['private'] }, null)
    const { site, label, include, connectedBySite: by } = stored.connection ?? {}
    assert.deepEqual([site, label, include, by], [null, 'Main', ['private'], 'blog.example'])
  }
})

test('a consent for one site neither takes, names nor widens a connection of every site', async () => {
  const { save, stored, secrets } = start()
  await save({ ...ACCOUNT, label: null }, null)
  const forShop = { ...ACCOUNT, site: 'shop.example', connectedBySite: 'shop.example', label: 'Shop' }
  await save({ ...forShop, include: ['private'], secrets: { token: 'second' } }, null)
  const shown = () => [stored.connection?.site, stored.connection?.label, stored.connection?.include]
  assert.deepEqual(shown(), [null, null, []])
  assert.equal(secrets()?.token, 'second')
  // Its owner no longer allows the rest to be read.
  await save({ ...ACCOUNT, include: ['private'] }, null)
  await save(forShop, null)
  assert.deepEqual(shown(), [null, 'Main', []])
})

test('as many consents of an account at once as a license may start are all kept', async () => {
  const { save, stored } = start()
  await save(ACCOUNT, null)
  stored.conflicts = 119
  assert.ok((await save(ACCOUNT, null)) !== 'limit')
  assert.equal(stored.conflicts, 0)
})
