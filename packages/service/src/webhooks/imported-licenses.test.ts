// What webhooks hear of licenses that are imported.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { importBytes, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { actsBy } from '../audit/act.ts'
import { parseAllowList } from '../egress/allow-list.ts'
import { MOST_WAITING } from '../storage/records/webhook-events.ts'
import { createExpiredLook } from './tell-expired.ts'
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
  /** As the service looks that was started just now. */
  const lookForExpired = () => createExpiredLook({ ...fixture, heardSince: () => webhook.createdAt })()
  const reported = async () =>
    (await webhooks.deliveries(webhook.id, { limit: 1_000 })).map(({ event: { type, data } }) => {
      const { license } = JSON.parse(data)
      return [type, license.status, license.expiresAt?.slice(0, 10) ?? null]
    })
  return { ...fixture, webhooks, bytes, lookForExpired, reported, store }
}

test('webhooks are told of no license that is imported, nor that it ended before, whenever the service starts', async (context) => {
  const { bytes, lookForExpired, reported, clock, now, ...fixture } = await start(context)
  const wish = { from: 'csv', bytes: bytes() }
  assert.equal((await importBytes({ ...fixture, clock, now }, wish)).counts.made, 3)
  assert.deepEqual(await reported(), [])
  await lookForExpired()
  assert.deepEqual(await reported(), [])
  // What ends from then on is told of as any other end.
  clock.advance(6 * DAY_MS)
  await lookForExpired()
  assert.deepEqual(await reported(), [['license.expired', 'expired', day(now() - DAY_MS)]])
})

test('where it is wished they are told license.created of each that is made, in the state that it has', async (context) => {
  const { bytes, lookForExpired, reported, clock, now, ...fixture } = await start(context)
  const all = { ...fixture, clock, now }
  await importBytes(all, { from: 'csv', bytes: bytes(), reportsCreated: true, isDry: true })
  assert.deepEqual(await reported(), [])
  await importBytes(all, { from: 'csv', bytes: bytes(), reportsCreated: true })
  const made = [
    ['license.created', 'active', day(now() + 5 * DAY_MS)],
    ['license.created', 'active', null],
    ['license.created', 'expired', day(now() - DAY_MS)],
  ]
  assert.deepEqual((await reported()).toSorted(), made.toSorted())
  await lookForExpired()
  // Run again, nothing is made and nothing told.
  await importBytes(all, { from: 'csv', bytes: bytes(), reportsCreated: true })
  assert.deepEqual((await reported()).toSorted(), made.toSorted())
})

test('a license that ended before it was imported, and is renewed, ends once more', async (context) => {
  const { bytes, lookForExpired, reported, clock, store, ...fixture } = await start(context)
  await importBytes({ ...fixture, clock, store }, { from: 'csv', bytes: bytes() })
  const now = fixture.now()
  const [ended] = await store.licenses.listEnded({ from: 0, before: now }, 1)
  assert.ok(ended)
  const act = actsBy(fixture.now, fixture.randomBytes)('license.renew', OPERATOR)
  await store.licenses.update(ended.id, { expiresAt: now + DAY_MS }, act)
  clock.advance(2 * DAY_MS)
  await lookForExpired()
  assert.deepEqual(
    (await reported()).map(([type]) => type),
    ['license.expired'],
  )
})

test('more events than may wait for a webhook are dropped, and counted as such', async (context) => {
  const { store, webhooks, now, ...fixture } = await start(context)
  const keyOf = (n: number) => `Zx8Qw3Er7Ty2Ui9Op${n}`
  const lines = Array.from({ length: MOST_WAITING + 100 }, (_, n) => `${keyOf(n)},pro`)
  const bytes = textBytes(['key,plan', ...lines].join('\n'))
  await importBytes({ ...fixture, now, store }, { from: 'csv', bytes, reportsCreated: true })
  assert.equal((await webhooks.list())[0]?.dropped, 100)
})
