import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import {
  KINDS,
  messageHtml,
  type SimulatedMessage,
} from '@central-api/testing/platforms/telegram/simulated-messages.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapChannel } from './map-channel.ts'
import { mapMessage } from './map-message.ts'
import { readPageTree } from './page-tree.ts'
import { parseClock, parseCount } from './parse-count.ts'

const PAGE = readPageTree(readFixture('telegram/channel.html'))
const FERN = buildAuthor({ handle: 'FernNews', displayName: 'Fern & News', url: 'https://t.me/FernNews' })
const FILES = 'https://cdn4.telesco.pe/file'

const mapHtml = (html: string): PlatformPost | null => {
  const message = readPageTree(html).find('.tgme_widget_message')
  const post = message ? mapMessage(message) : null
  if (post !== null) assert.deepEqual(faultsOfPost(post), [])
  return post
}

const map = (kind: SimulatedMessage['kind']): PlatformPost =>
  mapHtml(messageHtml({ id: 7, kind }, 'FernNews')) ?? assert.fail(kind)

/** A message with this body. */
const mapBody = (body: string): PlatformPost =>
  mapHtml(`<div class="tgme_widget_message" data-post="FernNews/7">${body}</div>`) ?? assert.fail(body)

describe('mapping the page of a channel', () => {
  const [service, album, poll] = PAGE.findAll('.tgme_widget_message').map((message) => mapMessage(message))

  test('skips a service message', () => {
    assert.equal(service, null)
  })

  test('maps every field of an album that is a reply', () => {
    assert.ok(album)
    assert.deepEqual(faultsOfPost(album), [])
    assert.deepEqual(
      album,
      buildPost({
        id: '102',
        url: 'https://t.me/FernNews/102',
        kind: 'gallery',
        text: 'Two things 🌿\n#ferns more',
        html: 'Two things 🌿<br /><a href="https://t.me/s/FernNews?q=%23ferns" rel="nofollow noopener ugc">#ferns</a> <a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener ugc">more</a>',
        tags: ['ferns'],
        publishedAt: '2026-05-01T09:30:00.000Z',
        author: FERN,
        media: [
          buildMedia({ type: 'image', url: 'https://cdn1.telesco.pe/file/p1.jpg' }),
          buildMedia({
            type: 'video',
            url: `${FILES}/v.mp4?token=abc`,
            previewUrl: 'https://cdn1.telesco.pe/file/th.jpg',
            durationSeconds: 62,
          }),
        ],
        metrics: { likes: 12, views: 1_500 },
        replyTo: { id: '90', url: 'https://t.me/FernNews/90', author: FERN },
      }),
    )
  })

  test('maps every field of a forwarded poll with a signature', () => {
    assert.ok(poll)
    assert.deepEqual(faultsOfPost(poll), [])
    assert.deepEqual(
      poll,
      buildPost({
        id: '105',
        url: 'https://t.me/FernNews/105',
        kind: 'poll',
        text: 'Which pot?',
        publishedAt: '2026-05-02T10:00:00.000Z',
        author: buildAuthor({ displayName: 'Ann' }),
        poll: {
          options: [{ text: 'clay', votes: null }],
          votes: null,
          voters: 1_200,
          multiple: null,
          endsAt: null,
          closed: false,
        },
        metrics: { views: 3_400 },
        repostOf: {
          id: '55',
          url: 'https://t.me/Moss/55',
          author: buildAuthor({ handle: 'Moss', displayName: 'Moss', url: 'https://t.me/Moss' }),
        },
      }),
    )
  })

  test('maps every field of the profile', () => {
    const profile = mapChannel(PAGE, 'fernnews')
    assert.deepEqual(faultsOfProfile(profile), [])
    assert.deepEqual(
      profile,
      buildProfile({
        handle: 'FernNews',
        displayName: 'Fern & News',
        url: 'https://t.me/FernNews',
        avatarUrl: `${FILES}/av.jpg`,
        bio: {
          text: 'Plants.\nWrite to @fernbot',
          html: 'Plants.<br />Write to <a href="https://t.me/fernbot" rel="nofollow noopener ugc">@fernbot</a>',
        },
        verified: true,
        counts: { followers: 12_300 },
      }),
    )
  })

  test('maps a header with few fields', () => {
    const bare = readPageTree('<div class="tgme_channel_info"><i class="tgme_page_photo_image">F</i></div>')
    assert.deepEqual(mapChannel(bare, 'fernnews'), buildProfile({ handle: 'fernnews', url: 'https://t.me/fernnews' }))
    const renamed = readPageTree('<div class="tgme_widget_message" data-post="Moss/1"></div>')
    assert.equal(mapChannel(renamed, 'fernnews').handle, 'fernnews')
  })
})

