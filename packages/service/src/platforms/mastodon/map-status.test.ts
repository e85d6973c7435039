import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountEntity,
  attachment,
  boostOf,
  responseTo,
  statusEntity,
} from '@central-api/testing/platforms/mastodon/simulated-statuses.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import type { JsonObject } from '../../parsing/json-value.ts'
import type { PlatformPost } from '../../post/post.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'

const ID = '112'
const TIME = '2026-06-01T10:00:00.000Z'
const FILES = 'https://files.social.example'

const GARDEN = {
  id: '109876543210987654',
  handle: 'garden@social.example',
  displayName: 'Garden 🌱 :leaf:',
  url: 'https://social.example/@garden',
  avatarUrl: `${FILES}/avatars/garden.png`,
}
const SEED = {
  ...GARDEN,
  id: '555',
  handle: 'seed@remote.example',
  url: 'https://remote.example/@seed',
}

const PLAIN: PlatformPost = {
  id: ID,
  url: `https://social.example/@garden/${ID}`,
  kind: 'text',
  title: null,
  summary: null,
  text: 'Plain',
  html: '<p>Plain</p>',
  language: 'en',
  tags: [],
  publishedAt: TIME,
  editedAt: null,
  author: GARDEN,
  media: [],
  link: null,
  poll: null,
  metrics: { likes: 2, comments: 3, shares: 1, views: null },
  repostOf: null,
  replyTo: null,
  quoteOf: null,
  pinned: null,
  sensitive: false,
}

const image = (name: string, more: JsonObject = {}) => ({
  type: 'image',
  url: `${FILES}/${name}`,
  previewUrl: `${FILES}/small/${name.replace(/\.mp4$/, '.png')}`,
  embedUrl: null,
  width: 1600,
  height: 900,
  durationSeconds: null,
  alt: null,
  expiresAt: null,
  ...more,
})

const quoted = statusEntity('77', TIME, {
  url: 'https://remote.example/@seed/77',
  account: accountEntity('seed', 'remote.example', { id: '555' }),
})
const QUOTE = { id: '77', url: 'https://remote.example/@seed/77', author: SEED }

