// What every backend must do with connected accounts, their consents and their applications.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  ConnectAppRecord,
  ConnectGrantRecord,
  ConnectionRecord,
  ConnectionState,
} from '@central-api/service/storage/connection-records.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { act, createLicense, fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const connection = (
  licenseId: string,
  values: Partial<Omit<ConnectionRecord, 'licenseId'>> = {},
): ConnectionRecord => ({
  ...{ id: fresh('cn'), licenseId, site: null, platform: 'sandbox', host: null, accountId: fresh('account') },
  ...{ handle: 'demo', displayName: null, url: null, avatarUrl: null, label: null, appId: 'client', grantId: null },
  ...{ scopes: ['read'], missingScopes: [], include: [], state: 'connected', since: 1_000, until: null, reason: null },
  ...{
    sealedToken: 'sealed ☕',
    expiresAt: null,
    refreshExpiresAt: null,
    renewedAt: null,
    dueAt: null,
    subjectHash: null,
  },
  ...{ connectedBySite: null, createdAt: 1_000, consentedAt: 1_000, lastReadAt: null, version: 0 },
  ...values,
})

export const connectApp = (values: Partial<ConnectAppRecord> = {}): ConnectAppRecord => ({
  ...{ id: fresh('ca'), platform: 'mastodon', host: 'm.example', licenseId: null, clientId: 'client' },
  ...{ sealedSecret: 'sealed', label: null, state: 'live', createdAt: 1_000, version: 0 },
  ...values,
})

export const connectGrant = (licenseId: string, values: Partial<ConnectGrantRecord> = {}): ConnectGrantRecord => ({
  ...{ id: fresh('cg'), licenseId, platform: 'facebook', appId: 'client', subjectHash: 'hash' },
  ...{ sealedToken: 'sealed', expiresAt: 2_000, createdAt: 1_000, version: 0 },
  ...values,
})

const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id)

