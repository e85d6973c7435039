import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { formatText } from './format-text.ts'
import { mapBlog } from './map-blog.ts'
import { mapPost } from './map-post.ts'

const read = (name: string): JsonObject => jsonObject(JSON.parse(readFixture(`tumblr/${name}.json`)).response)
const NOW = Date.parse('2026-05-09T00:00:00Z')
const AUTHOR = buildAuthor({
  id: 't:Ab3_x9',
  handle: 'ferns',
  displayName: 'Fern Notes',
  url: 'https://ferns.tumblr.com/',
  avatarUrl: 'https://64.media.tumblr.com/a/s512x512u_c1/a.pnj',
})

const mapAll = (name: string) => {
  const { posts, blog } = read(name)
  return jsonList(posts).map((post) => mapPost(post, { blog, now: NOW }))
}

const map = (more: JsonObject): PlatformPost => {
  const post = mapPost({ id_string: '1234567', ...more }, { blog: {}, now: NOW })
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}
const content = (...blocks: readonly JsonObject[]): PlatformPost => map({ content: blocks })
const firstContent = (text: string, more: JsonObject = {}) => ({ type: 'text', text, ...more })

describe('mapping a blog', () => {
  test('maps a blog to a profile', () => {
    const { blog } = read('posts')
    const profile = mapBlog(blog, 'ferns')
    assert.deepEqual(faultsOfProfile(profile), [])
    assert.deepEqual(
      profile,
      buildProfile({
        id: 't:Ab3_x9',
        handle: 'ferns',
        displayName: 'Fern Notes',
        url: 'https://ferns.tumblr.com/',
        avatarUrl: 'https://64.media.tumblr.com/a/s512x512u_c1/a.pnj',
        bannerUrl: 'https://64.media.tumblr.com/h/h_f.jpg',
        bio: { text: 'Plants & rain', html: '<p>Plants &amp; <b>rain</b></p>' },
        counts: { posts: 3 },
      }),
    )
  })

  test('skips a hidden header and malformed fields, and uses the name when there is no title', () => {
    const theme = { header_image: 'https://a.example/h.jpg' }
    assert.equal(mapBlog({ theme }, 'x').bannerUrl, 'https://a.example/h.jpg')
    assert.equal(mapBlog({ theme: { ...theme, show_header_image: false } }, 'x').bannerUrl, null)
    assert.equal(mapBlog({ name: 'moss', title: '' }, 'x').displayName, 'moss')
    for (const odd of [null, 'x', [], { name: 7, uuid: {}, avatar: 'x', theme: [], posts: '', description: 5 }])
      assert.deepEqual(mapBlog(odd, 'x'), buildProfile({ handle: 'x' }))
  })
})

describe('posts of the API', () => {
  const [frond, reblog, poll] = mapAll('posts')

  test('maps every field of a post in blocks', () => {
    assert.deepEqual(
      frond,
      buildPost({
        id: '781234567890123456',
        url: 'https://ferns.tumblr.com/post/781234567890123456/new-frond',
        kind: 'article',
        title: 'New 🌿 frond',
        text: 'See @moss and 🌿 here',
        html: '<p>See <a href="https://moss.tumblr.com/" rel="nofollow noopener ugc">@moss</a> and 🌿 <b>here</b></p><figure><img src="https://64.media.tumblr.com/f/s1280x1920/f.jpg" alt="A curled frond" width="1280" height="960" /></figure><figure><img src="https://64.media.tumblr.com/g/s540/g.gif" alt="" /></figure>',
        tags: ['Ferns', 'after the rain'],
        publishedAt: '2026-05-02T08:53:20.000Z',
        author: AUTHOR,
        media: [
          buildMedia({
            type: 'image',
            url: 'https://64.media.tumblr.com/f/s1280x1920/f.jpg',
            previewUrl: 'https://64.media.tumblr.com/f/s540x810/f.jpg',
            width: 1280,
            height: 960,
            alt: 'A curled frond',
          }),
          buildMedia({ type: 'gif', url: 'https://64.media.tumblr.com/g/s540/g.gif' }),
        ],
        pinned: true,
      }),
    )
  })

  test('a reblog without words contains its trail, and a deleted blog keeps its last name', () => {
    assert.deepEqual(
      reblog,
      buildPost({
        id: '781234567890120000',
        url: 'https://ferns.tumblr.com/post/781234567890120000',
        kind: 'video',
        text: 'gone-blog:\n\nso good',
        html: '<p><a href="https://gone-blog.tumblr.com/" rel="nofollow noopener ugc">gone-blog</a>:</p><blockquote><p>so good</p></blockquote>',
        publishedAt: '2026-05-01T10:00:00.000Z',
        author: AUTHOR,
        media: [
          buildMedia({
            type: 'video',
            previewUrl: 'https://64.media.tumblr.com/p/p.jpg',
            embedUrl: 'https://www.youtube.com/embed/aaaaaaaaaaa',
          }),
        ],
        repostOf: {
          id: '77',
          url: 'https://moss.tumblr.com/post/77',
          author: buildAuthor({ handle: 'moss', displayName: 'moss', url: 'https://moss.tumblr.com/' }),
        },
      }),
    )
  })

  test('maps a poll without votes, and with its end', () => {
    assert.deepEqual([poll?.kind, poll?.text], ['poll', 'Which pot?'])
    assert.deepEqual(poll?.poll, {
      options: [
        { text: 'clay', votes: null },
        { text: 'glass', votes: null },
      ],
      votes: null,
      voters: null,
      multiple: false,
      endsAt: '2026-05-08T10:00:00.000Z',
      closed: true,
    })
  })
})