/** Changes to a plain status → changes to its post. */
const CASES: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  'only text': [{}, {}],
  'entities, emoji and breaks': [
    { content: '<p>Fish &amp; chips &lt;3 😀 caf&eacute;<br>two</p><p>three</p>' },
    {
      text: 'Fish & chips <3 😀 café\ntwo\n\nthree',
      html: '<p>Fish &amp; chips &lt;3 😀 café<br />two</p><p>three</p>',
    },
  ],
  'a link with hidden parts': [
    {
      content:
        '<p><a href="https://a.example/long" rel="nofollow"><span class="invisible">https://</span><span class="ellipsis">a.example/lo</span><span class="invisible">ng</span></a></p>',
    },
    {
      text: 'https://a.example/long',
      html: '<p><a href="https://a.example/long" rel="nofollow noopener ugc"><span>https://</span><span>a.example/lo</span><span>ng</span></a></p>',
    },
  ],
  'hostile HTML': [
    {
      content:
        '<p onclick="x()">a<script>b</script><img src=x onerror=c><a href="javascript:d">e</a></p><iframe src="https://f.example"></iframe>',
    },
    {
      kind: 'image',
      text: 'ae',
      html: '<p>a<img src="https://social.example/@garden/x" />e</p>',
      media: [image('', { url: 'https://social.example/@garden/x', previewUrl: null, width: null, height: null })],
    },
  ],
  'a content warning': [
    { spoiler_text: 'Spiders <3', sensitive: false },
    { text: 'Spiders <3\n\nPlain', html: '<p>Spiders &lt;3</p><p>Plain</p>', sensitive: true },
  ],
  'a content warning without text': [
    { spoiler_text: 'Look', content: '' },
    { text: 'Look', html: '<p>Look</p>', sensitive: true },
  ],
  'sensitive media': [
    { sensitive: true, content: '', media_attachments: [attachment('image', 'bee.jpg', { description: 'A bee' })] },
    { sensitive: true, kind: 'image', text: null, html: null, media: [image('bee.jpg', { alt: 'A bee' })] },
  ],
  'several attachments': [
    {
      media_attachments: [
        attachment('image', 'a.png', { meta: null }),
        attachment('image', 'b.png'),
        null,
        { type: 'image' },
      ],
    },
    { kind: 'gallery', media: [image('a.png', { width: null, height: null }), image('b.png')] },
  ],
  'a silent video': [
    { media_attachments: [attachment('gifv', 'loop.mp4')] },
    { kind: 'image', media: [image('loop.mp4', { type: 'gif' })] },
  ],
  'a video': [
    {
      media_attachments: [
        attachment('video', 'video.mp4', { meta: { original: { width: 640, height: 360, duration: 12.5 } } }),
      ],
    },
    { kind: 'video', media: [image('video.mp4', { type: 'video', width: 640, height: 360, durationSeconds: 12.5 })] },
  ],
  audio: [
    {
      media_attachments: [attachment('audio', 'song.mp3', { preview_url: null, meta: { original: { duration: 61 } } })],
    },
    {
      kind: 'audio',
      media: [image('song.mp3', { type: 'audio', previewUrl: null, width: null, height: null, durationSeconds: 61 })],
    },
  ],
  'media that the server has not fetched': [
    {
      media_attachments: [
        attachment('unknown', 'x', {
          url: null,
          preview_url: null,
          remote_url: 'https://remote.example/r.PNG?v=1',
          meta: {},
        }),
        attachment('unknown', 'y', {
          url: null,
          preview_url: null,
          remote_url: 'https://remote.example/what',
          meta: {},
        }),
        attachment('constructor', 'z', { url: 'https://remote.example/z', preview_url: null, meta: {} }),
      ],
    },
    {
      kind: 'image',
      media: [image('', { url: 'https://remote.example/r.PNG?v=1', previewUrl: null, width: null, height: null })],
    },
  ],
  'a poll': [
    {
      poll: {
        id: '7',
        expires_at: '2026-06-03T10:00:00.000Z',
        expired: false,
        multiple: true,
        votes_count: 5,
        voters_count: 3,
        options: [{ title: 'yes <3', votes_count: 5 }, { title: 'no', votes_count: 0 }, { title: ' ' }, null],
      },
    },
    {
      kind: 'poll',
      poll: {
        options: [
          { text: 'yes <3', votes: 5 },
          { text: 'no', votes: 0 },
        ],
        votes: 5,
        voters: 3,
        multiple: true,
        endsAt: '2026-06-03T10:00:00.000Z',
        closed: false,
      },
    },
  ],
  'a poll whose votes are hidden': [
    { poll: { id: '7', options: [{ title: 'yes', votes_count: null }], votes_count: 5, multiple: 'x' } },
    {
      kind: 'poll',
      poll: {
        options: [{ text: 'yes', votes: null }],
        votes: 5,
        voters: null,
        multiple: null,
        endsAt: null,
        closed: null,
      },
    },
  ],
  'a poll without options': [{ poll: { id: '7', options: [] } }, {}],
  hashtags: [
    {
      content:
        '<p><a href="https://social.example/tags/Soil" class="mention hashtag" rel="tag">#<span>Soil</span></a></p>',
      tags: [{ name: 'soil' }, { name: '#bees' }, null, 'x'],
    },
    {
      text: '#Soil',
      html: '<p><a href="https://social.example/tags/Soil" rel="nofollow noopener ugc">#<span>Soil</span></a></p>',
      tags: ['Soil', 'bees'],
    },
  ],
  'a card': [
    {
      card: {
        url: 'https://news.example/a',
        title: 'News',
        description: '',
        image: 'https://news.example/a.jpg',
        type: 'link',
      },
    },
    {
      kind: 'link',
      link: { url: 'https://news.example/a', title: 'News', description: null, imageUrl: 'https://news.example/a.jpg' },
    },
  ],
  'a card without a valid URL': [{ card: { url: 'javascript:x', title: 'News' } }, {}],
  'an edit': [{ edited_at: '2026-06-02T00:00:00.000Z' }, { editedAt: '2026-06-02T00:00:00.000Z' }],
  'an accepted quote': [
    {
      quote: { state: 'accepted', quoted_status: quoted },
      content: '<p class="quote-inline">RE: <a href="https://x.example/">x</a></p><p>So true</p>',
    },
    { quoteOf: QUOTE, text: 'So true', html: '<p>So true</p>' },
  ],
  'an accepted quote by id': [
    { quote: { state: 'accepted', quoted_status_id: '77' } },
    { quoteOf: { id: '77', url: null, author: null } },
  ],
  ...Object.fromEntries(
    ['revoked', 'pending', 'rejected', 'deleted', 'unauthorized', 'blocked_account'].map((state) => [
      `a quote that is ${state}`,
      [
        { quote: { state, quoted_status: null }, content: '<p class="quote-inline">RE: x</p><p>So</p>' },
        { text: 'So', html: '<p>So</p>' },
      ],
    ]),
  ),
  'a quote that only the text mentions': [
    { quote: null, content: '<p class="quote-inline">RE: x</p><p>So</p>' },
    { text: 'RE: x\n\nSo', html: '<p>RE: x</p><p>So</p>' },
  ],
  'a quote in the text of another server': [
    {
      quote: quoted,
      content: '<p>So<span class="x quote-inline"><br><br>RE: <a href="https://x.example/">x</a></span></p>',
    },
    { quoteOf: QUOTE, text: 'So', html: '<p>So</p>' },
  ],
  'a quote in the format of other servers': [{ quote: quoted, quote_id: '77' }, { quoteOf: QUOTE }],
  'a quote in the format of Pleroma and Rebased': [
    {
      pleroma: { quote: quoted, quote_id: '77', quote_url: 'https://remote.example/o/77', quote_visible: true },
      content:
        'So<span class="quote-inline"><br/><br/>RE: <a href="https://remote.example/o/77">https://remote.example/o/77</a></span>',
    },
    { quoteOf: QUOTE, text: 'So', html: 'So' },
  ],
  'a quote next to an empty one': [{ quote: null, pleroma: { quote: quoted } }, { quoteOf: QUOTE }],
  'a quote of Pleroma that is not shown': [
    {
      pleroma: { quote: null, quote_id: '77', quote_url: 'https://remote.example/o/77', quote_visible: false },
      content: '<p>So</p><p>RE: <a href="https://remote.example/o/77">remote.example/o/77</a></p>',
    },
    { quoteOf: { id: '77', url: 'https://remote.example/o/77', author: null }, text: 'So', html: '<p>So</p>' },
  ],
  'a quote with only an id and URL': [
    { quote_id: '77', quote_url: 'https://remote.example/o/77' },
    { quoteOf: { id: '77', url: 'https://remote.example/o/77', author: null } },
  ],
  'a quote whose line is not marked': [
    {
      quote: quoted,
      content:
        '<p>So<span><br><br>QT: </span><a href="https://remote.example/@seed/77">remote.example/@seed/77</a></p>',
    },
    { quoteOf: QUOTE, text: 'So', html: '<p>So</p>' },
  ],
  'a quote without other text': [
    { quote: quoted, content: '<p>RE: <a href="https://remote.example/@seed/77">x</a></p>' },
    { quoteOf: QUOTE, text: null, html: null },
  ],
  'a quote, and a line about another post': [
    { quote: quoted, content: '<p>So</p><p>RE: <a href="https://remote.example/@seed/78">x</a></p>' },
    {
      quoteOf: QUOTE,
      text: 'So\n\nRE: x',
      html: '<p>So</p><p>RE: <a href="https://remote.example/@seed/78" rel="nofollow noopener ugc">x</a></p>',
    },
  ],
  'a quote that is linked within a sentence': [
    { quote: quoted, content: '<p>I care: <a href="https://remote.example/@seed/77">x</a></p>' },
    {
      quoteOf: QUOTE,
      text: 'I care: x',
      html: '<p>I care: <a href="https://remote.example/@seed/77" rel="nofollow noopener ugc">x</a></p>',
    },
  ],
  'emoji as images': [
    {
      content:
        '<p>Hi <img class="emoji custom-emoji" alt=":leaf:" src="https://f.example/l.png"> <img class="smiley" src="https://f.example/images/smiley-grin.gif" title=":-D"></p>',
    },
    { text: 'Hi :leaf: :-D', html: '<p>Hi :leaf: :-D</p>' },
  ],
  'an undetermined language': [{ language: 'und' }, { language: null }],
  'a language with a region': [{ language: 'pt-BR' }, { language: 'pt-BR' }],
  'no page': [{ url: null }, { url: `https://social.example/users/garden/statuses/${ID}` }],
  'values of wrong types': [
    {
      uri: 5,
      url: {},
      account: 'x',
      content: 7,
      created_at: 'soon',
      edited_at: [],
      language: {},
      sensitive: 'no',
      spoiler_text: null,
      media_attachments: {},
      mentions: 'x',
      card: [],
      poll: 0,
      tags: 'x',
      quote: 'x',
      reblog: false,
      in_reply_to_id: 9,
      favourites_count: -1,
      replies_count: '3.5',
      reblogs_count: null,
    },
    {
      url: null,
      text: null,
      html: null,
      language: null,
      publishedAt: null,
      author: null,
      metrics: { likes: null, comments: null, shares: null, views: null },
    },
  ],
}

