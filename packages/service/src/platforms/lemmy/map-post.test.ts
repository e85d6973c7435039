import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nthView } from '@central-api/testing/platforms/lemmy/simulated-posts.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapProfile } from './map-actor.ts'
import { mapPost, textsOf } from './map-post.ts'

const fixture = (name: string): JsonObject => JSON.parse(readFixture(`lemmy/${name}.json`))

const map = (view: unknown, listedIn: 'person' | 'community' = 'person'): PlatformPost | null => {
  const post = mapPost(view, { languages: new Map([['37', 'en']]), listedIn })
  if (post) assert.deepEqual(faultsOfPost(post), [])
  return post
}
const mapped = (more: JsonObject): PlatformPost => {
  const view = nthView(6)
  const { id, name, ap_id } = view.post
  return map({ ...view, post: { id, name, ap_id, ...more } }) ?? assert.fail()
}

const NIA = buildAuthor({ id: '812', handle: 'nia@l.example', displayName: 'Nia', url: 'https://l.example/u/nia' })
const PREVIEW = 'https://l.example/pictrs/image/t.webp'
const WELLS: PlatformPost = buildPost({
  id: 'https://l.example/post/901',
  url: 'https://l.example/post/901',
  kind: 'link',
  title: 'A map of wells',
  text: 'Found this.\n\nmore\n\nx',
  html: '<p>Found <strong>this</strong>.</p><details><summary>more</summary><p>x</p></details>',
  language: 'en',
  publishedAt: '2026-05-02T09:30:00.000Z',
  editedAt: '2026-05-02T10:00:00.000Z',
  author: NIA,
  link: { url: 'https://maps.example/wells', title: 'Wells', description: 'All wells', imageUrl: PREVIEW },
  metrics: { likes: 12, comments: 3 },
  // Part of the text is a spoiler.
  sensitive: true,
})

describe('posts of 0.19', () => {
  const [wells, image] = jsonList(fixture('user-0.19').posts)

  test('a link post has its card, text, language and time of the edit', () => {
    assert.deepEqual(map(wells), WELLS)
    assert.equal(map(wells, 'community')?.pinned, true)
  })

  test('an image post has its size and alt text, and no language if it is unknown', () => {
    assert.deepEqual(
      map(image),
      buildPost({
        id: 'https://l.example/post/880',
        url: 'https://l.example/post/880',
        kind: 'image',
        title: 'My well',
        publishedAt: '2026-04-01T09:30:00.000Z',
        author: NIA,
        media: [
          buildMedia({
            type: 'image',
            url: 'https://l.example/pictrs/image/well.png',
            width: 1200,
            height: 900,
            alt: 'A stone well',
          }),
        ],
        metrics: { likes: 1, comments: 0 },
        sensitive: true,
      }),
    )
  })

  test('the profile of a user has no followers count', () => {
    assert.deepEqual(mapProfile(jsonObject(fixture('user-0.19').person_view), 'person', 'nia@l.example'), {
      id: '812',
      handle: 'nia@l.example',
      displayName: 'Nia',
      url: 'https://l.example/u/nia',
      owner: null,
      movedTo: null,
      avatarUrl: 'https://l.example/pictrs/image/a.webp',
      bannerUrl: null,
      bio: { text: 'I like maps.', html: '<p>I like <em>maps</em>.</p>' },
      verified: null,
      createdAt: '2023-06-11T09:00:00.123Z',
      counts: { followers: null, following: null, posts: 2 },
    })
  })
})

describe('posts of 1.0', () => {
  test('the same post also has tags and the player of its link', () => {
    const [item] = jsonList(fixture('content-1.0').items)
    assert.deepEqual(map(item), {
      ...WELLS,
      author: { ...NIA, displayName: 'nia' },
      sensitive: false,
      text: 'Found this.',
      html: '<p>Found <strong>this</strong>.</p>',
      tags: ['Water'],
      media: [
        buildMedia({
          type: 'video',
          previewUrl: 'https://l.example/pictrs/image/t.webp',
          embedUrl: 'https://video.example/embed/1',
          width: 1280,
          height: 720,
        }),
      ],
      link: {
        url: 'https://maps.example/wells',
        title: 'Wells',
        description: null,
        imageUrl: 'https://l.example/pictrs/image/t.webp',
      },
    })
  })

  test('reads the counts within the profile', () => {
    const profile = mapProfile(jsonObject(fixture('person-1.0').person_view), 'person', 'nia@l.example')
    assert.deepEqual(
      [profile.createdAt, profile.counts.posts, profile.url],
      ['2023-06-11T09:00:00.123Z', 2, 'https://l.example/u/nia'],
    )
  })
})

