import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../post/build-post.ts'
import type { Post } from '../post/post.ts'
import { withServedMedia } from '../post/served-media.ts'
import { createMediaKeys, subjectOf } from './media-key.ts'
import { createMediaUrls } from './media-urls.ts'

const keys = createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] })
const BASE = 'https://central.example/media/'
const WIDTHS = [96, 320, 1_080]
const urls = createMediaUrls({ keys, base: BASE, widths: () => WIDTHS })
const ORIGIN = { platform: 'rss', reach: 'public', profileUrl: 'https://blog.example/' } as const

const opened = (url: string | null | undefined) => {
  if (!url?.startsWith(BASE)) assert.fail(String(url))
  return keys.open(url.slice(BASE.length)) ?? assert.fail('it opens')
}
const addressOf = (url: string | null | undefined): string => opened(url).url

const SOURCE = { kind: 'feed', connection: null, retrievedAt: '2030-01-15T12:00:00.000Z' } as const

const postOf = (known: Omit<Parameters<typeof buildPost>[0], 'id'>): Post => ({
  ...withServedMedia(buildPost({ id: '1', ...known })),
  source: SOURCE,
})

test('images get URLs of the service, which keep the platform’s; videos keep theirs', () => {
  const ends = '2030-01-16T12:00:00.000Z'
  const post = postOf({
    media: [
      buildMedia({
        type: 'image',
        url: 'https://cdn.example/1.jpg',
        previewUrl: 'https://cdn.example/1s.jpg',
        expiresAt: ends,
      }),
      buildMedia({
        type: 'video',
        url: 'https://cdn.example/2.mp4',
        previewUrl: 'https://cdn.example/2.jpg',
        expiresAt: ends,
      }),
      buildMedia({ type: 'gif', url: 'https://cdn.example/3.GIF?a=b' }),
      buildMedia({ type: 'gif', url: 'https://cdn.example/4.mp4' }),
      buildMedia({ type: 'audio', url: 'https://cdn.example/5.mp3' }),
    ],
  })
  const [image, video, gif, loop, audio] = urls.post(post, ORIGIN).media
  assert.deepEqual(
    [addressOf(image?.url), addressOf(image?.previewUrl), image?.originalUrl, image?.expiresAt],
    ['https://cdn.example/1.jpg', 'https://cdn.example/1s.jpg', 'https://cdn.example/1.jpg', null],
  )
  assert.deepEqual(
    [video?.url, addressOf(video?.previewUrl), video?.originalUrl, video?.expiresAt],
    ['https://cdn.example/2.mp4', 'https://cdn.example/2.jpg', 'https://cdn.example/2.mp4', ends],
  )
  assert.equal(addressOf(gif?.url), 'https://cdn.example/3.GIF?a=b')
  assert.deepEqual([loop?.url, audio?.url], ['https://cdn.example/4.mp4', 'https://cdn.example/5.mp3'])
})

test('sizes are the widths up to that of the image, and all if that is unknown; what moves or is elsewhere has none', () => {
  const url = 'https://cdn.example/1.jpg'
  const sizesOf = (media: Parameters<typeof buildMedia>[0], from = urls) =>
    from.post(postOf({ media: [buildMedia(media)] }), ORIGIN).media[0]?.sizes
  assert.deepEqual(sizesOf({ type: 'image', url, width: 320 }), [96, 320])
  assert.deepEqual(sizesOf({ type: 'image', url, width: 95 }), [])
  assert.deepEqual(sizesOf({ type: 'image', url }), WIDTHS)
  assert.deepEqual(sizesOf({ type: 'gif', url: 'https://cdn.example/1.gif' }), [])
  assert.deepEqual(sizesOf({ type: 'video', url: 'https://cdn.example/1.mp4', previewUrl: url }), [])
  assert.deepEqual(sizesOf({ type: 'image', url: `${url}?${'a'.repeat(2_000)}` }), [])
  assert.deepEqual(sizesOf({ type: 'image', url }, createMediaUrls({ keys, base: BASE, widths: () => [] })), [])
})