for (const [name, [status, post]] of Object.entries(CASES)) {
  test(`maps a status with ${name}`, () => {
    const mapped = mapStatus(statusEntity(ID, TIME, status), 'social.example')
    assert.deepEqual(mapped, { ...PLAIN, ...post })
    assert.deepEqual(mapped && faultsOfPost(mapped), [])
  })
}

test('a boost has its own author and time and the content of the original', () => {
  assert.deepEqual(mapStatus(boostOf(ID, TIME), 'social.example', false), {
    ...PLAIN,
    url: 'https://remote.example/@seed/1',
    kind: 'image',
    text: 'Boosted',
    html: '<p>Boosted</p>',
    media: [image('', { url: 'https://remote.example/r.png', previewUrl: `${FILES}/small/x` })],
    repostOf: { id: `8${ID}`, url: 'https://remote.example/@seed/1', author: SEED },
    pinned: false,
  })
})

test('a reply names the parent’s author if the status contains it', () => {
  const mentioned = { id: '555', handle: 'seed@remote.example', displayName: null, url: SEED.url, avatarUrl: null }
  const cases = { '555': mentioned, '109876543210987654': GARDEN, '999': null }
  for (const [accountId, author] of Object.entries(cases)) {
    const expected = { ...PLAIN, replyTo: { id: '42', url: null, author } }
    assert.deepEqual(mapStatus(responseTo(ID, TIME, accountId), 'social.example'), expected)
  }
})