describe('mapping messages', () => {
  test('maps the kind of each message', () => {
    const kinds = KINDS.filter((kind) => kind !== 'service').map((kind) => [kind, map(kind).kind])
    assert.deepEqual(Object.fromEntries(kinds), {
      ...{
        text: 'text',
        photo: 'image',
        album: 'gallery',
        poll: 'poll',
        film: 'video',
        forward: 'text',
        reply: 'text',
      },
      ...{
        preview: 'link',
        voice: 'audio',
        file: 'text',
        music: 'audio',
        sticker: 'image',
        loop: 'image',
        heavy: 'video',
      },
      place: 'link',
    })
  })

  test('counts reactions as likes, but not paid stars', () => {
    assert.equal(map('text').metrics.likes, 1_500)
    assert.equal(map('photo').metrics.likes, null)
  })

  test('maps a looping video to a GIF, and a video that is too big to the message’s widget', () => {
    assert.deepEqual(map('loop').media, [
      buildMedia({ type: 'gif', url: `${FILES}/l7.mp4?token=abc`, previewUrl: `${FILES}/l7.jpg` }),
    ])
    assert.deepEqual(map('heavy').media, [
      buildMedia({
        type: 'video',
        previewUrl: `${FILES}/h7.jpg`,
        embedUrl: 'https://t.me/FernNews/7?embed=1',
        durationSeconds: 3_723,
      }),
    ])
  })

  test('maps voice to a file, music to a title and the widget, any other file to its name', () => {
    assert.deepEqual(map('voice').media, [
      buildMedia({ type: 'audio', url: `${FILES}/v7.ogg?token=abc`, durationSeconds: 27 }),
    ])
    const music = map('music')
    assert.deepEqual(
      [music.title, music.media],
      ['Song 7', [buildMedia({ type: 'audio', embedUrl: 'https://t.me/FernNews/7?embed=1' })]],
    )
    const file = map('file')
    assert.deepEqual([file.kind, file.title, file.text, file.media], ['text', 'notes.pdf', 'Read this', []])
  })

  test('maps round videos, animated stickers and static stickers', () => {
    const round = `<div class="tgme_widget_message_roundvideo_player"><i class="tgme_widget_message_roundvideo_thumb" style="background-image:url('${FILES}/r.jpg')"></i><video class="tgme_widget_message_roundvideo" src="${FILES}/r.mp4"></video><time>0:09</time></div>`
    assert.deepEqual(mapBody(round).media, [
      buildMedia({ type: 'video', url: `${FILES}/r.mp4`, previewUrl: `${FILES}/r.jpg`, durationSeconds: 9 }),
    ])
    const moving = `<div class="tgme_widget_message_videosticker"><video src="${FILES}/s.webm"></video></div>`
    assert.deepEqual(mapBody(moving).media, [buildMedia({ type: 'gif', url: `${FILES}/s.webm` })])
    const drawn = `<picture class="tgme_widget_message_tgsticker"><source type="application/x-tgsticker" srcset="${FILES}/s.tgs"><img src="data:image/svg+xml;base64,x"></picture>`
    assert.deepEqual(mapBody(drawn).media, [])
  })

  test('maps two videos of an album that are too big to two media', () => {
    const heavy = (id: number) =>
      `<a class="tgme_widget_message_video_player grouped_media_wrap not_supported" href="https://t.me/FernNews/${id}?single"></a>`
    assert.deepEqual(
      mapBody(heavy(7) + heavy(8)).media.map(({ embedUrl }) => embedUrl),
      ['https://t.me/FernNews/7?embed=1', 'https://t.me/FernNews/8?embed=1'],
    )
  })

  test('maps a link preview and a location to a card', () => {
    assert.deepEqual(map('preview').link, {
      url: 'https://example.org/7',
      title: 'Page 7',
      description: 'Of things',
      imageUrl: `${FILES}/lp7.jpg`,
    })
    assert.equal(map('place').link?.url, 'https://maps.google.com/maps?q=1.5,2.5&ll=1.5,2.5')
    const bare =
      '<a class="tgme_widget_message_link_preview" href="https://e.org/?a=1&amp;amp;b=2"><div class="link_preview_site_name">E</div></a>'
    assert.deepEqual(mapBody(bare).link, {
      url: 'https://e.org/?a=1&b=2',
      title: 'E',
      description: null,
      imageUrl: null,
    })
    const own = '<a class="tgme_widget_message_link_preview" href="https://t.me/FernNews/7"></a>'
    assert.equal(mapBody(own).link, null)
  })

  test('leaves out the text of the message that is replied to', () => {
    assert.equal(map('reply').text, 'New words 7')
    assert.deepEqual(map('reply').replyTo?.id, '6')
  })

  test('maps a message forwarded from a person to the name alone, and a private channel without a handle', () => {
    const from = (tag: string) =>
      mapBody(`<div class="tgme_widget_message_forwarded_from">Forwarded from ${tag}</div>`).repostOf
    assert.deepEqual(from('<span class="tgme_widget_message_forwarded_from_name">Ann</span>'), {
      ...{ id: null, url: null },
      author: buildAuthor({ displayName: 'Ann' }),
    })
    assert.equal(from(''), null)
    assert.deepEqual(
      from('<a class="tgme_widget_message_forwarded_from_name" href="https://t.me/c/12345/6">Club</a>'),
      {
        id: '6',
        url: 'https://t.me/c/12345/6',
        author: buildAuthor({ displayName: 'Club' }),
      },
    )
  })

  test('maps the signature of a forwarded message to its author', () => {
    const from = (signature: string) =>
      mapBody(
        `<div class="tgme_widget_message_forwarded_from">Forwarded from <a class="tgme_widget_message_forwarded_from_name" href="https://t.me/Moss/55">Moss</a>${signature}</div>`,
      ).repostOf
    const moss = { id: '55', url: 'https://t.me/Moss/55' }
    assert.deepEqual(from(' (<span class="tgme_widget_message_forwarded_from_author" dir="auto">Ann</span>)'), {
      ...moss,
      author: buildAuthor({ displayName: 'Ann' }),
    })
    assert.deepEqual(from(''), {
      ...moss,
      author: buildAuthor({ handle: 'Moss', displayName: 'Moss', url: 'https://t.me/Moss' }),
    })
  })

  test('maps a finished poll to closed, and its question to the title when there is a text', () => {
    const option =
      '<div class="tgme_widget_message_poll_option"><div class="tgme_widget_message_poll_option_text">a</div></div>'
    const poll = (type: string, words = '') =>
      mapBody(
        `<div class="tgme_widget_message_poll"><div class="tgme_widget_message_poll_question">Why?</div>${type}${option}</div>${words}`,
      )
    assert.equal(poll('<div class="tgme_widget_message_poll_type">Final Results</div>').poll?.closed, true)
    assert.equal(poll('').poll?.closed, null)
    const { title, text, kind } = poll('', '<div class="js-message_text">Because</div>')
    assert.deepEqual([title, text, kind], ['Why?', 'Because', 'poll'])
  })

  test('leaves text that looks like repaired markup unchanged', () => {
    const { text, html } = mapBody(
      '<div class="js-message_text">&lt;a href="?a&amp;amp;b"&gt; <code>&amp;amp;</code></div>',
    )
    assert.equal(text, '<a href="?a&amp;b"> &amp;')
    assert.equal(html, '&lt;a href="?a&amp;amp;b"&gt; <code>&amp;amp;</code>')
  })
})

