import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ALL_FIXTURES } from '@central-api/testing/platforms/suite/all-fixtures.cases.ts'
import { parseFixture } from '@central-api/testing/platforms/suite/platform-fixture.ts'
import { PLAYERS } from '@central-api/testing/post/markup/players.cases.ts'
import { isApiError } from '../../errors.ts'
import { ALL_PLATFORMS } from '../../platforms/all.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { POSTS_ONLY } from '../../platforms/posts-only.ts'
import { createRecognizer } from './recognize-post.ts'

// Platforms with patterns for any host come first, to show that they do not match another platform's URLs.
const others = ALL_PLATFORMS.filter(({ id, posts }) => posts !== undefined && id !== mastodon.id)
const PLATFORMS = [mastodon, ...others, ...POSTS_ONLY]
const { require: recognize } = createRecognizer(PLATFORMS)

const recognizedAs = (address: string): string => {
  try {
    const recognized = recognize(new URL(address))
    return recognized.is === 'post' ? `${recognized.target.platform} ${recognized.target.url.href}` : recognized.is
  } catch (error) {
    return isApiError(error) ? error.code : String(error)
  }
}

/** Platform, URL, canonical URL. */
const ROWS = readFileSync(
  new URL('../../../../testing/src/validation/posts/fixtures/post-addresses.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
const NO_PLATFORM: Readonly<Record<string, string>> = {
  short: 'short',
  unknown: 'unknown',
  none: 'unsupported_post_url',
}
const POSTS = ROWS.filter(([platform = '']) => !(platform in NO_PLATFORM))

const SOUND = 'soundcloud https://api.soundcloud.com/tracks/1'
/** Platforms with their own players in their fixtures. */
const OWN_PLAYERS: readonly string[] = [
  'dailymotion',
  'flickr',
  'peertube',
  'pinterest',
  'tiktok',
  'twitch',
  'vimeo',
  'youtube',
]

describe('createRecognizer', () => {
  for (const [platform = '', address = '', own = ''] of ROWS) {
    it(`recognizes ${platform} by ${address}`, () =>
      assert.equal(recognizedAs(address), NO_PLATFORM[platform] ?? `${platform} ${own}`))
  }

  it('tests a URL of every platform, and recognizes every canonical URL', () => {
    assert.ok(POSTS.length > 150)
    const tried = new Set(POSTS.map(([platform]) => platform))
    assert.deepEqual(
      PLATFORMS.filter(({ id }) => !tried.has(id)),
      [],
    )
    for (const [platform = '', , own = ''] of POSTS) assert.equal(recognizedAs(own), `${platform} ${own}`)
  })

  const endpoints: readonly (readonly [string, string | undefined, boolean])[] = [
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/oembed', true],
    ['https://x.com/desk/status/1', 'https://publish.x.com/oembed', true],
    ['https://www.instagram.com/p/CuE2WNYs6Q1/', 'https://graph.facebook.com/v26.0/instagram_oembed', true],
    ['https://www.facebook.com/desk/posts/123456', 'https://graph.facebook.com/v26.0/oembed_post', true],
    ['https://www.facebook.com/watch?v=123456', 'https://graph.facebook.com/v26.0/oembed_video', true],
    ['https://www.facebook.com/reel/123456', 'https://graph.facebook.com/v26.0/oembed_video', true],
    ['https://www.threads.com/@desk/post/DAbc12', 'https://graph.threads.net/v1.0/oembed', true],
    ['https://www.tiktok.com/@desk/video/7123456789', 'https://www.tiktok.com/oembed', true],
    ['https://bsky.app/profile/desk.example/post/3kabc', 'https://embed.bsky.app/oembed', true],
    ['https://mastodon.example/@desk/1122', 'https://mastodon.example/api/oembed', false],
    ['https://pixels.example/p/desk/1122', undefined, false],
    ['https://github.com/desk/tool/issues/1', undefined, false],
    ['https://www.ted.com/talks/a_talk', 'https://www.ted.com/services/v1/oembed.json', false],
  ]
  for (const [address, endpoint, isNamed] of endpoints) {
    it(`uses ${endpoint ?? 'no endpoint'} for ${address}`, () => {
      const recognized = recognize(new URL(address))
      assert.ok(recognized.is === 'post')
      const { oembedUrl, url } = recognized.target
      assert.equal(oembedUrl && oembedUrl.origin + oembedUrl.pathname, endpoint)
      if (oembedUrl) {
        assert.equal(oembedUrl.searchParams.get('url'), url.href)
        assert.equal(recognized.target.isNamed, isNamed)
      }
    })
  }

  it('lists the supported platforms and the version of the registry', () => {
    assert.throws(
      () => recognize(new URL('https://www.youtube.com/@desk')),
      ({ message }: Error) =>
        ['YouTube', 'X', 'Instagram', 'TikTok', 'Bluesky', 'GitHub', 'oEmbed registry (1.0.'].every((name) =>
          message.includes(name),
        ),
    )
  })

  it('recognizes a player as the post that it plays, wherever it is embedded', () => {
    for (const [frame, , embedUrl, pageUrl] of PLAYERS) {
      assert.equal(recognizedAs(embedUrl), recognizedAs(frame), frame)
      if (!recognizedAs(pageUrl).startsWith('unknown')) assert.equal(recognizedAs(frame), recognizedAs(pageUrl), frame)
    }
    assert.equal(recognizedAs('https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1'), SOUND)
  })

  it('recognizes every player that the service writes', () => {
    const embedUrls = ALL_FIXTURES.flatMap(({ platform, cases, texts }) =>
      cases.flatMap(({ files, map }) =>
        (map(...files.map((file) => parseFixture(file, texts[file] ?? ''))).posts ?? [])
          .flatMap((post) => post?.media ?? [])
          .flatMap(({ embedUrl }) => (embedUrl === null ? [] : [[platform, embedUrl] as const])),
      ),
    )
    assert.ok(embedUrls.length > 15)
    for (const [platform, embedUrl] of embedUrls) {
      assert.notEqual(recognizedAs(embedUrl), 'unsupported_post_url', `${platform} ${embedUrl}`)
      if (OWN_PLAYERS.includes(platform)) assert.ok(recognizedAs(embedUrl).startsWith(`${platform} `), embedUrl)
    }
    assert.deepEqual(
      OWN_PLAYERS.filter((platform) => !embedUrls.some(([each]) => each === platform)),
      [],
    )
  })

  it('distinguishes two videos by their hash', () => {
    const addresses = ['?h=90e6d75118', '?h=0a1b2c3d4e', ''].map(
      (hash) => `https://player.vimeo.com/video/823000001${hash}`,
    )
    const urls = addresses.map((address) => {
      const recognized = recognize(new URL(address))
      assert.ok(recognized.is === 'post')
      const { url, oembedUrl } = recognized.target
      assert.equal(oembedUrl?.searchParams.get('url'), url.href)
      return url.href
    })
    assert.deepEqual(urls, [
      'https://vimeo.com/823000001/90e6d75118',
      'https://vimeo.com/823000001/0a1b2c3d4e',
      'https://vimeo.com/823000001',
    ])
  })

  it('recognizes any URL fast', () => {
    const hosts = ['www.youtube.com', 'm.facebook.com', 'a.b.tumblr.com', 'de.pinterest.co.uk', 'x.example', 't.me']
    const paths = [
      ...['/a'.repeat(900), `/${'-'.repeat(1900)}`, `/@${'a'.repeat(1800)}/1x`, `/${'--1'.repeat(600)}`],
      ...['/%3A'.repeat(400), `${'/'.repeat(1900)}x`],
    ]
    const fixed = hosts.flatMap((host) => paths.map((path) => `https://${host}${path}?${'v=1&'.repeat(20)}`))
    // Every pattern with each part too long, and an end that it cannot match. A few repetitions reveal exponential
    // time, many reveal quadratic time.
    const patterns = PLATFORMS.flatMap(({ posts }) => Object.keys(posts?.patterns ?? {}))
    const filled = (times: number): readonly string[] =>
      patterns.flatMap((pattern) =>
        ['a', '1', '-', 'a-', '--1', 'activity-1234567890'].map((piece) => {
          const [host = '', ...path] = pattern.replace('/**', '').split('/')
          return `https://${host.replace(/\{.+?\}/, 'desk')}/${path.join('/').replace(/\{.+?\}/g, piece.repeat(times))}!`
        }),
      )
    // In CPU time, since other processes may use it; measured twice, in case the first time included a garbage
    // collection.
    const millisecondsFor = (address: string): number => {
      const before = process.threadCpuUsage()
      recognizedAs(address)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    }
    for (const address of [...filled(26), ...fixed, ...filled(300)].filter((text) => URL.canParse(text)))
      assert.ok(millisecondsFor(address) < 50 || millisecondsFor(address) < 50, address)
  })
})