test('a status without an id is dropped', () => {
  for (const value of [null, 'x', [], {}, { id: '' }, { id: 7 }]) assert.equal(mapStatus(value, 'social.example'), null)
})

test('only public statuses are shown, also when boosted', () => {
  const visible = { public: true, unlisted: true, private: false, direct: false, local: false, mutuals_only: false }
  for (const [visibility, expected] of Object.entries(visible)) {
    assert.equal(isPublicStatus(statusEntity(ID, TIME, { visibility })), expected, visibility)
    const boost = { ...boostOf(ID, TIME), reblog: statusEntity('1', TIME, { visibility }) }
    assert.equal(isPublicStatus(boost), expected, `boost of ${visibility}`)
  }
  assert.equal(isPublicStatus({ id: ID }), false)
})

const PROXY = 'https://social.example/media_proxy/1'
const REMOTE = 'https://remote.example'

/** Attachment of an unknown type → type and URL of the media; null: it is dropped. */
const UNKNOWN_MEDIA: Readonly<Record<string, readonly [JsonObject, readonly [string, string] | null]>> = {
  'the name of its file': [{ url: `${REMOTE}/a.webm` }, ['video', `${REMOTE}/a.webm`]],
  'the name of the file at its origin': [
    { url: `${PROXY}/original`, preview_url: `${PROXY}/small`, remote_url: `${REMOTE}/a.jpg` },
    ['image', `${REMOTE}/a.jpg`],
  ],
  'the file behind a proxy': [
    { url: `${PROXY}/image.webp?url=https%3A%2F%2Fremote.example%2Fa.mp3` },
    ['audio', `${PROXY}/image.webp?url=https%3A%2F%2Fremote.example%2Fa.mp3`],
  ],
  'its media type': [{ url: `${REMOTE}/a`, pleroma: { mime_type: 'video/mp4' } }, ['video', `${REMOTE}/a`]],
  'its media type in place of the type': [{ type: 'image/png', url: `${REMOTE}/a` }, ['image', `${REMOTE}/a`]],
  'its size': [{ url: `${REMOTE}/a`, meta: { original: { width: 4, height: 3 } } }, ['image', `${REMOTE}/a`]],
  'its size and its length': [
    { url: `${REMOTE}/a`, meta: { original: { width: 4, height: 3, duration: 2 } } },
    ['video', `${REMOTE}/a`],
  ],
  'its length': [{ url: `${REMOTE}/a`, meta: { original: { duration: 2 } } }, ['audio', `${REMOTE}/a`]],
  'its preview': [{ url: `${REMOTE}/a`, preview_url: `${REMOTE}/p.jpg` }, ['image', `${REMOTE}/a`]],
  'the media type of a download': [
    { url: `${REMOTE}/a`, preview_url: `${REMOTE}/p.jpg`, pleroma: { mime_type: 'application/pdf' } },
    null,
  ],
  'a generic media type': [
    { url: `${REMOTE}/a.png`, pleroma: { mime_type: 'application/octet-stream' } },
    ['image', `${REMOTE}/a.png`],
  ],
  'the name of a download': [{ url: `${REMOTE}/a.pdf`, preview_url: `${REMOTE}/p.jpg` }, null],
  nothing: [{ url: `${REMOTE}/a`, preview_url: `${REMOTE}/p` }, null],
}

