import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../../platforms/all.ts'
import { POSTS_ONLY } from '../../platforms/posts-only.ts'
import { postIn } from './post-in.ts'
import { createRecognizer } from './recognize-post.ts'

const recognizer = createRecognizer([...ALL_PLATFORMS, ...POSTS_ONLY])
const found = (text: string): string => postIn(recognizer, text)

/** The URL of the post that a text's URL names. */
const postUrl = (text: string): string => {
  const recognized = recognizer.require(new URL(text))
  return recognized.is === 'post' ? recognized.target.url.href : recognized.url.href
}

const FILM = 'https://youtu.be/dQw4w9WgXcQ'
const POST = 'https://x.com/desk/status/123'

test('ignores the punctuation of a sentence, and what surrounds a URL in it', () => {
  for (const url of [
    ...[FILM, POST, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', `${POST}?s=20`, 'https://t.co/AbC'],
    ...['https://mastodon.example/@desk/1122', 'https://quietnews.substack.com/p/a-title'],
    ...['https://desk.wordpress.com/2026/05/04/a-title', 'https://dev.to/desk/a-title-1a2b'],
  ])
    for (const end of ['.', ',', ';', '!', ').', '”', '"', '。', '，', '）', "'.", '>', '].'])
      assert.equal(postUrl(found(url + end)), postUrl(url), url + end)
  for (const text of [`**${POST}**`, `(${POST}`, `"${POST}",`, `«${POST}».`]) assert.equal(found(text), POST, text)
})

test('keeps the last characters of a post’s URL, and leaves other texts unchanged', () => {
  for (const text of [
    'https://github.com/desk/tool/releases/tag/v1.0!',
    'https://www.mixcloud.com/desk/what-(live)/',
    'https://blog.example/wiki/Tide_(film)',
    'https://blog.example/a-title.',
    'https://x.com/desk.',
    `${FILM}…`,
    `${FILM}...`,
    '',
    '.',
  ])
    assert.equal(found(text), text)
})

test('finds the only post in an embed code and in a shared text', () => {
  for (const [text, url] of [
    [
      `<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="x"></iframe>`,
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
    ],
    [
      `<blockquote class="twitter-tweet"><p>Hi <a href="https://t.co/AbC">pic</a></p>&mdash; Desk (@desk) <a href="${POST}">May 4</a></blockquote> <script async src="https://platform.twitter.com/widgets.js"></script>`,
      POST,
    ],
    [
      '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@desk/video/7123456789012345678"><section><a href="https://www.tiktok.com/@desk?refer=embed">@desk</a> <a href="https://www.tiktok.com/tag/tides?refer=embed">#tides</a></section></blockquote>',
      'https://www.tiktok.com/@desk/video/7123456789012345678',
    ],
    [`Look at this: ${FILM}`, FILM],
    [`Look at this:\n${FILM}.`, FILM],
    [`[A film](${FILM})`, FILM],
    [`<a href="https://t.co/AbC">a clip</a>`, 'https://t.co/AbC'],
  ] as const)
    assert.equal(found(text), url, text)
})

test('finds no post in a text with two posts, or with none', () => {
  for (const text of [
    `<a href="${POST}">a</a> <a href="${FILM}">b</a>`,
    '<a href="https://t.co/AbC">a</a> <a href="https://t.co/AbD">b</a>',
    `${POST} ${FILM}`,
    '<a href="https://x.com/desk">Desk</a>',
    'words alone',
  ])
    assert.equal(found(text), text)
})

test('turns a link that opens an app into the post on the web', () => {
  for (const [text, url] of [
    ['spotify:track:4uLU6hMCjMI75M1A2tKUQC', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'],
    ['spotify:user:desk:playlist:4uLU6hMCjMI75M1A2tKUQC', 'https://open.spotify.com/playlist/4uLU6hMCjMI75M1A2tKUQC'],
    ['tg://resolve?domain=desk_news&post=123', 'https://t.me/desk_news/123'],
    ['tg:resolve?domain=desk_news&post=123&single', 'https://t.me/desk_news/123'],
    ['twitter://status?id=123', 'https://x.com/i/status/123'],
    ['vnd.youtube:dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['youtube://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['lbry://@desk#1/a-film#2f', 'https://odysee.com/@desk:1/a-film:2f'],
  ] as const)
    assert.equal(found(text), url, text)
  for (const text of ['spotify:artist:4uLU6hMCjMI75M1A2tKUQC', 'tg://resolve?domain=desk_news', 'twitter://user?id=1'])
    assert.equal(found(text), text)
})
