import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import type { JsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapPost } from './map-post.ts'
import { languageOf, mapCollection, mapSite } from './map-profile.ts'

const read = (name: string) => JSON.parse(readFixture(`ghost/${name}.json`))
const WHERE = { base: 'https://site.example', language: 'en' }

const map = (more: JsonObject): PlatformPost => {
  const post = mapPost({ id: '1', ...more }, WHERE)
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}

describe('posts of the Content API', () => {
  const [open, gated] = read('posts').posts.map((post: unknown) => mapPost(post, WHERE))

  test('maps every field', () => {
    assert.deepEqual(faultsOfPost(open), [])
    assert.deepEqual(
      open,
      buildPost({
        id: '66311a2b3c4d5e6f70819203',
        url: 'https://site.example/winter-notes/',
        kind: 'article',
        title: 'Winter notes',
        text: 'Snow & ice.',
        html: '<p>Snow &amp; ice.</p><figure><img src="https://site.example/content/images/2026/05/ice.jpg" alt="Ice" width="1600" height="900" loading="lazy" /><figcaption><span>The lake</span></figcaption></figure>',
        language: 'en',
        tags: ['Winter'],
        publishedAt: '2026-05-02T09:30:00.000Z',
        editedAt: '2026-05-03T07:00:00.000Z',
        author: buildAuthor({
          id: '1',
          handle: 'rosa',
          displayName: 'Rosa',
          url: 'https://site.example/author/rosa/',
        }),
        media: [
          buildMedia({ type: 'image', url: 'https://site.example/content/images/2026/05/cover.jpg', alt: 'A lake' }),
          buildMedia({
            type: 'image',
            url: 'https://site.example/content/images/2026/05/ice.jpg',
            previewUrl: 'https://site.example/content/images/size/w600/2026/05/ice.jpg',
            width: 1600,
            height: 900,
            alt: 'Ice',
          }),
        ],
      }),
    )
  })

  test('members-only content is null, and featured is not pinned', () => {
    assert.deepEqual(
      gated,
      buildPost({
        id: '66300a2b3c4d5e6f70819202',
        url: 'https://site.example/for-supporters/',
        kind: 'article',
        title: 'For supporters',
        language: 'en',
        publishedAt: '2026-04-01T20:00:00.000Z',
      }),
    )
    assert.equal(open?.pinned, null)
  })
})

