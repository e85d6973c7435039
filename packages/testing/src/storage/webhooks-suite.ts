// What every backend must do with webhooks: an event is stored with its cause or not at all, once, for all subscribers;
// and one process at a time attempts a delivery.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_WAITING } from '@central-api/service/storage/records/webhook-events.ts'
import type {
  DeliveryOutcome,
  EventRecord,
  LicenseRecord,
  Store,
  WebhookRecord,
} from '@central-api/service/storage/store.ts'
import { StoreError } from '@central-api/service/storage/store-error.ts'
import { credential } from './credentials-suite.ts'
import { act, createLicense, fresh, license, type OpenTwo, openBeforeTests } from './fixture.ts'

const NOW = Date.UTC(2030, 0, 15)
const MINUTE_MS = 60_000

export const webhook = (values: Partial<WebhookRecord> = {}): WebhookRecord => ({
  id: fresh('whk'),
  url: 'https://shop.example/hooks',
  types: null,
  description: null,
  state: 'on',
  stateSince: NOW,
  sealedSecret: 'sealed',
  sealedOldSecret: null,
  oldSecretUntil: null,
  dropped: 0,
  createdAt: NOW,
  ...values,
})

export const event = (values: Partial<EventRecord> = {}): EventRecord => ({
  id: fresh('evt'),
  type: 'license.created',
  licenseId: null,
  onceKey: null,
  at: NOW,
  data: '{"é":"☕"}',
  ...values,
})

const DONE: DeliveryOutcome = { state: 'delivered', nextAt: null, status: 204, error: null, at: NOW }

