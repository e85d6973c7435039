import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ADMIN_TOKEN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { youtube } from '../../platforms/youtube/youtube.ts'
import type { AuditEntry } from '../../storage/store.ts'
import type { AdminRoute } from './admin-route.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'

const KEY = 'youtube-key-of-the-tests'

/** The entry that each endpoint leaves: its action, and the fields of `before` and `after`. */
const LEAVES: Readonly<Record<string, readonly [string, readonly string[] | null, readonly string[]]>> = {
  'POST /licenses': [
    'license.create',
    null,
    ['name', 'plan', 'mode', 'status', 'externalId', 'email', 'notes', 'metadata', 'expiresAt', 'keyHint'],
  ],
  'PATCH /licenses/:id': ['license.change', ['plan', 'expiresAt'], ['plan', 'expiresAt']],
  'POST /licenses/:id/suspend': ['license.suspend', ['status'], ['status']],
  'POST /licenses/:id/resume': ['license.resume', ['status'], ['status']],
  'POST /licenses/:id/revoke': ['license.revoke', ['status'], ['status']],
  'POST /licenses/:id/rotate-key': ['license.rotate_key', ['keyHint'], ['keyHint', 'oldKeyExpiresAt']],
  'POST /licenses/:id/try': ['license.try', null, ['endpoint', 'platform', 'handle']],
  'DELETE /licenses/:id': ['license.delete', ['plan', 'mode', 'status'], []],
  'DELETE /licenses/:id/sites': ['license.release_site', ['site'], []],
  'DELETE /connections/:connection': ['connection.disconnect', ['licenseId', 'platform', 'state', 'reason'], []],
  'POST /connect-apps': ['connect_app.put', null, ['licenseId', 'platform', 'host', 'clientId', 'label', 'state']],
  'DELETE /connect-apps/:app': [
    'connect_app.remove',
    ['licenseId', 'platform', 'host', 'clientId', 'label', 'state'],
    [],
  ],
  'POST /media/forget': ['media.forget', null, ['served']],
  'PUT /plans/:name': [
    'plan.put',
    null,
    ['scans', 'validations', 'burst', 'sites', 'connections', 'media', 'mediaMb', 'platforms'],
  ],
  'POST /platforms/:platform/credentials/:credential/retry': ['credential.retry', ['state'], ['state']],
  'POST /platforms/:platform/credentials/:credential/pause': ['credential.pause', ['state'], ['state']],
  'POST /platforms/:platform/credentials/:credential/resume': ['credential.resume', ['state'], ['state']],
  'POST /signing-keys/rotate': ['signing_key.rotate', ['kid'], ['kid']],
  'POST /operators': ['operator.create', null, ['name', 'role', 'tokenHint']],
  'POST /operators/:operator/revoke': ['operator.revoke', ['revokedAt'], ['revokedAt']],
  'POST /webhooks': ['webhook.create', null, ['origin', 'types', 'description', 'state', 'secret', 'oldSecretUntil']],
  'PATCH /webhooks/:webhook': ['webhook.change', ['types'], ['types']],
  'POST /webhooks/:webhook/rotate-secret': [
    'webhook.rotate_secret',
    ['secret', 'oldSecretUntil'],
    ['secret', 'oldSecretUntil'],
  ],
  'DELETE /webhooks/:webhook': [
    'webhook.delete',
    ['origin', 'types', 'description', 'state', 'secret', 'oldSecretUntil'],
    [],
  ],
}

/** Endpoints that only compute their response. */
const COMPUTING = ['POST /licenses/:id/recognize']

/** Endpoints that send something and change nothing. */
const SENDING = ['POST /webhooks/:webhook/test', 'POST /webhooks/:webhook/deliveries/:delivery/resend']

/** Their examples are dry runs, which change nothing. bulk.test.ts tests the entries of real runs. */
const DRY = ['POST /licenses/suspend', 'POST /licenses/resume', 'POST /licenses/change-plan']