describe('posts in the legacy format', () => {
  const shown = mapAll('legacy').map((post) => {
    assert.ok(post)
    assert.deepEqual(faultsOfPost(post), [])
    const { id, kind, title, html, media, link } = post
    return [id, kind, title, html, media.map((each) => each.url ?? each.embedUrl), link?.url ?? null]
  })

  test('maps each type', () => {
    assert.deepEqual(shown, [
      ['5', 'image', null, '<p>wet</p>', ['https://64.media.tumblr.com/o.jpg'], null],
      ['4', 'text', null, '<blockquote>Why?</blockquote><p>Rain.</p>', [], null],
      ['3', 'article', 'Frond', '<p>New.</p>', [], null],
      [
        '2',
        'text',
        null,
        '<blockquote>Slow &amp; steady</blockquote><p><a href="https://plants.example/" rel="nofollow noopener ugc">Moss</a></p>',
        [],
        null,
      ],
      ['20', 'link', null, '<p>Read it</p>', [], 'https://plants.example/a'],
      ['21', 'article', 'Two', '<p><b>A:</b> hi</p><p><b>B:</b> &lt;ho&gt;</p>', [], null],
      [
        '22',
        'audio',
        null,
        '<p>Listen</p>',
        ['https://ferns.tumblr.com/post/22/audio_player_iframe/ferns/x?a=1&b=2'],
        null,
      ],
      ['23', 'video', null, '<p>Watch</p>', ['https://www.youtube.com/embed/aaaaaaaaaaa'], null],
    ])
  })

  test('maps the plays of an audio post to views, and nothing else', () => {
    assert.deepEqual(
      mapAll('legacy').map((post) => [post?.id, post?.metrics.views]),
      ['5', '4', '3', '2', '20', '21', '22', '23'].map((id) => [id, id === '22' ? 7 : null]),
    )
    assert.equal(map({ type: 'audio', plays: '' }).metrics.views, null)
  })

  test('maps durations in seconds, and a smaller size as the preview of an image', () => {
    assert.equal(mapAll('legacy').at(-1)?.media[0]?.durationSeconds, 94)
    const sizes = [
      { url: 'https://a.example/500.jpg', width: 500 },
      { url: 'https://a.example/75.jpg', width: 75 },
    ]
    const photos = [{ original_size: { url: 'https://a.example/o.jpg' }, alt_sizes: sizes }]
    assert.equal(map({ type: 'photo', photos }).media[0]?.previewUrl, 'https://a.example/500.jpg')
  })
})

