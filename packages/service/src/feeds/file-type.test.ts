import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { map, only } from '@central-api/testing/feeds/test-feed.ts'
import { fileTypeOf } from './file-type.ts'
import { mapFeedPosts } from './map-feed.ts'
import { parseFeed } from './parse-feed.ts'

type Row = readonly [type: string, url: string, kind: ReturnType<typeof fileTypeOf>]

const FILES: Readonly<Record<string, readonly Row[]>> = {
  'an audio, image or video type decides, in any case and with parameters': [
    ['AUDIO/MPEG', 'a', 'audio'],
    ['audio/mpeg; charset=binary', 'a', 'audio'],
    ['video/mp4;codecs="avc1"', 'a.mp3', 'video'],
    ['IMAGE/GIF', 'a', 'gif'],
    ['image/gif; q=1', 'a', 'gif'],
    ['audio', 'a', 'audio'],
    [' video/mp4 ', 'a', 'video'],
  ],
  'an invalid type counts as missing': [
    ['', 'a.mp3', 'audio'],
    ['mp3', 'a.mp3', 'audio'],
    ['mp3', 'a', 'audio'],
    ['.m4a', 'a', 'audio'],
    ['jpg', 'a', 'image'],
    ['JPEG', 'a', 'image'],
    ['mp3/audio', 'a.mp3', 'audio'],
    ['music/mp3', 'a', 'audio'],
    ['file/mp3', 'a', 'audio'],
    ['file/unknown', 'a.mp4', 'video'],
    ['binary/octet-stream', 'a.MP3', 'audio'],
    ['unknown/unknown', 'a.jpeg', 'image'],
    ['*/*', 'a.webm', 'video'],
    ['application', 'a.mp3', 'audio'],
    ['application/', 'a.mp3', 'audio'],
    ['constructor', 'a', undefined],
    ['mp3', 'a.mp4', 'video'],
    ['file', 'a.mp3', 'audio'],
    ['', 'a', undefined],
  ],
  'an image type of an audio file is ignored': [
    ['image/jpeg', 'a.mp3', 'audio'],
    ['image/png', 'a.mp3?x=1', 'audio'],
    ['image/png', 'thumb?of=a.mp3', 'image'],
    ['image/jpeg', 'a.php', 'image'],
  ],
  'so does a server’s type for unknown files': [
    ['application/octet-stream', 'a.mp3', 'audio'],
    ['APPLICATION/OCTET-STREAM', 'a.mp3', 'audio'],
    ['application/octet-stream; charset=binary', 'a.mp3', 'audio'],
    ['application/force-download', 'a.mp3', 'audio'],
    ['application/x-download', 'a.mp3', 'audio'],
    ['application/x-unknown', 'a.mp3', 'audio'],
    ['application/mp3', 'a', 'audio'],
    ['application/x-mp3', 'a', 'audio'],
    ['application/octet-stream', 'a.pdf', undefined],
  ],
  'a container type is resolved by the file extension': [
    ['application/ogg', 'a.ogg', 'audio'],
    ['application/ogg', 'a.ogv', 'video'],
    ['application/ogg', 'a', 'audio'],
    ['Application/Ogg; codecs=opus', 'a.jpg', 'audio'],
    ['application/x-ogg', 'a.oga', 'audio'],
    ['application/mp4', 'a.mp4', 'video'],
    ['application/mp4', 'a.m4a', 'audio'],
    ['application/mp4', 'a', 'video'],
    ['application/vnd.apple.mpegurl', 'a.m3u8', 'video'],
    ['application/x-mpegURL', 'a', 'video'],
    ['application/dash+xml', 'a.mpd', 'video'],
    ['', 'a.m3u8', 'video'],
  ],
  'the file extension is found in queries, and behind download counters and scripts': [
    ['', 'https://t.example/redirect.mp3/c.example/a.mp3?source=feed', 'audio'],
    ['', 'https://t.example/r/https://c.example/a.mp3?x=1#t=5', 'audio'],
    ['', 'https://t.example/redirect.mp3/c.example/episode', 'audio'],
    ['', 'https://c.example/get.php?file=a.mp3&token=1', 'audio'],
    ['', 'https://t.example/?url=https%3A%2F%2Fc.example%2Fa.m4a', 'audio'],
    ['', 'https://c.example/a.mp4/download', 'video'],
    ['', 'https://c.example/a.jpg:large', 'image'],
    ['', 'https://c.example/a.mp3;jsessionid=1', 'audio'],
    ['', 'https://c.example/resize?src=/a.png&w=100', 'image'],
    ['', 'https://mp3.example/a', undefined],
  ],
  'any other registered type is no media file': [
    ['application/pdf', 'a.pdf', undefined],
    ['application/x-bittorrent', 'a.mp4', undefined],
    ['text/html', 'a.mp3', undefined],
    ['text/vtt', 'a.mp4', undefined],
    ['application/epub+zip', 'a.epub', undefined],
    ['font/woff2', 'a.mp3', undefined],
  ],
}

