import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { youtube } from '../../../platforms/youtube/youtube.ts'
import { UNNAMED_BUCKET } from '../../../upstream/budgets/governor.ts'
import type { OperatorCredential, OperatorPlatform } from './operator-platform.ts'

const KEYS = ['first-secret-key-aaaa', 'second-secret-key-bbbb'] as const
const MINUTE_MS = 60_000
const timeAfter = (milliseconds: number) => new Date(START + milliseconds).toISOString()

const start = async (context: TestContext) => {
  const environment = { YOUTUBE_API_KEY: KEYS.join(',') }
  const service = await startOperator(context, { platforms: [youtube], environment })
  const { pool, governor, outcomes } = service.parts.upstreams
  const [first, second] = pool.list('youtube')
  assert.ok(first && second)
  const show = async () => (await service.get('GET', '/platforms/youtube')) as unknown as OperatorPlatform
  const command = async (name: string, { id } = first) =>
    (await service.get('POST', `/platforms/youtube/credentials/${id}/${name}`)) as OperatorCredential
  return { ...service, pool, governor, outcomes, first, second, show, command }
}

test('shows each credential, why it was refused, and when it is tried again', async (context) => {
  const { pool, first, second, show, get } = await start(context)
  pool.report(first, { is: 'refused', error: 'credential_refused' })
  const working = {
    ...{ id: second.id, kind: 'key', hint: 'bbbb', host: null, state: 'working', since: timeAfter(0), until: null },
    ...{ tested: false, error: null, errorAt: null, renewedAt: null, endsAt: null, endsSoon: false },
  }
  const { credentials, state, ...rest } = await show()
  assert.deepEqual(credentials, [
    {
      ...{ ...working, id: first.id, hint: 'aaaa', state: 'refused', until: timeAfter(15 * MINUTE_MS) },
      ...{ tested: true, error: 'credential_refused', errorAt: timeAfter(0) },
    },
    working,
  ])
  assert.equal(state, 'ready')
  assert.deepEqual(rest.kinds[0]?.settings, ['YOUTUBE_API_KEY'])
  assert.deepEqual((await get('GET', '/platforms')).platforms, [{ ...rest, credentials, state }])
})

test('lists budgets and calls, the emptiest budget first', async (context) => {
  const { governor, outcomes, first, second, show } = await start(context)
  const payer = { platform: 'youtube', source: 'api', host: 'youtube.example', isShared: true }
  const response = (left: number) => ({
    ...{ status: 200, url: '', text: () => '', json: () => null },
    headers: { 'x-ratelimit-remaining': String(left), 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '60' },
  })
  governor.learn({ ...payer, who: first.id }, UNNAMED_BUCKET, response(70), undefined)
  governor.learn({ ...payer, who: second.id }, UNNAMED_BUCKET, response(20), undefined)
  outcomes.countCall({ platform: 'youtube', outcome: 'ok' })
  outcomes.countFetch({ platform: 'youtube', handle: '@one', outcome: 'ok' })
  const { budgets, calls, lastGoodAt, lastFailedAt } = await show()
  const common = { source: 'api', bucket: '', limit: 100, resetsAt: timeAfter(MINUTE_MS) }
  assert.deepEqual(budgets, [
    { ...common, who: second.id, left: 20 },
    { ...common, who: first.id, left: 70 },
  ])
  assert.deepEqual(calls, [{ outcome: 'ok', count: 1 }])
  assert.deepEqual([lastGoodAt, lastFailedAt], [timeAfter(0), null])
})

test('retries a refused credential on request', async (context) => {
  const { pool, first, command, show } = await start(context)
  pool.report(first, { is: 'refused', error: 'credential_refused' })
  assert.equal(pool.candidates('youtube', 'key').length, 1)
  const { state, until } = await command('retry')
  assert.deepEqual([state, until], ['working', null])
  assert.equal(pool.candidates('youtube', 'key').length, 2)
  assert.equal((await show()).credentials[0]?.state, 'working')
})

test('a paused credential signs no call until it is resumed, and both commands may be repeated', async (context) => {
  const { pool, request, first, command } = await start(context)
  for (const _ of [1, 2]) assert.equal((await command('pause')).state, 'paused')
  assert.deepEqual(
    pool.candidates('youtube', 'key').map(({ id }) => id),
    pool
      .list('youtube')
      .slice(1)
      .map(({ id }) => id),
  )
  const refused = await request('POST', `/platforms/youtube/credentials/${first.id}/retry`)
  assertError(refused, { code: 'conflict' })
  assert.match(refused.body.error?.message ?? '', /is paused\. Resume it before you retry it$/)
  for (const _ of [1, 2]) assert.equal((await command('resume')).state, 'working')
  assert.equal(pool.candidates('youtube', 'key').length, 2)
})

test('commands are stored for the other processes', async (context) => {
  const { parts, first, command } = await start(context)
  await command('pause')
  assert.equal((await parts.store.credentials.find(first.id))?.state, 'paused')
})

test('no secret is returned or logged', async (context) => {
  const { request, first, pool, log } = await start(context)
  await pool.keepToken(first, { token: 'a-token-that-was-renewed' }, 3_600)
  const paths = ['/platforms', '/platforms/youtube']
  const texts = await Promise.all(paths.map(async (path) => (await request('GET', path)).text))
  const command = await request('POST', `/platforms/youtube/credentials/${first.id}/pause`)
  for (const text of [...texts, command.text, ...log]) assert.doesNotMatch(text, /secret-key|token-that-was|sealed/)
})
