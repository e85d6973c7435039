import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { onlyWebhook, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { markBackedUp } from '../../../observability/store-file.ts'
import { sandbox } from '../../../platforms/sandbox/sandbox.ts'
import { youtube } from '../../../platforms/youtube/youtube.ts'
import type { OperatorCredential, OperatorPlatform } from '../platforms/operator-platform.ts'
import type { Health } from './show-health.ts'
import {
  BACKUP_OLD_MS,
  DISK_LOW_SHARE,
  findTroubles,
  type Known,
  type StoreKnown,
  type WebhookKnown,
} from './troubles.ts'

const NOW = new Date(START).toISOString()
const HOUR_MS = 3_600_000
const LATER = new Date(START + HOUR_MS).toISOString()

const WELL: StoreKnown = {
  readiness: { status: 'ready', since: null },
  disk: { freeBytes: 100, bytes: 1_000 },
  lastBackupAt: START - BACKUP_OLD_MS,
}
const credential = (
  state: OperatorCredential['state'],
  more: Partial<OperatorCredential> = {},
): OperatorCredential => ({
  ...{ id: 'cred', kind: 'token', hint: 'aaaa', host: null, state, tested: true, since: NOW, until: LATER },
  ...{ error: null, errorAt: null, renewedAt: null, endsAt: null, endsSoon: false, ...more },
})
const platform = (state: OperatorPlatform['state'], credentials: OperatorCredential[] = []): OperatorPlatform => ({
  ...{
    id: 'one',
    name: 'One',
    handles: [],
    variants: [],
    kinds: [],
    unsupported: [],
    sources: [],
    refuses: null,
    configured: true,
    provenance: 'feed',
    keepsPictures: null,
  },
  ...{ state, since: NOW, retryAt: LATER, missing: null, kinds: [], credentials, budgets: [], calls: [] },
  ...{ lastGoodAt: null, lastFailedAt: null },
})
const find = (known: Partial<Known>) =>
  findTroubles({
    store: WELL,
    platforms: [],
    hosts: [],
    webhooks: [],
    misspelled: [],
    isQuiet: false,
    now: START,
    ...known,
  }).map(({ code, severity, platform: of, since, until, title }) => [code, severity, of, since, until, title])
const ofStore = (store: Partial<StoreKnown>) => find({ store: { ...WELL, ...store } })

describe('issues', () => {
  test('there are none while the store can write, a tenth of the disk is free and the backup is at most 36 hours old', () => {
    assert.deepEqual(find({ platforms: [platform('ready', [credential('working'), credential('paused')])] }), [])
  })

  test('a store that does not respond or cannot write, with the time it was noticed', () => {
    const since = START - 5_000
    const at = new Date(since).toISOString()
    assert.deepEqual(ofStore({ readiness: { status: 'store unreachable', since } }), [
      ['store.unreachable', 'failing', null, at, null, 'The store does not respond'],
    ])
    assert.deepEqual(ofStore({ readiness: { status: 'store cannot write', since } }), [
      ['store.cannot_write', 'failing', null, at, null, 'The store cannot write'],
    ])
  })

  test('a disk with less than a tenth free, and a backup that is old or missing', () => {
    assert.deepEqual(ofStore({ disk: { freeBytes: 99, bytes: 1_000 } }), [
      ['disk.low', 'warning', null, null, null, 'Only 9 % of the store’s disk is free'],
    ])
    const lastBackupAt = START - BACKUP_OLD_MS - 1
    const since = new Date(lastBackupAt).toISOString()
    assert.deepEqual(ofStore({ lastBackupAt }), [
      ['backup.old', 'warning', null, since, null, 'The last backup is more than 36 hours old'],
    ])
    assert.deepEqual(ofStore({ lastBackupAt: null }), [
      ['backup.missing', 'warning', null, null, null, 'No backup found'],
    ])
    assert.deepEqual(ofStore({ lastBackupAt: undefined, disk: undefined }), [])
  })

  test('a variable that is probably a misspelled setting, with the names that it resembles', async (context) => {
    const misspelled = [{ name: 'YOTUBE_API_KEY', meant: ['YOUTUBE_API_KEY'] }]
    assert.deepEqual(find({ misspelled }), [
      ['setting.misspelled', 'warning', null, null, null, 'YOTUBE_API_KEY is not a setting'],
    ])
    const environment = { YOTUBE_API_KEY: 'AIza-secret' }
    const { request } = await startOperator(context, { environment, platforms: [youtube] })
    const { text } = await request('GET', '/health')
    assert.ok(text.includes('The service ignores this variable. Did you mean YOUTUBE_API_KEY? Rename it'), text)
    assert.ok(!text.includes('AIza'))
  })

  test('a platform that fails, has used up its budget, or falls back although it has a credential', () => {
    assert.deepEqual(find({ platforms: [platform('failing')] }), [
      ['platform.failing', 'failing', 'one', NOW, LATER, 'One is failing'],
    ])
    assert.deepEqual(find({ platforms: [platform('limited')] }), [
      ['platform.limited', 'warning', 'one', NOW, LATER, 'The budget of One is used up'],
    ])
    assert.deepEqual(find({ platforms: [platform('fallback'), platform('not_configured')] }), [])
    assert.deepEqual(find({ platforms: [platform('fallback', [credential('limited')])] }), [
      ['platform.fallback', 'warning', 'one', NOW, LATER, 'One is using a fallback source'],
    ])
  })

  test('a credential that is refused, has expired, or ends soon and is not renewed; failures come first', () => {
    const endsAt = new Date(START + 24 * HOUR_MS).toISOString()
    const credentials = [
      credential('working', { endsSoon: true, endsAt }),
      credential('expired', { host: 'one.example' }),
      credential('refused'),
    ]
    assert.deepEqual(find({ platforms: [platform('fallback', credentials)] }), [
      ['credential.refused', 'failing', 'one', NOW, LATER, 'The credential …aaaa of One was refused'],
      ['credential.expired', 'failing', 'one', NOW, LATER, 'The credential …aaaa of one.example has expired'],
      ['platform.fallback', 'warning', 'one', NOW, LATER, 'One is using a fallback source'],
      ['credential.ending', 'warning', 'one', null, endsAt, 'The credential …aaaa of One expires soon'],
    ])
  })

  test('a host whose calls are suspended', () => {
    assert.deepEqual(find({ hosts: [{ platform: 'one', host: 'one.example', since: START }] }), [
      ['host.resting', 'failing', 'one', NOW, null, 'Half of the calls to one.example fail'],
    ])
  })

  test('a webhook that is gone or does not accept events, but not one that was switched off', () => {
    const webhook = { id: 'whk_1', url: 'https://shop.example/secret', state: 'on', stateSince: START } as const
    const backlog = { webhookId: 'whk_1', waiting: 3, oldestAt: START - 9, failingAt: START - 5 }
    const newest = { state: 'failed', createdAt: START, error: 'status' } as const
    const of = (known: Partial<WebhookKnown>) =>
      findTroubles({
        ...{ store: WELL, platforms: [], hosts: [], misspelled: [], isQuiet: false, now: START },
        webhooks: [{ webhook, backlog: undefined, newest: undefined, ...known }],
      }).map(({ code, severity, webhook: id, waiting, since, title }) => [code, severity, id, waiting, since, title])
    const failingSince = new Date(START - 5).toISOString()
    assert.deepEqual(of({ backlog, newest }), [
      [
        ...['webhook.failing', 'warning', 'whk_1', 3, failingSince],
        'The webhook to shop.example does not accept events',
      ],
    ])
    const waits = { ...backlog, failingAt: null }
    assert.deepEqual(of({ backlog: waits, newest: { ...newest, state: 'waiting' } }), [])
    assert.deepEqual(of({ newest }), [
      [
        ...['webhook.given_up', 'warning', 'whk_1', 0, NOW],
        'The webhook to shop.example did not accept the last event, and the service gave up',
      ],
    ])
    assert.deepEqual(of({ newest: { ...newest, createdAt: START - 1 } }), [])
    for (const known of [{ backlog }, {}]) {
      const [code, , , , , title] = of({ ...known, newest: { ...newest, error: 'redirect' } })[0] ?? []
      assert.deepEqual([code, title], ['webhook.redirected', 'The webhook to shop.example responds with a redirect'])
    }
    assert.deepEqual(of({ webhook: { ...webhook, state: 'gone' }, newest }), [
      ['webhook.gone', 'warning', 'whk_1', null, NOW, 'The webhook to shop.example is gone'],
    ])
    assert.deepEqual(of({ webhook: { ...webhook, state: 'off' }, backlog, newest }), [])
  })

  test('the shipped alerts use the same limits', async () => {
    const alerts = await readFile(new URL('../../../../../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8')
    const hours = BACKUP_OLD_MS / HOUR_MS
    assert.ok(alerts.includes(`central_backup_last_success_timestamp_seconds) > ${hours} * 3600`))
    assert.ok(alerts.includes(`central_store_disk_bytes) < ${DISK_LOW_SHARE}`))
  })
})

const codesOf = ({ troubles }: Health) => troubles.map(({ code, since }) => [code, since])

test('GET /health reports on a real store: its backup, its disk, its credentials, and that it cannot write', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-health-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'central.db')
  const { get, parts, clock } = await startOperator(context, {
    platforms: [sandbox, youtube],
    environment: { DATABASE_URL: `sqlite:${file}`, YOUTUBE_API_KEY: 'key-of-the-tests' },
  })
  const health = async () => (await get('GET', '/health')) as Health
  const first = await health()
  assert.deepEqual(
    codesOf(first).filter(([code]) => code !== 'disk.low'),
    [['backup.missing', null]],
  )
  assert.ok(first.store.disk && first.store.disk.freeBytes <= first.store.disk.bytes)
  assert.deepEqual([first.checkedAt, first.store.state, first.store.lastBackupAt], [NOW, 'ready', null])

  await markBackedUp(file, START)
  await utimes(`${file}.backed-up`, START / 1_000, START / 1_000)
  const [key] = parts.upstreams.pool.list('youtube')
  assert.ok(key)
  parts.upstreams.pool.report(key, { is: 'refused', error: 'credential_refused' })
  const second = await health()
  assert.equal(second.store.lastBackupAt, NOW)
  assert.deepEqual(
    codesOf(second).filter(([code]) => code !== 'disk.low'),
    [
      ['credential.refused', NOW],
      ['platform.fallback', NOW],
    ],
  )
  assert.doesNotMatch(JSON.stringify(second), /key-of-the-tests/)

  clock.at += BACKUP_OLD_MS + 1
  context.mock.method(parts.store, 'tryWrite', () => Promise.reject(new Error('full')))
  const third = await health()
  const found = new Date(clock.at).toISOString()
  assert.deepEqual(codesOf(third)[0], ['store.cannot_write', found])
  assert.ok(codesOf(third).some(([code, since]) => code === 'backup.old' && since === NOW))
  assert.equal(third.store.state, 'store cannot write')
})

