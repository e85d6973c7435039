import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { facebook } from '../platforms/facebook/facebook.ts'
import { instagram } from '../platforms/instagram/instagram.ts'
import { linkedin } from '../platforms/linkedin/linkedin.ts'
import { mastodon } from '../platforms/mastodon/mastodon.ts'
import { pinterest } from '../platforms/pinterest/pinterest.ts'
import { reddit } from '../platforms/reddit/reddit.ts'
import { rss } from '../platforms/rss/rss.ts'
import { telegram } from '../platforms/telegram/telegram.ts'
import { tiktok } from '../platforms/tiktok/tiktok.ts'
import { twitch } from '../platforms/twitch/twitch.ts'
import { wordpress } from '../platforms/wordpress/wordpress.ts'
import { x } from '../platforms/x/x.ts'
import { youtube } from '../platforms/youtube/youtube.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { findHandle } from './find-handle.ts'

const MARKS = [
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2060'],
  ...['\u2066', '\u2067', '\u2068', '\u2069', '\ufeff', '\u061c', '\u00ad', '\u180e'],
]
const BLANKS = ['\t', '\n', '\r\n', '\u00a0', '\u0085', '\u2002', '\u2009', '\u202f', '\u205f', '\u3000', '\u2028']
const AROUND = ['<>', '""', "''", '“”', '«»', '„“', '‘’', '()', '[]']
const BEHIND = [',', ';', '.', ')', '>', '”', '。', '、']

const find = ({ canonicalize }: Pick<Platform, 'canonicalize'>, text: string) => findHandle(canonicalize, text)

describe('a handle of each platform', () => {
  for (const platform of ALL_PLATFORMS) {
    const each = platform.handles.map((handle) => [handle, platform.canonicalize(handle)] as const)

    test(`${platform.id}: ignores invisible characters and blanks at both ends`, () => {
      for (const [handle, canonical] of each)
        for (const mark of [...MARKS, ...BLANKS])
          for (const text of [mark + handle, handle + mark, `\u2068${mark}${handle}${mark}\u2069`])
            assert.equal(find(platform, text), canonical, JSON.stringify(text))
    })

    test(`${platform.id}: ignores an invisible character after the @`, () => {
      for (const [handle, canonical] of each.filter(([handle]) => handle.includes('@')))
        for (const mark of MARKS)
          assert.equal(find(platform, handle.replace('@', `@${mark}`)), canonical, JSON.stringify(mark + handle))
    })

    test(`${platform.id}: ignores quotes and brackets around it`, () => {
      for (const [handle, canonical] of each)
        for (const [before = '', after = ''] of AROUND)
          assert.equal(find(platform, before + handle + after), canonical, before + handle + after)
    })

    test(`${platform.id}: finds its URL after words, in markup, and percent-encoded`, () => {
      for (const [handle, canonical] of each.filter(([handle]) => handle.startsWith('https://')))
        for (const text of [
          ...[
            `Look at this: ${handle}`,
            `Ana\n${handle}`,
            `Ana <${handle}>`,
            `[Ana](${handle})`,
            `<a href="${handle}">Ana</a>`,
          ],
          ...[`https://${handle}`, `view-source:${handle}`, encodeURIComponent(handle), `URL: ${handle}`],
          ...[`https://l.instagram.com/?u=${encodeURIComponent(handle)}&amp;e=AT`],
        ])
          assert.equal(find(platform, text), canonical, text)
    })
  }

  test('ignores punctuation after a handle', () => {
    for (const platform of [facebook, instagram, linkedin, mastodon, reddit, telegram, tiktok, twitch, x, youtube]) {
      const canonical = platform.canonicalize(platform.handles[0])
      for (const handle of platform.handles) {
        // A full stop may end a name there.
        const target = [instagram, linkedin, youtube].includes(platform as never)
          ? BEHIND.filter((e) => e !== '.')
          : BEHIND
        for (const sign of target) assert.equal(find(platform, handle + sign), canonical, handle + sign)
      }
    }
  })
})