for (const [name, [more, expected]] of Object.entries(UNKNOWN_MEDIA))
  test(`derives the type of an unknown attachment from ${name}`, () => {
    const attached = { id: '1', type: 'unknown', url: null, preview_url: null, remote_url: null, meta: null, ...more }
    const media = mapStatus({ ...statusEntity(ID, TIME), media_attachments: [attached] }, 'social.example')?.media
    const found = media?.map(({ type, url }) => [type, url])
    assert.deepEqual(found, expected === null ? [] : [expected])
  })

test('resolves relative URLs at the server of the response', () => {
  const attached = {
    id: '1',
    type: 'image',
    url: '/media/a.jpg',
    preview_url: '//files.example/p.jpg',
    remote_url: null,
  }
  const post = mapStatus(
    {
      ...statusEntity(ID, TIME, {
        media_attachments: [attached],
        card: { url: 'https://news.example/', image: '/c.png' },
      }),
      url: 'https://social.example/@garden/1',
      account: { id: '1', acct: 'garden', avatar: '/media/me.png' },
    },
    'social.example',
  )
  const [medium] = post?.media ?? []
  assert.deepEqual(
    [medium?.url, medium?.previewUrl, post?.link?.imageUrl, post?.author?.avatarUrl],
    [
      'https://social.example/media/a.jpg',
      'https://files.example/p.jpg',
      'https://social.example/c.png',
      'https://social.example/media/me.png',
    ],
  )
})