test('GET /health reports a quiet service, and none of the events its webhooks missed', async (context) => {
  const { get, parts } = await startOperator(context, {
    environment: { EGRESS_ALLOW: 'shop.example:443', QUIET: 'true' },
  })
  await onlyWebhook(parts)
  assert.deepEqual(codesOf((await get('GET', '/health')) as Health), [['service.quiet', null]])
})

test('GET /health reports a webhook that gave up, until it is sent again', async (context) => {
  const { get, parts } = await startOperator(context, { environment: { EGRESS_ALLOW: 'shop.example:443' } })
  const { id, delivery } = await onlyWebhook(parts)
  const health = async () => codesOf((await get('GET', '/health')) as Health)
  assert.deepEqual(await health(), [['webhook.given_up', NOW]])
  assert.ok(await parts.store.deliveries.resend(id, delivery, START))
  assert.deepEqual(await health(), [['webhook.failing', NOW]])
  await parts.store.deliveries.claim(id, { claim: 'c', now: START, until: START }, 1)
  const done = { state: 'delivered', nextAt: null, status: 204, error: null, at: START } as const
  await parts.store.deliveries.recordOutcome(id, delivery, 'c', done)
  assert.deepEqual(await health(), [])
})

test('GET /health responds while the store does not', async (context) => {
  const { get, parts } = await startOperator(context)
  context.mock.method(parts.store, 'ping', () => Promise.reject(new Error('gone')))
  const { troubles, store } = (await get('GET', '/health')) as Health
  assert.deepEqual(
    troubles.map(({ code }) => code),
    ['store.unreachable'],
  )
  assert.deepEqual(store, { state: 'store unreachable', disk: null, lastBackupAt: null })
})
