import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError, assertEveryResponse, quotaOf } from '@central-api/testing/assert-response.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { Compile } from 'typebox/compile'
import { ALL_PLATFORMS } from '../../platforms/all.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { tiktok } from '../../platforms/tiktok/tiktok.ts'
import { youtube } from '../../platforms/youtube/youtube.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { RecognizeData } from './schema.ts'

const isData = Compile(RecognizeData)

const setUp = async (
  context: TestContext,
  license: Parameters<Awaited<ReturnType<typeof startService>>['license']>[0],
  platforms: readonly Platform[] = [mastodon, sandbox, tiktok, youtube],
) => {
  const hosts: string[] = []
  const resolver = async (host: string) => {
    hosts.push(host)
    return []
  }
  const service = await startService(context, {
    platforms,
    network: { resolver },
  })
  const made = await service.license(license)
  const headers = await service.authorize(made.key)
  const request = (body: unknown, more: Readonly<Record<string, string>> = headers) =>
    service.post('/recognize', body, more)
  const dataOf = async (text: string) => {
    const response = await request({ text })
    assert.equal(response.status, 200)
    assertEveryResponse(response)
    assert.deepEqual(quotaOf(response), {})
    const { data } = response.body
    assert.ok(isData.Check(data), response.text)
    return data
  }
  const statesOf = async (text: string) =>
    (await dataOf(text)).matches.map(({ platform, state }) => `${platform} ${state}`)
  return { ...service, hosts, licenseId: made.license.id, headers, request, dataOf, statesOf }
}

test('returns what the text can mean, all that a form needs, free of charge and without a call', async (context) => {
  const { dataOf, parts, licenseId, hosts } = await setUp(context, { mode: 'live' })
  const { matches: tags } = await dataOf('#demo')
  assert.deepEqual(
    tags.map(({ platform }) => platform),
    ['youtube', 'sandbox'],
  )
  assert.deepEqual(tags.at(-1), {
    ...{ platform: 'sandbox', name: 'Sandbox', handle: '#demo', kind: 'hashtag', meaning: 'a made-up hashtag' },
    variants: [{ id: 'posts', meaning: 'all its posts' }],
    ...{ variant: 'posts', order: 'newest', authors: 'many', state: 'ready' },
  })
  const { matches, unsupported } = await dataOf('https://www.tiktok.com/tag/bread')
  assert.deepEqual([matches, unsupported.length], [[], 1])
  assert.deepEqual(
    [unsupported[0]?.platform, unsupported[0]?.name, unsupported[0]?.kind],
    ['tiktok', 'TikTok', 'hashtag'],
  )
  assert.match(unsupported[0]?.says ?? '', /^This is a hashtag\. ./)
  assert.equal((await dataOf('https://social.example/@name')).matches.length, 1)
  assert.equal((await parts.sites.list(licenseId)).length, 0)
  assert.deepEqual(hosts, [])
})

/** Links that lead elsewhere: those of platforms, of shorteners, and of pages that only redirect. */
const LEADING_ON: readonly string[] = [
  ...ALL_PLATFORMS.flatMap(({ posts }) => posts?.short ?? []).map(
    (form) => `https://${form.replace('/**', '').replaceAll(/\{\w+\}/g, 'a1b2c3')}`,
  ),
  ...['bit.ly', 'tinyurl.com', 'ift.tt', 'buff.ly'].map((host) => `https://${host}/a1b2c3`),
  'https://l.facebook.com/l.php?u=https%3A%2F%2Fbit.ly%2Fa1b2c3',
  'https://www.google.com/url?q=https://bit.ly/a1b2c3',
]

test('follows no link, and returns no secret that a URL has', async (context) => {
  const { request, hosts, clock } = await setUp(context, { mode: 'live' }, ALL_PLATFORMS)
  assert.ok(LEADING_ON.length > 30)
  for (const text of LEADING_ON) {
    assert.equal((await request({ text })).status, 200, text)
    clock.at += 1_000
  }
  assert.deepEqual(hosts, [])
  for (const text of ['https://www.youtube.com/@acme?access_token=s3cret', 'https://x.com/acme#code=s3cret']) {
    const response = await request({ text })
    assert.equal((response.body.data as RecognizeData).matches.length, 1)
    assert.doesNotMatch(response.text, /s3cret/)
  }
})

test('says whether this license can scan each match now', async (context) => {
  const { statesOf, license, authorize, post, setPlan } = await setUp(context, { mode: 'live' })
  // Without its key, YouTube is read from its feeds; TikTok cannot be read at all.
  assert.deepEqual(await statesOf('@name'), ['tiktok not_configured', 'youtube fallback'])
  assert.deepEqual(await statesOf('https://www.youtube.com/hashtag/bread'), ['youtube not_configured'])
  assert.deepEqual(await statesOf('https://www.youtube.com/@name/playlists'), [])
  assert.deepEqual(await statesOf('@name@social.example'), ['mastodon ready'])
  await setPlan({ name: 'small', platforms: ['youtube'] })
  for (const [other, states] of [
    [{ mode: 'test' }, ['sandbox ready', 'tiktok not_in_plan', 'youtube not_in_plan']],
    [{ mode: 'live', plan: 'small' }, ['youtube fallback', 'sandbox ready', 'tiktok not_in_plan']],
  ] as const) {
    const headers = await authorize((await license(other)).key)
    const { body } = await post('/recognize', { text: 'demo' }, headers)
    assert.deepEqual(
      (body.data as RecognizeData).matches.map((each) => `${each.platform} ${each.state}`),
      states,
    )
  }
})

test('refuses a request without a token, a suspended license and a malformed text', async (context) => {
  const { request, parts, licenseId } = await setUp(context, {})
  assertError(await request({ text: 'demo' }, {}), { code: 'token_missing' })
  for (const body of [{}, { text: '' }, { text: 5 }, { text: ['demo'] }, { text: null }, { text: 'a'.repeat(2049) }])
    assert.equal((await request(body)).body.error?.code, 'invalid_request', JSON.stringify(body))
  assert.equal((await request({ text: 'a'.repeat(2048) })).status, 200)
  await parts.licenses.suspend(licenseId, OPERATOR)
  assertError(await request({ text: 'demo' }), { code: 'license_suspended' })
})

test('allows 120 calls a minute for each license, apart from those of other endpoints', async (context) => {
  const { request, post, headers, clock } = await setUp(context, {})
  const call = async () => (await request({ text: '#demo' })).status
  const statuses = await Promise.all(Array.from({ length: 121 }, call))
  assert.equal(statuses.filter((status) => status === 200).length, 120)
  assertError(await request({ text: '#demo' }), { code: 'rate_limited', retryAfter: 60 })
  assert.equal((await post('/account', {}, headers)).status, 200)
  clock.at += 60_000
  assert.equal(await call(), 200)
})

test('a text that names nothing has no matches, and no part of it is returned', async (context) => {
  const { request } = await setUp(context, { mode: 'live' })
  for (const text of [
    'https://user:secret@site.example/',
    'javascript:alert("secret")',
    '<script>secret</script>',
    '\0secret',
  ])
    assert.equal((await request({ text })).text, '{"ok":true,"data":{"matches":[],"unsupported":[]}}', text)
})
