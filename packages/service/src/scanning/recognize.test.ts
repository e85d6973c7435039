import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { POSTS_ONLY } from '../platforms/posts-only.ts'
import { kindOf } from '../upstream/contract/kinds.ts'
import { knownHandle } from './known-handles.ts'
import { createRecognize } from './recognize.ts'

const recognize = createRecognize(ALL_PLATFORMS, POSTS_ONLY)

const MAX_TEXT_LENGTH = 2048

const matchesOf = (text: string): readonly string[] =>
  recognize(text).matches.map(({ platform, kind, handle, variant }) =>
    [platform.id, kind.id, handle, ...(variant === 'posts' ? [] : [variant])].join(' '),
  )
const refusalsOf = (text: string): readonly string[] =>
  recognize(text).refusals.map(({ platform, kind }) => `${platform.id} ${kind}`)

test('a URL at a host of a platform has one match, although other platforms could read it as a website', () => {
  const cases: readonly (readonly [text: string, match: string])[] = [
    ['https://www.instagram.com/acme/', 'instagram account acme'],
    ['HTTPS://WWW.INSTAGRAM.COM/acme/', 'instagram account acme'],
    ['twitter.com/jack', 'x account jack'],
    ['https://hn.algolia.com/?q=rye+bread', 'hackernews search search/rye bread top'],
    ['https://stackoverflow.com/questions/tagged/c%23', 'stackexchange hashtag stackoverflow.com/tagged/c#'],
    ['https://cooking.stackexchange.com/questions', 'stackexchange community cooking.stackexchange.com'],
    ['https://www.youtube.com/playlist?list=PL0123456789abcdef', 'youtube collection playlist/PL0123456789abcdef'],
    [
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PL0123456789abcdef',
      'youtube collection playlist/PL0123456789abcdef',
    ],
    ['https://www.reddit.com/r/Breadit/.rss', 'reddit community r/breadit'],
    ['https://old.reddit.com/r/breadit/top/?t=week', 'reddit community r/breadit top_week'],
    ['https://mastodon.social/@name', 'mastodon account name@mastodon.social'],
    ['@name@misskey.io', 'misskey account name@misskey.io'],
    ['!c@LEMMY.world', 'lemmy community !c@lemmy.world'],
    ['#bread@mastodon.social', 'mastodon hashtag #bread@mastodon.social'],
    ['https://foo.substack.com/', 'substack account foo.substack.com'],
    [
      'https://podcasts.apple.com/us/podcast/name/id1234567890',
      'rss account https://podcasts.apple.com/us/podcast/name/id1234567890',
    ],
    ['name.bsky.social', 'bluesky account name.bsky.social'],
    ['https://l.instagram.com/?u=https%3A%2F%2Ft.me%2Ffernnews&e=AT', 'telegram account fernnews'],
    ['https://www.instagram.com/accounts/login/?next=%2Facme.bakery%2F', 'instagram account acme.bakery'],
    ['<iframe src="https://player.twitch.tv/?channel=acme&parent=www.example.com"></iframe>', 'twitch account acme'],
    ['Follow us! https://www.tiktok.com/@acme?_t=1', 'tiktok account acme'],
    ['\u2068https://x.com/acme\u2069', 'x account acme'],
  ]
  for (const [text, match] of cases) assert.deepEqual(matchesOf(text), [match], text)
})

test('what does not name its platform has all platforms that it fits, the likeliest first', () => {
  assert.deepEqual(
    ['https://social.example/@name', '@name@social.example', 'https://site.example/', '#bread@m.example', 'r/x_y'].map(
      (text) => recognize(text).matches.map(({ platform }) => platform.id),
    ),
    [
      ['mastodon', 'rss', 'misskey', 'peertube'],
      ['mastodon', 'lemmy', 'misskey', 'peertube'],
      ['rss', 'ghost', 'medium', 'substack', 'tumblr', 'wordpress'],
      ['mastodon', 'lemmy', 'misskey', 'peertube'],
      ['reddit', 'github'],
    ],
  )
})

test('a name has a match on each platform with such names, made-up profiles last', () => {
  const ids = recognize('demo').matches.map(({ platform }) => platform.id)
  for (const id of ['instagram', 'x', 'youtube']) assert.ok(ids.includes(id), id)
  assert.equal(ids.at(-1), 'sandbox')
})