describe('mapping blocks', () => {
  test('counts offsets in code points, and nests overlapping ranges', () => {
    const bold = { start: 0, end: 3, type: 'bold' }
    const italic = { start: 2, end: 5, type: 'italic' }
    assert.equal(formatText('🌿🌿🌿🌿🌿<', [bold, italic]), '<b>🌿🌿</b><b><i>🌿</i></b><i>🌿🌿</i>&lt;')
    const link = {
      start: 1,
      end: 4,
      type: 'link',
      url: 'https://t.umblr.com/redirect?z=https%3A%2F%2Fa.example%2F&t=x',
    }
    assert.equal(
      formatText('abcde', [bold, link]),
      '<b>a</b><a href="https://a.example/" rel="nofollow noopener ugc"><b>bc</b>d</a>e',
    )
    for (const odd of [
      [{ start: 3, end: 1, type: 'bold' }],
      [{ start: -1, end: 2, type: 'bold' }],
      [null, 5],
      'x',
      [{ type: 'color', start: 0, end: 2, hex: '#f00' }],
    ])
      assert.equal(formatText('abc', odd), 'abc')
    assert.equal(formatText('abc', [{ start: 1, end: 99, type: 'small' }]), 'a<small>bc</small>')
  })

  test('takes linear time for many ranges', () => {
    const formatting = Array.from({ length: 50_000 }, (_, start) => ({ start, end: start + 1_000, type: 'bold' }))
    const started = process.cpuUsage()
    formatText('x'.repeat(50_000), formatting)
    assert.ok(process.cpuUsage(started).user < 2_000_000)
  })

  test('maps subtypes to elements, and nests lists by their levels', () => {
    const item = (text: string, subtype: string, level = 0) => firstContent(text, { subtype, indent_level: level })
    assert.equal(
      content(
        firstContent('a\nb'),
        firstContent('H', { subtype: 'heading1' }),
        firstContent('h', { subtype: 'heading2' }),
        firstContent('q', { subtype: 'quote' }),
        item('1', 'ordered-list-item'),
        item('1a', 'unordered-list-item', 1),
        item('1b', 'unordered-list-item', 1),
        item('2', 'ordered-list-item'),
        item('x', 'unordered-list-item'),
        item('deep', 'unordered-list-item', 7),
        firstContent('end'),
      ).html,
      '<p>a<br />b</p><h1>H</h1><h2>h</h2><blockquote>q</blockquote><ol><li>1<ul><li>1a</li><li>1b</li></ul></li><li>2</li></ol><ul><li>x<ul><li>deep</li></ul></li></ul><p>end</p>',
    )
  })

  test('orders blocks by the rows of the layout, in the current and the former form', () => {
    const blocks = [firstContent('one'), firstContent('two'), firstContent('three')]
    const text = (layout: readonly JsonObject[]) => map({ content: blocks, layout }).text
    assert.equal(text([{ type: 'rows', display: [{ blocks: [2] }, { blocks: [0, 1] }] }]), 'three\n\none\n\ntwo')
    assert.equal(text([{ type: 'rows', rows: [[1, 0]] }]), 'two\n\none\n\nthree')
    assert.equal(text([{ type: 'rows', display: [{ blocks: [9, 'x', -1] }] }]), 'one\n\ntwo\n\nthree')
    assert.equal(text([{ type: 'condensed', truncate_after: 0, blocks: [0] }]), 'one\n\ntwo\n\nthree')
  })

  test('puts a question before its answer, under the name of the asker', () => {
    const blocks = [firstContent('Why?', { subtype: 'heading1' }), firstContent('Rain.')]
    const withAsker = (attribution?: JsonObject) =>
      map({ content: blocks, layout: [{ type: 'ask', blocks: [0], ...(attribution && { attribution }) }] })
    assert.equal(withAsker().html, '<blockquote><h1>Why?</h1></blockquote><p>Rain.</p>')
    assert.equal(withAsker().title, null)
    assert.equal(
      withAsker({ type: 'blog', blog: { name: 'moss', url: 'https://moss.tumblr.com/' } }).html,
      '<p><a href="https://moss.tumblr.com/" rel="nofollow noopener ugc">moss</a>:</p><blockquote><h1>Why?</h1></blockquote><p>Rain.</p>',
    )
  })

  test('maps the first link to the card, and further ones to the text', () => {
    const one = { type: 'link', url: 'https://href.li/?https://a.example/', title: 'A', description: 'D' }
    const post = content(
      { ...one, poster: [{ url: 'https://a.example/p.jpg' }] },
      { ...one, url: 'https://b.example/' },
    )
    assert.deepEqual(post.link, {
      url: 'https://a.example/',
      title: 'A',
      description: 'D',
      imageUrl: 'https://a.example/p.jpg',
    })
    assert.equal(post.html, '<p><a href="https://b.example/" rel="nofollow noopener ugc">A</a></p>')
  })

  test('maps a video that only a script can play to a link card with its poster', () => {
    const url = 'https://www.tiktok.com/@harbour/video/7400000000000000010'
    const poster = [{ url: 'https://a.example/p.jpg' }]
    const script = {
      type: 'video',
      url,
      poster,
      embed_html: '<blockquote></blockquote><script src="https://t.example/e.js"></script>',
    }
    for (const type of ['video', 'audio']) {
      const post = content({ ...script, type })
      assert.deepEqual([post.link?.url, post.link?.imageUrl], [url, 'https://a.example/p.jpg'])
      assert.deepEqual(
        post.media.map(({ previewUrl }) => previewUrl),
        ['https://a.example/p.jpg'],
      )
    }
    const framed = content({ ...script, embed_html: '<iframe width="540" src=\'//v.example/e?a=1&amp;b=2\'></iframe>' })
    assert.deepEqual([framed.link, framed.media[0]?.embedUrl], [null, 'https://v.example/e?a=1&b=2'])
    for (const type of ['video', 'audio']) {
      const legacy = map({
        type,
        permalink_url: url,
        thumbnail_url: poster[0]?.url,
        source_title: 'harbour',
        player: [],
      })
      assert.deepEqual([legacy.link?.url, legacy.link?.title], [url, 'harbour'])
    }
  })

  test('maps Tumblr’s own videos and audio to files, others to players, and those with neither to link cards', () => {
    const video = {
      type: 'video',
      provider: 'tumblr',
      media: { url: 'https://va.media.tumblr.com/v.mp4', type: 'video/mp4', width: 640, height: 360 },
      poster: [{ url: 'https://a.example/p.jpg' }],
      embed_url: 'https://embed.example/',
      duration: 12_500,
    }
    assert.deepEqual(content(video).media, [
      buildMedia({
        type: 'video',
        url: 'https://va.media.tumblr.com/v.mp4',
        previewUrl: 'https://a.example/p.jpg',
        width: 640,
        height: 360,
        durationSeconds: 12.5,
      }),
    ])
    const framed = {
      type: 'video',
      url: 'https://v.example/1',
      embed_iframe: { url: 'https://v.example/e', width: 540, height: 405 },
    }
    assert.deepEqual(content(framed).media, [
      buildMedia({ type: 'video', embedUrl: 'https://v.example/e', width: 540, height: 405 }),
    ])
    const song = {
      type: 'audio',
      provider: 'x',
      url: 'https://x.example/s',
      embed_url: 'https://x.example/e',
      title: 'T',
      artist: 'A',
    }
    assert.deepEqual(content(song).media, [
      buildMedia({ type: 'audio', embedUrl: 'https://x.example/e', alt: 'T – A' }),
    ])
    assert.equal(content({ type: 'audio', url: 'https://x.example/s', title: 'T' }).link?.url, 'https://x.example/s')
  })

  test('maps an image to its largest uncropped size, a GIF with its poster, and captions to text', () => {
    const media = [
      { url: 'https://a.example/c.jpg', type: 'image/jpeg', width: 2048, height: 2048, cropped: true },
      { url: 'https://a.example/s.jpg', type: 'image/jpeg', width: 540, height: 405 },
      { url: 'https://a.example/l.jpg', type: 'image/jpeg', width: 1280, height: 960 },
    ]
    const { media: shown, text } = content({ type: 'image', media, caption: 'Wet & green' })
    assert.deepEqual(
      [shown[0]?.url, shown[0]?.previewUrl, text],
      ['https://a.example/l.jpg', 'https://a.example/s.jpg', 'Wet & green'],
    )
    const gif = { url: 'https://a.example/g.gif', type: 'image/gif', poster: { url: 'https://a.example/g.jpg' } }
    assert.deepEqual(content({ type: 'image', media: [gif] }).media, [
      buildMedia({ type: 'gif', url: 'https://a.example/g.gif', previewUrl: 'https://a.example/g.jpg' }),
    ])
  })

  test('maps only the visible part of a paywall, and skips unknown types', () => {
    const post = content(
      firstContent('open'),
      { type: 'paywall', subtype: 'cta', url: 'https://a.example/', title: 'Pay' },
      { type: 'hologram', text: 'x' },
    )
    assert.equal(post.html, '<p>open</p><p><a href="https://a.example/" rel="nofollow noopener ugc">Pay</a></p>')
  })
})

