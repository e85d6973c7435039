import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildAuthor, buildMedia, buildPoll, buildPost, buildProfile } from './build-post.ts'
import type { PlatformPost } from './post.ts'

const IMAGE = buildMedia({ type: 'image', url: 'https://a.example/1.png' })
const OTHER = buildMedia({ type: 'image', url: 'https://a.example/2.png' })
const CARD = { url: 'https://b.example/', title: null, description: null, imageUrl: null }
const POLL = buildPoll({ options: [{ text: 'Yes', votes: 1 }] })

describe('a post built from known values', () => {
  test('has every field, null or empty where nothing is known', () => {
    assert.deepEqual(buildPost({ id: '1' }), {
      id: '1',
      url: null,
      kind: 'text',
      title: null,
      summary: null,
      text: null,
      html: null,
      language: null,
      tags: [],
      publishedAt: null,
      editedAt: null,
      author: null,
      media: [],
      link: null,
      poll: null,
      metrics: { likes: null, comments: null, shares: null, views: null },
      repostOf: null,
      replyTo: null,
      quoteOf: null,
      pinned: null,
      sensitive: null,
    })
  })

  test('gets its kind from its parts, unless the platform knows better', () => {
    const kinds: readonly (readonly [string, Parameters<typeof buildPost>[0]])[] = [
      ['text', { id: '1', title: 'A title alone' }],
      ['article', { id: '1', title: 'A title', text: 'A body', media: [IMAGE, IMAGE] }],
      ['image', { id: '1', text: 'A body', media: [IMAGE], link: CARD }],
      ['image', { id: '1', media: [{ ...IMAGE, type: 'gif' }] }],
      ['gallery', { id: '1', title: 'A title', media: [IMAGE, OTHER] }],
      ['image', { id: '1', title: 'A title', media: [IMAGE, IMAGE] }],
      ['link', { id: '1', text: 'A body', link: CARD }],
      ['poll', { id: '1', text: 'A body', media: [IMAGE], poll: POLL }],
      ['video', { id: '1', kind: 'video', title: 'A title', text: 'A body' }],
    ]
    for (const [kind, known] of kinds) assert.equal(buildPost(known).kind, kind, JSON.stringify(known))
  })

  test('has text and html together: text gets HTML, and HTML without text is left to the media', () => {
    const textOf = (known: object) => {
      const { text, html } = buildPost({ id: '1', ...known })
      return [text, html]
    }
    assert.deepEqual(textOf({ text: 'a < b' }), ['a < b', '<p>a &lt; b</p>'])
    assert.deepEqual(textOf({ text: null, html: '<img src="https://a.example/1.png" />' }), [null, null])
  })

  test('has each file once, as first reported, and none without a URL', () => {
    const reported = [IMAGE, { ...IMAGE, alt: 'Again' }, OTHER, buildMedia({ type: 'video' }), IMAGE]
    assert.deepEqual(buildPost({ id: '1', media: reported }).media, [IMAGE, OTHER])
  })

  test('has no card of its own page, and then gets its kind from the rest', () => {
    const own = { id: '1', url: CARD.url, link: CARD, media: [IMAGE] }
    assert.deepEqual([buildPost(own).link, buildPost({ ...own, kind: 'link' }).kind], [null, 'image'])
    assert.equal(buildPost({ ...own, url: 'https://b.example/other', kind: 'link' }).kind, 'link')
  })

  test('has no URL over the length limit, and neither has its author', () => {
    const url = `https://a.example/${'x'.repeat(2_048)}`
    const post = buildPost({ id: '1', url, author: buildAuthor({ id: '1', url }) })
    assert.deepEqual([post.url, post.author?.url, buildProfile({ handle: 'a', url }).url], [null, null, null])
    assert.equal(buildMedia({ type: 'video', embedUrl: url }).embedUrl, null)
  })

  test('has the title that the platform stores, in one line, and no summary that equals the text', () => {
    const text = 'The sea was calm today. We went out.'
    const titleOf = (title: string) => buildPost({ id: '1', title, text }).title
    for (const title of ['The sea was…', text, 'Two\u00a0 blanks  stay']) assert.equal(titleOf(title), title)
    assert.equal(titleOf(' Two\n lines \u2028three\tfour '), 'Two lines three four')
    assert.equal(titleOf(' \n '), null)
    assert.equal(buildPost({ id: '1', text, summary: text }).summary, null)
    assert.equal(buildPost({ id: '1', text, summary: 'Short' }).summary, 'Short')
  })

  test('is an article without a body, and a gallery with only its first image', () => {
    const kindOf = (kind: 'article' | 'gallery', more: Partial<PlatformPost>) =>
      buildPost({ id: '1', kind, ...more }).kind
    assert.equal(kindOf('article', { title: 'For members', media: [IMAGE] }), 'article')
    assert.equal(kindOf('article', { media: [IMAGE] }), 'image')
    assert.equal(kindOf('gallery', { media: [IMAGE] }), 'gallery')
    assert.equal(kindOf('gallery', { media: [] }), 'text')
  })

  test('has each tag once, without the sign, as first written', () => {
    const tags = [
      '#Sea',
      'sea',
      '＃ SEA',
      ' two\n words ',
      '',
      '#',
      null,
      7,
      'C#',
      'x'.repeat(201),
      'café',
      'CAFE\u0301',
    ]
    assert.deepEqual(buildPost({ id: '1', tags }).tags, ['Sea', 'two words', 'C#', 'café'])
    assert.equal(buildPost({ id: '1', tags: Array.from({ length: 5_000 }, (_, n) => `t${n}`) }).tags.length, 100)
  })
})