describe('a post', () => {
  test('has the kind of its file, by content type or file name', () => {
    const kinds: readonly (readonly [JsonObject, string, string | undefined])[] = [
      [{ url: 'https://a.example/b.PNG' }, 'image', 'image'],
      [{ url: 'https://a.example/b', url_content_type: 'image/gif' }, 'image', 'gif'],
      [{ url: 'https://a.example/b.mp4' }, 'video', 'video'],
      [{ url: 'https://a.example/b.png', url_content_type: 'text/html' }, 'link', undefined],
      [{ url: 'https://a.example/b' }, 'link', undefined],
      [{ body: 'Words' }, 'article', undefined],
      [{}, 'text', undefined],
      [{ url: 'javascript:x' }, 'text', undefined],
    ]
    for (const [more, kind, type] of kinds) {
      const post = mapped(more)
      assert.deepEqual([post.kind, post.media[0]?.type], [kind, type], JSON.stringify(more))
    }
  })

  test('is an image if its URL is that of an image store or proxy, without a content type', () => {
    const IMAGE_URLS = [
      'https://l.example/api/v3/image_proxy?url=https%3A%2F%2Fi.example%2Fa.jpg',
      'https://l.example/api/v3/image_proxy?url=https%3A%2F%2Fi.example%2Fa',
      'https://l.example/api/v4/image/proxy?url=https%3A%2F%2Fi.example%2Fa.jpg',
      'https://l.example/api/v4/image/0f0e0d0c.webp',
      'https://l.example/pictrs/image/0f0e0d0c',
      'https://l.example/pictrs/image/original?proxy=https%3A%2F%2Fi.example%2Fa.png',
    ]
    for (const url of IMAGE_URLS) {
      const { kind, media, link } = mapped({ url })
      assert.deepEqual([kind, media.map((medium) => medium.type), link], ['image', ['image'], null], url)
    }
    const kindOf = (name: string) => mapped({ url: `https://l.example/api/v3/image_proxy?url=${name}` }).media[0]?.type
    assert.deepEqual(['https://i.example/a.gif', 'https://i.example/a.mp4'].map(kindOf), ['gif', 'video'])
    assert.equal(mapped({ url: 'https://l.example/search?url=https%3A%2F%2Fi.example%2Fpage' }).kind, 'link')
  })

  test('resolves relative URLs of its images and those of its author and community', () => {
    const { media, link } = mapped({ url: '/pictrs/image/a.png', thumbnail_url: '//i.example/t.webp' })
    assert.deepEqual(
      [media.map(({ url, previewUrl }) => [url, previewUrl]), link],
      [[['https://l.example/pictrs/image/a.png', 'https://i.example/t.webp']], null],
    )
    const page = mapped({ url: 'https://a.example/', thumbnail_url: '/pictrs/image/t', embed_video_url: '/f.webm' })
    assert.deepEqual(
      [page.link?.imageUrl, page.media[0]?.url],
      ['https://l.example/pictrs/image/t', 'https://l.example/f.webm'],
    )
    const view = nthView(0)
    const creator = { ...jsonObject(view.creator), avatar: '/pictrs/image/a' }
    assert.equal(map({ ...view, creator })?.author?.avatarUrl, 'https://l.example/pictrs/image/a')
    const of = (kind: 'person' | 'community', fixtureName: string, field: string, images: JsonObject) => {
      const view = jsonObject(jsonObject(fixture(fixtureName))[field])
      return mapProfile({ ...view, [kind]: { ...jsonObject(view[kind]), ...images } }, kind, 'nia@l.example')
    }
    const nia = of('person', 'user-0.19', 'person_view', { avatar: '/pictrs/image/a', banner: '//i.example/b.png' })
    assert.deepEqual([nia.avatarUrl, nia.bannerUrl], ['https://l.example/pictrs/image/a', 'https://i.example/b.png'])
  })

  test('has the short code of a custom emoji and not its image', () => {
    const { text, html, media } = mapped({
      body: 'hi ![a pig](https://l.example/p.png "emoji bow") ![a map](https://l.example/m.png "a map of emoji")',
    })
    assert.equal(text, 'hi :bow:')
    assert.match(html ?? '', /^<p>hi :bow: <img/)
    assert.deepEqual(
      media.map(({ url }) => url),
      ['https://l.example/m.png'],
    )
  })

  test('has the video file of the linked page', () => {
    const [video] = mapped({ url: 'https://a.example/', embed_video_url: 'https://a.example/f.webm' }).media
    assert.deepEqual([video?.url, video?.embedUrl], ['https://a.example/f.webm', null])
    assert.deepEqual(mapped({ url: 'https://a.example/', embed_video_url: 'http://a.example/player' }).media, [])
  })

  test('has the images in its text, and mentions as links', () => {
    const { media, html } = mapped({ body: '![A](https://a.example/p.png) !maps@far.example @nia@far.example' })
    assert.deepEqual([media[0]?.url, media[0]?.alt], ['https://a.example/p.png', 'A'])
    assert.match(html ?? '', /href="https:\/\/far\.example\/c\/maps".+href="https:\/\/far\.example\/u\/nia"/)
  })

  test('that was deleted or removed, or has no URL, is dropped', () => {
    for (const more of [{ deleted: true }, { removed: true }, { ap_id: undefined }])
      assert.equal(map({ ...nthView(0), post: { ...nthView(0).post, ...more } }), null)
  })

  test('is sensitive if its community is', () =>
    assert.equal(map({ ...nthView(0), community: { nsfw: true } })?.sensitive, true))

  test('of any shape never makes the mapping throw', () => {
    for (const value of [null, [], 'x', 1, {}, { id: 5 }, Number.NaN]) {
      map(value)
      textsOf(value)
      mapProfile(jsonObject(value), 'community', 'x')
      for (const name of Object.keys(nthView(0))) if (name !== 'post') map({ ...nthView(0), [name]: value })
      for (const name of ['name', 'url', 'body', 'published', 'language_id', 'alt_text', 'embed_video_url'])
        mapped({ url: 'https://a.example/b.png', [name]: value })
    }
  })
})