describe('reblogs and authors', () => {
  const trail = [
    { post: { id: '5500000' }, blog: { name: 'lichen', uuid: 't:l' }, content: [firstContent('Slow.')] },
    { broken_blog_name: 'gone', content: [firstContent('so good')] },
  ]
  const parent = { parent_post_url: 'https://moss.tumblr.com/post/77', reblogged_from_name: 'moss' }

  test('a reblog with words quotes the last post of the trail that still exists', () => {
    const post = map({ ...parent, content: [firstContent('Yes.')], trail })
    assert.deepEqual([post.text, post.repostOf], ['Yes.', null])
    assert.deepEqual(post.quoteOf, {
      id: '5500000',
      url: 'https://lichen.tumblr.com/post/5500000',
      author: buildAuthor({ id: 't:l', handle: 'lichen', displayName: 'lichen', url: 'https://lichen.tumblr.com/' }),
    })
    const broken = map({ ...parent, content: [firstContent('Yes.')], trail: trail.slice(1) })
    assert.equal(broken.quoteOf?.url, 'https://moss.tumblr.com/post/77')
  })

  test('a reblog of a single post keeps its content and its title', () => {
    const [item] = trail
    const own = {
      ...item,
      blog: { name: 'moss' },
      content: [firstContent('T', { subtype: 'heading1' }), firstContent('B')],
    }
    const post = map({ ...parent, content: [], trail: [own] })
    assert.deepEqual([post.kind, post.title, post.text, post.repostOf?.id], ['article', 'T', 'B', '77'])
  })

  test('maps the author of a post in a community', () => {
    assert.equal(map({ blog_name: 'club', author_blog: { name: 'moss' } }).author?.handle, 'moss')
    assert.equal(map({ blog_name: 'club' }).author?.url, 'https://club.tumblr.com/')
  })

  test('maps flags when they are present, and never takes an inexact number as an id', () => {
    assert.deepEqual([map({}).pinned, map({}).sensitive], [null, null])
    assert.deepEqual([map({ is_pinned: false }).pinned, map({ is_nsfw: true }).sensitive], [false, true])
    const post = mapPost(
      { id: 781234567890123456n, post_url: 'https://a.tumblr.com/post/781234567890123456/x' },
      { blog: {}, now: 0 },
    )
    assert.equal(post?.id, '781234567890123456')
    assert.equal(mapPost({ id: 5 }, { blog: {}, now: 0 }), null)
  })
})

