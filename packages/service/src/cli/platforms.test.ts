import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { createTestCli } from '@central-api/testing/cli/fixture.ts'
import { ALL_PLATFORMS } from '../platforms/all.ts'

type Described = { readonly id: string; readonly configured: boolean; readonly missing: string | null }

test('all platforms are listed with their missing settings', async (context) => {
  const cli = await createTestCli(context)
  const listed = await cli.json<Described[]>('platforms')
  assert.deepEqual(
    listed.map(({ id }) => id),
    ALL_PLATFORMS.map(({ id }) => id),
  )
  for (const { configured, missing } of listed) assert.equal(missing === null, configured)
  assert.deepEqual(Object.keys(listed[0] ?? {}), [
    'id',
    'name',
    'provenance',
    'sources',
    'variants',
    'handles',
    'kinds',
    'unsupported',
    'configured',
    'refuses',
    'keepsPictures',
    'missing',
    'better',
  ])
})

test('the output has a section for each platform', async (context) => {
  const cli = await createTestCli(context)
  const { out } = await cli.run('platforms')
  assert.match(
    out,
    /^sandbox {2}Sandbox {2}✓ set up\n {4}variants {2}posts {4}all 95 made-up posts\n {14}media {4}posts with/m,
  )
  assert.match(out, /^ {4}handles {3}demo\n {14}empty\n/m)
  assert.match(out, /\nTest a platform: npx --no-install central-api scan sandbox demo\n$/)
})

test('a platform with a fallback source says what to set for a better one', async (context) => {
  const cli = await createTestCli(context)
  const youtube = async () =>
    (await cli.json<(Described & { better: string | null })[]>('platforms')).find(({ id }) => id === 'youtube')
  const advice = 'Set YOUTUBE_API_KEY to use its official API. Without it, the variant live cannot be scanned.'
  assert.deepEqual([(await youtube())?.missing, (await youtube())?.better], [null, advice])
  assert.ok((await cli.run('platforms')).out.includes(`\nyoutube  YouTube  – uses a fallback source\n    ${advice}\n`))
  cli.environment.YOUTUBE_API_KEY = 'key'
  assert.equal((await youtube())?.better, null)
  assert.match((await cli.run('platforms')).out, /^youtube {2}YouTube {2}✓ set up\n {4}variants/m)
})

test('one platform can be shown alone, and an unknown one is an error with a suggestion', async (context) => {
  const cli = await createTestCli(context)
  const { out } = await cli.run('platforms', 'bluesky')
  assert.match(out, /^bluesky {2}Bluesky {2}✓ set up\n/)
  assert.match(out, /\nTest a platform: npx --no-install central-api scan bluesky name\.bsky\.social\n$/)
  assert.doesNotMatch(out, /^sandbox/m)
  assert.deepEqual(
    (await cli.json<Described[]>('platforms', 'bluesky')).map(({ id }) => id),
    ['bluesky'],
  )
  const unknown = await cli.run('platforms', 'twitter')
  assert.equal(unknown.status, 1)
  assert.match(unknown.err, /^central-api: platform_unknown: There is no platform “twitter”\. Did you mean “x”\?\n/)
})

test('no store is created', async (context) => {
  const cli = await createTestCli(context)
  await cli.run('platforms')
  assert.deepEqual(await readdir(cli.folder), [])
})

test('an invalid setting is reported by name', async (context) => {
  const cli = await createTestCli(context)
  cli.environment.MASTODON_BASE_URL = 'social.example/path'
  const { status, out, err } = await cli.run('platforms', '--json')
  assert.deepEqual([status, out], [1, ''])
  assert.match(err, /^central-api: MASTODON_BASE_URL must be an origin/)
})