const ACCOUNT = {
  ...{ site: null, platform: 'sandbox', host: null, handle: 'demo', displayName: 'Demo', url: null, avatarUrl: null },
  ...{ label: null, appId: 'sandbox', grantId: null, scopes: ['read'], missingScopes: [], include: [] },
  ...{ expiresAt: null, refreshExpiresAt: null, subjectHash: null, connectedBySite: null },
  ...{ accountId: 'demo', secrets: { token: 'token-of-the-account' } },
} as const

describe('the audit trail of the admin API', () => {
  let service: Awaited<ReturnType<typeof startOperator>>
  const stops: (() => unknown)[] = []
  /** Keys, tokens and secrets that were shown or existed from the start. */
  const secrets = [ADMIN_TOKEN, KEY]
  before(async () => {
    service = await startOperator(
      { after: (stop) => stops.push(stop as () => unknown) },
      { platforms: [sandbox, youtube], environment: { YOUTUBE_API_KEY: KEY, EGRESS_ALLOW: 'shop.example:443' } },
    )
  })
  after(() => Promise.all(stops.map((stop) => stop())))

  const all = (): Promise<AuditEntry[]> => service.parts.store.audit.list({ limit: 1_000 })

  /** The example of a route, with resources in a state that it changes. */
  const prepare = async ({ method, path, example }: AdminRoute) => {
    const { license, key } = await service.license({ name: 'One' })
    secrets.push(key)
    if (path.endsWith('/:id/resume')) await service.parts.licenses.suspend(license.id, OPERATOR)
    await service.parts.store.sites.activate(
      { licenseId: license.id, site: 'blog.example.com', firstSeenAt: START },
      null,
    )
    const { pool } = service.parts.upstreams
    const [credential] = pool.list('youtube')
    assert.ok(credential)
    await pool.command(credential.id, 'resume', service.parts.act('credential.resume', OPERATOR))
    if (path.endsWith('/retry')) pool.report(credential, { is: 'refused', error: 'credential_refused' })
    if (path.endsWith('/:credential/resume')) {
      await pool.command(credential.id, 'pause', service.parts.act('credential.pause', OPERATOR))
    }
    await pool.idle()
    const { operator, token } = await service.parts.operators.create(
      `For ${method} ${path}`.replace(/[^\w ]/g, ' '),
      'read',
      OPERATOR,
    )
    secrets.push(token)
    const { webhooks, store, connections } = service.parts
    const connection = await connections.save({ ...ACCOUNT, licenseId: license.id }, null)
    assert.ok(connection !== 'limit')
    const { ownApps } = await service.parts.connector()
    for (const { id } of await ownApps.list(null)) await ownApps.remove(null, id)
    secrets.push('secret-of-the-application', 'a-secret')
    const application = { platform: 'tiktok', clientId: 'one', clientSecret: 'secret-of-the-application', label: null }
    const { id: app } = await ownApps.put(null, application)
    for (const { id } of await webhooks.list()) await webhooks.remove(id, OPERATOR)
    const { webhook, secret } = await webhooks.create({ url: 'https://shop.example/', types: ['quota.80'] }, OPERATOR)
    secrets.push(secret)
    const { event } = await webhooks.test(webhook.id)
    const claim = { claim: 'c', now: service.clock.at, until: service.clock.at }
    await store.deliveries.claim(webhook.id, claim, 1)
    const done = { state: 'delivered', nextAt: null, status: 204, error: null, at: service.clock.at } as const
    await store.deliveries.recordOutcome(webhook.id, event.id, 'c', done)
    const url = example.path
      .replace('$WEBHOOK', webhook.id)
      .replace('$DELIVERY', event.id)
      .replace('$ID', license.id)
      .replace('$CREDENTIAL', credential.id)
      .replace('$OPERATOR', operator.id)
      .replace('$CONNECTION', connection.id)
      .replace('$APP', app)
    return { url, body: example.body }
  }

  for (const route of ADMIN_ROUTES) {
    const name = `${route.method} ${route.path}`
    const expected = LEAVES[name]
    test(`${name} leaves ${expected ? 'one entry with the actor, its address and the change' : 'no entry'}`, async () => {
      const { url, body } = await prepare(route)
      const known = new Set((await all()).map(({ id }) => id))
      const response = await service.send({
        method: route.method,
        path: `/admin/v1${url}`,
        body,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'x-request-id': 'asked-1' },
        from: '192.0.2.77',
      })
      assert.equal(response.status, 200, response.text)
      for (const secret of [response.body.data?.key, response.body.data?.token, response.body.data?.secret])
        if (secret) secrets.push(String(secret))
      const added = (await all()).filter(({ id }) => !known.has(id))
      if (expected === undefined) return assert.deepEqual(added, [])
      const [entry, ...more] = added
      assert.deepEqual(more, [])
      assert.ok(entry)
      const actor = { kind: 'operator', name: 'ADMIN_TOKEN', from: '192.0.2.77', requestId: 'asked-1' }
      assert.deepEqual([entry.action, entry.actor, entry.at], [expected[0], actor, service.clock.at])
      assert.deepEqual(entry.before && Object.keys(entry.before), expected[1])
      assert.deepEqual(Object.keys(entry.after ?? {}), expected[2])
      const line = service.log.find((text) => text.includes(entry.id)) ?? ''
      assert.ok(line.includes(entry.action) && line.includes(entry.subject.id) && line.includes('asked-1'), line)
    })
  }

  test('every route that is not a GET is in the table', () => {
    const changing = ADMIN_ROUTES.filter(({ method }) => method !== 'GET').map(
      ({ method, path }) => `${method} ${path}`,
    )
    assert.deepEqual(changing.sort(), [...Object.keys(LEAVES), ...COMPUTING, ...SENDING, ...DRY].sort())
  })

  test('a request that changes nothing leaves no entry', async () => {
    const { id } = await service.create()
    await service.get('POST', `/licenses/${id}/suspend`)
    const known = (await all()).length
    await service.get('POST', `/licenses/${id}/suspend`)
    await service.get('PATCH', `/licenses/${id}`, { plan: 'pro', name: null })
    assert.equal((await service.request('PATCH', `/licenses/${id}`, { plan: 'none' })).status, 400)
    assert.equal((await all()).length, known)
  })

  test('no key, token or secret is in any entry or in the log', async () => {
    await service.start()
    const kept = JSON.stringify(await all()) + service.log.join('')
    assert.ok(secrets.length > 20)
    for (const secret of secrets) assert.ok(!kept.includes(secret))
    const [start] = await service.parts.store.audit.list({ limit: 1, action: 'settings.change' })
    assert.deepEqual(start?.after?.YOUTUBE_API_KEY, 'a secret')
    assert.equal(start?.actor.kind, 'service')
  })

  test('the list is paged and filtered, newest first, and refuses unknown values', async () => {
    const { id } = await service.create()
    service.clock.at += 1_000
    await service.get('POST', `/licenses/${id}/suspend`)
    const list = async (query: string) => {
      const { entries, nextCursor } = await service.get('GET', `/audit?${query}`)
      return { entries: entries as { action: string; at: string }[], nextCursor }
    }
    const first = await list(`subject=${id}&limit=1`)
    assert.deepEqual(
      first.entries.map(({ action, at }) => [action, at]),
      [['license.suspend', new Date(service.clock.at).toISOString()]],
    )
    const second = await list(`subject=${id}&limit=1&cursor=${first.nextCursor}`)
    assert.deepEqual([second.entries.map(({ action }) => action), second.nextCursor], [['license.create'], null])
    assert.equal((await list(`subject=${id}&action=license.create`)).entries.length, 1)
    assert.equal((await list(`subject=${id}&actor=gardener`)).entries.length, 0)
    assert.equal((await list(`subject=${id}&actor=ADMIN_TOKEN`)).entries.length, 2)
    const at = new Date(service.clock.at).toISOString()
    assert.equal((await list(`subject=${id}&from=${at}`)).entries.length, 1)
    assert.equal((await list(`subject=${id}&to=${at}`)).entries.length, 1)
    await service.wrong('GET', '/audit?cursor=nowhere', undefined, 'cursor', /is not a cursor of this list/)
    await service.wrong('GET', '/audit?limit=201', undefined, 'limit', /1 to 200/)
    await service.wrong('GET', '/audit?from=yesterday', undefined, 'from', /a day such as/)
  })
})
