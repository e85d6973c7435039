import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PAGE } from '@central-api/testing/platforms/facebook/simulated-posts.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { mapPage } from './map-page.ts'
import { mapPost } from './map-post.ts'

const read = (name: string) => JSON.parse(readFixture(`facebook/${name}.json`))
const { data } = read('posts')
const SITE = 'https://www.facebook.com'
const EXPIRES = new Date(0x6ac98000 * 1_000).toISOString()
const ACME = buildAuthor({ id: '1000001', handle: '1000001', displayName: 'Acme', url: `${SITE}/1000001` })

const map = (post: JsonObject) => {
  const mapped = mapPost(post)
  if (mapped) assert.deepEqual(faultsOfPost(mapped), [])
  return mapped
}
const mapMore = (more: JsonObject) => map({ id: '1000001_900003', ...more }) ?? assert.fail()
const attached = (...attachments: JsonObject[]) => mapMore({ attachments: { data: attachments } })

describe('posts of the Graph API', () => {
  test('a link has its target URL and not the redirect, and updated_time is not an edit', () => {
    const post = map(data[0])
    assert.deepEqual(
      post,
      buildPost({
        id: '1000001_900003',
        url: `${SITE}/1000001/posts/900003`,
        text: 'New menu! #food https://example.org/menu',
        html: `<p>New menu! <a href="${SITE}/hashtag/food" rel="nofollow noopener ugc">#food</a> <a href="https://example.org/menu" rel="nofollow noopener ugc">https://example.org/menu</a></p>`,
        tags: ['food'],
        publishedAt: '2026-10-02T08:15:00.000Z',
        author: ACME,
        link: {
          url: 'https://example.org/menu',
          title: 'Menu',
          description: 'All dishes',
          imageUrl: 'https://external.xx.fbcdn.net/safe_image.php?d=A',
        },
        metrics: { likes: 41, comments: 0, shares: 3 },
      }),
    )
  })

  test('a reel is a video with its length, and missing shares are 0', () => {
    const post = map(data[1])
    assert.deepEqual(post?.media, [
      buildMedia({
        type: 'video',
        url: 'https://video.xx.fbcdn.net/o1/v/t2/1.mp4?oe=6AC98000',
        previewUrl: 'https://scontent.xx.fbcdn.net/v/t15/1_n.jpg?oe=6AC98000',
        width: 405,
        height: 720,
        durationSeconds: 31,
        expiresAt: EXPIRES,
      }),
    ])
    assert.deepEqual([post?.kind, post?.url], ['video', `${SITE}/reel/900002222/`])
    assert.deepEqual(post?.metrics, { likes: 0, comments: 2, shares: 0, views: null })
  })

  test('a shared album has every image and names its original', () => {
    const post = map(data[2])
    assert.deepEqual(
      post?.media.map(({ width, height }) => [width, height]),
      [
        [720, 540],
        [540, 720],
      ],
    )
    assert.deepEqual(post?.repostOf, {
      id: '2000002_800001',
      url: `${SITE}/2000002/posts/800001`,
      author: buildAuthor({ id: '2000002', handle: '2000002', url: `${SITE}/2000002` }),
    })
    assert.equal(post?.text, 'Look at this')
  })

  test('a single post has the image of its Page, and none for a silhouette', () => {
    const post = read('post')
    const avatarUrl = 'https://scontent.xx.fbcdn.net/v/1_n.jpg?oe=6AC98000'
    assert.deepEqual(map(post)?.author, { ...ACME, avatarUrl })
    const image = { data: { url: avatarUrl, is_silhouette: true } }
    assert.deepEqual(map({ ...post, from: { ...post.from, picture: image } })?.author, ACME)
  })

  test('mentions use code points, and those out of range are ignored', () => {
    const tags = [
      { id: '2000002', offset: 7, length: 5 },
      { id: '3', offset: 9, length: 2 },
      { id: '4', offset: 90, length: 2 },
      { id: 'x"', offset: 0, length: 1 },
    ]
    assert.equal(
      mapMore({ message: '😀 With Other <b>', message_tags: tags }).html,
      `<p>😀 With <a href="${SITE}/2000002" rel="nofollow noopener ugc">Other</a> &lt;b&gt;</p>`,
    )
  })

  test('an unpublished post is dropped; without attachments full_picture is used', () => {
    assert.equal(map({ id: '1', is_published: false }), null)
    assert.equal(map({ message: 'without an id' }), null)
    const story = mapMore({ story: 'Acme moved.', full_picture: 'https://a.example/1.jpg', permalink_url: '/reel/1/' })
    assert.deepEqual([story.text, story.kind, story.url], ['Acme moved.', 'image', `${SITE}/reel/1/`])
    assert.deepEqual(story.tags, [])
  })

  test('a redirect URL is resolved, and a deleted attachment has no media', () => {
    const url = 'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa&h=AT0'
    assert.equal(attached({ media_type: 'link', url }).link?.url, 'https://example.org/a')
    const gone = attached({ type: 'unavailable', title: 'This content isn’t available right now' })
    assert.deepEqual([gone.media, gone.link, gone.text], [[], null, 'This content isn’t available right now'])
    const event = attached({ media_type: 'event', title: 'Open day', url: `${SITE}/events/1/` })
    assert.deepEqual([event.text, event.kind], ['Open day', 'text'])
  })

  test('a video shared from another site has its player and a link to its page', () => {
    const shared = (source: string, target = 'https://youtu.be/abcdefghijK') =>
      attached({
        media_type: 'video',
        type: 'video_share_youtube',
        title: 'Harbour video',
        unshimmed_url: target,
        media: { image: { src: 'https://a.example/1.jpg' }, source },
      })
    for (const [source, embedUrl] of [
      ['https://www.youtube.com/embed/abcdefghijK?autoplay=1', 'https://www.youtube.com/embed/abcdefghijK'],
      ['https://player.vimeo.com/video/12?autoplay=1&h=ab', 'https://player.vimeo.com/video/12?h=ab'],
      ['https://player.example/v/1?autoplay=1', 'https://player.example/v/1'],
      ['http://player.example/v/1', null],
    ] as const) {
      const { media, link } = shared(source)
      assert.deepEqual(
        [media[0]?.url, media[0]?.embedUrl, media[0]?.previewUrl],
        [null, embedUrl, 'https://a.example/1.jpg'],
      )
      assert.deepEqual([link?.url, link?.title], ['https://youtu.be/abcdefghijK', 'Harbour video'])
    }
    for (const file of ['https://video.xx.fbcdn.net/v/1?oe=1', 'https://videos.example/1.mp4?a=b'])
      assert.deepEqual(
        shared(file).media.map(({ url, embedUrl }) => [url, embedUrl]),
        [[file, null]],
      )
    assert.equal(shared('https://video.xx.fbcdn.net/v/1', `${SITE}/acme/videos/1/`).link, null)
  })

  test('a Page is a profile, without an image for a silhouette', () => {
    assert.deepEqual(
      mapPage(PAGE, '1000001'),
      buildProfile({
        id: '1000001',
        handle: 'AcmeBakery',
        displayName: 'Acme',
        url: `${SITE}/AcmeBakery`,
        avatarUrl: 'https://scontent.xx.fbcdn.net/v/1_n.jpg?oe=6AC98000',
        bannerUrl: 'https://scontent.xx.fbcdn.net/v/2_n.jpg?oe=6AC98000',
        bio: { text: 'Food & drinks', html: '<p>Food &amp; drinks</p>' },
        verified: true,
        counts: { followers: 950 },
      }),
    )
    const bare = mapPage(
      { id: '1', fan_count: 9, picture: { data: { url: 'https://a.example/', is_silhouette: true } } },
      '1',
    )
    assert.deepEqual([bare.avatarUrl, bare.counts.followers, bare.verified, bare.handle], [null, 9, null, '1'])
  })

  test('a malformed value only makes its own field null', () => {
    const whole = { ...jsonObject(data[0]), ...jsonObject(data[2]), properties: [], message_tags: [] }
    for (const odd of [null, 1, 'x', [], {}, { data: [null, 1] }, [null, 1]]) {
      for (const name of Object.keys(whole)) if (name !== 'is_published') map({ ...whole, [name]: odd })
      for (const name of Object.keys(PAGE))
        assert.deepEqual(faultsOfProfile(mapPage({ ...PAGE, [name]: odd }, '1')), [])
    }
  })
})

test('a link to a Facebook page is the link card, unless the post shares that page', () => {
  const card = (url: string, more: JsonObject = {}) =>
    mapMore({ ...more, attachments: { data: [{ media_type: 'link', url, title: 'T' }] } }).link?.url
  for (const host of ['www', 'about', 'business', 'developers', 'm'])
    assert.equal(card(`https://${host}.facebook.com/a/b`), `https://${host}.facebook.com/a/b`)
  assert.equal(card('https://www.facebook.com/2/posts/3', { parent_id: '2_3' }), undefined)
  assert.equal(card('https://example.org/a', { parent_id: '2_3' }), 'https://example.org/a')
})