describe('mapping odd messages', () => {
  test('skips a message without a channel name or an id', () => {
    for (const name of ['', 'FernNews', 'FernNews/x', '__proto__/1', 'Fern News/1'])
      assert.equal(mapHtml(`<div class="tgme_widget_message" data-post="${name}"></div>`), null)
  })

  test('maps a message with only an id', () => {
    assert.deepEqual(
      mapBody(''),
      buildPost({
        id: '7',
        url: 'https://t.me/FernNews/7',
        author: buildAuthor({ handle: 'FernNews', url: 'https://t.me/FernNews' }),
      }),
    )
  })

  test('makes hostile markup harmless, in linear time', () => {
    const { html, media, link } = mapBody(
      `<div class="js-message_text"><script>a</script><b onclick="x()">b</b><a href="javascript:c">d</a></div>
       <a class="tgme_widget_message_photo_wrap" style="background-image:url('javascript:e')"></a>
       <a class="tgme_widget_message_link_preview" href="javascript:f"></a>`,
    )
    assert.deepEqual([html, media, link], ['<b>b</b>d', [], null])
    const started = process.cpuUsage()
    for (const piece of ['<i class="emoji"', '<a ', '<div class="js-message_text">', 'background-image:url('])
      mapHtml(
        `<div class="tgme_widget_message" data-post="FernNews/7"><div class="js-message_text">${piece.repeat(30_000)}`,
      )
    assert.ok(process.cpuUsage(started).user < 3_000_000)
  })

  test('parses counts and durations', () => {
    const counts = {
      '2': 2,
      '12 345': 12_345,
      '12\u00a0345': 12_345,
      '436.6K': 436_600,
      '3.1M': 3_100_000,
      '1,234': 1_234,
    }
    for (const [text, count] of Object.entries(counts)) assert.equal(parseCount(text), count, text)
    for (const text of ['', 'K', '1.2.3K', '-1', '1e9', 'twelve', null, undefined]) assert.equal(parseCount(text), null)
    assert.deepEqual(['0:27', '1:02:03', '27', '1:2', '', null].map(parseClock), [27, 3_723, null, null, null, null])
  })
})