test('what cannot be scanned is refused by the platform that has it, and read by no other', () => {
  const cases: readonly (readonly [text: string, refusal: string])[] = [
    ['https://www.instagram.com/explore/tags/bread/reels/', 'instagram hashtag'],
    ['https://www.tiktok.com/tag/bread', 'tiktok hashtag'],
    ['https://www.facebook.com/groups/1234/', 'facebook group'],
    ['see https://www.facebook.com/groups/1234/', 'facebook group'],
  ]
  for (const [text, refusal] of cases) assert.deepEqual([matchesOf(text), refusalsOf(text)], [[], [refusal]], text)
  const [{ says } = { says: '' }] = recognize('https://www.tiktok.com/tag/bread').refusals
  assert.match(says, /^This is a hashtag\. /)
  assert.ok(refusalsOf('#bread').includes('tiktok hashtag'))
  // These platforms have no servers.
  assert.deepEqual(refusalsOf('#bread@m.example'), [])
})

test('posts, pages of other services and what names several things have no match', () => {
  for (const text of [
    'https://x.com/acme/status/1',
    'https://open.spotify.com/show/2mTUnDkuKUkhiueKcVWoP0',
    'https://x.com/acme https://x.com/other',
    'https://www.youtube.com/@one https://x.com/two',
    'Ana (@acme) and Ben (@other)',
    'https://user:secret@site.example/',
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://',
      '@',
      '#',
      '!',
      '\0',
      '\ud800',
      '🍞',
    ],
    '@one @two '.repeat(200),
    Array.from({ length: 200 }, (_, at) => `@${'-'.repeat(at % 9)}${at}`).join(' '),
  ])
    assert.deepEqual([matchesOf(text), refusalsOf(text)], [[], []], text.slice(0, 60))
})

test('each match is what a scan of the platform would find, and each handle of a platform is recognized', () => {
  for (const { id, canonicalize, kinds = {}, handles } of ALL_PLATFORMS)
    for (const handle of [...handles, ...Object.values(kinds).flatMap((each) => each.handles)]) {
      const found = recognize(handle).matches
      const own = found.find(({ platform }) => platform.id === id)
      assert.equal(own?.handle, canonicalize(handle), `${id} ${handle}`)
      for (const match of found) {
        assert.equal(knownHandle(match.platform, handle), match.handle, `${match.platform.id} ${handle}`)
        assert.equal(kindOf(match.platform, match.handle), match.kind.id)
        assert.ok(match.variant in match.kind.variants)
      }
    }
})

test('whatever is pasted, each match has a canonical handle', () => {
  const pieces = [
    'https://x.com/acme',
    '@name',
    '"',
    '<',
    '\u2068',
    ' ',
    '?next=/a',
    'r/',
    '#tag',
    '@site.example',
    '/',
    '+',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 7 }), (parts) => {
      for (const { platform, handle } of recognize(parts.join('')).matches)
        assert.equal(knownHandle(platform, handle), handle, JSON.stringify([platform.id, parts]))
    }),
    { numRuns: 200 },
  )
})

test('a hostile text is read only a few times', () => {
  let reads = 0
  const [platform] = ALL_PLATFORMS
  assert.ok(platform)
  const canonicalize = () => {
    reads += 1
    return undefined
  }
  const counting = { ...platform, canonicalize }
  const hostile = [
    'http://'.repeat(300),
    '"http://a.example" '.repeat(110),
    Array.from({ length: 500 }, (_, at) => `@${at}`).join(' '),
    'https://l.facebook.com/l.php?u='.repeat(60),
    `https://a.example/?next=/${'%2F?next='.repeat(200)}`,
    ...['"', '<', '%', '@', '＠', '\ud800', '\u202e', '('].map((each) => each.repeat(MAX_TEXT_LENGTH)),
  ]
  for (const text of hostile) {
    reads = 0
    createRecognize([counting])(text.slice(0, MAX_TEXT_LENGTH))
    assert.ok(reads <= 64, `${reads} ${text.slice(0, 20)}`)
  }
})
