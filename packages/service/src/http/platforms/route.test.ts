import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startClient } from '@central-api/testing/start-client.ts'
import { Check } from 'typebox/value'
import { createGatedPlatform } from '../../../test/gated-platform.ts'
import { ApiError } from '../../errors.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { youtube } from '../../platforms/youtube/youtube.ts'
import { PlatformList } from './route.ts'

type Reported = {
  readonly id: string
  readonly state: string
  readonly retryAt: string | null
  readonly configured: boolean
}

const start = async (context: Parameters<typeof startClient>[0], options: Parameters<typeof startClient>[1]) => {
  const service = await startClient(context, options)
  const list = async () => {
    const { status, text, body } = await service.send({ method: 'GET', path: '/platforms' })
    assert.equal(status, 200)
    assert.ok(Check(PlatformList, body), text)
    return { text, platforms: (body as unknown as { readonly platforms: readonly Reported[] }).platforms }
  }
  const states = async () => (await list()).platforms.map(({ id, state }) => `${id} ${state}`)
  return { ...service, list, states }
}

test('returns the current state of a platform, at most a second late', async (context) => {
  const gated = createGatedPlatform()
  const { states, scan, clock } = await start(context, { platforms: [gated.platform, sandbox] })
  const scanAs = (handle: string) => scan({ platform: 'gated', handle })
  assert.deepEqual(await states(), ['gated ready', 'sandbox ready'])
  gated.failWith(new ApiError('platform_error'))
  for (const handle of ['a', 'b', 'c']) await scanAs(handle)
  assert.deepEqual(await states(), ['gated ready', 'sandbox ready'])
  clock.at += 1_000
  assert.deepEqual(await states(), ['gated failing', 'sandbox ready'])
  gated.failWith(undefined)
  await scanAs('d')
  clock.at += 1_000
  assert.deepEqual(await states(), ['gated ready', 'sandbox ready'])
})

test('a refused credential shows in the state, with the time of the next attempt, and without details', async (context) => {
  const environment = { YOUTUBE_API_KEY: 'the-secret-key' }
  const { list, states, parts, clock } = await start(context, { platforms: [youtube], environment })
  assert.deepEqual(await states(), ['youtube ready'])
  const [credential] = parts.upstreams.pool.list('youtube')
  assert.ok(credential)
  parts.upstreams.pool.report(credential, { is: 'refused', error: 'credential_refused' })
  clock.at += 1_000
  const { text, platforms } = await list()
  const [reported] = platforms
  assert.deepEqual(
    [reported?.state, reported?.retryAt, reported?.configured],
    ['fallback', new Date(clock.at - 1_000 + 15 * 60_000).toISOString(), true],
  )
  assert.doesNotMatch(text, /secret|-key|credential_refused/)
})

test('a platform with only its fallback source configured falls back', async (context) => {
  const { states } = await start(context, { platforms: [youtube] })
  assert.deepEqual(await states(), ['youtube fallback'])
})
