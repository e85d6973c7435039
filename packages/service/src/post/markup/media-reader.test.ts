import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildMedia } from '../build-post.ts'
import { imageKey, uniqueMedia } from '../unique-media.ts'
import { walkHtml } from './walk-html.ts'

const BASE = 'https://blog.example/2026/post/'
const found = (html: string) => walkHtml(html, BASE).media
const written = (html: string) => walkHtml(html, BASE).html
const image = (known: Omit<Parameters<typeof buildMedia>[0], 'type'>) => buildMedia({ type: 'image', ...known })

describe('media in HTML', () => {
  test('finds an image and makes its URL absolute', () => {
    assert.deepEqual(found('<img src="a.png" width="640" height="480" alt=" A &amp; B ">'), [
      image({ url: `${BASE}a.png`, width: 640, height: 480, alt: 'A & B' }),
    ])
  })

  test('finds the full image behind the displayed one', () => {
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

  test('finds lazy images instead of their placeholders', () => {
    assert.deepEqual(found('<img src="data:image/gif;base64,R0" data-src="/a.png">'), [
      image({ url: 'https://blog.example/a.png' }),
    ])
    assert.deepEqual(found('<img src="/blank.gif" data-lazy-src="/a.webp">'), [
      image({ url: 'https://blog.example/a.webp' }),
    ])
  })

  test('writes and lists a lazy image once, in whichever attribute its URL is', () => {
    const url = 'https://blog.example/a.png'
    for (const html of [
      '<img src="data:image/gif;base64,R0" data-src="/a.png">',
      '<img src="/blank.gif" data-lazy-src="/a.png">',
      '<img data-original="/a.png" src="/loading.svg">',
      '<img srcset="/a.png">',
      '<img srcset="/small.png 1x, /a.png 2x">',
      '<img src="/blank.gif" data-srcset="/small.png 300w, /a.png 900w">',
      '<img src="data:," data-src="/a.png"><noscript><img src="/a.png"></noscript>',
      '<img src="data:,"><noscript><img src="/a.png"></noscript>',
      '<img src="/blank.gif"> <noscript><img src="/a.png"></noscript>',
      '<noscript><img src="/a.png"></noscript>',
      '<p><img src="/blank.gif"></p><noscript><img src="/a.png"></noscript>',
      '<picture><source data-srcset="/a.png 2x" type="image/webp"><img src="data:,"></picture>',
    ]) {
      assert.deepEqual(
        found(html).map((each) => each.url),
        [url],
        html,
      )
      assert.equal(written(html)?.match(/<img/g)?.length, 1, html)
      if (!html.includes('set='))
        assert.match(written(html) ?? '', /<img src="https:\/\/blog\.example\/a\.png" \/>/, html)
    }
    assert.deepEqual(
      found('<img src="/a.png"><noscript><img src="/a-300x200.png"></noscript><img data-src="true" src="/b.png">').map(
        (each) => each.url,
      ),
      [url, 'https://blog.example/b.png'],
    )
  })

  test('ignores the content of noscript except images and players', () => {
    assert.equal(written('a<noscript><p>b</p><script>c</script><a href="/x">d</a><i>e</noscript>f'), 'af')
  })

  test('a frame of a known player is a player in media, and a link to its page in HTML', () => {
    const html =
      '<p>See</p><figure><iframe width="560" height="315" src="//www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=3" title="Big &lt;Buck&gt; Bunny" allowfullscreen>no frames</iframe><figcaption>A film</figcaption></figure>'
    const walked = walkHtml(html, BASE)
    assert.deepEqual(walked.media, [
      buildMedia({
        type: 'video',
        embedUrl: 'https://www.youtube.com/embed/aqz-KE-bpKQ',
        previewUrl: 'https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg',
        width: 560,
        height: 315,
      }),
    ])
    assert.equal(
      walked.html,
      '<p>See</p><figure><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ" rel="nofollow noopener ugc">Big &lt;Buck&gt; Bunny</a><figcaption>A film</figcaption></figure>',
    )
    assert.equal(walked.text, 'See\n\nA film')
  })

  test('finds players that are embedded without frames', () => {
    const embedUrl = 'https://player.vimeo.com/video/1084537'
    assert.deepEqual(
      found(`<embed src="${embedUrl}" />`).map((medium) => medium.embedUrl),
      [embedUrl],
    )
  })

  test('lists a lazy frame once, with its noscript copy', () => {
    const frame = (name: string) => `<iframe ${name}="https://player.vimeo.com/video/1084537"></iframe>`
    const html = `${frame('data-src')}<noscript>${frame('src')}</noscript>`
    assert.deepEqual(
      found(html).map(({ embedUrl }) => embedUrl),
      ['https://player.vimeo.com/video/1084537'],
    )
    assert.equal(written(html)?.match(/<a /g)?.length, 1)
  })

  test('drops an unknown frame with its figure', () => {
    for (const src of [
      'https://evil.example/embed/1',
      'javascript:alert(1)',
      'https://www.youtube.com.evil.example/embed/aqz-KE-bpKQ',
      '',
    ])
      assert.deepEqual(
        walkHtml(`<p>a</p><figure class="embed"><div><iframe src="${src}"></iframe></div></figure><p>b</p>`, BASE),
        { html: '<p>a</p><p>b</p>', text: 'a\n\nb', media: [], tags: [], links: [], hides: false },
        src,
      )
  })

  test('finds players with their preview images', () => {
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

  test('ignores invisible media and URLs that are not http(s)', () => {
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

  test('finds at most a hundred, in linear time', () => {
    assert.equal(found('<img src="a.png">'.repeat(500)).length, 100)
    assert.equal(
      found('<video src=a.mp4></video><iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>'.repeat(200))
        .length,
      100,
    )
    const started = process.cpuUsage()
    found(`<img src="a.png" srcset="${'a '.repeat(100_000)}">${'<a href="'.repeat(50_000)}`)
    assert.ok(process.cpuUsage(started).user < 2_000_000)
  })

  test('lists several sizes of one image once', () => {
    const original = imageKey('https://blog.example/wp/a.jpg')
    for (const url of [
      'http://blog.example/wp/a-300x200.jpg',
      'https://blog.example/wp/a-scaled.jpg?w=200',
      'https://i0.wp.com/blog.example/wp/a-1024x768.jpg?resize=1,2&ssl=1',
      'https://blog.example/wp/a.jpg#x',
    ])
      assert.equal(imageKey(url), original, url)
    for (const url of [
      'https://blog.example/wp/b.jpg',
      'https://other.example/wp/a.jpg',
      'https://blog.example/wp/a.png',
    ])
      assert.notEqual(imageKey(url), original, url)
    assert.notEqual(imageKey('https://x.example/image?id=1'), imageKey('https://x.example/image?id=2'))
    const [first, second] = [
      image({ url: 'https://x.example/a.png', width: 9 }),
      image({ url: 'https://x.example/a-1x1.png' }),
    ]
    assert.deepEqual(uniqueMedia([first, second, image({ url: 'https://x.example/b.png' })]), [
      first,
      image({ url: 'https://x.example/b.png' }),
    ])
  })

  test('parses names made of size suffixes in linear time', () => {
    const html = (marks: number) => `<img src="/a${'-1x1'.repeat(marks)}.jpeg.x">`.repeat(190_000 / (4 * marks))
    const started = process.cpuUsage()
    walkHtml(`<noscript></noscript>${html(480)}`, BASE)
    uniqueMedia(found(html(480)))
    for (let n = 0; n < 960; n += 1) imageKey(`https://a.example/a${'-1x1'.repeat(480)}x.jpg`)
    assert.ok(process.cpuUsage(started).user < 1_000_000)
    assert.equal(imageKey('https://a.example/a-1x1-2x2-scaled.jpg'), 'a.example/a.jpg')
  })
})
