// What every backend must do with the audit trail, operators, and the settings of a start.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Act, AuditEntry, AuditFilter, Facts } from '@central-api/service/storage/audit-records.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { StoreError } from '@central-api/service/storage/store-error.ts'
import { credential } from './credentials-suite.ts'
import {
  act,
  createLicense,
  DAY,
  fresh,
  keyOf,
  license,
  type OpenTwo,
  openBeforeTests,
  operator,
  PLAN,
} from './fixture.ts'

const isConflict = (error: unknown) => error instanceof StoreError && error.kind === 'conflict'

/** A change of each kind: its setup, the change, what to read of it, and the expected entry. */
type Case = {
  readonly prepare: (store: Store) => Promise<string>
  readonly change: (store: Store, subject: string, act: Act) => Promise<unknown>
  readonly read: (store: Store, subject: string) => Promise<unknown>
  readonly kind: string
  readonly before: Facts | null
  readonly after: Facts | null
  /** Whether repeating the change has no effect. */
  readonly isOnce: boolean
}

const newLicense = async (store: Store) => (await createLicense(store)).record.id

const CASES: Readonly<Record<string, Case>> = {
  'a new license': {
    prepare: async () => fresh('lic'),
    change: (store, id, by) => store.licenses.create(license({ id, name: 'A', expiresAt: 5 * DAY }), keyOf(id), by),
    read: (store, id) => store.licenses.find(id),
    kind: 'license',
    before: null,
    after: {
      ...{ name: 'A', plan: 'pro', mode: 'live', status: 'active' },
      ...{ expiresAt: '1970-01-06T00:00:00.000Z', keyHint: 'abcd' },
      ...{ externalId: null, email: null, notes: null, metadata: {} },
    },
    isOnce: false,
  },
  'another status': {
    prepare: newLicense,
    change: (store, id, by) => store.licenses.setStatus(id, 'suspended', by),
    read: (store, id) => store.licenses.find(id),
    kind: 'license',
    before: { status: 'active' },
    after: { status: 'suspended' },
    isOnce: true,
  },
  'another end and name': {
    prepare: newLicense,
    change: (store, id, by) => store.licenses.update(id, { name: 'B', expiresAt: DAY }, by),
    read: (store, id) => store.licenses.find(id),
    kind: 'license',
    before: { name: null, expiresAt: null },
    after: { name: 'B', expiresAt: '1970-01-02T00:00:00.000Z' },
    isOnce: true,
  },
  'another key': {
    prepare: newLicense,
    change: (store, id, by) => store.keys.rotate(keyOf(id, { hint: 'wxyz' }), DAY, by),
    read: async (store, id) => (await store.keys.listOf(id)).map(({ hint, expiresAt }) => [hint, expiresAt]),
    kind: 'license',
    before: { keyHint: 'abcd' },
    after: { keyHint: 'wxyz', oldKeyExpiresAt: '1970-01-02T00:00:00.000Z' },
    isOnce: false,
  },
  'a released site': {
    prepare: async (store) => {
      const id = await newLicense(store)
      await store.sites.activate({ licenseId: id, site: 'a.example', firstSeenAt: 1 }, null)
      return id
    },
    change: (store, id, by) => store.sites.release(id, 'a.example', by),
    read: (store, id) => store.sites.listOf(id),
    kind: 'license',
    before: { site: 'a.example' },
    after: {},
    isOnce: true,
  },
  'a new plan': {
    prepare: async () => fresh('plan'),
    change: (store, name, by) => store.plans.put({ ...PLAN, name }, by),
    read: (store, name) => store.plans.find(name),
    kind: 'plan',
    before: null,
    after: {
      scans: 10,
      validations: 20,
      burst: 30,
      sites: 5,
      connections: 9,
      media: 'none',
      mediaMb: 12,
      platforms: null,
    },
    isOnce: true,
  },
  'a changed plan': {
    prepare: async (store) => {
      const name = fresh('plan')
      await store.plans.put({ ...PLAN, name }, act())
      return name
    },
    change: (store, name, by) => store.plans.put({ ...PLAN, name, scans: 11, platforms: ['rss'] }, by),
    read: (store, name) => store.plans.find(name),
    kind: 'plan',
    before: { scans: 10, platforms: null },
    after: { scans: 11, platforms: ['rss'] },
    isOnce: true,
  },
  'a paused credential that nothing was heard of': {
    prepare: async () => fresh('credential'),
    change: (store, id, by) => store.credentials.put(credential({ id, state: 'paused' }), by),
    read: (store, id) => store.credentials.find(id),
    kind: 'credential',
    before: { state: 'working' },
    after: { state: 'paused' },
    isOnce: true,
  },
  'a resumed credential': {
    prepare: async (store) => {
      const id = fresh('credential')
      await store.credentials.put(credential({ id, state: 'paused' }))
      return id
    },
    change: (store, id, by) => store.credentials.put(credential({ id, version: 1 }), by),
    read: (store, id) => store.credentials.find(id),
    kind: 'credential',
    before: { state: 'paused' },
    after: { state: 'working' },
    isOnce: true,
  },
  'a new operator': {
    prepare: async () => fresh('op'),
    change: (store, id, by) => store.operators.create(operator({ id, name: id, role: 'support' }), by),
    read: async (store, id) => (await store.operators.list()).find((each) => each.id === id),
    kind: 'operator',
    before: null,
    after: { role: 'support', tokenHint: 'wxyz' },
    isOnce: false,
  },
  'a revoked operator': {
    prepare: async (store) => {
      const made = operator()
      await store.operators.create(made, act())
      return made.id
    },
    change: (store, id, by) => store.operators.revoke(id, DAY, by),
    read: async (store, id) => (await store.operators.list()).find((each) => each.id === id),
    kind: 'operator',
    before: { revokedAt: null },
    after: { revokedAt: '1970-01-02T00:00:00.000Z' },
    isOnce: true,
  },
}

