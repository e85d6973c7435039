import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlayer } from './players.ts'

/** Address of a frame → type, player, page. */
const KNOWN: readonly (readonly [string, 'video' | 'audio', string, string])[] = [
  [
    'https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed',
    'video',
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ],
  [
    'http://youtube.com/v/aqz-KE-bpKQ&hl=en',
    'video',
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ],
  [
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLx_1-2',
    'video',
    'https://www.youtube.com/embed/videoseries?list=PLx_1-2',
    'https://www.youtube.com/playlist?list=PLx_1-2',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
    'video',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://vimeo.com/76979871/8272103f6e',
  ],
  [
    'https://www.dailymotion.com/embed/video/x8abcd',
    'video',
    'https://www.dailymotion.com/embed/video/x8abcd',
    'https://www.dailymotion.com/video/x8abcd',
  ],
  [
    'https://geo.dailymotion.com/player/x1.html?video=x8abcd',
    'video',
    'https://www.dailymotion.com/embed/video/x8abcd',
    'https://www.dailymotion.com/video/x8abcd',
  ],
  [
    'https://player.twitch.tv/?video=v123456&parent=blog.example',
    'video',
    'https://player.twitch.tv/?video=v123456',
    'https://www.twitch.tv/videos/123456',
  ],
  [
    'https://player.twitch.tv/?channel=some_one&parent=blog.example',
    'video',
    'https://player.twitch.tv/?channel=some_one',
    'https://www.twitch.tv/some_one',
  ],
  [
    'https://clips.twitch.tv/embed?clip=Some-Clip_1&parent=x',
    'video',
    'https://clips.twitch.tv/embed?clip=Some-Clip_1',
    'https://clips.twitch.tv/Some-Clip_1',
  ],
  [
    'https://www.tiktok.com/embed/v2/7106594312292453678?lang=en',
    'video',
    'https://www.tiktok.com/player/v1/7106594312292453678',
    'https://www.tiktok.com/@/video/7106594312292453678',
  ],
  [
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fa%2Fvideos%2F1%2F&width=1',
    'video',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fa%2Fvideos%2F1%2F',
    'https://www.facebook.com/a/videos/1/',
  ],
  [
    'https://videopress.com/embed/aBcD1234?hd=1',
    'video',
    'https://videopress.com/embed/aBcD1234',
    'https://videopress.com/v/aBcD1234',
  ],
  ['https://streamable.com/e/moo123', 'video', 'https://streamable.com/e/moo123', 'https://streamable.com/moo123'],
  [
    'https://embed.ted.com/talks/lang/de/some_talk',
    'video',
    'https://embed.ted.com/talks/lang/de/some_talk',
    'https://www.ted.com/talks/some_talk',
  ],
  [
    'https://rumble.com/embed/v1abc/?pub=4',
    'video',
    'https://rumble.com/embed/v1abc/',
    'https://rumble.com/embed/v1abc/',
  ],
  [
    'https://archive.org/embed/some-item_1',
    'video',
    'https://archive.org/embed/some-item_1',
    'https://archive.org/details/some-item_1',
  ],
  [
    'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC?utm_source=oembed',
    'audio',
    'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
  ],
  [
    'https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b&color=%23ff5500',
    'audio',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
    'https://soundcloud.com/a/b',
  ],
  [
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1',
    'audio',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F1',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F1',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=1/size=large/tracklist=false/',
    'audio',
    'https://bandcamp.com/EmbeddedPlayer/album=1/size=large/tracklist=false/',
    'https://bandcamp.com/EmbeddedPlayer/album=1/size=large/tracklist=false/',
  ],
  [
    'https://embed.podcasts.apple.com/us/podcast/a-show/id1?i=2&theme=auto',
    'audio',
    'https://embed.podcasts.apple.com/us/podcast/a-show/id1?i=2',
    'https://podcasts.apple.com/us/podcast/a-show/id1?i=2',
  ],
  [
    'https://www.mixcloud.com/widget/iframe/?feed=%2Fa%2Fb%2F',
    'audio',
    'https://player-widget.mixcloud.com/widget/iframe/?feed=%2Fa%2Fb%2F',
    'https://www.mixcloud.com/a/b/',
  ],
  [
    'https://widget.deezer.com/widget/dark/track/3135556',
    'audio',
    'https://widget.deezer.com/widget/auto/track/3135556',
    'https://www.deezer.com/track/3135556',
  ],
]

const UNKNOWN = [
  null,
  'not an address',
  'https://www.youtube.com/embed/short',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com/embed/aqz-KE-bpKQ"onload=x',
  'https://youtube.com.evil.example/embed/aqz-KE-bpKQ',
  'https://evil.example/embed/aqz-KE-bpKQ',
  'https://w.soundcloud.com/player/?url=javascript:alert(1)',
  'https://w.soundcloud.com/player/?url=https://evil.example/x',
  'https://www.facebook.com/plugins/video.php?href=https://evil.example/',
  'https://www.facebook.com/plugins/like.php?href=https://www.facebook.com/a',
  'https://player.twitch.tv/?channel=a%22b',
  'https://constructor/embed/1',
]

test('the address of a known player becomes its https player, its page, and its picture where there is one', () => {
  for (const [address, type, embedUrl, pageUrl] of KNOWN) {
    const player = findPlayer(address)
    assert.deepEqual([player?.type, player?.embedUrl, player?.pageUrl], [type, embedUrl, pageUrl], address)
    assert.deepEqual(findPlayer(embedUrl), player, `${address}: the player is itself one`)
  }
  assert.equal(
    findPlayer('https://www.youtube.com/embed/aqz-KE-bpKQ')?.previewUrl,
    'https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg',
  )
  assert.equal(findPlayer('https://player.vimeo.com/video/76979871')?.previewUrl, null)
})

test('anything else is no player', () => {
  for (const address of UNKNOWN) assert.equal(findPlayer(address), undefined, String(address))
})