test('every other image, too: of authors, the card, the profile, and in HTML', () => {
  const author = (name: string) =>
    buildAuthor({ url: `https://${name}.example/`, avatarUrl: `https://cdn.example/${name}.png` })
  const post = postOf({
    text: 'One two',
    html: '<p>One <img src="https://cdn.example/a.jpg?b=1&amp;c=2" alt="&quot;a&quot; src=" width="3" /> <a href="https://cdn.example/b.jpg">two</a></p>',
    link: { url: 'https://other.example/', title: null, description: null, imageUrl: 'https://cdn.example/card.jpg' },
    author: author('ana'),
    quoteOf: { id: '2', url: 'https://blog.example/2', author: author('ben') },
    replyTo: { id: '3', url: 'https://blog.example/3', author: author('cat') },
  })
  const served = urls.post(post, ORIGIN)
  const src =
    /<img src="([^"]+)" alt="&quot;a&quot; src=" width="3" \/> <a href="https:\/\/cdn\.example\/b\.jpg">/.exec(
      served.html ?? '',
    )?.[1]
  assert.equal(addressOf(src), 'https://cdn.example/a.jpg?b=1&c=2')
  assert.equal(addressOf(served.link?.imageUrl), 'https://cdn.example/card.jpg')
  assert.equal(addressOf(served.author?.avatarUrl), 'https://cdn.example/ana.png')
  assert.equal(addressOf(served.quoteOf?.author?.avatarUrl), 'https://cdn.example/ben.png')
  assert.equal(addressOf(served.replyTo?.author?.avatarUrl), 'https://cdn.example/cat.png')
  assert.equal(served.repostOf, null)

  const profile = {
    ...buildProfile({
      handle: 'blog',
      url: 'https://blog.example/',
      avatarUrl: 'https://cdn.example/me.png',
      bannerUrl: 'https://cdn.example/banner.png',
      owner: author('ana'),
      bio: { text: 'x', html: '<img src="https://cdn.example/bio.png" alt="" />' },
    }),
    kind: 'list' as const,
    source: SOURCE,
  }
  const body = urls.page({ platform: 'rss', handle: 'blog', variant: 'posts', profile, posts: [] }, { reach: 'cn_1' })
  assert.equal(addressOf(body.profile.avatarUrl), 'https://cdn.example/me.png')
  assert.equal(addressOf(body.profile.bannerUrl), 'https://cdn.example/banner.png')
  assert.equal(addressOf(body.profile.owner?.avatarUrl), 'https://cdn.example/ana.png')
  assert.equal(addressOf(/src="([^"]+)"/.exec(body.profile.bio.html ?? '')?.[1]), 'https://cdn.example/bio.png')
  assert.equal(opened(body.profile.avatarUrl).reach, 'cn_1')
})

test('what is null stays null, and a URL that is too long to be sealed stays as it is', () => {
  const long = `https://cdn.example/${'x'.repeat(1_500)}.jpg`
  const post = postOf({
    text: 'x',
    media: [
      buildMedia({ type: 'image', url: long }),
      buildMedia({ type: 'video', url: null, embedUrl: 'https://player.example/1' }),
    ],
  })
  const { media, author, link } = urls.post(post, ORIGIN)
  assert.deepEqual([media[0]?.url, media[1]?.url, media[1]?.previewUrl, author, link], [long, null, null, null, null])
})

test('an image belongs to its post and its author; in a repost, to the original post', () => {
  const media = [buildMedia({ type: 'image', url: 'https://cdn.example/1.jpg' })]
  const original = { id: '9', url: 'https://ana.example/9', author: buildAuthor({ url: 'https://ana.example/' }) }
  const cases = [
    [postOf({ url: 'https://blog.example/1', media }), 'https://blog.example/1', 'https://blog.example/'],
    [
      postOf({ url: 'https://blog.example/1', media, author: original.author }),
      'https://blog.example/1',
      'https://ana.example/',
    ],
    [
      postOf({ url: 'https://blog.example/1', media, repostOf: original }),
      'https://ana.example/9',
      'https://ana.example/',
    ],
  ] as const
  for (const [post, page, account] of cases) {
    const key = opened(urls.post(post, ORIGIN).media[0]?.url)
    assert.deepEqual([key.post, key.account], [subjectOf(page), subjectOf(account)])
  }
})

test('the same image has the same URL in every page and process, and another one in every reach', () => {
  const post = postOf({ media: [buildMedia({ type: 'image', url: 'https://cdn.example/1.jpg' })] })
  const elsewhere = createMediaUrls({
    keys: createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] }),
    base: BASE,
    widths: () => [],
  })
  const urlIn = (from: typeof urls, reach: 'public' | 'cn_1') => from.post(post, { ...ORIGIN, reach }).media[0]?.url
  assert.equal(urlIn(urls, 'public'), urlIn(elsewhere, 'public'))
  assert.notEqual(urlIn(urls, 'public'), urlIn(urls, 'cn_1'))
})

test('an image that a post has several times has one URL in it, so that a browser loads it once', () => {
  const url = 'https://cdn.example/1.jpg'
  const post = postOf({
    url: 'https://blog.example/1',
    text: 'x',
    html: `<img src="https://cdn.example/2.jpg" alt="" /><img src="${url}" alt="" />`,
    media: [buildMedia({ type: 'image', url, previewUrl: url })],
    link: { url: 'https://other.example/', title: null, description: null, imageUrl: url },
  })
  const { media, link, html } = urls.post(post, ORIGIN)
  const inHtml = [...(html ?? '').matchAll(/src="([^"]+)"/g)].map(([, src]) => src)
  assert.deepEqual(
    [media[0]?.previewUrl, link?.imageUrl, inHtml[1]],
    Array.from({ length: 3 }, () => media[0]?.url),
  )
  assert.deepEqual([opened(media[0]?.url).source?.place, opened(inHtml[0]).source?.place], ['image 0', 'html 0'])
})

test('usual spellings of a URL name the same subject', () => {
  for (const url of ['http://ana.example', 'https://ana.example/', 'https://ANA.example/#top'])
    assert.deepEqual(subjectOf(url), subjectOf('https://ana.example'))
  assert.notDeepEqual(subjectOf('https://ana.example/?p=1'), subjectOf('https://ana.example/?p=2'))
})
