import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildMedia } from '../../post/build-post.ts'
import { mediaInHtml, pictureKey, uniqueMedia } from './media-in-html.ts'

const BASE = 'https://blog.example/2026/post/'
const found = (html: string) => mediaInHtml(html, BASE)
const image = (known: Omit<Parameters<typeof buildMedia>[0], 'type'>) => buildMedia({ type: 'image', ...known })

describe('media in HTML', () => {
  test('a picture as it stands, its address made absolute', () => {
    assert.deepEqual(found('<img src="a.png" width="640" height="480" alt=" A &amp; B ">'), [
      image({ url: `${BASE}a.png`, width: 640, height: 480, alt: 'A & B' }),
    ])
  })

  test('the full picture behind the one that is shown', () => {
    const url = 'https://cdn.example/a.jpg'
    const shown = 'https://cdn.example/a-300x200.jpg'
    const size = 'width="300" height="200"'
    const full = {
      [`<img src="${shown}" ${size} data-full-url="${url}">`]: {},
      [`<img src="${shown}" ${size} data-orig-file="${url}" data-orig-size="1200,800">`]: { width: 1200, height: 800 },
      [`<a href="${url}"><img src="${shown}" ${size}></a>`]: {},
      [`<img src="${shown}" ${size} srcset="${shown} 300w, ${url} 1200w, https://cdn.example/m.jpg 768w">`]: {
        width: 1200,
      },
    }
    for (const [html, known] of Object.entries(full))
      assert.deepEqual(found(html), [image({ url, previewUrl: shown, ...known })], html)
    assert.deepEqual(found(`<a href="https://elsewhere.example/"><img src="${shown}" ${size}></a>`), [
      image({ url: shown, width: 300, height: 200 }),
    ])
  })

  test('pictures that are loaded late, not their placeholders', () => {
    assert.deepEqual(found('<img src="data:image/gif;base64,R0" data-src="/a.png">'), [
      image({ url: 'https://blog.example/a.png' }),
    ])
    assert.deepEqual(found('<img src="/blank.gif" data-lazy-src="/a.webp">'), [
      image({ url: 'https://blog.example/a.webp' }),
    ])
  })

  test('players, with the picture that stands for them', () => {
    assert.deepEqual(
      found(`<video poster="p.jpg" width="1280" height="720" controls><source src="a.mp4" type="video/mp4"><source src="a.webm"></video>
        <audio src="/s.mp3"></audio><video></video><p><img src="g.gif">`),
      [
        buildMedia({ type: 'video', url: `${BASE}a.mp4`, previewUrl: `${BASE}p.jpg`, width: 1280, height: 720 }),
        buildMedia({ type: 'audio', url: 'https://blog.example/s.mp3' }),
        buildMedia({ type: 'gif', url: `${BASE}g.gif` }),
      ],
    )
  })

  test('nothing that nobody sees, and nothing that is no web address', () => {
    for (const html of [
      '<img src="https://stats.example/p.gif" width="1" height="1">',
      '<img src="/x.png" height="0">',
      '<img src="https://s.w.org/images/core/emoji/14/72x72/1f600.png" class="emoji">',
      '<img class="wp-smiley" src="/smile.png">',
      '<img src="data:image/png;base64,AA">',
      '<img src="javascript:alert(1)">',
      '<img>',
      '<video src="blob:x"></video>',
    ])
      assert.deepEqual(found(html), [], html)
  })

  test('at most a hundred, from any length of text in time in proportion', () => {
    assert.equal(found('<img src="a.png">'.repeat(500)).length, 100)
    const started = process.cpuUsage()
    found(`<img src="a.png" srcset="${'a '.repeat(100_000)}">${'<a href="'.repeat(50_000)}`)
    assert.ok(process.cpuUsage(started).user < 2_000_000)
  })

  test('sizes of one original are one picture', () => {
    const original = pictureKey('https://blog.example/wp/a.jpg')
    for (const url of [
      'http://blog.example/wp/a-300x200.jpg',
      'https://blog.example/wp/a-scaled.jpg?w=200',
      'https://i0.wp.com/blog.example/wp/a-1024x768.jpg?resize=1,2&ssl=1',
      'https://blog.example/wp/a.jpg#x',
    ])
      assert.equal(pictureKey(url), original, url)
    for (const url of [
      'https://blog.example/wp/b.jpg',
      'https://other.example/wp/a.jpg',
      'https://blog.example/wp/a.png',
    ])
      assert.notEqual(pictureKey(url), original, url)
    assert.notEqual(pictureKey('https://x.example/image?id=1'), pictureKey('https://x.example/image?id=2'))
    const [first, second] = [
      image({ url: 'https://x.example/a.png', width: 9 }),
      image({ url: 'https://x.example/a-1x1.png' }),
    ]
    assert.deepEqual(uniqueMedia([first, second, image({ url: 'https://x.example/b.png' })]), [
      first,
      image({ url: 'https://x.example/b.png' }),
    ])
  })
})
