import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'

type Data = {
  readonly body: {
    readonly platform: string
    readonly handle: string
    readonly variant: string
    readonly profile: object
    readonly posts: { id: string }[]
  }
  readonly nextCursor: string | null
  readonly fetchedAt: string
}

test('--json prints the data of scan-profile, and --cursor returns the next page', async (context) => {
  const cli = await createTestCliOnStore(context)
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const data: Data = await cli.json<Data>(
      'scan',
      'sandbox',
      '@Demo',
      ...(cursor === null ? [] : ['--cursor', cursor]),
    )
    assert.deepEqual(Object.keys(data), ['body', 'fetchedAt', 'nextCursor'])
    assert.deepEqual([data.body.platform, data.body.handle, data.body.variant], ['sandbox', 'demo', 'posts'])
    ids.push(...data.body.posts.map(({ id }) => id))
    cursor = data.nextCursor
  } while (cursor !== null)
  assert.equal(new Set(ids).size, 95)
})

test('the output shows the profile, the posts and the command for the next page', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { status, out, err } = await cli.run('scan', 'sandbox', 'demo', '--variant', 'media')
  assert.deepEqual([status, err], [0, ''])
  assert.match(
    out,
    /^Sandbox demo 🧪 {2}demo on Sandbox\nhttp:\/\/127\.0\.0\.1:8080\/sandbox\/@demo\nSandbox: made-up posts to build and test with\.\nNothing here comes from a person or a platform\.\n12,345 followers · 95 posts · since 2020-02-29\n\n/,
  )
  assert.match(
    out,
    /\n2025-12-02 06:52 {2}video\n {2}A film with sound\n {2}1 video · 779 likes · 0 comments · 71 shares\n {2}http:\/\/127\.0\.0\.1:8080\/sandbox\/@demo\/1067\n/,
  )
  const next =
    /\nNext page:\n {2}npx --no-install central-api scan sandbox demo --variant media --cursor (?<cursor>[\w-]+)\n$/.exec(
      out,
    )
  const second = await cli.json<Data>(
    'scan',
    'sandbox',
    'demo',
    '--variant',
    'media',
    '--cursor',
    next?.groups?.cursor ?? '',
  )
  assert.ok(second.body.posts.length > 0)
})

test('a cached page is shown as cached', async (context) => {
  const cli = await createTestCliOnStore(context)
  assert.match(
    (await cli.run('scan', 'sandbox', 'empty')).out,
    /\nNo posts\.\n\n0 posts\. Fetched 2030-01-15 12:00\. This is the last page\.\n$/,
  )
  cli.clock.at += 120_000
  assert.match((await cli.run('scan', 'sandbox', 'empty')).out, /0 posts\. Cached 2030-01-15 12:00 \(2 minutes ago\)\./)
})

const FAILURES: readonly (readonly [string[], string])[] = [
  [
    ['myspace', 'tom'],
    'platform_unknown: There is no platform “myspace”.\n  Run npx --no-install central-api platforms for a list of platforms.\n',
  ],
  [
    ['sandbox', 'demo', '--variant', 'reels'],
    'variant_unknown: Sandbox offers posts, media, videos, replies, not “reels”.\n',
  ],
  [
    ['sandbox', '!'],
    'handle_malformed: This is not a handle of Sandbox. A handle of this kind looks like “!demo”, “!demo@sandbox.example” or “https://sandbox.example/c/demo”.\n  Run npx --no-install central-api platforms for the handles of each platform.\n',
  ],
  [
    ['sandbox', '+'],
    'handle_malformed: This is not a handle of Sandbox. It has a fixed list of handles, such as “demo”, “empty” or “error.profile_not_found”.\n  Run npx --no-install central-api platforms for the handles of each platform.\n',
  ],
  [
    ['sandbox', 'demo', '--cursor', 'abc'],
    'invalid_cursor: The cursor belongs to another request, or is too old\n  A cursor is valid for 24 hours and only for its platform, handle and variant. Start again without --cursor.\n',
  ],
  [
    ['sandbox', 'error.profile_not_found'],
    'profile_not_found: The platform has no such profile\n  Check the spelling, and that the profile is visible without logging in.\n',
  ],
  [
    ['sandbox', 'error.platform_rate_limited'],
    'platform_rate_limited: The platform’s rate limit is reached (retry in 30 s)\n  Wait, then try again.\n',
  ],
  [
    ['sandbox', 'error.invalid_request'],
    'invalid_request: A field of the request is missing or malformed\n  handle This problem is made up by the sandbox\n',
  ],
]

