import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { ConnectAppRecord } from '../../../storage/connection-records.ts'

type Listed = { readonly connections: readonly { readonly id: string }[]; readonly nextCursor: string | null }

test('an operator pages through connected accounts, without their tokens, and ends one', async (context) => {
  const { parts, license, send } = await startOperator(context)
  const { license: owner } = await license({ name: 'Blog' })
  const { license: other } = await license({ name: 'Shop' })
  const request = (method: string, path: string) =>
    send({ method, path: `/admin/v1${path}`, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })
  for (let at = 1; at <= 3; at += 1)
    await parts.store.connections.create(connection(owner.id, { id: `cn_${at}`, createdAt: at }), null)
  await parts.store.connections.create(connection(other.id, { id: 'cn_4', createdAt: 4, state: 'ended' }), null)
  const list = async (query: string) => {
    const { text, body } = await request('GET', `/connections${query}`)
    assert.ok(!text.includes('sealed'), text)
    const { connections, nextCursor } = body.data as Listed
    return { ids: connections.map(({ id }) => id), nextCursor }
  }
  assert.deepEqual((await list('')).ids, ['cn_4', 'cn_3', 'cn_2', 'cn_1'])
  const first = await list(`?license=${owner.id}&limit=2`)
  assert.deepEqual(first.ids, ['cn_3', 'cn_2'])
  assert.deepEqual(await list(`?license=${owner.id}&limit=2&cursor=${first.nextCursor}`), {
    ...{ ids: ['cn_1'], nextCursor: null },
  })
  assert.deepEqual((await list('?state=ended')).ids, ['cn_4'])
  for (const query of ['cursor=x', 'state=gone', 'limit=0'])
    assert.equal((await request('GET', `/connections?${query}`)).body.error?.code, 'invalid_request', query)
  const { body } = await request('DELETE', '/connections/cn_2')
  assert.deepEqual(body.data, { id: 'cn_2', license: owner.id, disconnected: true })
  assert.equal(await parts.store.connections.find('cn_2'), undefined)
  const [entry] = await parts.store.audit.list({ action: 'connection.disconnect', limit: 1 })
  assert.deepEqual(entry?.subject, { kind: 'connection', id: 'cn_2' })
  assertError(await request('DELETE', '/connections/cn_2'), { code: 'not_found' })
})

test('the filter by state finds accounts in the state that the list shows', async (context) => {
  const { parts, license, get, clock } = await startOperator(context)
  const { license: owner } = await license()
  const limited = { state: 'limited', reason: 'checkpoint' } as const
  for (const [at, until] of [clock.at, clock.at + 1].entries())
    await parts.store.connections.create(connection(owner.id, { ...limited, until, createdAt: at }), null)
  for (const state of ['connected', 'limited']) {
    const { connections } = await get('GET', `/connections?state=${state}`)
    assert.deepEqual(
      (connections as { state: string }[]).map((each) => each.state),
      [state],
    )
  }
})

test('each connected account has the name of its license, which is read once for a page', async (context) => {
  const { parts, license, get } = await startOperator(context)
  const { license: named } = await license({ name: 'حديقة · Blog' })
  const { license: unnamed } = await license({ name: null })
  for (const [at, { id }] of [named, named, unnamed].entries())
    await parts.store.connections.create(connection(id, { createdAt: at }), null)
  const findAll = context.mock.method(parts.store.licenses, 'findAll')
  const { connections } = await get('GET', '/connections')
  assert.deepEqual(
    (connections as { license: string; licenseName: string | null }[]).map((each) => [each.license, each.licenseName]),
    [
      [unnamed.id, null],
      [named.id, 'حديقة · Blog'],
      [named.id, 'حديقة · Blog'],
    ],
  )
  assert.deepEqual(
    findAll.mock.calls.map(({ arguments: [ids] }) => ids),
    [[unnamed.id, named.id]],
  )
})

test('the applications are listed with what to register, and no secret', async (context) => {
  const { send } = await startOperator(context, {
    environment: { TIKTOK_LOGIN_CLIENT_KEY: 'the-key', TIKTOK_LOGIN_CLIENT_SECRET: 'the-secret' },
  })
  const { text, body } = await send({
    method: 'GET',
    path: '/admin/v1/connect-apps',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  const { apps } = body.data as {
    readonly apps: readonly { readonly platform: string; readonly configured: boolean }[]
  }
  assert.equal(apps.find(({ platform }) => platform === 'tiktok')?.configured, true)
  assert.ok(text.includes('https://central.example/connect/tiktok/callback'))
  assert.ok(!text.includes('the-secret') && !text.includes('the-key'))
})

test('the applications that a license brought are listed without their secrets', async (context) => {
  const { get, create, parts, clock } = await startOperator(context)
  const { id: licenseId } = await create()
  const record: ConnectAppRecord = {
    ...{ id: 'ca_1', licenseId: String(licenseId), platform: 'tiktok', host: null, clientId: 'key', label: 'Ours' },
    ...{ sealedSecret: 'sealed', state: 'live', createdAt: clock.at, version: 0 },
  }
  await parts.store.connectApps.put(record)
  const own = { id: 'ca_1', platform: 'tiktok', clientId: 'key', label: 'Ours', state: 'live' }
  const listed = await get('GET', `/connect-apps?license=${licenseId}`)
  assert.deepEqual(listed.own, [{ ...own, createdAt: new Date(clock.at).toISOString() }])
  for (const query of ['', '?license=lic_other']) assert.deepEqual((await get('GET', `/connect-apps${query}`)).own, [])
})