describe('posts', () => {
  test('the custom excerpt is the summary, also of a members-only post', () => {
    const post = map({
      title: 'T',
      html: '',
      plaintext: '',
      excerpt: 'For you',
      custom_excerpt: 'For you',
      access: false,
    })
    assert.deepEqual([post.summary, post.text, post.html], ['For you', null, null])
  })

  test('an excerpt that repeats the start of the text is dropped', () => {
    const plaintext = 'Go there [https://a.example/x] and\n\nback again'
    const summary = (excerpt: string) => map({ html: '<p>x</p>', plaintext, excerpt }).summary
    assert.equal(summary('Go there [https://a.example/x] and back'), null)
    assert.equal(summary('Go there  and'), null)
    assert.equal(summary('Stay here'), 'Stay here')
  })

  test('the text is derived from HTML if there is no plain text', () => {
    assert.equal(map({ html: '<p>A &amp; b</p><p>c</p>' }).text, 'A & b\n\nc')
  })

  test('tags are public and unique, with the primary tag first', () => {
    const tag = (name: string, visibility = 'public') => ({ name, visibility })
    const tags = [tag('Notes'), tag('wide', 'internal'), tag('#old'), tag('Winter'), null, { name: 5 }]
    assert.deepEqual(map({ primary_tag: tag('Winter'), tags }).tags, ['Winter', 'Notes'])
  })

  test('the first author is used if there is no primary author', () => {
    const authors = [{ id: '2', name: 'Noor', slug: 'noor', profile_image: 'https://site.example/n.jpg' }]
    const author = buildAuthor({
      id: '2',
      handle: 'noor',
      displayName: 'Noor',
      avatarUrl: 'https://site.example/n.jpg',
    })
    assert.deepEqual(map({ authors }).author, author)
    assert.equal(map({ authors: [{}] }).author, null)
  })

  test('a post without later changes has no editedAt', () => {
    const time = '2026-05-02T09:30:00.000+00:00'
    assert.equal(map({ published_at: time, updated_at: time }).editedAt, null)
    assert.equal(map({ updated_at: time }).editedAt, null)
  })

  test('videos, audio and embedded players are media; a bookmark is the link', () => {
    const { media, link, kind } = map({
      url: 'https://site.example/post/',
      title: 'T',
      plaintext: 'Text',
      html: `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/f.mp4" poster="/content/media/f.jpg" width="1280" height="720" playsinline></video></div></figure>
        <figure class="kg-card kg-video-card"><video src="/content/media/l.mp4" loop autoplay muted width="2" height="1"></video></figure>
        <div class="kg-card kg-audio-card"><img src="/content/media/c.png" class="kg-audio-thumbnail"><audio src="/content/media/a.mp3" preload="metadata"></audio></div>
        <figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/x?feature=oembed"></iframe></figure>
        <figure class="kg-card kg-embed-card"><iframe src="//w.soundcloud.com/player/?url=x"></iframe></figure>
        <iframe src="https://maps.example/embed"></iframe>
        <figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://news.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">News &amp; more</div><div class="kg-bookmark-description">Of today</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://news.example/i.ico"><span class="kg-bookmark-author">N</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://news.example/t.jpg"></div></a></figure>
        <figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://other.example/"></a></figure>
        <figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><img src="/g1.jpg" width="3" height="4"><img src="/g2.gif"></div></figure>
        <img src="https://count.example/p.gif" width="1" height="1">`,
    })
    const FILES = 'https://site.example/content/media'
    assert.deepEqual(media, [
      buildMedia({ type: 'video', url: `${FILES}/f.mp4`, previewUrl: `${FILES}/f.jpg`, width: 1280, height: 720 }),
      buildMedia({ type: 'gif', url: `${FILES}/l.mp4`, width: 2, height: 1 }),
      buildMedia({ type: 'audio', url: `${FILES}/a.mp3`, previewUrl: `${FILES}/c.png` }),
      buildMedia({
        type: 'video',
        embedUrl: 'https://www.youtube.com/embed/x?feature=oembed',
        width: 200,
        height: 113,
      }),
      buildMedia({ type: 'audio', embedUrl: 'https://w.soundcloud.com/player/?url=x' }),
      buildMedia({ type: 'image', url: 'https://site.example/g1.jpg', width: 3, height: 4 }),
      buildMedia({ type: 'gif', url: 'https://site.example/g2.gif' }),
    ])
    assert.deepEqual(link, {
      url: 'https://news.example/a',
      title: 'News & more',
      description: 'Of today',
      imageUrl: 'https://news.example/t.jpg',
    })
    assert.equal(kind, 'article')
  })

  test('the feature image is returned once, even if the text repeats it', () => {
    const image = 'https://site.example/content/images/a.jpg'
    assert.equal(
      map({ title: 'T', plaintext: 'x', feature_image: image, html: `<p>x</p><img src="${image}">` }).media.length,
      1,
    )
  })

  test('hostile HTML is sanitized', () => {
    const { html, media, link } = map({
      plaintext: 'x',
      html: '<p onclick="a()">x</p><script>b</script><figure class="kg-embed-card"><iframe src="javascript:c"></iframe></figure><figure class="kg-bookmark-card"><a href="javascript:d"></a></figure>',
    })
    assert.deepEqual([html, media, link], ['<p>x</p>', [], null])
  })

  test('a value of a wrong type only makes its own field null', () => {
    const odd = {
      ...{ title: 5, html: [], plaintext: {}, url: 7, excerpt: 3, custom_excerpt: [], tags: 'x', authors: 1 },
      ...{ primary_author: 'x', published_at: 'soon', updated_at: {}, feature_image: 1, feature_image_alt: {} },
    }
    assert.deepEqual(map(odd), buildPost({ id: '1', kind: 'text', language: 'en' }))
    for (const value of [null, 'x', [], {}, { id: 7 }]) assert.equal(mapPost(value, WHERE), null)
  })
})