export const auditSuite = (open: OpenTwo): void => {
  describe('the audit trail', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })
    const entriesOf = (subject: string, filter: AuditFilter = {}) =>
      other.audit.list({ limit: 100, subject, ...filter })

    for (const [name, { prepare, change, read, kind, before, after, isOnce }] of Object.entries(CASES)) {
      test(`records ${name} with actor, action and time, and a repetition only if it changes something`, async () => {
        const subject = await prepare(store)
        const known = await entriesOf(subject)
        const by = act({ action: 'test.case', at: 5_000 })
        await change(store, subject, by)
        const added = await entriesOf(subject, { action: 'test.case' })
        // A name unique to the test.
        const { name: _, ...rest } = added[0]?.after ?? {}
        const isNamed = kind === 'operator' && before === null
        const expected = { ...by, subject: { kind, id: subject }, before, after: isNamed ? added[0]?.after : after }
        assert.deepEqual(added, [expected])
        if (isNamed) assert.deepEqual(rest, after)
        assert.deepEqual(await store.audit.find(by.id), expected)
        if (!isOnce) return
        await change(store, subject, act())
        assert.equal((await entriesOf(subject)).length, known.length + 1)
      })

      test(`rolls ${name} back when its entry cannot be written`, async () => {
        const subject = await prepare(store)
        const [was, known] = [await read(other, subject), await entriesOf(subject)]
        const taken = act()
        await store.plans.put({ ...PLAN, name: fresh('plan') }, taken)
        await assert.rejects(change(store, subject, taken), isConflict)
        assert.deepEqual(await read(other, subject), was)
        assert.deepEqual(await entriesOf(subject), known)
        // And no lock is left.
        await change(store, subject, act())
        assert.notDeepEqual(await read(other, subject), was)
      })
    }

    test('does not record what no operator did: a site that leaves, or an upstream response about a credential', async () => {
      const id = await newLicense(store)
      await store.sites.activate({ licenseId: id, site: 'a.example', firstSeenAt: 1 }, null)
      assert.equal(await store.sites.release(id, 'a.example'), true)
      const reported = fresh('credential')
      await store.credentials.put(credential({ id: reported, state: 'refused' }))
      assert.deepEqual([(await entriesOf(id)).length, (await entriesOf(reported)).length], [1, 0])
    })

    test('a change that comes too late has no effect and no entry', async () => {
      const id = await newLicense(store)
      await store.licenses.setStatus(id, 'revoked', act())
      const known = await entriesOf(id)
      assert.equal(await store.licenses.setStatus(id, 'active', act()), false)
      assert.equal(await store.licenses.update(id, { name: 'B' }, act()), false)
      assert.equal(await store.credentials.put(credential({ id, version: 7 }), act()), false)
      assert.equal(await store.licenses.create(license(), keyOf(id), act(), true), false)
      assert.equal(await store.operators.revoke('op_none', 1, act()), false)
      assert.deepEqual(await entriesOf(id), known)
    })

    test('concurrent changes of one license record the values before each', async () => {
      const id = await newLicense(store)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).licenses.update(id, { name: `n${n}` }, act())),
      )
      const entries = (await entriesOf(id)).filter(({ before }) => before !== null)
      assert.equal(entries.length, 20)
      const next = new Map(entries.map(({ before, after }) => [before?.name, after?.name]))
      let name: unknown = null
      for (let steps = 0; steps < 20; steps += 1) name = next.get(name)
      assert.equal(name, (await store.licenses.find(id))?.name)
    })

    test('records an action in the name of a license, and removes its values with the license', async () => {
      const id = await newLicense(store)
      const by = act()
      const facts = { endpoint: 'scan-profile', handle: 'demo' }
      assert.equal(await store.licenses.note(id, facts, by), true)
      const entry = await other.audit.find(by.id)
      assert.deepEqual([entry?.subject, entry?.before, entry?.after], [{ kind: 'license', id }, null, facts])
      await store.licenses.remove(id, act())
      assert.equal((await other.audit.find(by.id))?.after, null)
      const late = act()
      assert.equal(await store.licenses.note(id, facts, late), false)
      assert.equal(await store.audit.find(late.id), undefined)
    })

    test('calls listeners for each committed entry, and for no other', async () => {
      const heard: AuditEntry[] = []
      const stop = store.audit.onWritten((entry) => heard.push(entry))
      const by = act()
      const name = fresh('plan')
      await store.plans.put({ ...PLAN, name }, by)
      await assert.rejects(store.plans.put({ ...PLAN, name, scans: 1 }, by), isConflict)
      await store.plans.put({ ...PLAN, name }, act())
      stop()
      await store.plans.put({ ...PLAN, name, scans: 2 }, act())
      assert.deepEqual(heard, [await store.audit.find(by.id)])
    })

    test('lists entries newest first, page by page, filtered by actor, action, subject and time', async () => {
      const id = fresh('lic')
      await store.licenses.create(license({ id }), keyOf(id), act({ at: 20_000 }))
      const anna = {
        kind: 'command-line',
        name: fresh('anna'),
        from: 'central-api license change',
        requestId: null,
      } as const
      const change = (n: number, values: Partial<Act>) => store.licenses.update(id, { name: `${n}` }, act(values))
      for (const n of [1, 2, 3]) await change(n, { at: 20_000 + n, actor: anna, action: 'test.rename' })
      // With the same time.
      for (const n of [4, 5]) await change(n, { at: 20_010, actor: anna })
      const all = await entriesOf(id)
      assert.equal(all.length, 6)
      assert.deepEqual(
        all.map(({ at }) => at),
        [20_010, 20_010, 20_003, 20_002, 20_001, 20_000],
      )
      const paged: AuditEntry[] = []
      for (;;) {
        const page = await entriesOf(id, { limit: 1, before: paged.at(-1) } as AuditFilter)
        if (page.length === 0) break
        paged.push(...page)
      }
      assert.deepEqual(paged, all)
      const names = async (filter: AuditFilter) =>
        (await store.audit.list({ limit: 10, ...filter })).map(({ after }) => after?.name)
      assert.deepEqual(await names({ actor: anna.name, action: 'test.rename' }), ['3', '2', '1'])
      assert.deepEqual(await names({ actor: anna.name, since: 20_002, until: 20_003 }), ['2'])
      assert.deepEqual((await names({ actor: anna.name })).sort(), ['1', '2', '3', '4', '5'])
      assert.deepEqual(await names({ actor: fresh('nobody') }), [])
    })

    test('sweeps the oldest entries first, a bounded number at a time', async () => {
      const { stores, dispose } = await open()
      try {
        const [own] = stores
        for (let n = 0; n < 5; n += 1) await own.plans.put({ ...PLAN, name: `p${n}` }, act({ at: 100 + n }))
        assert.deepEqual(await own.audit.sweep({ from: 0, before: 104 }, 3), { dropped: 3, upTo: 102 })
        assert.deepEqual(await own.audit.sweep({ from: 102, before: 104 }, 3), { dropped: 1, upTo: 103 })
        assert.equal(await own.audit.sweep({ from: 103, before: 104 }, 3), undefined)
        assert.deepEqual(
          (await own.audit.list({ limit: 10 })).map(({ at }) => at),
          [104],
        )
      } finally {
        await dispose()
      }
    })
  })

  describe('operators', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('finds operators by token hash and lists them by creation, revoked ones included', async () => {
      const [anna, bert] = [operator({ createdAt: 2 }), operator({ createdAt: 1, role: 'admin' })]
      for (const each of [anna, bert]) await store.operators.create(each, act())
      assert.deepEqual(await other.operators.findByHash(anna.hash), anna)
      assert.equal(await other.operators.findByHash(keyOf('').hash), undefined)
      assert.deepEqual(await other.operators.list(), [bert, anna])
      assert.equal(await store.operators.revoke(anna.id, 7_000, act()), true)
      assert.equal(await other.operators.revoke(anna.id, 8_000, act()), false)
      assert.deepEqual(await other.operators.findByHash(anna.hash), { ...anna, revokedAt: 7_000 })
      await store.operators.touch(bert.id, 9_000)
      await store.operators.rehash(bert.hash, anna.hash.split('').reverse().join(''), 2)
      const moved = { ...bert, hash: anna.hash.split('').reverse().join(''), pepperVersion: 2, lastUsedAt: 9_000 }
      assert.deepEqual(await other.operators.findByHash(moved.hash), moved)
    })

    test('a name stays taken after its operator was revoked', async () => {
      const anna = operator()
      await store.operators.create(anna, act())
      await store.operators.revoke(anna.id, 1, act())
      await assert.rejects(other.operators.create(operator({ name: anna.name }), act()), isConflict)
    })
  })

  describe('the settings of a start', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })
    const plain = (name: string, value: string) => ({ name, value, isSecret: false })
    const secret = (name: string, value: string) => ({ name, value, isSecret: true })

    test('records what differs from the last start, and of a secret only that it changed', async () => {
      const starts = [
        [plain('PORT', '8080'), secret('KEY', 'hash-of-one')],
        [secret('KEY', 'hash-of-one'), plain('PORT', '8080')],
        [plain('PORT', '80'), secret('KEY', 'hash-of-two'), secret('TOKEN', 'hash-of-three')],
        [plain('HOST', '::1'), secret('TOKEN', 'hash-of-three')],
      ]
      const changed: boolean[] = []
      for (const [at, settings] of starts.entries()) {
        changed.push(await (at % 2 ? store : other).startSettings.put(settings, act({ at, action: 'test.start' })))
      }
      assert.deepEqual(changed, [true, false, true, true])
      const entries = await store.audit.list({ limit: 9, action: 'test.start' })
      assert.deepEqual(
        entries.map(({ subject, before, after }) => [subject, before, after]).reverse(),
        [
          [
            { KEY: null, PORT: null },
            { KEY: 'a secret', PORT: '8080' },
          ],
          [
            { KEY: 'a secret', PORT: '8080', TOKEN: null },
            { KEY: 'another secret', PORT: '80', TOKEN: 'a secret' },
          ],
          [
            { HOST: null, KEY: 'a secret', PORT: '80' },
            { HOST: '::1', KEY: null, PORT: null },
          ],
        ].map((facts) => [{ kind: 'settings', id: 'settings' }, ...facts]),
      )
      assert.doesNotMatch(JSON.stringify(entries), /hash-of-/)
    })

    test('of ten processes that start with the same settings at the same time one records them', async () => {
      const settings = [plain('PORT', '9090')]
      const changed = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? store : other).startSettings.put(settings, act())),
      )
      assert.equal(changed.filter(Boolean).length, 1)
    })

    test('settings that could not be recorded are recorded by the next start', async () => {
      const taken = act()
      await store.plans.put({ ...PLAN, name: fresh('plan') }, taken)
      const settings = [plain('PORT', '7070')]
      await assert.rejects(store.startSettings.put(settings, taken), isConflict)
      assert.equal(await other.startSettings.put(settings, act()), true)
    })
  })
}