test('finds the account in what apps and pages offer to copy', () => {
  const cases: readonly (readonly [Pick<Platform, 'canonicalize'>, string, string])[] = [
    [mastodon, '\u202a@ana@m.example.org\u202c', 'ana@m.example.org'],
    [mastodon, '\u2068@user@social.example\u2069', 'user@social.example'],
    [mastodon, '@\u2068user\u2069@social.example', 'user@social.example'],
    [mastodon, '＠user＠social.example', 'user@social.example'],
    [instagram, 'Follow me! Username: acme.bakery\nhttps://www.instagram.com/acme.bakery?igshid=x', 'acme.bakery'],
    [instagram, 'https://www.instagram.com/accounts/login/?next=%2Facme.bakery%2F', 'acme.bakery'],
    [
      instagram,
      'https://www.instagram.com/accounts/login/?next=https%3A%2F%2Fwww.instagram.com%2Facme.bakery%2F&source=x',
      'acme.bakery',
    ],
    [
      x,
      '<a class="twitter-timeline" href="https://twitter.com/acme?ref_src=twsrc%5Etfw">Tweets by acme</a> <script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>',
      'acme',
    ],
    [x, 'https://x.com/i/flow/login?redirect_after_login=%2Facme', 'acme'],
    [facebook, 'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Facme.bakery', 'acme.bakery'],
    [
      facebook,
      'https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Facme.bakery&tabs=timeline',
      'acme.bakery',
    ],
    [
      facebook,
      '<iframe src="https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Facme.bakery&tabs=timeline&width=340" width="340"></iframe>',
      'acme.bakery',
    ],
    [facebook, 'https://m.facebook.com/profile.php?v=info&amp;id=100064000000001', '100064000000001'],
    [
      linkedin,
      'https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fcompany%2Facme%2F',
      'acme',
    ],
    [
      linkedin,
      'https://www.linkedin.com/uas/login?session_redirect=https%3A%2F%2Fwww.linkedin.com%2Fcompany%2F123%2F',
      '123',
    ],
    [
      youtube,
      'https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2F%40name%3Fcbrd%3D1&gl=DE&m=0',
      '@name',
    ],
    [youtube, 'https://consent.google.com/m?continue=https%3A%2F%2Fwww.youtube.com%2F%40name', '@name'],
    [reddit, 'https://www.reddit.com/login/?dest=https%3A%2F%2Fwww.reddit.com%2Fr%2Fbreadit%2F', 'r/breadit'],
    [pinterest, 'https://www.pinterest.com/login/?next=%2Facme%2F', 'acme'],
    [tiktok, 'Check out Acme! https://www.tiktok.com/@acme?_t=1&_r=1', 'acme'],
    [twitch, '<iframe src="https://player.twitch.tv/?channel=acme&parent=www.example.com"></iframe>', 'acme'],
    [telegram, 'https://l.instagram.com/?u=https%3A%2F%2Ft.me%2Ffernnews&e=AT', 'fernnews'],
    [rss, 'https://www.google.com/url?q=https://blog.example/feed&sa=D', 'https://blog.example/feed'],
    [rss, 'https://feedly.com/i/subscription/feed%2Fhttps%3A%2F%2Fblog.example%2Ffeed', 'https://blog.example/feed'],
    [rss, 'https://blog.example/feed?a=b&amp;c=d', 'https://blog.example/feed?a=b&c=d'],
    // A feed's URL may end with a full stop.
    [rss, 'https://blog.example/feed.', 'https://blog.example/feed.'],
    [
      wordpress,
      '<link rel="alternate" type="application/rss+xml" href="https://blog.example/feed/" />',
      'blog.example',
    ],
  ]
  for (const [platform, text, handle] of cases) assert.equal(find(platform, text), handle, text)
})

