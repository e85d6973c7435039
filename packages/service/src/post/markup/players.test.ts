import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAYERS } from '@central-api/testing/post/markup/players.cases.ts'
import { findPlayer, postOfPlayer } from './players.ts'

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

test('a known player’s URL becomes its https player, its page, and its preview image if there is one', () => {
  for (const [address, type, embedUrl, pageUrl] of PLAYERS) {
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

test('a player points to the page of its content, or to nothing if that is unknown', () => {
  for (const [address, , , pageUrl] of PLAYERS) {
    const post = postOfPlayer(new URL(address))?.href
    if (pageUrl.startsWith('https://w.soundcloud.com')) assert.match(String(post), /^https:\/\/api\.soundcloud\.com\//)
    else if (findPlayer(pageUrl)?.pageUrl === pageUrl && post === undefined)
      assert.equal(findPlayer(pageUrl)?.embedUrl, pageUrl)
    else assert.equal(post, pageUrl, address)
  }
  assert.equal(postOfPlayer(new URL('https://blog.example/embed/1')), undefined)
})

test('anything else is not a player', () => {
  for (const address of UNKNOWN) assert.equal(findPlayer(address), undefined, String(address))
})
