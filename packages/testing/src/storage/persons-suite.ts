// What every backend must do with personal data: it finds whole addresses in any case, and never touches those of
// others.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { act, createLicense, fresh, keyOf, type OpenTwo, openBeforeTests, PLAN } from './fixture.ts'
import { event, webhook } from './webhooks-suite.ts'

/** Each row contains spellings of one address. */
const SPELLINGS: readonly (readonly [string, ...string[]])[] = [
  ['a dotted capital I', 'İnci@example.com', 'i\u0307nci@example.com', 'I\u0307NCI@EXAMPLE.COM'],
  ['Greek, with either sigma at the end', 'ΝΙΚΟΣ@example.gr', 'νικος@example.gr', 'νικοσ@EXAMPLE.GR'],
  ['a capital sharp s', 'STRAẞE@example.de', 'straße@example.de', 'Straße@Example.de'],
  ['composed and decomposed', 'José@example.com', 'JOSE\u0301@example.com', 'jose\u0301@EXAMPLE.com'],
  ['Cyrillic in the domain', 'ann@ПОЧТА.рф', 'ANN@почта.РФ'],
  ['Hangul in parts', '한글@example.kr', '\u1112\u1161\u11ab\u1100\u1173\u11af@example.kr'],
  ['the Kelvin sign', 'Karl@example.com', '\u212aarl@example.com', 'karl@example.com'],
  ['letters that a locale lowers otherwise', 'JIKI@example.com', 'jiki@example.com'],
  ['letters outside the basic plane', '𐐀nn@example.com', '𐐨NN@example.com'],
]

