// The webhook events of imported licenses.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { importBytes, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { actsBy } from '../audit/act.ts'
import { parseAllowList } from '../egress/allow-list.ts'
import { MAX_WAITING } from '../storage/records/webhook-events.ts'
import { createExpiredPublisher } from './publish-expired.ts'
import { createWebhooks } from './webhooks.ts'

const DAY_MS = 86_400_000
const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

const start = async (context: TestContext) => {
  const fixture = await createFixture(context)
  const { store, now, clock } = fixture
  const webhooks = createWebhooks({ ...fixture, allow: parseAllowList('shop.example:443') })
  const { webhook } = await webhooks.create({ url: 'https://shop.example/hooks' }, OPERATOR)
  clock.advance(10 * DAY_MS)
  const rows = [
    'key,plan,expiresAt',
    `Zx8Qw3Er7Ty2Ui9Op,pro,${day(now() - DAY_MS)}`,
    `Yw6R-c9Hf-3VpJ-X8sU,pro,${day(now() + 5 * DAY_MS)}`,
    'Kd83-Qm5Z-7TxW-b2Ln,pro,',
  ]
  const bytes = () => textBytes(rows.join('\n'))
  /** Checks like a service that has just started. */
  const publishExpired = () => createExpiredPublisher({ ...fixture, subscribedSince: () => webhook.createdAt })()
  const reported = async () =>
    (await webhooks.deliveries(webhook.id, { limit: 1_000 })).map(({ event: { type, data } }) => {
      const { license } = JSON.parse(data)
      return [type, license.status, license.expiresAt?.slice(0, 10) ?? null]
    })
  return { ...fixture, webhooks, bytes, publishExpired, reported, store }
}

test('publishes neither imported licenses nor their earlier expiry, whenever the service starts', async (context) => {
  const { bytes, publishExpired, reported, clock, now, ...fixture } = await start(context)
  const wish = { from: 'csv', bytes: bytes() }
  assert.equal((await importBytes({ ...fixture, clock, now }, wish)).counts.made, 3)
  assert.deepEqual(await reported(), [])
  await publishExpired()
  assert.deepEqual(await reported(), [])
  // Later expiries are published as usual.
  clock.advance(6 * DAY_MS)
  await publishExpired()
  assert.deepEqual(await reported(), [['license.expired', 'expired', day(now() - DAY_MS)]])
})

test('on request publishes license.created for each imported license, with its status', async (context) => {
  const { bytes, publishExpired, reported, clock, now, ...fixture } = await start(context)
  const all = { ...fixture, clock, now }
  await importBytes(all, { from: 'csv', bytes: bytes(), publishesCreated: true, isDry: true })
  assert.deepEqual(await reported(), [])
  await importBytes(all, { from: 'csv', bytes: bytes(), publishesCreated: true })
  const made = [
    ['license.created', 'active', day(now() + 5 * DAY_MS)],
    ['license.created', 'active', null],
    ['license.created', 'expired', day(now() - DAY_MS)],
  ]
  assert.deepEqual((await reported()).toSorted(), made.toSorted())
  await publishExpired()
  // Run again, it imports and publishes nothing.
  await importBytes(all, { from: 'csv', bytes: bytes(), publishesCreated: true })
  assert.deepEqual((await reported()).toSorted(), made.toSorted())
})

test('a license that expired before its import and is renewed publishes its next expiry', async (context) => {
  const { bytes, publishExpired, reported, clock, store, ...fixture } = await start(context)
  await importBytes({ ...fixture, clock, store }, { from: 'csv', bytes: bytes() })
  const now = fixture.now()
  const [ended] = await store.licenses.listEnded({ from: 0, before: now }, 1)
  assert.ok(ended)
  const act = actsBy(fixture.now, fixture.randomBytes)('license.renew', OPERATOR)
  await store.licenses.update(ended.id, { expiresAt: now + DAY_MS }, act)
  clock.advance(2 * DAY_MS)
  await publishExpired()
  assert.deepEqual(
    (await reported()).map(([type]) => type),
    ['license.expired'],
  )
})

test('drops and counts events beyond the limit of pending deliveries', async (context) => {
  const { store, webhooks, now, ...fixture } = await start(context)
  const keyOf = (n: number) => `Zx8Qw3Er7Ty2Ui9Op${n}`
  const lines = Array.from({ length: MAX_WAITING + 100 }, (_, n) => `${keyOf(n)},pro`)
  const bytes = textBytes(['key,plan', ...lines].join('\n'))
  await importBytes({ ...fixture, now, store }, { from: 'csv', bytes, publishesCreated: true })
  assert.equal((await webhooks.list())[0]?.dropped, 100)
})