const tokenOf = (payload: object): string =>
  [{ alg: 'HS256', typ: 'JWT' }, payload, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

const POLICY = Buffer.from(
  '{"Statement":[{"Resource":"https://d1.cloudfront.net/*","Condition":{"DateLessThan":{"AWS:EpochTime":1767225600}}}]}',
)
  .toString('base64')
  .replaceAll('+', '-')
  .replaceAll('=', '_')
  .replaceAll('/', '~')

test('an invisible text or title is null', () => {
  for (const text of ['\u200b', ' \u200b\ufeff\n', '\u2800', '\u3164 \u200d']) {
    const post = buildPost({ id: '1', text, html: `<p>${text}</p>`, title: text })
    assert.deepEqual([post.text, post.html, post.title, post.kind], [null, null, null, 'text'])
  }
  assert.equal(buildPost({ id: '1', text: '\u200b.' }).text, '\u200b.')
})

describe('media', () => {
  test('have the page of a player as embedUrl, wherever a platform reports it', () => {
    for (const [type, url, embedUrl] of [
      ['video', 'https://www.youtube.com/embed/abcdefghijK?autoplay=1', 'https://www.youtube.com/embed/abcdefghijK'],
      ['video', 'https://www.youtube.com/v/abcdefghijK', 'https://www.youtube.com/embed/abcdefghijK'],
      [
        'video',
        'https://player.vimeo.com/video/123?h=abcdef12&autoplay=1',
        'https://player.vimeo.com/video/123?h=abcdef12',
      ],
      ['audio', 'https://open.spotify.com/embed/track/0123456789abcdefghijkl', undefined],
    ] as const) {
      const media = buildMedia({ type, url })
      assert.deepEqual([media.url, media.embedUrl], [null, embedUrl ?? url])
    }
    const file = 'https://video.example/embed/abcdefghijK.mp4'
    assert.deepEqual(
      [buildMedia({ type: 'video', url: file })].map(({ url, embedUrl }) => [url, embedUrl]),
      [[file, null]],
    )
  })

  test('do not start by themselves', () => {
    for (const [given, embedUrl] of [
      ['https://p.example/1?autoplay=1', 'https://p.example/1'],
      ['https://p.example/1?autoplay=1&h=2', 'https://p.example/1?h=2'],
      ['https://p.example/1?h=2&auto_play=true#t=3', 'https://p.example/1?h=2#t=3'],
      ['https://p.example/1?h=2&autoPlay=yes&autoplay&x=1', 'https://p.example/1?h=2&x=1'],
      ['https://p.example/1?autoplay=0', 'https://p.example/1?autoplay=0'],
      ['https://p.example/1?autoplay=false&a=1', 'https://p.example/1?autoplay=false&a=1'],
      ['https://p.example/autoplay=1', 'https://p.example/autoplay=1'],
    ] as const)
      assert.equal(buildMedia({ type: 'video', embedUrl: given }).embedUrl, embedUrl, given)
  })

  test('expire when their URLs say so', () => {
    const ends: Readonly<Record<string, string | null>> = {
      'https://b.s3.example/a?X-Amz-Date=20260102T030405Z&X-Amz-Expires=3600': '2026-01-02T04:04:05.000Z',
      'https://b.s3.example/a?n=1&X%2DAmz-Date=20260102T030405Z&X-Amz-Expires=3600': '2026-01-02T04:04:05.000Z',
      'https://s.example/a?X-Goog-Date=20260102T030405Z&X-Goog-Expires=60': '2026-01-02T03:05:05.000Z',
      'https://d1.cloudfront.net/a?Expires=1767225600&Signature=x&Key-Pair-Id=y': '2026-01-01T00:00:00.000Z',
      'https://x.blob.core.windows.net/a?se=2026-01-01T00%3A00%3A00Z&sig=x': '2026-01-01T00:00:00.000Z',
      'https://scontent.cdninstagram.com/v/a.jpg?oh=x&oe=6955B900': '2026-01-01T00:00:00.000Z',
      'https://p16-sign.tiktokcdn-us.com/a?x-expires=1767225600&x-signature=y': '2026-01-01T00:00:00.000Z',
      'https://cdn.discordapp.com/a.png?ex=6955b900&is=1&hm=2': '2026-01-01T00:00:00.000Z',
      'https://platform-lookaside.fbsbx.com/platform/p/?asid=1&ext=1767225600&hash=x': '2026-01-01T00:00:00.000Z',
      'https://s3.example/a?x-amz-date=20260102T030405Z&x-amz-expires=60': '2026-01-02T03:05:05.000Z',
      'https://b.oss.example/a?x-oss-date=20260102T030405Z&x-oss-expires=60': '2026-01-02T03:05:05.000Z',
      'https://b.cos.example/a?q-sign-time=1767220000%3B1767225600&q-signature=x': '2026-01-01T00:00:00.000Z',
      'https://b.b-cdn.net/a.mp4?token=x&expires=1767225600': '2026-01-01T00:00:00.000Z',
      [`https://a.imgix.example/a?expires=1767225600&s=${'0a'.repeat(16)}`]: '2026-01-01T00:00:00.000Z',
      'https://i.example/a?exp=1767225600&sig=x': '2026-01-01T00:00:00.000Z',
      'https://c10.patreonusercontent.example/a?token-time=1767225600&token-hash=x': '2026-01-01T00:00:00.000Z',
      'https://p16.ibyteimg.example/a?x-expires=1767225600&x-signature=y': '2026-01-01T00:00:00.000Z',
      'https://media-exp1.licdn.com/dms/a?e=1767225600&v=beta&t=x': '2026-01-01T00:00:00.000Z',
      'https://packaged-media.redd.it/a/m2-res_480p.mp4?m=DASHPlaylist.mpd&v=1&e=1767225600&s=x':
        '2026-01-01T00:00:00.000Z',
      [`https://d1.cloudfront.net/a?Policy=${POLICY}&Signature=x&Key-Pair-Id=y`]: '2026-01-01T00:00:00.000Z',
      'https://v.example/exp=1767225600~acl=%2F*~hmac=ab/video.mp4': '2026-01-01T00:00:00.000Z',
      'https://v.example/a.m3u8?hdnts=st=1767220000~exp=1767225600~acl=/*~data=x~hmac=ab': '2026-01-01T00:00:00.000Z',
      'https://v.example/a.m3u8?hdnea=exp%3D1767225600~acl%3D%2F*~hmac%3Dab': '2026-01-01T00:00:00.000Z',
      'https://manifest.googlevideo.com/api/manifest/hls_variant/expire/1767225600/ei/x/file/index.m3u8':
        '2026-01-01T00:00:00.000Z',
      [`https://private-user-images.githubusercontent.com/1/2-3.png?jwt=${tokenOf({ exp: 1_767_225_600 })}`]:
        '2026-01-01T00:00:00.000Z',
      [`https://customer-a.cloudflarestream.com/${tokenOf({ exp: 1_767_225_600 })}/manifest/video.m3u8`]:
        '2026-01-01T00:00:00.000Z',
      [`https://a.example/a?jwt=${tokenOf({ sub: 'x' })}`]: null,
      'https://a.example/a?jwt=eyJx.eyJ%.x': null,
      'https://a.example/a?jwt=eyJx.eyJx.x': null,
      'https://a.example/a?e=1767225600&ext=1767225600&exp=1767225600': null,
      'https://a.example/a?expires=1767225600&s=600': null,
      'https://a.example/a?oe=6955B900': null,
      'https://a.example/a?Expires=1767225600': null,
      'https://a.example/a?X-Amz-Date=yesterday&X-Amz-Expires=60': null,
      'https://a.example/a.png': null,
    }
    for (const [url, expiresAt] of Object.entries(ends))
      assert.equal(buildMedia({ type: 'image', url }).expiresAt, expiresAt, url)
  })

  test('expire with the first of their URLs, or when the platform says', () => {
    const at = (seconds: number) => `https://d1.cloudfront.net/a?Signature=x&Expires=${seconds}`
    const media = { type: 'image', url: at(1_767_225_600), previewUrl: at(1_767_225_000) } as const
    assert.equal(buildMedia(media).expiresAt, '2025-12-31T23:50:00.000Z')
    assert.equal(buildMedia({ ...media, expiresAt: '2026-03-01T00:00:00.000Z' }).expiresAt, '2026-03-01T00:00:00.000Z')
  })

  test('have an unknown duration if it is zero', () => {
    assert.equal(buildMedia({ type: 'audio', durationSeconds: 0 }).durationSeconds, null)
  })
})