describe('the type of a feed’s file', () => {
  for (const [what, rows] of Object.entries(FILES))
    test(what, () => {
      for (const [type, url, kind] of rows) assert.equal(fileTypeOf({ type, url }), kind, `${type} ${url}`)
    })

  test('is decided by its medium first', () => {
    assert.equal(fileTypeOf({ medium: 'Video', type: 'application/octet-stream', url: 'a' }), 'video')
    assert.equal(fileTypeOf({ medium: 'image', url: 'a.mp4' }), 'image')
    assert.equal(fileTypeOf({ medium: 'document', url: 'a.pdf' }), undefined)
  })

  test('is found in linear time', () => {
    const started = process.cpuUsage()
    for (const part of ['.mp', '/a.mp', '&a=.mp', ';', '.a;', '%2f'])
      fileTypeOf({ url: `https://c.example/?${part.repeat(100_000)}` })
    assert.ok(process.cpuUsage(started).user < 1_000_000)
  })
})

/** An audio file with a meaningless type, in every format. */
const FORMATS: Readonly<Record<string, () => ReturnType<typeof only>>> = {
  RSS: () => only('<item><guid>1</guid><enclosure url="https://c.example/a.mp3?x=1" type="mp3"/></item>'),
  'RSS with the URL in `href`': () =>
    only('<item><guid>1</guid><enclosure href="https://c.example/a.mp3?x=1" type="file/mp3"/></item>'),
  'RSS with the URL as text': () =>
    only('<item><guid>1</guid><enclosure type="">https://c.example/a.mp3?x=1</enclosure></item>'),
  'Media RSS': () => only('<item><guid>1</guid><media:content url="https://c.example/a.mp3?x=1" type="mp3"/></item>'),
  Atom: () => {
    const { posts } = map(
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>T</title><link rel="enclosure" type="mp3" href="https://c.example/a.mp3?x=1"/></entry></feed>',
    )
    return posts[0] as ReturnType<typeof only>
  },
  'JSON Feed': () => {
    const attachments = [{ url: 'https://c.example/a.mp3?x=1', mime_type: 'application/x-unknown' }]
    const json = { version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', content_text: 'T', attachments }] }
    const feed = parseFeed(responseOf(JSON.stringify(json), { type: 'application/json' }))
    return (feed && mapFeedPosts(feed)[0])?.map() as ReturnType<typeof only>
  },
}

for (const [format, read] of Object.entries(FORMATS))
  test(`an audio file with an invalid type makes an audio post in ${format}`, () => {
    const { kind, media } = read()
    assert.equal(kind, 'audio')
    assert.deepEqual(
      media.map(({ type, url }) => [type, url]),
      [['audio', 'https://c.example/a.mp3?x=1']],
    )
  })

test('prefers a video file to a playlist, and a playlist to unplayable forms', () => {
  const forms = [
    '<media:content url="https://c.example/a.torrent" type="application/x-bittorrent" width="4000"/>',
    '<media:content url="https://c.example/a.m3u8" type="application/x-mpegURL" width="3000"/>',
    '<media:content url="https://c.example/a.mp4" type="video/mp4" width="100"/>',
  ]
  const urlOf = (count: number) =>
    only(`<item><guid>1</guid><media:group>${forms.slice(0, count).join('')}</media:group></item>`).media[0]?.url
  assert.deepEqual([urlOf(3), urlOf(2)], ['https://c.example/a.mp4', 'https://c.example/a.m3u8'])
})