export const connectionsSuite = (open: OpenTwo): void => {
  describe('connections', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })
    const licenseId = async () => (await createLicense(store)).record.id

    test('stores a connection completely, for its license alone', async () => {
      const [owner, stranger] = [await licenseId(), await licenseId()]
      const full = connection(owner, {
        ...{
          site: 'garden.example',
          host: 'm.example',
          displayName: 'Ünï ☕',
          avatarUrl: 'https://m.example/a.png',
          url: 'https://m.example/@a',
        },
        ...{ label: 'Main', grantId: 'cg_1', missingScopes: ['b', 'c'], include: ['private'], state: 'ending' },
        ...{ until: 1_900_000_000_000, reason: 'expired', expiresAt: 3, refreshExpiresAt: 4, renewedAt: 5, dueAt: 7 },
        ...{ subjectHash: 'hash', connectedBySite: 'garden.example', consentedAt: 8, lastReadAt: 6 },
      })
      assert.equal(await store.connections.create(full, null), 'created')
      const stored = { ...full, version: 1 }
      assert.deepEqual(await other.connections.find(full.id, owner), stored)
      assert.deepEqual(await other.connections.find(full.id), stored)
      assert.deepEqual(await other.connections.findAccount(owner, 'sandbox', 'm.example', full.accountId), stored)
      assert.deepEqual(await other.connections.list(owner), [stored])
      assert.equal(await other.connections.find(full.id, stranger), undefined)
      assert.equal(await other.connections.findAccount(stranger, 'sandbox', 'm.example', full.accountId), undefined)
      assert.equal(await other.connections.findAccount(owner, 'sandbox', null, full.accountId), undefined)
      assert.deepEqual(await other.connections.list(stranger), [])
      assert.equal(await other.connections.remove(full.id, stranger), undefined)
      assert.deepEqual(await other.connections.remove(full.id, owner), stored)
      assert.equal(await store.connections.find(full.id), undefined)
    })

    test('an account is connected once per license, and no license has more than it may', async () => {
      const owner = await licenseId()
      const same = { accountId: 'a1' }
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? store : other).connections.create(connection(owner, same), 5)),
      )
      assert.deepEqual(results.toSorted(), ['created', ...Array.from({ length: 9 }, () => 'exists')])
      const more = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? store : other).connections.create(connection(owner), 5)),
      )
      assert.deepEqual(more.filter((result) => result === 'created').length, 4)
      assert.equal((await store.connections.list(owner)).length, 5)
      assert.equal(await other.connections.count(owner), 5)
      assert.equal(await store.connections.count(await licenseId()), 0)
      // The same account id at another host is another account.
      assert.equal(await store.connections.create(connection(owner, { ...same, host: 'm.example' }), null), 'created')
    })

    test('finds what a license has of an account by its handle, or by its id', async () => {
      const [owner, stranger] = [await licenseId(), await licenseId()]
      const all = [
        connection(owner, { accountId: '17', handle: 'garden', createdAt: 2_000 }),
        connection(owner, { accountId: '18', handle: 'garden', createdAt: 1_000 }),
        connection(owner, { accountId: 'garden', handle: 'kitchen', createdAt: 3_000 }),
        connection(owner, { accountId: 'garden', handle: 'kitchen', host: 'm.example' }),
        connection(owner, { accountId: '17', handle: 'garden', platform: 'other' }),
        connection(stranger, { accountId: '17', handle: 'garden' }),
      ]
      for (const each of all) await store.connections.create(each, null)
      const found = async (handle: string) => ids(await other.connections.ofHandle(owner, 'sandbox', handle))
      const [first, second, byId] = ids(all)
      assert.deepEqual(await found('garden'), [second, first, byId])
      assert.deepEqual(await found('17'), [first])
      assert.deepEqual(await found('Garden'), [])
    })

    test('of several writers of one version, one succeeds', async () => {
      const owner = await licenseId()
      const made = connection(owner)
      assert.equal(await store.connections.put(made), false)
      await store.connections.create(made, null)
      const writes = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? store : other).connections.put({ ...made, sealedToken: `token ${n}`, version: 1 }),
        ),
      )
      assert.equal(writes.filter(Boolean).length, 1)
      const stored = await store.connections.find(made.id, owner)
      assert.deepEqual([stored?.version, stored?.sealedToken], [2, `token ${writes.indexOf(true)}`])
    })

    test('pages through the connections of all licenses, newest first, by license, platform and state', async () => {
      const [owner, stranger] = [await licenseId(), await licenseId()]
      const platform = fresh('platform')
      const all = [
        connection(owner, { platform, createdAt: 3_000 }),
        connection(stranger, { platform, createdAt: 5_000, state: 'ended', reason: 'expired' }),
        connection(owner, { platform, createdAt: 4_000, id: fresh('cn') }),
        connection(stranger, { platform, createdAt: 4_000, id: fresh('cn') }),
        connection(owner, { createdAt: 9_000 }),
      ]
      for (const each of all) await store.connections.create(each, null)
      const [first, ended, twin, other_, elsewhere] = all.map(({ id }) => id)
      const twins = [twin, other_].toSorted().reverse()
      const newest = await other.connections.page({ platform, limit: 2 })
      assert.deepEqual(ids(newest), [ended, twins[0]])
      assert.deepEqual(ids(await other.connections.page({ platform, limit: 9, before: newest.at(-1) })), [
        twins[1],
        first,
      ])
      assert.deepEqual(ids(await store.connections.page({ licenseId: owner, limit: 9 })), [elsewhere, twin, first])
      assert.deepEqual(ids(await store.connections.page({ platform, state: { is: 'ended', at: 0 }, limit: 9 })), [
        ended,
      ])
      assert.deepEqual(
        (await other.connections.counts()).filter((each) => each.platform === platform),
        [
          { platform, state: 'connected', count: 3 },
          { platform, state: 'ended', count: 1 },
        ],
      )
    })

    test('an account whose limit has passed is connected again, also before the next scan stores it', async () => {
      const owner = await licenseId()
      const all = [
        connection(owner, { state: 'limited', until: 2_000, createdAt: 5_000 }),
        connection(owner, { state: 'limited', until: 2_001, createdAt: 4_000 }),
        connection(owner, { state: 'limited', until: null, createdAt: 3_000 }),
        connection(owner, { createdAt: 2_000 }),
        connection(owner, { state: 'ending', until: 1_000, createdAt: 1_000 }),
      ]
      for (const each of all) await store.connections.create(each, null)
      const [passed, limited, endless, connected, ending] = ids(all)
      const inState = async (is: ConnectionState) =>
        ids(await other.connections.page({ licenseId: owner, state: { is, at: 2_000 }, limit: 9 }))
      assert.deepEqual(await inState('connected'), [passed, endless, connected])
      assert.deepEqual(await inState('limited'), [limited])
      assert.deepEqual(await inState('ending'), [ending])
      assert.deepEqual(await inState('ended'), [])
    })

    test('finds connections by the person at an application, and by when they are due', async () => {
      const owner = await licenseId()
      const hash = fresh('hash')
      const [first, second, ended] = [
        connection(owner, { subjectHash: hash, expiresAt: 5, dueAt: 20 }),
        connection(owner, { subjectHash: hash, appId: 'another', expiresAt: 50, dueAt: 10 }),
        connection(owner, { subjectHash: hash, state: 'ended', dueAt: 5 }),
      ]
      for (const each of [first, second, ended]) await store.connections.create(each, null)
      const ids = (found: readonly ConnectionRecord[]) => found.map(({ id }) => id)
      assert.deepEqual(ids(await other.connections.ofSubject('sandbox', 'client', hash)), [first.id, ended.id].sort())
      const due = ids(await other.connections.due(30, 100))
      assert.deepEqual(
        due.filter((id) => [first.id, second.id, ended.id].includes(id)),
        [second.id, first.id],
      )
      assert.deepEqual(ids(await other.connections.due(10, 100)).includes(second.id), false)
    })

    test('other processes learn of a new, a changed and a removed connection, not of a read one', async () => {
      const owner = await licenseId()
      const made = connection(owner)
      const before = await store.changes.latest()
      await store.connections.create(made, null)
      const created = (await other.changes.since(before)).map(({ topic, subject }) => [topic, subject])
      assert.deepEqual(created, [['connection', made.id]])
      const from = await store.changes.latest()
      await store.connections.touch(made.id, 7_200_000)
      await store.connections.touch(made.id, 3_600_000)
      assert.deepEqual((await other.connections.find(made.id))?.lastReadAt, 7_200_000)
      assert.deepEqual(await other.changes.since(from), [])
      await store.connections.put({ ...made, label: 'Main', version: 1 })
      await store.connections.remove(made.id, owner)
      const changes = (await other.changes.since(from)).map(({ topic, subject }) => [topic, subject])
      assert.deepEqual(changes, [
        ['connection', made.id],
        ['connection', made.id],
      ])
    })

    test('the audit trail shows an operator’s change without the account', async () => {
      const owner = await licenseId()
      const made = connection(owner, { handle: 'secret-name', displayName: 'Secret Name' })
      await store.connections.create(made, null)
      await store.connections.remove(made.id, owner, { act: act({ action: 'connection.disconnect' }) })
      const [entry] = await store.audit.list({ subject: made.id, limit: 5 })
      assert.deepEqual(entry?.before, { licenseId: owner, platform: 'sandbox', state: 'connected', reason: null })
      assert.equal(entry?.after, null)
    })

    test('deleting a license deletes its connections, consents and applications, and no others', async () => {
      const [owner, stranger] = [await licenseId(), await licenseId()]
      const [mine, theirs] = [connection(owner), connection(stranger)]
      const [grant, app, shared] = [connectGrant(owner), connectApp({ licenseId: owner }), connectApp()]
      for (const each of [mine, theirs]) await store.connections.create(each, null)
      assert.equal(await store.connectGrants.put(grant), true)
      for (const each of [app, shared]) assert.equal(await store.connectApps.put(each), true)
      const from = await store.changes.latest()
      assert.equal(await store.licenses.remove(owner, act()), true)
      assert.equal(await other.connections.find(mine.id), undefined)
      assert.equal(await other.connectGrants.find(grant.id, owner), undefined)
      assert.equal(await other.connectApps.find(app.id), undefined)
      assert.deepEqual(await other.connectApps.find(shared.id), { ...shared, version: 1 })
      assert.deepEqual(
        (await other.connections.list(stranger)).map(({ id }) => id),
        [theirs.id],
      )
      const topics = (await other.changes.since(from)).filter(({ topic }) => topic === 'connection')
      assert.deepEqual(
        topics.map(({ subject }) => subject),
        [mine.id],
      )
    })

    test('what another store removed is removed, with consents that nothing else uses', async () => {
      const owner = await licenseId()
      const [alone, shared] = [connectGrant(owner), connectGrant(owner)]
      for (const grant of [alone, shared]) await store.connectGrants.put(grant)
      const [one, two, kept] = [
        connection(owner, { grantId: alone.id }),
        connection(owner, { grantId: shared.id }),
        connection(owner, { grantId: shared.id }),
      ]
      for (const each of [one, two, kept]) await store.connections.create(each, null)
      const from = await store.changes.latest()
      await store.connections.adoptRemoved([one.id, fresh('cn'), two.id])
      await store.connections.adoptRemoved([one.id])
      await store.connections.adoptRemoved([])
      assert.deepEqual(
        (await other.connections.list(owner)).map(({ id }) => id),
        [kept.id],
      )
      assert.equal(await other.connectGrants.find(alone.id, owner), undefined)
      assert.ok(await other.connectGrants.find(shared.id, owner))
      const reported = (await other.changes.since(from)).map(({ topic, subject }) => `${topic} ${subject}`)
      assert.deepEqual(reported.toSorted(), [`connection ${one.id}`, `connection ${two.id}`].toSorted())
    })

    test('a consent is removed with its last connection', async () => {
      const owner = await licenseId()
      const grant = connectGrant(owner)
      assert.deepEqual([await store.connectGrants.put(grant), await store.connectGrants.put(grant)], [true, false])
      const stored = { ...grant, sealedToken: 'another', version: 1 }
      assert.equal(await other.connectGrants.put(stored), true)
      assert.deepEqual(await store.connectGrants.find(grant.id, owner), { ...stored, version: 2 })
      assert.equal(await store.connectGrants.find(grant.id, 'lic_other'), undefined)
      const [one, two] = [connection(owner, { grantId: grant.id }), connection(owner, { grantId: grant.id })]
      for (const each of [one, two]) await store.connections.create(each, null)
      await store.connections.remove(one.id, owner)
      assert.equal(await other.connectGrants.removeUnused(grant.id), false)
      await store.connections.remove(two.id, owner)
      assert.equal(await other.connectGrants.find(grant.id, owner), undefined)
      const unused = connectGrant(owner)
      await store.connectGrants.put(unused)
      assert.equal(await other.connectGrants.removeUnused(unused.id), true)
    })

    test('lists applications of a license, and those for every license, by platform and host', async () => {
      const owner = await licenseId()
      const platform = fresh('platform')
      const [own, shared, elsewhere] = [
        connectApp({ platform, licenseId: owner, host: null, sealedSecret: null, state: 'review' }),
        connectApp({ platform }),
        connectApp({ platform, host: 'other.example' }),
      ]
      for (const each of [own, shared, elsewhere]) await store.connectApps.put(each)
      assert.deepEqual(await other.connectApps.list(owner, platform), [{ ...own, version: 1 }])
      assert.deepEqual(await other.connectApps.list(owner), [{ ...own, version: 1 }])
      assert.deepEqual(await other.connectApps.list(await licenseId()), [])
      assert.deepEqual(ids(await other.connectApps.ofLicenses(platform)), [own.id])
      assert.deepEqual(ids(await other.connectApps.list(null, platform)), [shared.id, elsewhere.id].sort())
      assert.deepEqual(ids(await other.connectApps.list(null, platform, 'm.example')), [shared.id])
      assert.deepEqual([await store.connectApps.remove(own.id), await store.connectApps.remove(own.id)], [true, false])
    })

    test('no license, and no operator, has more applications than it may', async () => {
      const [owner, stranger] = [await licenseId(), await licenseId()]
      await store.connectApps.put(connectApp({ licenseId: stranger, host: null }))
      for (const who of [owner, null]) {
        const known = async () => (await store.connectApps.list(who)).filter(({ host }) => host === null)
        const most = (await known()).length + 3
        // What the service registered at a host takes no place.
        await store.connectApps.put(connectApp({ licenseId: who }))
        const puts = await Promise.all(
          Array.from({ length: 12 }, (_, n) =>
            (n % 2 ? store : other).connectApps.put(connectApp({ licenseId: who, host: null }), undefined, most),
          ),
        )
        assert.equal(puts.filter(Boolean).length, 3)
        const [one = assert.fail(), ...rest] = await known()
        assert.equal(rest.length, most - 1)
        assert.equal(await store.connectApps.put({ ...one, label: 'Renamed' }, undefined, most), true)
        assert.equal(await store.connectApps.put(connectApp({ licenseId: who, host: null })), true)
      }
    })

    test('deletes every page whose key begins with a prefix, and no other', async () => {
      const page = { body: Buffer.from('page'), next: null, fetchedAt: 1 }
      const prefix = Buffer.from('prefix of 16 b. ')
      const inside = [Buffer.alloc(32), Buffer.alloc(32, 0xff)].map((rest) => Buffer.concat([prefix, rest]))
      const outside = [Buffer.from('prefix of 16 b!!'), Buffer.alloc(32, 0xff), prefix.subarray(0, 15)]
      for (const key of [...inside, ...outside]) await store.pages.put(key, page)
      await other.pages.removeWithin(prefix)
      for (const key of inside) assert.equal(await store.pages.find(key), undefined)
      for (const key of outside) assert.deepEqual(await store.pages.find(key), page)
    })
  })
}
