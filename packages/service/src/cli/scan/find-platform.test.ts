import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../../platforms/all.ts'
import { findPlatform, isName } from './find-platform.ts'

/** Text → the platform, or undefined if it names none. */
const CASES: readonly (readonly [text: string, platform: string | undefined])[] = [
  ['https://bsky.app/profile/x.bsky.social', 'bluesky'],
  ['bsky.app/profile/x.bsky.social', 'bluesky'],
  ['at://name.bsky.social', 'bluesky'],
  ['https://www.instagram.com/acme/', 'instagram'],
  ['HTTPS://WWW.INSTAGRAM.COM/acme/', 'instagram'],
  ['twitter.com/jack', 'x'],
  ['https://x.com/jack', 'x'],
  ['https://de.pinterest.com/name/_created/', 'pinterest'],
  ['https://foo.substack.com', 'substack'],
  ['https://foo.wordpress.com/', 'wordpress'],
  ['https://www.youtube.com/@name', 'youtube'],
  ['https://mastodon.social/@name', 'mastodon'],
  ['https://misskey.io/@name', 'misskey'],
  ['https://lemmy.world/c/name', 'lemmy'],
  ['@name@social.example', 'mastodon'],
  ['name@social.example', 'mastodon'],
  ['#bread@social.example', undefined],
  ['#bread@mastodon.social', 'mastodon'],
  ['!community@social.example', 'lemmy'],
  ['name.bsky.social', 'bluesky'],
  ['r/name+other', 'reddit'],
  ['u/name', undefined],
  ['search/rye bread', undefined],
  ['<a href="https://x.com/jack">Jack</a>', 'x'],
  ['@name@MISSKEY.IO', 'misskey'],
  ['@name@threads.net', 'threads'],
  // Any software may run at an unknown host.
  ['https://social.example/@name', undefined],
  ['https://site.example/', undefined],
  // The host only ends like that of a platform.
  ['https://notx.com/jack', undefined],
  ['https://x.com.example/jack', undefined],
]

for (const [text, platform] of CASES) {
  test(`${text} is a profile of ${platform ?? 'no certain platform'}`, () => {
    assert.ok(!isName(text))
    if (platform !== undefined) assert.equal(findPlatform(ALL_PLATFORMS, text), platform)
    else assert.throws(() => findPlatform(ALL_PLATFORMS, text), { code: 'platform_unknown' })
  })
}

test('a text that no platform reads is refused', () => {
  const message = 'No platform reads “foo://[”.'
  assert.throws(() => findPlatform(ALL_PLATFORMS, 'foo://['), { code: 'platform_unknown', message })
})

test('what no platform lets anyone read is refused with the reason', () => {
  const message = /^This is a hashtag\. /
  assert.throws(() => findPlatform(ALL_PLATFORMS, 'https://www.tiktok.com/tag/bread'), {
    code: 'profile_unsupported',
    message,
  })
})

for (const text of ['name', '@name', 'a-b_c', '']) {
  test(`“${text}” is a name alone`, () => assert.ok(isName(text)))
}