test('the mapping never throws, whatever a response contains', () => {
  const { posts } = read('posts')
  const names = ['content', 'layout', 'trail', 'tags', 'timestamp', 'type', 'post_url', 'photos', 'player', 'dialogue']
  const block = fc.record({
    type: fc.constantFrom('text', 'image', 'video', 'audio', 'link', 'poll', 'paywall', 'x', '__proto__', 3),
    text: fc.anything(),
    formatting: fc.anything(),
    media: fc.anything(),
    poster: fc.anything(),
    answers: fc.anything(),
    settings: fc.anything(),
    url: fc.anything(),
    subtype: fc.constantFrom('ordered-list-item', 'heading1', 'constructor', null),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...jsonList(posts).map(jsonObject)),
      fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.anything(), fc.array(block))),
      (post, odd) => {
        const mapped = mapPost({ ...post, ...odd }, { blog: odd.tags, now: NOW })
        if (mapped) assert.deepEqual(faultsOfPost(mapped), [])
      },
    ),
    { numRuns: 500 },
  )
})

test('a community label makes a post sensitive', () => {
  const labeled = (community_labels: unknown) =>
    map({ content: [firstContent('x')], is_nsfw: false, community_labels }).sensitive
  assert.deepEqual(
    [labeled({ has_community_label: true, categories: ['sexual_themes'] }), labeled(undefined)],
    [true, false],
  )
})