describe('profiles', () => {
  test('maps a site from its settings and number of posts', () => {
    const profile = mapSite(read('settings'), 'site.example', WHERE.base, 41)
    assert.deepEqual(
      profile,
      buildProfile({
        handle: 'site.example',
        displayName: 'Site & Co',
        url: 'https://site.example/',
        avatarUrl: 'https://site.example/content/images/size/w256h256/icon.png',
        bio: { text: 'Notes', html: '<p>Notes</p>' },
        counts: { posts: 41 },
      }),
    )
    assert.deepEqual(faultsOfProfile(profile), [])
    assert.equal(languageOf(read('settings')), 'en')
    assert.equal(languageOf({ settings: { lang: 'de', locale: 'fr' } }), 'fr')
    assert.equal(languageOf({ settings: { lang: 'de' } }), 'de')
  })

  test('resolves relative URLs of images and pages', () => {
    const entry = {
      id: '1',
      slug: 'rosa',
      name: 'Rosa',
      profile_image: '//www.gravatar.com/avatar/0?s=250',
      cover_image: '/c.jpg',
    }
    const avatarUrl = 'https://www.gravatar.com/avatar/0?s=250'
    const profile = mapCollection({ authors: [{ ...entry, url: '/author/rosa/' }] }, 'h', {
      kind: 'author',
      base: WHERE.base,
    })
    assert.deepEqual(
      [profile?.avatarUrl, profile?.bannerUrl, profile?.url],
      [avatarUrl, 'https://site.example/c.jpg', 'https://site.example/author/rosa/'],
    )
    assert.equal(map({ primary_author: entry }).author?.avatarUrl, avatarUrl)
  })

  test('the URL /404/ becomes null', () => {
    const nowhere = 'https://site.example/404/'
    const post = map({ url: nowhere, html: '<p><a href="/b/">b</a></p>', primary_author: { id: '1', url: nowhere } })
    assert.deepEqual([post.url, post.author?.url], [null, null])
    assert.match(String(post.html), /href="https:\/\/site\.example\/b\/"/)
    const tag = mapCollection({ tags: [{ id: '1', url: nowhere }] }, 'h', { kind: 'tag', base: WHERE.base })
    assert.equal(tag?.url, null)
    assert.equal(map({ url: 'https://site.example/404-errors/' }).url, 'https://site.example/404-errors/')
  })

  test('maps an author', () => {
    assert.deepEqual(
      mapCollection(read('author'), 'site.example/author/rosa', { kind: 'author', base: WHERE.base }),
      buildProfile({
        id: '1',
        handle: 'site.example/author/rosa',
        displayName: 'Rosa',
        url: 'https://site.example/author/rosa/',
        avatarUrl: 'https://site.example/content/images/2026/01/rosa.jpg',
        bannerUrl: 'https://site.example/content/images/2026/01/hill.jpg',
        bio: { text: 'Writes & walks', html: '<p>Writes &amp; walks</p>' },
        counts: { posts: 41 },
      }),
    )
  })

  test('maps a tag', () => {
    assert.deepEqual(
      mapCollection(read('tag'), 'site.example/tag/winter', { kind: 'tag', base: WHERE.base }),
      buildProfile({
        id: '6a',
        handle: 'site.example/tag/winter',
        displayName: 'Winter',
        url: 'https://site.example/tag/winter/',
        bannerUrl: 'https://site.example/content/images/2026/01/snow.jpg',
        bio: { text: 'Cold <3', html: '<p>Cold &lt;3</p>' },
        counts: { posts: 7 },
      }),
    )
  })

  test('missing values and values of a wrong type are null', () => {
    for (const response of [
      null,
      'x',
      {},
      { settings: [] },
      { settings: { title: 1, icon: {}, url: 5, description: [] } },
    ]) {
      const expected = buildProfile({ handle: 'site.example', url: 'https://site.example/' })
      assert.deepEqual(mapSite(response, 'site.example', WHERE.base, undefined), expected)
    }
    for (const response of [null, {}, { authors: [] }, { authors: {} }])
      assert.equal(mapCollection(response, 'site.example/author/rosa', { kind: 'author', base: WHERE.base }), undefined)
  })
})
