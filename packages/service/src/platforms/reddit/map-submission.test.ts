import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import type { JsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import type { Media, PlatformPost } from '../../post/post.ts'
import { mapThing, readThing } from './map-thing.ts'

const NOW = Date.parse('2026-10-02T00:00:00Z')
const ACME = buildAuthor({ id: 't2_a1', handle: 'u/acme', url: 'https://www.reddit.com/user/acme/' })

const listOf = (name: string): readonly unknown[] => JSON.parse(readFixture(`reddit/${name}.json`)).data.children

const mapAll = (name: string) =>
  listOf(name).map((child) => {
    const thing = readThing(child)
    assert.ok(thing)
    return mapThing(thing, 'user', NOW)
  })

const map = (more: JsonObject, listedIn?: 'user' | 'subreddit'): PlatformPost | null => {
  const data = { name: 't3_1', title: 'T', created_utc: 1_790_928_900.0, ...more }
  const post = mapThing({ kind: 't3', data }, listedIn, NOW)
  if (post) assert.deepEqual(faultsOfPost(post), [])
  return post
}

const mediaOf = (more: JsonObject): readonly Media[] => map({ is_self: false, ...more })?.media ?? []

describe('mapping a listing', () => {
  const [gallery, text, clip, poll] = mapAll('submitted')

  test('maps the images of a gallery in the order of its items, with captions as alternative texts', () => {
    assert.deepEqual(
      gallery,
      buildPost({
        id: 't3_1abc03',
        url: 'https://www.reddit.com/r/breadit/comments/1abc03/bread_butter_my_gallery/',
        kind: 'gallery',
        title: 'Bread & butter – my gallery',
        tags: ['Sourdough'],
        publishedAt: '2026-10-02T08:15:00.000Z',
        author: ACME,
        media: [
          buildMedia({
            type: 'gif',
            url: 'https://preview.redd.it/m2.gif?format=mp4&s=bb',
            width: 480,
            height: 480,
            alt: 'The crumb',
          }),
          buildMedia({
            type: 'image',
            url: 'https://preview.redd.it/m1.jpg?width=1200&format=pjpg&auto=webp&s=aa',
            width: 1200,
            height: 900,
          }),
        ],
        metrics: { likes: 41, comments: 0, shares: 1 },
        pinned: false,
        sensitive: false,
      }),
    )
  })

  test('maps a text with its HTML, the time of its edit, and its flags', () => {
    assert.deepEqual(
      text,
      buildPost({
        id: 't3_1abc02',
        url: 'https://www.reddit.com/user/acme/comments/1abc02/a_question/',
        kind: 'article',
        title: 'A question',
        text: 'Is this ok?',
        html: '<div><p>Is <strong>this</strong> ok?</p>\n</div>',
        publishedAt: '2026-10-01T08:15:00.000Z',
        editedAt: '2026-10-01T08:21:40.000Z',
        author: ACME,
        metrics: { likes: 0, comments: 3, shares: 0 },
        pinned: true,
        sensitive: true,
      }),
    )
  })

  test('maps a crosspost with its original, whose author may be deleted', () => {
    assert.deepEqual(
      clip,
      buildPost({
        id: 't3_1abc01',
        url: 'https://www.reddit.com/r/breadit/comments/1abc01/clip/',
        kind: 'video',
        title: 'Clip',
        publishedAt: '2026-09-30T08:15:00.000Z',
        author: ACME,
        media: [
          buildMedia({
            type: 'video',
            url: 'https://v.redd.it/vv1/HLSPlaylist.m3u8',
            previewUrl: 'https://external-preview.redd.it/p.png?s=cc',
            width: 1280,
            height: 720,
            durationSeconds: 14,
          }),
        ],
        metrics: { likes: 7, comments: 1, shares: 0 },
        repostOf: { id: 't3_0zzz99', url: 'https://www.reddit.com/r/videos/comments/0zzz99/clip/', author: null },
        pinned: false,
        sensitive: true,
      }),
    )
  })

  test('maps an open poll with only the total of its votes, and a hidden score to null', () => {
    assert.deepEqual(
      poll,
      buildPost({
        id: 't3_1abc00',
        url: 'https://www.reddit.com/r/breadit/comments/1abc00/rye_or_wheat/',
        kind: 'poll',
        title: 'Rye or wheat?',
        publishedAt: '2026-09-29T16:40:00.000Z',
        author: ACME,
        poll: {
          options: [
            { text: 'Rye', votes: null },
            { text: 'Wheat', votes: null },
          ],
          votes: 27,
          voters: null,
          multiple: false,
          endsAt: '2026-10-02T16:40:00.000Z',
          closed: false,
        },
        metrics: { comments: 0, shares: 0 },
        pinned: false,
        sensitive: false,
      }),
    )
  })

  test('maps every item to the normalized form', () => {
    for (const post of [gallery, text, clip, poll]) assert.deepEqual(post && faultsOfPost(post), [])
  })
})

const NOTES = [
  '[removed]',
  '[deleted]',
  '[unavailable]',
  '[ Removed by Reddit ]',
  '[removed by reddit]',
  '[ Removed by Reddit in response to a copyright notice. ]',
  '[ Removed by Reddit on account of violating the [content policy](/help/contentpolicy). ]',
  '[ Removed by moderator ]',
]

describe('things that are no posts', () => {
  test('skips a removed or deleted submission', () => {
    for (const by of [
      'reddit',
      'moderator',
      'automod_filtered',
      'deleted',
      'author',
      'content_takedown',
      'anti_evil_ops',
    ])
      assert.equal(map({ removed_by_category: by }), null, by)
    for (const selftext of NOTES) assert.equal(map({ selftext, author: '[deleted]' }), null, selftext)
    for (const title of ['[deleted by user]', '[ Removed by Reddit ]', '[ Removed by moderator ]'])
      assert.equal(map({ title }), null, title)
    for (const title of ['[Removed]', 'Removed by Reddit', '[Removed by rain] roof'])
      assert.notEqual(map({ title }), null, title)
    assert.notEqual(map({ removed_by_category: null, selftext: '' }), null)
  })

  test('skips advertisements', () => {
    assert.equal(map({ promoted: true }), null)
    assert.equal(map({ is_created_from_ads_ui: true }), null)
    assert.equal(map({ ad_supplementary_text_md: 'Terms apply' }), null)
    assert.notEqual(map({ promoted: false, is_created_from_ads_ui: false, ad_business: null }), null)
  })

  test('skips a thing that is neither a submission nor a comment', () => {
    assert.equal(mapThing({ kind: 't5', data: { name: 't5_b' } }, 'user', NOW), null)
    for (const child of [null, 'x', {}, { kind: 't3' }, { kind: 't3', data: { id: '1' } }])
      assert.equal(readThing(child), undefined)
  })
})

describe('mapping submissions', () => {
  test('maps a deleted author to null', () => {
    const post = map({ author: '[deleted]', selftext: 'still here' })
    assert.deepEqual([post?.author, post?.text], [null, 'still here'])
  })

  test('falls back to the Markdown when there is no HTML', () => {
    const post = map({ is_self: true, selftext: 'a & b', selftext_html: null })
    assert.deepEqual([post?.text, post?.html, post?.kind], ['a & b', '<p>a &amp; b</p>', 'article'])
  })

  test('maps a link to a card with Reddit’s data about the page', () => {
    const link = map({
      is_self: false,
      url: 'https://news.example/a?b=1&c=2',
      url_overridden_by_dest: 'https://news.example/a?b=1&c=2',
      thumbnail: 'https://b.thumbs.redditmedia.com/t.jpg',
      preview: { images: [{ source: { url: 'https://external-preview.redd.it/p.jpg?s=1', width: 9, height: 9 } }] },
      media: { type: 'news.example', oembed: { type: 'rich', html: '<i>', title: 'News', description: 'Of bread' } },
    })
    assert.equal(link?.kind, 'link')
    assert.deepEqual(link?.link, {
      url: 'https://news.example/a?b=1&c=2',
      title: 'News',
      description: 'Of bread',
      imageUrl: 'https://external-preview.redd.it/p.jpg?s=1',
    })
    assert.deepEqual(link?.media, [])
  })

  test('ignores a thumbnail that is a word instead of a URL', () => {
    for (const thumbnail of ['self', 'default', 'nsfw', 'spoiler', 'image', '', null])
      assert.equal(map({ is_self: false, url: 'https://news.example/', thumbnail })?.link?.imageUrl, null)
  })

  test('ignores an empty, endless or malformed URL', () => {
    for (const url of ['', `https://a.example/${'x'.repeat(20_000)}`, 'javascript:alert(1)', 7]) {
      const post = map({ is_self: false, url })
      assert.deepEqual([post?.link, post?.kind], [null, 'text'])
    }
  })

  test('maps the pinned flag of a user’s list, and the moderators’ sticky flag of a subreddit’s list', () => {
    const flags = { pinned: true, stickied: false }
    assert.equal(map(flags, 'user')?.pinned, true)
    assert.equal(map(flags, 'subreddit')?.pinned, false)
    assert.equal(map({ pinned: false, stickied: true }, 'subreddit')?.pinned, true)
    assert.equal(map({ pinned: false, stickied: true }, 'user')?.pinned, false)
    assert.equal(map({}, 'user')?.pinned, null)
  })

  test('maps adult content and spoilers to sensitive', () => {
    assert.equal(map({ over_18: true, spoiler: false })?.sensitive, true)
    assert.equal(map({ over_18: false, spoiler: true })?.sensitive, true)
    assert.equal(map({ over_18: false, spoiler: false })?.sensitive, false)
    assert.equal(map({})?.sensitive, null)
  })

  test('maps the content of a crosspost’s original, unless it was removed', () => {
    const original = {
      name: 't3_0',
      author: 'seed',
      author_fullname: 't2_s',
      permalink: '/r/b/comments/0/x/',
      is_self: true,
      selftext: 'Whole',
      over_18: true,
    }
    const of = (more: JsonObject) =>
      map({
        is_self: false,
        selftext: '',
        url: '/r/b/comments/0/x/',
        crosspost_parent: 't3_0',
        crosspost_parent_list: [more],
      })
    const shown = of(original)
    assert.deepEqual([shown?.text, shown?.sensitive, shown?.link], ['Whole', true, null])
    assert.deepEqual(shown?.repostOf, {
      id: 't3_0',
      url: 'https://www.reddit.com/r/b/comments/0/x/',
      author: buildAuthor({ id: 't2_s', handle: 'u/seed', url: 'https://www.reddit.com/user/seed/' }),
    })
    const gone = of({ ...original, selftext: '[removed]', removed_by_category: 'moderator' })
    assert.deepEqual([gone?.text, gone?.repostOf?.id], [null, 't3_0'])
  })

  test('maps the votes of a poll that has ended, and ignores `false`', () => {
    const ended = {
      options: [{ text: 'Rye', vote_count: 20 }, { text: 'Wheat', vote_count: 7 }, { id: 'x' }],
      total_vote_count: 27,
      voting_end_timestamp: NOW - 1,
    }
    const poll = map({ is_self: true, poll_data: ended })?.poll
    assert.deepEqual([poll?.options.map(({ votes }) => votes), poll?.closed], [[20, 7], true])
    for (const none of [false, null, {}, { options: [] }]) assert.equal(map({ poll_data: none })?.poll, null)
  })

  test('maps counts that are no numbers to null', () => {
    for (const score of [-1, 0.5, null, '7x', {}]) assert.equal(map({ score })?.metrics.likes, null)
  })

  test('drops only the fields that are malformed', () => {
    const odd = {
      title: 5,
      author: {},
      selftext: [],
      selftext_html: 7,
      permalink: null,
      created_utc: 'soon',
      edited: true,
      crosspost_parent_list: {},
      gallery_data: 'x',
      media_metadata: [],
      media: 'x',
      preview: { images: 'x' },
      link_flair_text: 3,
      over_18: 'yes',
      poll_data: 'x',
    }
    assert.deepEqual(map(odd), buildPost({ id: 't3_1', kind: 'text' }))
  })
})

describe('mapping media', () => {
  const reddit_video = {
    fallback_url: 'https://v.redd.it/v/DASH_720.mp4?source=fallback',
    hls_url: 'https://v.redd.it/v/HLSPlaylist.m3u8',
    width: 1280,
    height: 720,
    duration: 14,
    has_audio: true,
    is_gif: false,
  }
  const videoOf = (more: JsonObject) =>
    mediaOf({ url: 'https://v.redd.it/v', media: { reddit_video: { ...reddit_video, ...more } } })

  test('maps a video with audio to its playlist, a silent one to its file', () => {
    assert.equal(videoOf({})[0]?.url, reddit_video.hls_url)
    assert.equal(videoOf({ has_audio: false })[0]?.url, reddit_video.fallback_url)
    const [gif] = videoOf({ is_gif: true })
    assert.deepEqual([gif?.type, gif?.url], ['gif', reddit_video.fallback_url])
  })

  test('maps a video without a file to its thumbnail, or to a link when there is none', () => {
    const failed = { transcoding_status: 'error', transcoding_message: 'x', width: null, height: null }
    const post = map({ is_self: false, url: 'https://v.redd.it/v', media: { reddit_video: failed } })
    const link = { url: 'https://v.redd.it/v', title: null, description: null, imageUrl: null }
    assert.deepEqual([post?.media, post?.kind, post?.link], [[], 'link', link])
    const thumbnail = 'https://b.thumbs.redditmedia.com/s.jpg'
    const unready = map({ is_self: false, url: 'https://v.redd.it/v', is_video: true, media: null, thumbnail })
    assert.deepEqual([unready?.kind, unready?.link], ['video', null])
    assert.deepEqual(unready?.media, [buildMedia({ type: 'video', previewUrl: thumbnail })])
  })

  test('maps a gallery whose images are still processed to a link', () => {
    const url = 'https://www.reddit.com/gallery/1abc23'
    const link = { url, title: null, description: null, imageUrl: null }
    for (const status of ['unprocessed', 'failed']) {
      const files = {
        media_metadata: { a: { status, e: 'Image', id: 'a' } },
        gallery_data: { items: [{ media_id: 'a' }] },
      }
      const post = map({ is_self: false, is_gallery: true, url, ...files })
      assert.deepEqual([post?.media, post?.kind, post?.link], [[], 'link', link])
    }
    const files = { media_metadata: null, gallery_data: null }
    assert.deepEqual(map({ is_self: false, is_gallery: true, url, ...files })?.link, link)
  })

  test('maps an image to its file, with a smaller preview', () => {
    const url = 'https://i.redd.it/p.jpeg'
    const resolutions = [320, 640, 1080].map((width) => ({
      url: `https://preview.redd.it/p.jpeg?width=${width}`,
      width,
    }))
    const images = [{ source: { url: 'https://preview.redd.it/p.jpeg?s=1', width: 2000, height: 1500 }, resolutions }]
    const post = map({ is_self: false, url, url_overridden_by_dest: url, preview: { images } })
    assert.deepEqual(post?.media, [
      buildMedia({
        type: 'image',
        url,
        previewUrl: 'https://preview.redd.it/p.jpeg?width=640',
        width: 2000,
        height: 1500,
      }),
    ])
    assert.deepEqual([post?.kind, post?.link], ['image', null])
  })

  test('maps a GIF to its MP4 when there is one', () => {
    const url = 'https://i.redd.it/p.gif'
    const mp4 = { source: { url: 'https://preview.redd.it/p.gif?format=mp4', width: 4, height: 3 } }
    const images = [{ source: { url: 'https://preview.redd.it/p.gif?s=1', width: 4, height: 3 }, variants: { mp4 } }]
    assert.deepEqual(mediaOf({ url, preview: { images } }), [
      buildMedia({ type: 'gif', url: mp4.source.url, width: 4, height: 3 }),
    ])
    assert.equal(mediaOf({ url })[0]?.url, url)
  })

  test('maps a video of another site to its player, and keeps the card', () => {
    const post = map({
      is_self: false,
      url: 'https://www.youtube.com/watch?v=x',
      secure_media: {
        type: 'youtube.com',
        oembed: {
          type: 'video',
          html: '<iframe width="356" height="200" src="https://www.youtube.com/embed/x?feature=oembed&amp;a=1" allowfullscreen></iframe>',
          title: 'Film',
          thumbnail_url: 'https://i.ytimg.com/x.jpg',
          width: 356,
          height: 200,
        },
      },
    })
    assert.deepEqual(post?.media, [
      buildMedia({
        type: 'video',
        embedUrl: 'https://www.youtube.com/embed/x?feature=oembed&a=1',
        previewUrl: 'https://i.ytimg.com/x.jpg',
        width: 356,
        height: 200,
      }),
    ])
    assert.deepEqual([post?.kind, post?.link?.title], ['video', 'Film'])
  })

  test('ignores a player without HTTPS', () => {
    const oembed = { type: 'video', html: '<iframe src="http://a.example/x"></iframe>' }
    assert.deepEqual(mediaOf({ url: 'https://a.example/', media: { oembed } }), [])
  })

  test('maps a short video of another site to Reddit’s conversion', () => {
    const preview = { reddit_video_preview: { ...reddit_video, is_gif: true, has_audio: false } }
    const [video] = mediaOf({ url: 'https://i.imgur.com/x.gifv', preview })
    assert.deepEqual([video?.type, video?.url], ['gif', reddit_video.fallback_url])
  })

  test('leaves out items of a gallery that failed, are still processed or are missing', () => {
    const image = { status: 'valid', e: 'Image', s: { u: 'https://preview.redd.it/a.jpg', x: 2, y: 1 } }
    const items = ['a', 'b', 'c', 'd', '__proto__', 'a', 7].map((media_id, id) => ({ media_id, id }))
    const media_metadata = { a: image, b: { status: 'failed' }, c: { status: 'unprocessed' } }
    const gallery = { is_gallery: true, url: 'https://www.reddit.com/gallery/1' }
    assert.deepEqual(
      mediaOf({ ...gallery, gallery_data: { items }, media_metadata }).map(({ url }) => url),
      ['https://preview.redd.it/a.jpg'],
    )
    assert.deepEqual(mediaOf({ ...gallery, gallery_data: null, media_metadata: null }), [])
  })

  test('maps images and videos in a text to media of the article', () => {
    const post = map({
      is_self: true,
      selftext_html: '<div class="md"><p>Look</p></div>',
      media_metadata: {
        p: {
          status: 'valid',
          e: 'Image',
          m: 'image/png',
          s: { u: 'https://preview.redd.it/p.png', x: 2, y: 1 },
          p: [],
        },
        v: { status: 'valid', e: 'RedditVideo', hlsUrl: 'https://v.redd.it/v/HLS.m3u8', x: 4, y: 3, isGif: false },
      },
    })
    assert.equal(post?.kind, 'article')
    assert.deepEqual(post?.media, [
      buildMedia({ type: 'image', url: 'https://preview.redd.it/p.png', width: 2, height: 1 }),
      buildMedia({ type: 'video', url: 'https://v.redd.it/v/HLS.m3u8', width: 4, height: 3 }),
    ])
  })
})

const EMOTE = 'https://reddit-econ-prod-assets-permanent.s3.amazonaws.com/asset-manager/t5_a/a.png'
const EMOTES = {
  'emote|t5_a|4271': { status: 'valid', e: 'Image', m: 'image/png', s: { x: 60, y: 60, u: EMOTE }, t: 'emoji' },
  'emote|free_emotes_pack|joy': { status: 'valid', e: 'Image', m: 'image/gif', s: { x: 60, y: 60, u: EMOTE } },
  'avatar_exp|12|fire': { status: 'valid', e: 'Image', m: 'image/png', s: { x: 60, y: 60, u: EMOTE }, t: 'sticker' },
}
const GIF = {
  'giphy|xT0': {
    status: 'valid',
    e: 'AnimatedImage',
    m: 'image/gif',
    s: { x: 200, y: 100, gif: 'https://external-preview.redd.it/x.gif?s=2' },
    t: 'giphy',
  },
}

describe('emotes and GIFs', () => {
  const drawn = (path: string) =>
    `<img src="https://www.redditstatic.com/marketplace-assets/v1/core/emotes/snoomoji_emotes/${path}" width="20" height="20">`
  const comment = (more: JsonObject): PlatformPost => {
    const data = { name: 't1_1', permalink: '/r/b/comments/a/x/1/', link_id: 't3_a', ...more }
    const post = mapThing({ kind: 't1', data }, 'user', NOW) ?? assert.fail()
    assert.deepEqual(faultsOfPost(post), [])
    return post
  }

  test('maps emotes to short codes, not to media', () => {
    const both = `<p>Nice ${drawn('free_emotes_pack/joy.gif')} ${drawn('t5_a/4271.gif')}</p>`
    const markdown = 'Nice ![img](emote|free_emotes_pack|joy) ![img](emote|t5_a|4271)'
    const self = map({ is_self: true, selftext: markdown, selftext_html: both, media_metadata: EMOTES })
    assert.deepEqual([self?.text, self?.html, self?.media], ['Nice :joy:', '<p>Nice :joy: </p>', []])
    const bare = map({ is_self: true, selftext: markdown, media_metadata: EMOTES })
    assert.deepEqual([bare?.text, bare?.media], ['Nice :joy: :4271:', []])
  })

  test('maps a lone emote to its short code', () => {
    for (const [body, path, text] of [
      ['![img](emote|t5_a|4271)', 't5_a/4271.gif', ':4271:'],
      ['![img](emote|free_emotes_pack|joy)', 'free_emotes_pack/joy.gif', ':joy:'],
      ['![img](avatar_exp|12|fire)', 'x/fire.png', ':fire:'],
    ] as const) {
      const post = comment({ body, body_html: `<p>${drawn(path)}</p>`, media_metadata: EMOTES })
      assert.deepEqual([post.text, post.media, post.kind], [text, [], 'text'])
    }
    assert.equal(comment({ body: '&amp;#x200B;', body_html: '<p>\u200b</p>' }).text, null)
  })

  test('maps a comment that is a GIF or an image', () => {
    const body = '![gif](giphy|xT0)'
    const body_html =
      '<p><a href="https://giphy.com/gifs/xT0"><img src="https://external-preview.redd.it/x.gif?s=2"></a></p>'
    const url = 'https://external-preview.redd.it/x.gif?s=2'
    for (const reported of [{ media_metadata: GIF, body_html }, { media_metadata: GIF }, { body_html }]) {
      const post = comment({ body, ...reported })
      assert.deepEqual([post.text, post.kind, post.media.map(({ type }) => type)], [null, 'image', ['gif']])
      assert.equal(post.media[0]?.url, url)
    }
    const image = {
      m1: { status: 'valid', e: 'Image', m: 'image/png', s: { x: 8, y: 9, u: 'https://preview.redd.it/m1.png?s=a' } },
    }
    const both = comment({ body: 'Look', body_html: '<p>Look</p>', media_metadata: { ...EMOTES, ...image } })
    assert.deepEqual([both.text, both.media.map(({ url }) => url)], ['Look', ['https://preview.redd.it/m1.png?s=a']])
  })

  test('skips a removed or deleted comment', () => {
    for (const body of NOTES)
      assert.equal(mapThing({ kind: 't1', data: { name: 't1_1', body } }, 'user', NOW), null, body)
  })
})

describe('mapping comments', () => {
  test('maps a comment as a reply to a submission, with its URL and author, or to another comment', () => {
    const [first, second] = mapAll('comments')
    assert.deepEqual(
      first,
      buildPost({
        id: 't1_kx1y2z3',
        url: 'https://www.reddit.com/r/breadit/comments/1abc99/which_flour/kx1y2z3/',
        kind: 'text',
        text: 'Try rye & salt',
        html: '<div><p>Try <strong>rye</strong> &amp; salt</p>\n</div>',
        publishedAt: '2026-10-02T08:15:00.000Z',
        editedAt: '2026-10-02T08:16:40.000Z',
        author: ACME,
        metrics: { likes: 12 },
        replyTo: {
          id: 't3_1abc99',
          url: 'https://www.reddit.com/r/breadit/comments/1abc99/which_flour/',
          author: buildAuthor({ handle: 'u/seed', url: 'https://www.reddit.com/user/seed/' }),
        },
        sensitive: false,
      }),
    )
    assert.deepEqual(
      [second?.replyTo, second?.metrics.likes, second?.sensitive],
      [{ id: 't1_kx1y2z1', url: null, author: null }, null, true],
    )
  })

  test('skips a removed comment', () => {
    for (const body of ['[removed]', '[deleted]'])
      assert.equal(mapThing({ kind: 't1', data: { name: 't1_x', body } }, 'user', NOW), null)
  })
})

test('spoiler text makes a submission and a comment sensitive, in HTML and in Markdown', () => {
  const html = '<div class="md"><p>It was <span class="md-spoiler-text">the gardener</span></p></div>'
  const markdown = 'It was >!the gardener!<'
  const comment = (body_html: unknown, body: unknown) =>
    mapThing({ kind: 't1', data: { name: 't1_x', body, body_html, over_18: false } }, 'user', NOW)?.sensitive
  const reported = { is_self: true, over_18: false, spoiler: false }
  assert.equal(map({ ...reported, selftext_html: html })?.sensitive, true)
  assert.equal(map({ ...reported, selftext: markdown })?.sensitive, true)
  assert.equal(map({ ...reported, selftext: 'Look >! and !< there' })?.sensitive, true)
  assert.equal(map({ ...reported, selftext: '>! and no end' })?.sensitive, false)
  assert.deepEqual([comment(html, markdown), comment(null, markdown), comment(null, 'plain')], [true, true, false])
})