test('finds the account in the head of a profile and the title of its page by its only mention', () => {
  const cases: readonly (readonly [Pick<Platform, 'canonicalize'>, string, string])[] = [
    [x, 'Ana (@acme) / X', 'acme'],
    [x, 'Ana\n@acme', 'acme'],
    [instagram, 'Ana (@acme.bakery) • Instagram photos and videos', 'acme.bakery'],
    [tiktok, 'Ana (@acme) | TikTok', 'acme'],
    [mastodon, 'Ana :blobcat:\n@garden@m.example', 'garden@m.example'],
    [mastodon, 'Ana (@garden@m.example)', 'garden@m.example'],
    [mastodon, 'آنا (@garden@m.example)', 'garden@m.example'],
    [youtube, 'Ana\n@name\n•\n1.2K subscribers', '@name'],
    [instagram, 'Follow us: @acme.bakery!', 'acme.bakery'],
    [instagram, '@acme.bakery, @Acme.Bakery', 'acme.bakery'],
    [instagram, '**@acme.bakery**', 'acme.bakery'],
  ]
  for (const [platform, text, handle] of cases) assert.equal(find(platform, text), handle, text)
})

test('finds no account in a text that names none, or more than one, or is truncated', () => {
  const cases: readonly (readonly [Pick<Platform, 'canonicalize'>, string])[] = [
    [reddit, 'https://www.reddit.com/r/bread it'],
    [rss, 'https://blog.example/a b'],
    [x, 'https://x.com/acme and more'],
    [x, 'https://x.com/acme https://x.com/other'],
    [x, '<a href="https://x.com/acme">a</a> <a href="https://x.com/other">b</a>'],
    [x, 'Ana (@acme) and Ben (@other)'],
    [x, 'Ana (@acme) https://x.com/acme/status/1'],
    [x, 'Ana (@acme…) on X'],
    [mastodon, 'Ana @garden'],
    [instagram, 'write to ana@acme.example'],
    [x, '<p>Ana (@acme)</p>'],
    [x, 'see https://x.com/acme/status/1'],
    [x, 'https://x.com/i/flow/login?redirect_after_login=%2Fhome'],
    [x, 'https://x.com/share?url=https%3A%2F%2Fx.com%2Facme'],
    [instagram, 'https://www.instagram.com/accounts/login/?next=%2Fp%2FDAbcDEfGhi2%2F'],
    [instagram, 'https://l.instagram.com/?u=https%3A%2F%2Fblog.example%2Facme'],
    [facebook, 'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fwww.facebook.com%2Facme'],
    [facebook, 'https://www.facebook.com/login/?next=x'],
    [mastodon, '\u200b'],
    [rss, '\u2068\u2069'],
    [mastodon, '<>'],
    [telegram, '@'],
    [x, 'https://x.com/acme…'],
    [instagram, '@acme…'],
    [x, '@acme...'],
    [x, 'https://x.com/acme...'],
    [x, 'x.com/ac...me'],
  ]
  for (const [platform, text] of cases) assert.equal(find(platform, text), undefined, text)
})

test('ends at redirects that point to each other', () => {
  let url = 'https://x.com/acme'
  for (let at = 0; at < 24; at += 1) url = `https://l.facebook.com/l.php?u=${encodeURIComponent(url)}`
  assert.equal(find(x, url), undefined)
})

test('whatever is pasted, the result is a canonical handle', () => {
  const pieces = [
    'https://x.com/acme',
    '@name',
    '"',
    '<',
    ')',
    '\u2068',
    ' ',
    '&amp;',
    '?next=/a',
    'u/',
    'site.example',
    '。',
  ]
  for (const platform of ALL_PLATFORMS)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const handle = find(platform, parts.join(''))
        assert.ok(
          handle === undefined || find(platform, handle) === handle,
          JSON.stringify([platform.id, parts, handle]),
        )
      }),
      { numRuns: 60 },
    )
})

test('interprets a hostile text only a few times', () => {
  let requested = 0
  const read = () => {
    requested += 1
    return undefined
  }
  assert.equal(findHandle(read, `${'http://'.repeat(60)}${'"'.repeat(30)}${'('.repeat(30)}`), undefined)
  assert.equal(findHandle(read, '"http://a.example" '.repeat(25)), undefined)
  assert.ok(requested < 200, String(requested))
})
