import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { Type } from '../../parsing/type.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { madeUp } from '../../platforms/sandbox/source.ts'
import { platform } from '../../upstream/contract/platform.ts'

test('a changed plan takes effect for its licenses immediately', async (context) => {
  const { get, create, post, authorize, wrong } = await startOperator(context)
  const counts = { scans: 1, validations: 2, burst: 3, sites: 4 }
  const newer = { connections: 5, media: 'none', mediaMb: 6 }
  const limits = { ...counts, ...newer, platforms: ['sandbox', 'sandbox'] }
  assert.deepEqual(await get('PUT', '/plans/team', limits), { name: 'team', ...limits, platforms: ['sandbox'] })
  const { key } = await create({ plan: 'team' })
  const headers = await authorize(key)
  const limit = async () => (await post('/scan-profile', SCAN, headers)).headers['x-quota-limit']
  assert.equal(await limit(), '1')
  const wider = { ...limits, scans: 500, sites: null, connections: null, platforms: null }
  await get('PUT', '/plans/team', wider)
  assert.equal(await limit(), '500')
  const { plans } = await get('GET', '/plans')
  assert.deepEqual(
    (plans as { name: string }[]).find(({ name }) => name === 'team'),
    { name: 'team', ...wider },
  )
  // An older client does not know every limit.
  const older = { ...counts, platforms: null }
  await get('PUT', '/plans/team', limits)
  const newerOf = ({ connections, media, mediaMb }: Record<string, unknown>) => ({ connections, media, mediaMb })
  assert.deepEqual(newerOf(await get('PUT', '/plans/team', older)), newer)
  const unlimited = { connections: null, media: 'proxy', mediaMb: null }
  assert.deepEqual(newerOf(await get('PUT', '/plans/new', older)), unlimited)
  assert.deepEqual(newerOf(await get('PUT', '/plans/team', { ...older, ...unlimited })), unlimited)
  await wrong('PUT', '/plans/team', { ...limits, mediaMb: -1 }, 'mediaMb', /from 0 to/)
  await wrong('PUT', '/plans/team', { ...limits, media: 'some' }, 'media', /must be/)
  await wrong('PUT', '/plans/team', { ...limits, connections: -1 }, 'connections', /from 0 to/)
  await wrong('PUT', '/plans/team', { ...limits, scans: -1 }, 'scans', /from 0 to/)
  await wrong('PUT', '/plans/team', { ...limits, burst: 0 }, 'burst', /from 1 to/)
  await wrong('PUT', '/plans/team', { ...limits, sites: 1.5 }, 'sites', /must be/)
  await wrong('PUT', '/plans/team', { ...limits, platforms: ['nowhere'] }, 'platforms', /no platform "nowhere"/)
  await wrong('PUT', '/plans/Team', limits, 'name', /a-z/)
  const { burst: _, ...partial } = limits
  await wrong('PUT', '/plans/team', partial, 'burst', /is required/)
})

test('rotating the signing key invalidates no token', async (context) => {
  const { get, create, post, authorize, clock } = await startOperator(context)
  const { key } = await create()
  const headers = await authorize(key)
  const { keys: before } = await get('GET', '/signing-keys')
  clock.at += 1_000
  const made = await get('POST', '/signing-keys/rotate')
  const now = '2030-01-15T12:00:01.000Z'
  assert.deepEqual(made, { kid: made.kid, state: 'signs', createdAt: now, retiredAt: null, verifiesUntil: null })
  const [old] = before as Record<string, unknown>[]
  const retired = { state: 'verifies', retiredAt: now, verifiesUntil: '2030-01-15T13:01:01.000Z' }
  assert.deepEqual((await get('GET', '/signing-keys')).keys, [made, { ...old, ...retired }])
  assert.equal((await post('/scan-profile', SCAN, headers)).status, 200)
})

test('shows which settings a platform needs', async (context) => {
  const lacking = platform({
    ...sandbox,
    id: 'lacking',
    name: 'Lacking',
    settings: Type.Object({
      ...sandbox.settings.properties,
      LACKING_TOKEN: Type.String({ default: '', description: 'The token.' }),
    }),
    credentials: [
      {
        id: 'token',
        settings: ['LACKING_TOKEN'],
        read: ({ LACKING_TOKEN }) => [{ secrets: { token: LACKING_TOKEN } }],
        sign: ({ token = '' }) => ({ headers: { authorization: `Bearer ${token}` } }),
        steps: ['Ask for a token.'],
      },
    ],
    sources: [{ ...madeUp, credential: 'token' }],
  })
  const { get } = await startOperator(context, { platforms: [sandbox, lacking] })
  const { platforms } = await get('GET', '/platforms')
  const reported = (platforms as Record<string, unknown>[]).map(({ id, configured, missing }) => [
    id,
    configured,
    missing,
  ])
  assert.deepEqual(reported, [
    ['sandbox', true, null],
    ['lacking', false, 'Set LACKING_TOKEN.'],
  ])
  assert.deepEqual((await get('GET', '/overview')).platforms, { all: 1, configured: 0 })
})

test('the overview shows the uptime, the store and the counts', async (context) => {
  const { get, clock } = await startOperator(context)
  clock.at += 90_500
  const { memoryBytes, ...rest } = await get('GET', '/overview')
  assert.deepEqual(rest, {
    ...{ version: '1.0.0', store: 'sqlite', baseUrl: 'https://central.example' },
    ...{ startedAt: '2030-01-15T12:00:00.000Z', uptimeSeconds: 90, licenses: 1, plans: 3 },
    // The sandbox is not counted.
    platforms: { all: 0, configured: 0 },
  })
  assert.ok(Number(memoryBytes) > 1_000_000)
})

test('a change that was made is returned even if the store then stops responding', async (context) => {
  const { create, parts, log } = await startOperator(context)
  const { changes } = parts.store
  context.mock.method(changes, 'latest', async () => assert.fail('The store is away'))
  assert.match((await create()).key, /^ck_live_/)
  assert.ok(log.some((line) => line.includes('takes effect when the store responds again')))
})
