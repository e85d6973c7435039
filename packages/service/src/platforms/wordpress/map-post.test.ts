import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FEATURED } from '@central-api/testing/platforms/wordpress/simulated-posts.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapPost } from './map-post.ts'
import { mapHostedSite, mapSite } from './map-profile.ts'
import { readAs, WordPressPost } from './wordpress-objects.ts'

const BASE = 'https://blog.example'

const map = (upstream: object): PlatformPost => {
  const post = readAs(WordPressPost, { id: 7, ...upstream })
  assert.ok(post)
  const mapped = mapPost(post, BASE)
  assert.deepEqual(faultsOfPost(mapped), [])
  return mapped
}

/** A post with only an id. */
const bare = (known: Partial<Parameters<typeof buildPost>[0]> = {}) =>
  buildPost({ id: '7', kind: 'text', sensitive: false, ...known })

describe('mapping a WordPress post', () => {
  test('maps every field', () => {
    const post = map({
      date: '2026-03-07T15:00:00',
      date_gmt: '2026-03-07T20:00:00',
      modified_gmt: '2026-03-08T01:00:00',
      link: 'https://blog.example/2026/03/post/',
      title: { rendered: 'Fish &#038; <em>Chips</em> 🎉' },
      content: {
        rendered:
          '\n<p>Hi <a href="/x" onclick="y()">x</a><img class="emoji" src="https://s.w.org/e.png" alt="😀"></p><script>1</script><img src="/up/a-300x200.png"><img src="/up/b.png" alt="B" width="9" height="8">\n',
        protected: false,
      },
      excerpt: { rendered: '<p>Short [&hellip;]</p>\n', protected: false },
      author: 2,
      sticky: true,
      _embedded: {
        author: [
          {
            id: 2,
            name: 'The &#8220;hand&#8221;',
            slug: 'hand',
            link: 'https://blog.example/author/hand/',
            avatar_urls: { 24: 'https://a.example/24', 96: 'https://a.example/96', 48: 'https://a.example/48' },
          },
        ],
        'wp:featuredmedia': [FEATURED],
        'wp:term': [
          [
            { id: 1, name: 'Uncategorized', slug: 'uncategorized', taxonomy: 'category' },
            { id: 2, name: 'K&ouml;che &amp; K&uuml;chen', slug: 'x', taxonomy: 'category' },
          ],
          [
            { id: 3, name: 'fish', slug: 'fish', taxonomy: 'post_tag' },
            { id: 4, name: 'aside', taxonomy: 'post_format' },
            null,
          ],
          'x',
        ],
      },
    })
    assert.deepEqual(
      post,
      buildPost({
        id: '7',
        url: 'https://blog.example/2026/03/post/',
        kind: 'article',
        title: 'Fish & Chips 🎉',
        summary: 'Short […]',
        text: 'Hi x😀',
        html: '<p>Hi <a href="https://blog.example/x" rel="nofollow noopener ugc">x</a>😀</p><img src="https://blog.example/up/a-300x200.png" /><img src="https://blog.example/up/b.png" alt="B" width="9" height="8" />',
        publishedAt: '2026-03-07T20:00:00.000Z',
        editedAt: '2026-03-08T01:00:00.000Z',
        author: buildAuthor({
          id: '2',
          handle: 'hand',
          displayName: 'The “hand”',
          url: 'https://blog.example/author/hand/',
          avatarUrl: 'https://a.example/96',
        }),
        media: [
          buildMedia({
            type: 'image',
            url: 'https://blog.example/up/a.png',
            previewUrl: 'https://blog.example/up/a-1024x683.png',
            width: 1600,
            height: 1067,
            alt: 'Featured & fine',
          }),
          buildMedia({ type: 'image', url: 'https://blog.example/up/b.png', alt: 'B', width: 9, height: 8 }),
        ],
        tags: ['Köche & Küchen', 'fish'],
        pinned: true,
        sensitive: false,
      }),
    )
  })

  test('maps missing and malformed fields to null', () => {
    assert.deepEqual(map({}), bare())
    assert.deepEqual(
      map({
        date: 1,
        date_gmt: null,
        link: ['x'],
        title: 'x',
        content: { rendered: 5 },
        excerpt: null,
        author: 'x',
        sticky: 'yes',
        _embedded: [],
      }),
      bare(),
    )
  })

  test('rejects a post without a valid id', () => {
    for (const id of [0, -1, 1.5, '7', null]) assert.equal(readAs(WordPressPost, { id }), undefined)
  })

  test('hides the content of a protected post, whatever the site sends', () => {
    const post = map({
      link: `${BASE}/p/`,
      title: { rendered: 'Secret' },
      content: { rendered: '<p>hidden</p><img src="/hidden.png">', protected: true },
      excerpt: { rendered: 'hidden', protected: true },
      _embedded: { 'wp:featuredmedia': [FEATURED] },
    })
    assert.deepEqual(
      post,
      bare({
        kind: 'article',
        url: `${BASE}/p/`,
        title: 'Secret',
        sensitive: true,
      }),
    )
  })

  test('ignores dates of zeros, and reports no edit for an unmodified post', () => {
    const times = (date_gmt: unknown, modified_gmt: unknown) => {
      const { publishedAt, editedAt } = map({ date: '2026-03-07T15:00:00', date_gmt, modified_gmt })
      return [publishedAt, editedAt]
    }
    const [early, late] = ['2026-03-07T20:00:00', '2026-03-07T20:00:01']
    assert.deepEqual(times('0000-00-00T00:00:00', late), [null, null])
    assert.deepEqual(times(early, early), [`${early}.000Z`, null])
    assert.deepEqual(times(late, early), [`${late}.000Z`, null])
    assert.deepEqual(times(early, late), [`${early}.000Z`, `${late}.000Z`])
  })

  test('maps a hidden author to the id alone', () => {
    const closed = {
      author: 3,
      _embedded: { author: [{ code: 'rest_user_invalid_id', message: 'x', data: { status: 404 } }] },
    }
    assert.deepEqual(map(closed), bare({ author: buildAuthor({ id: '3' }) }))
    assert.deepEqual(map({ author: 0 }), bare())
  })

  test('swaps width and height of a photo that WordPress did not rotate', () => {
    const featured = (orientation: unknown) => {
      const media_details = {
        ...{ width: 1600, height: 1200, image_meta: { orientation } },
        sizes: { large: { source_url: 'https://a.example/l.jpg', width: 1024, height: 768 } },
      }
      const attachment = { id: 1, mime_type: 'image/jpeg', source_url: 'https://a.example/a.jpg', media_details }
      const { width, height, previewUrl } =
        map({ _embedded: { 'wp:featuredmedia': [attachment] } }).media[0] ?? assert.fail()
      return [width, height, previewUrl]
    }
    for (const orientation of ['6', 8, '5']) assert.deepEqual(featured(orientation), [1200, 1600, null])
    assert.deepEqual(featured('3'), [1600, 1200, null])
    for (const orientation of ['1', '0', 0, '', 'x', null])
      assert.deepEqual(featured(orientation), [1600, 1200, 'https://a.example/l.jpg'])
  })

  test('resolves relative avatar URLs against the site', () => {
    const avatar = (url: string) =>
      map({ _embedded: { author: [{ id: 2, avatar_urls: { 96: url } }] } }).author?.avatarUrl
    assert.equal(avatar('//secure.gravatar.com/avatar/0?s=96'), 'https://secure.gravatar.com/avatar/0?s=96')
    assert.equal(avatar('/faces/2.png'), 'https://blog.example/faces/2.png')
  })

  test('maps featured videos, and Jetpack’s featured image when nothing is embedded', () => {
    const featured = (attachment: object) => map({ _embedded: { 'wp:featuredmedia': [attachment] } }).media
    assert.deepEqual(
      featured({
        source_url: '/v.mp4',
        mime_type: 'video/mp4',
        media_details: { width: 640, height: 360, length: 12 },
      }),
      [buildMedia({ type: 'video', url: `${BASE}/v.mp4`, width: 640, height: 360, durationSeconds: 12 })],
    )
    assert.deepEqual(featured({ source_url: '/d.pdf', mime_type: 'application/pdf' }), [])
    assert.deepEqual(featured({ source_url: '/d', mime_type: 'constructor/x' }), [])
    assert.deepEqual(featured({ code: 'rest_forbidden' }), [])
    assert.deepEqual(map({ jetpack_featured_media_url: 'https://cdn.example/j.jpg' }).media, [
      buildMedia({ type: 'image', url: 'https://cdn.example/j.jpg' }),
    ])
  })
})

describe('mapping a WordPress site', () => {
  test('decodes names and descriptions from HTML', () => {
    const profile = mapSite(
      {
        name: 'K&ouml;der &amp; S&ouml;hne',
        description: 'Just &lt;another&gt; <b>site</b><script>x</script>',
        home: BASE,
        site_icon_url: '',
      },
      'blog.example',
      { posts: 3 },
    )
    assert.deepEqual(profile, {
      id: null,
      handle: 'blog.example',
      displayName: 'Köder & Söhne',
      url: `${BASE}/`,
      owner: null,
      movedTo: null,
      avatarUrl: null,
      bannerUrl: null,
      bio: { text: 'Just <another> site', html: 'Just &lt;another&gt; <b>site</b>' },
      verified: null,
      createdAt: null,
      counts: { followers: null, following: null, posts: 3 },
    })
  })

  test('maps the subscribers of a hosted site when they are there', () => {
    assert.equal(mapHostedSite({ ID: 1, subscribers_count: 5 }, 'x.wordpress.com', { posts: null }).counts.followers, 5)
    assert.equal(mapHostedSite({ ID: 1 }, 'x.wordpress.com', { posts: null }).counts.followers, null)
  })
})