for (const [words, message] of FAILURES) {
  test(`scan ${words.join(' ')} fails with the code, the message and advice`, async (context) => {
    const cli = await createTestCliOnStore(context)
    assert.deepEqual(await cli.run('scan', ...words, '--json'), { status: 1, out: '', err: `central-api: ${message}` })
  })
}

test('a name without its platform is a usage error', async (context) => {
  const cli = await createTestCliOnStore(context)
  for (const word of ['sandbox', '@name', '']) {
    const { status, out, err } = await cli.run('scan', word)
    assert.deepEqual([status, out], [2, ''])
    assert.match(
      err,
      /^central-api: Missing argument <handle>\. A name alone does not say which platform it belongs to\.\n {2}Run /,
    )
  }
  const { err } = await cli.run('scan', 'https://site.example/about.html')
  assert.match(
    err,
    /^central-api: platform_unknown: “https:.*” does not say which platform it belongs to\. Name rss, ghost or wordpress: npx/,
  )
})

test('a text alone is scanned on its platform', async (context) => {
  const cli = await createTestCliOnStore(context)
  cli.environment.MASTODON_BASE_URL = 'http://127.0.0.1:9'
  // The call is blocked, which shows that it was that of Mastodon.
  assert.match((await cli.run('scan', '@name@social.example')).err, /^central-api: link_blocked: /)
  assert.match((await cli.run('scan', 'https://mastodon.social/@name')).err, /^central-api: link_blocked: /)
  const { body } = await cli.json<Data>('scan', '!demo')
  assert.deepEqual([body.platform, body.handle], ['sandbox', '!demo'])
  assert.match(
    (await cli.run('scan', '#demo')).err,
    /does not say which platform it belongs to\. Name .*tumblr.* or sandbox: /,
  )
  const { status, err } = await cli.run('scan', 'https://www.tiktok.com/tag/bread')
  assert.equal(status, 1)
  assert.match(err, /^central-api: profile_unsupported: This is a hashtag\. /)
})

test('a failure shows advice for the operator', async (context) => {
  const cli = await createTestCliOnStore(context)
  cli.environment.MASTODON_BASE_URL = 'http://127.0.0.1:9'
  const { status, err } = await cli.run('scan', 'mastodon', 'user@social.example')
  assert.equal(status, 1)
  assert.match(
    err,
    /^central-api: link_blocked: .*\n {2}The service fetches public hosts only\. To allow a host of your own, set EGRESS_ALLOW=host:port\.\n/,
  )
})

test('a slow scan shows a spinner on a terminal', async (context) => {
  let time = Date.parse('2030-01-15T12:00:00Z')
  // Each call advances the clock by a second, so that the spinner appears in its first frame.
  const cli = await createTestCliOnStore(context, {
    isErrTerminal: true,
    now: () => {
      time += 1000
      return time
    },
  })
  const { status, out, err } = await cli.run('scan', 'sandbox', 'slow.250', '--json')
  assert.equal(status, 0)
  const shown = err.replaceAll('\r\u001b[K', '<erase>')
  assert.match(shown, /^<erase>⠋ Requesting Sandbox \d+ s/)
  assert.match(shown, /<erase>$/)
  assert.equal(JSON.parse(out).body.handle, 'slow.250')
})