export const webhooksSuite = (open: OpenTwo): void => {
  describe('webhooks', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    const clear = async () => {
      for (const { id } of await store.webhooks.list()) await store.webhooks.remove(id, act())
    }
    /** The only webhooks of the store. */
    const only = async (...values: Partial<WebhookRecord>[]) => {
      await clear()
      const records = values.map(webhook)
      for (const record of records) assert.equal(await store.webhooks.create(record, 25, act()), true)
      return records
    }
    const one = async (values: Partial<WebhookRecord> = {}): Promise<WebhookRecord> => {
      const [record] = await only(values)
      return record ?? assert.fail()
    }
    const listed = async ({ id }: WebhookRecord) =>
      (await other.deliveries.list(id, { limit: 1_000 })).map((delivery) => delivery.event.id)
    const claimOne = async ({ id }: WebhookRecord, claim: string, now = NOW) => {
      const [claimed] = await store.deliveries.claim(id, { claim, now, until: now + MINUTE_MS }, 1)
      return claimed
    }

    test('stores a webhook completely, changes only named fields, and removes it', async () => {
      await clear()
      const record = webhook({ types: ['quota.80'], description: 'Ünï ☕', createdAt: NOW + 1 })
      await store.webhooks.create(record, 25, act())
      assert.deepEqual(await other.webhooks.find(record.id), record)
      const earlier = webhook()
      await other.webhooks.create(earlier, 25, act())
      assert.deepEqual(await store.webhooks.list(), [record, earlier])
      const change = { types: null, sealedSecret: 'new', sealedOldSecret: 'sealed', oldSecretUntil: NOW + 5 }
      assert.equal(await other.webhooks.update(record.id, change, act()), true)
      assert.deepEqual(await store.webhooks.find(record.id), { ...record, ...change })
      assert.equal(await store.webhooks.remove(record.id, act()), true)
      assert.equal(await other.webhooks.find(record.id), undefined)
      assert.deepEqual(
        [
          await store.webhooks.remove(record.id, act()),
          await store.webhooks.update(record.id, { state: 'off' }, act()),
        ],
        [false, false],
      )
    })

    test('20 concurrent calls create as many webhooks as allowed, and others are notified of each change', async () => {
      await clear()
      const from = await store.changes.latest()
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).webhooks.create(webhook(), 3, act())),
      )
      assert.equal(made.filter(Boolean).length, 3)
      const [{ id } = webhook()] = await store.webhooks.list()
      await store.webhooks.update(id, { description: 'changed' }, act())
      await store.webhooks.remove(id, act())
      const reported = await other.changes.since(from)
      assert.deepEqual(
        reported.map(({ topic }) => topic),
        Array.from({ length: 5 }, () => 'webhook'),
      )
    })

    test('queues an event for subscribed webhooks that are on, and stores nothing when there is none', async () => {
      const [all, some, others, off] = await only(
        {},
        { types: ['license.created'] },
        { types: ['quota.80'] },
        { state: 'off' },
      )
      assert.ok(all && some && others && off)
      const first = event()
      assert.equal(await store.webhookEvents.publish(first), 2)
      assert.deepEqual(await listed(all), [first.id])
      assert.deepEqual(await listed(some), [first.id])
      assert.deepEqual([await listed(others), await listed(off)], [[], []])
      await store.webhooks.remove(all.id, act())
      await store.webhooks.remove(some.id, act())
      const unsubscribed = event({ onceKey: fresh('once') })
      assert.equal(await store.webhookEvents.publish(unsubscribed), 0)
      assert.deepEqual(await store.webhookEvents.publishedOf([unsubscribed.onceKey ?? '']), [])
    })

    test('of 20 concurrent calls with the same onceKey one publishes', async () => {
      const record = await one()
      const onceKey = fresh('once')
      const reported = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).webhookEvents.publish(event({ onceKey }))),
      )
      assert.deepEqual(reported.toSorted(), [...Array.from({ length: 19 }, () => 0), 1])
      assert.equal((await listed(record)).length, 1)
      assert.deepEqual(await other.webhookEvents.publishedOf([onceKey, 'never', onceKey]), [onceKey])
    })

    test('stores a cause without its event only if the event is a duplicate, and never an event alone', async () => {
      const record = await one()
      const given = credential()
      assert.equal(await store.credentials.put(given, undefined, event()), true)
      assert.equal(await store.credentials.put(given, undefined, event()), false)
      assert.equal((await listed(record)).length, 1)
      const { record: license } = await createLicense(store)
      const site = (name: string) => ({ licenseId: license.id, site: name, firstSeenAt: NOW })
      const admitted = event({ type: 'license.site_admitted' })
      assert.equal(await store.sites.activate(site('a.example'), 1, admitted), true)
      assert.equal(await store.sites.activate(site('a.example'), 1, event()), true)
      assert.equal(await store.sites.activate(site('b.example'), 1, event()), false)
      assert.deepEqual((await listed(record)).toSorted(), (await listed(record)).toSorted())
      assert.equal((await listed(record)).length, 2)
      // When the event cannot be stored, its cause is rolled back.
      const same = { ...event(), id: admitted.id }
      await assert.rejects(store.sites.activate(site('c.example'), 5, same), StoreError)
      assert.deepEqual(
        (await store.sites.listOf(license.id)).map(({ site: name }) => name),
        ['a.example'],
      )
      await assert.rejects(store.credentials.put({ ...given, version: 1, failures: 9 }, undefined, same), StoreError)
      assert.equal((await store.credentials.find(given.id))?.failures, 0)
    })

    test('stores the change of a license with its event, or neither', async () => {
      const record = await one()
      const { record: license } = await createLicense(store)
      const reported = event({ type: 'license.suspended' })
      const toEvent = (of: LicenseRecord) => ({ ...reported, data: JSON.stringify({ id: of.id, status: of.status }) })
      assert.equal(await store.licenses.setStatus(license.id, 'suspended', { ...act(), toEvent }), true)
      assert.equal(
        (await other.deliveries.find(record.id, reported.id))?.event.data,
        JSON.stringify({ id: license.id, status: 'suspended' }),
      )
      // A change without effect has no event.
      await store.licenses.setStatus(license.id, 'suspended', { ...act(), toEvent: () => assert.fail() })
      await assert.rejects(store.licenses.setStatus(license.id, 'active', { ...act(), toEvent }), StoreError)
      assert.equal((await other.licenses.find(license.id))?.status, 'suspended')
      assert.equal((await listed(record)).length, 1)
    })

    test('concurrent claims get different deliveries, which no other process gets until then', async () => {
      const record = await one()
      const events = Array.from({ length: 40 }, (_, n) => event({ at: NOW + n }))
      for (const each of events) await store.webhookEvents.publish(each)
      const now = NOW + 1_000
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).deliveries.claim(record.id, { claim: `c${n}`, now, until: now + MINUTE_MS }, 3),
        ),
      )
      const ids = claims.flat().map((delivery) => delivery.event.id)
      assert.equal(new Set(ids).size, ids.length)
      for (;;) {
        const more = await store.deliveries.claim(record.id, { claim: 'z', now, until: now + MINUTE_MS }, 7)
        if (more.length === 0) break
        ids.push(...more.map((delivery) => delivery.event.id))
      }
      assert.deepEqual(ids.toSorted(), events.map(({ id }) => id).toSorted())
      assert.deepEqual(await other.deliveries.due(now), [])
      assert.deepEqual(await other.deliveries.due(now + MINUTE_MS - 1), [])
      assert.deepEqual(await other.deliveries.due(now + MINUTE_MS), [record.id])
    })

    test('the owner of a claim records its outcome, and not a previous owner', async () => {
      const record = await one()
      const reported = event({ licenseId: 'lic_1', onceKey: fresh('once') })
      await store.webhookEvents.publish(reported)
      const first = await claimOne(record, 'first')
      assert.deepEqual(first, {
        ...{ webhookId: record.id, event: reported, state: 'waiting', attempts: 1, nextAt: NOW + MINUTE_MS },
        ...{ status: null, error: null, triedAt: null, createdAt: NOW },
      })
      const second = await claimOne(record, 'second', NOW + MINUTE_MS)
      assert.equal(second?.attempts, 2)
      assert.equal(await store.deliveries.recordOutcome(record.id, reported.id, 'first', DONE), false)
      const failed = { state: 'waiting', nextAt: NOW + 9, status: 500, error: 'status', at: NOW + 5 } as const
      assert.equal(await other.deliveries.recordOutcome(record.id, reported.id, 'second', failed), true)
      const { at, ...outcome } = failed
      assert.deepEqual(await other.deliveries.find(record.id, reported.id), { ...second, ...outcome, triedAt: at })
      await claimOne(record, 'third', NOW + 9)
      const untried = { ...failed, status: null, error: null, nextAt: NOW + 20, isUntried: true } as const
      await store.deliveries.recordOutcome(record.id, reported.id, 'third', untried)
      assert.deepEqual(await store.deliveries.find(record.id, reported.id), {
        ...{ ...second, ...outcome, triedAt: at, nextAt: NOW + 20 },
      })
      await claimOne(record, 'fourth', NOW + 20)
      assert.equal(await store.deliveries.recordOutcome(record.id, reported.id, 'fourth', DONE), true)
      assert.equal(await store.deliveries.recordOutcome(record.id, reported.id, 'fourth', DONE), false)
      const done = await other.deliveries.find(record.id, reported.id)
      assert.deepEqual([done?.state, done?.nextAt, done?.status, done?.error], ['delivered', null, 204, null])
    })

    test('a delivery touched before the clock was set back is due immediately', async () => {
      const record = await one()
      const reported = event()
      await store.webhookEvents.publish(reported)
      await claimOne(record, 'ahead', NOW + 60 * MINUTE_MS)
      const far = { ...DONE, state: 'waiting', nextAt: NOW + 600 * MINUTE_MS, at: NOW + 60 * MINUTE_MS } as const
      await store.deliveries.recordOutcome(record.id, reported.id, 'ahead', far)
      assert.deepEqual(await other.deliveries.due(NOW + 59 * MINUTE_MS), [])
      assert.deepEqual(await other.deliveries.due(NOW), [record.id])
      assert.equal((await claimOne(record, 'back'))?.event.id, reported.id)
      assert.deepEqual(await other.deliveries.due(NOW), [])
    })

    test('lists deliveries newest first, by page and by state', async () => {
      const record = await one()
      const events = Array.from({ length: 7 }, (_, n) => event({ at: NOW + Math.floor(n / 2) }))
      for (const each of events) await store.webhookEvents.publish(each)
      const claimed = await claimOne(record, 'c')
      await store.deliveries.recordOutcome(record.id, claimed?.event.id ?? '', 'c', DONE)
      const inOrder = events.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
      const pages: string[] = []
      for (let before: string | undefined; pages.length < 7; before = pages.at(-1)) {
        const page = await other.deliveries.list(record.id, { limit: 3, before })
        pages.push(...page.map((delivery) => delivery.event.id))
      }
      assert.deepEqual(pages, inOrder)
      const done = await store.deliveries.list(record.id, { limit: 9, state: 'delivered' })
      assert.deepEqual(
        done.map((delivery) => delivery.event.id),
        [claimed?.event.id],
      )
      assert.equal((await store.deliveries.list(record.id, { limit: 9, state: 'waiting' })).length, 6)
    })

    test('resends a finished delivery from the start, and not a waiting one', async () => {
      const record = await one()
      const reported = event()
      await store.webhookEvents.publish(reported)
      assert.equal(await store.deliveries.resend(record.id, reported.id, NOW), false)
      await claimOne(record, 'c')
      await store.deliveries.recordOutcome(record.id, reported.id, 'c', DONE)
      assert.equal(await other.deliveries.resend(record.id, reported.id, NOW + 5), true)
      const again = await store.deliveries.find(record.id, reported.id)
      assert.deepEqual([again?.state, again?.attempts, again?.nextAt, again?.status], ['waiting', 0, NOW + 5, 204])
      assert.equal(await store.deliveries.resend(record.id, 'evt_none', NOW), false)
    })

    test('switching a webhook off fails its pending deliveries; a test goes to its own webhook only', async () => {
      const [record, second] = await only({}, {})
      assert.ok(record && second)
      const reported = event()
      await store.webhookEvents.publish(reported)
      await store.webhookEvents.publishTo(event({ type: 'webhook.test' }), record.id)
      assert.deepEqual([(await listed(record)).length, (await listed(second)).length], [2, 1])
      assert.deepEqual(
        (await store.deliveries.backlogs()).filter(({ webhookId }) => webhookId === record.id),
        [{ webhookId: record.id, waiting: 2, oldestAt: NOW, failingAt: null }],
      )
      const [next] = await store.deliveries.claim(record.id, { claim: 'c', now: NOW, until: NOW + 9 }, 1)
      const failed = { state: 'waiting', nextAt: NOW + 9, status: 500, error: 'status', at: NOW } as const
      await store.deliveries.recordOutcome(record.id, next?.event.id ?? '', 'c', failed)
      assert.deepEqual(
        (await other.deliveries.backlogs()).filter(({ webhookId }) => webhookId === record.id),
        [{ webhookId: record.id, waiting: 2, oldestAt: NOW, failingAt: NOW }],
      )
      await store.webhooks.update(record.id, { state: 'gone', stateSince: NOW }, act(), 'gone')
      assert.deepEqual(
        (await other.deliveries.list(record.id, { limit: 9 })).map(({ state, error, nextAt }) => [
          state,
          error,
          nextAt,
        ]),
        Array.from({ length: 2 }, () => ['failed', 'gone', null]),
      )
      assert.deepEqual(await store.deliveries.due(NOW), [second.id])
      await store.webhooks.remove(second.id, act())
      assert.deepEqual(await store.deliveries.backlogs(), [])
    })

    test('drops and counts events for a webhook with too many pending deliveries', async () => {
      const [full, free] = await only({}, {})
      assert.ok(full && free)
      const rows = Array.from({ length: MAX_WAITING }, (_, n) => ({
        ...{ webhook_id: full.id, event_id: `evt_${n}`, state: 'waiting', attempts: 1, next_at: NOW, claim: null },
        ...{ touched_at: NOW, status: null, error: null, tried_at: null, created_at: NOW },
      }))
      for (let n = 0; n < rows.length; n += 1_000)
        await store.copies.put('webhook_deliveries', rows.slice(n, n + 1_000))
      const from = await store.changes.latest()
      assert.equal(await store.webhookEvents.publish(event()), 1)
      assert.equal(await store.webhookEvents.publish(event()), 1)
      assert.equal((await other.webhooks.find(full.id))?.dropped, 2)
      assert.equal((await listed(free)).length, 2)
      assert.deepEqual(await store.changes.since(from), [])
      await store.copies.remove('webhook_deliveries', rows.slice(0, 1))
      assert.equal(await store.webhookEvents.publish(event()), 2)
      await clear()
    })

    test('sweeps deliveries and events by their own age', async () => {
      const record = await one()
      const events = Array.from({ length: 6 }, (_, n) => event({ at: 1_000 + n }))
      for (const each of events) await store.webhookEvents.publish(each)
      const span = { from: 0, before: 1_004 }
      assert.deepEqual(await store.deliveries.sweep(span, 3), { dropped: 3, upTo: 1_002 })
      assert.deepEqual(await store.deliveries.sweep({ ...span, from: 1_002 }, 3), { dropped: 1, upTo: 1_003 })
      assert.equal(await store.deliveries.sweep({ ...span, from: 1_003 }, 3), undefined)
      assert.equal((await listed(record)).length, 2)
      assert.deepEqual(await store.webhookEvents.sweep(span, 9), { dropped: 4, upTo: 1_003 })
      assert.equal((await listed(record)).length, 2)
    })

    test('of 20 concurrent alarms of a platform one publishes, and of 20 recoveries one', async () => {
      const record = await one()
      const platform = fresh('platform')
      const [at, since] = [NOW + MINUTE_MS, NOW]
      const raised = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).alarms.raise(platform, since + n, at + n, event()),
        ),
      )
      assert.equal(raised.filter(Boolean).length, 1)
      const alarm = (await other.alarms.list()).find((each) => each.platform === platform)
      assert.ok(alarm && alarm.failingSince !== null && alarm.seenAt >= at)
      assert.equal(await store.alarms.clear(platform, at, event()), false)
      const cleared = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).alarms.clear(platform, at + 20, event())),
      )
      assert.equal(cleared.filter(Boolean).length, 1)
      assert.equal((await listed(record)).length, 2)
      assert.equal(await store.alarms.raise(platform, since, at, event()), true)
      assert.equal(await store.alarms.clear('nowhere', at, event()), false)
    })

    test('publishes events of imported licenses with them or not at all, and records suppressed ones as published', async () => {
      const record = await one()
      const part = { importId: fresh('imp'), from: 'edd', file: 'export.csv', firstLine: 2, lastLine: 3 }
      const made = [{ license: license(), key: null }]
      const [published, suppressed] = [event(), event({ type: 'license.expired', onceKey: fresh('once') })]
      await store.licenses.createAll(made, act(), part, { published: [published], suppressed: [suppressed] })
      assert.deepEqual(await listed(record), [published.id])
      assert.deepEqual(await other.webhookEvents.publishedOf([suppressed.onceKey ?? '']), [suppressed.onceKey])
      assert.equal(await other.webhookEvents.publish(event({ onceKey: suppressed.onceKey })), 0)
      // The same license again: nothing is stored, and an event may be suppressed twice.
      const again = { published: [event()], suppressed: [event({ onceKey: suppressed.onceKey })] }
      await assert.rejects(store.licenses.createAll(made, act(), part, again), StoreError)
      assert.equal((await listed(record)).length, 1)
      await store.licenses.createAll([{ license: license(), key: null }], act(), part, { ...again, published: [] })
      assert.equal((await listed(record)).length, 1)
    })

    test('lists ended licenses by end, also with equal ends, without revoked ones', async () => {
      const [from, before] = [7_000_000, 7_000_010]
      const made = []
      for (let n = 0; n < 6; n += 1) {
        made.push((await createLicense(store, { expiresAt: from + Math.floor(n / 4) })).record)
      }
      await createLicense(store, { expiresAt: from + 1, status: 'revoked' })
      await createLicense(store, { expiresAt: from - 1 })
      await createLicense(store, { expiresAt: before })
      const found = []
      for (let previous: (typeof made)[number] | undefined; ; previous = found.at(-1)) {
        const page = await other.licenses.listEnded({ from, before }, 2, previous)
        found.push(...page)
        if (page.length < 2) break
      }
      const order = made.toSorted((a, b) => Number(a.expiresAt) - Number(b.expiresAt) || (a.id < b.id ? -1 : 1))
      assert.deepEqual(found, order)
    })
  })
}