export const personsSuite = (open: OpenTwo): void => {
  describe('persons', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('finds licenses by an address in any case, and not by a part of one', async () => {
      await store.plans.put(PLAN, act())
      const { record } = await createLicense(store, { email: 'Ann@Example.com' })
      for (const email of ['joann@example.com', 'ann@example.com.au', 'a_n@example.com', null]) {
        await createLicense(store, { email })
      }
      const found = await other.persons.licensesOf('ann@EXAMPLE.com')
      assert.deepEqual(
        found.map(({ id }) => id),
        [record.id],
      )
      assert.deepEqual(await other.persons.licensesOf('nn@example.com'), [])
    })

    test('erases an address from the audit trail and the events, but not one that contains it', async () => {
      const [mine, others] = ['eve@example.com', 'steve@example.com']
      const { record } = await createLicense(store, { email: mine })
      const { record: neighbor } = await createLicense(store, { email: others })
      await store.licenses.update(record.id, { email: 'new@example.com' }, act())
      const hook = webhook()
      await store.webhooks.create(hook, 25, act())
      const events = [`{"a":"Eve@example.com"}`, `{"a":"${others}"}`, `{"a":"mail ${mine}, please"}`].map((data) =>
        event({ data }),
      )
      for (const each of events) await store.webhookEvents.publish(each)
      const subject = { kind: 'person', id: fresh('fgt') }
      assert.deepEqual(await other.persons.countErasable('EVE@example.com', []), { entries: 2, events: 2 })
      await other.persons.erase('EVE@example.com', subject, { keys: 1 }, act())
      assert.deepEqual(await other.persons.countErasable('EVE@example.com', []), { entries: 0, events: 0 })
      const trail = (id: string) => store.audit.list({ subject: id, limit: 9 })
      assert.deepEqual(
        (await trail(record.id)).map(({ before, after }) => [before, after]),
        [
          [null, null],
          [null, null],
        ],
      )
      assert.equal((await trail(neighbor.id))[0]?.after?.email, others)
      assert.deepEqual((await trail(subject.id))[0]?.after, { keys: 1 })
      const deliveries = await store.deliveries.list(hook.id, { limit: 9 })
      assert.deepEqual(
        deliveries.map((each) => each.event.id),
        [events[1]?.id],
      )
      assert.deepEqual(await store.persons.mentions(mine), [])
      await store.webhooks.remove(hook.id, act())
    })

    test('counts what is removed with a license once, even without the address in it', async () => {
      const email = 'mallory@example.com'
      const { record } = await createLicense(store, { email })
      await store.licenses.update(record.id, { notes: 'of old' }, act())
      const hook = webhook()
      await store.webhooks.create(hook, 25, act())
      for (const licenseId of [record.id, record.id, null]) await store.webhookEvents.publish(event({ licenseId }))
      await store.webhookEvents.publish(event({ licenseId: record.id, data: `{"a":"${email}"}` }))
      await store.webhookEvents.publish(event({ data: `{"a":"${email}"}` }))
      assert.deepEqual(await other.persons.countErasable(email, [record.id]), { entries: 2, events: 4 })
      await store.webhooks.remove(hook.id, act())
    })

    for (const [name, ...spellings] of SPELLINGS) {
      test(`finds an address in every case and Unicode form: ${name}`, async () => {
        const hook = webhook()
        await store.webhooks.create(hook, 25, act())
        const ids: string[] = []
        for (const email of spellings) {
          const { record } = await createLicense(store, { email })
          ids.push(record.id)
          await createLicense(store, { email: `a${email}` })
          await store.webhookEvents.publish(event({ data: JSON.stringify({ email }) }))
        }
        const { record: noted } = await createLicense(store, { notes: `Ask ${spellings[0]}.` })
        for (const email of spellings) {
          const found = await other.persons.licensesOf(email)
          assert.deepEqual(found.map(({ id }) => id).toSorted(), ids.toSorted(), email)
          assert.deepEqual(await other.persons.countErasable(email, []), {
            entries: spellings.length + 1,
            events: spellings.length,
          })
          const mentioned = (await other.persons.mentions(email)).filter(({ column }) => column === 'notes')
          assert.deepEqual(mentioned, [{ table: 'licenses', id: noted.id, column: 'notes' }])
        }
        await other.persons.erase(spellings[0] ?? '', { kind: 'person', id: fresh('fgt') }, {}, act())
        for (const email of spellings) {
          assert.deepEqual(await store.persons.countErasable(email, []), { entries: 0, events: 0 })
        }
        await store.webhooks.remove(hook.id, act())
      })
    }

    test('reports where an address remains, between quotes and next to wildcard characters', async () => {
      const email = '"a%b\\_c"@example.com'
      const { record } = await createLicense(store, { notes: `Ask ${email}.`, metadata: { by: email } })
      await createLicense(store, { notes: 'Ask "aXXb\\Yc"@example.com.' })
      const found = (await store.persons.mentions(email)).filter(({ table }) => table === 'licenses')
      assert.deepEqual(found, [
        { table: 'licenses', id: record.id, column: 'notes' },
        { table: 'licenses', id: record.id, column: 'metadata' },
      ])
    })

    test('reports the webhooks that received events about a license, and no others', async () => {
      const { record } = await createLicense(store)
      const hooks = [webhook({ url: 'https://one.example/' }), webhook({ url: 'https://two.example/' })]
      for (const hook of hooks) await store.webhooks.create(hook, 25, act())
      await store.webhookEvents.publish(event({ licenseId: record.id }))
      const [first] = hooks
      assert.deepEqual(await store.persons.notifiedWebhooks([record.id]), [])
      await store.deliveries.claim(
        first?.id ?? '',
        { claim: 'c', now: Date.UTC(2030, 0, 16), until: Date.UTC(2030, 0, 17) },
        4,
      )
      assert.deepEqual(await store.persons.notifiedWebhooks([record.id]), [
        { webhookId: first?.id, url: 'https://one.example/', deliveries: 1 },
      ])
      assert.deepEqual(await store.persons.notifiedWebhooks([]), [])
    })

    test('compacts the store, or reports that its server does that, and keeps working', async () => {
      assert.equal(await store.compact(), store.backend === 'sqlite')
      await store.keys.rotate(keyOf((await createLicense(other)).record.id), 0, act())
    })

    test('reports no migration of a later version', async () => {
      assert.deepEqual(await store.laterSteps(), [])
    })
  })
}
