import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { EMBED_RULES, findEmbedRule } from './embed-rules.ts'
import { sanitizeEmbed } from './sanitize-embed.ts'

const rich = (html: string, url: string, more: Record<string, unknown> = {}) =>
  sanitizeEmbed({ type: 'rich', version: '1.0', html, ...more }, new URL(url))?.html ?? null

const video = 'https://www.youtube.com/watch?v=1'
const instance = 'https://social.example/@desk/1'
const RIGHTS =
  'allow="fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"'
const KNOWN = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-presentation'
const UNKNOWN = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'

describe('sanitizeEmbed', () => {
  it('writes the frame of a video again', () => {
    const response = {
      type: 'video',
      title: 'A clip',
      provider_name: 'YouTube',
      width: 480,
      height: '270',
      html: '<iframe width="480" height="270" src="https://www.youtube.com/embed/1?feature=oembed" frameborder="0" allow="camera *" onload="x()" srcdoc="<script>1</script>" allowfullscreen title="A &quot;clip&quot;"></iframe>',
    }
    assert.deepEqual(sanitizeEmbed(response, new URL(video)), {
      type: 'video',
      html: `<iframe src="https://www.youtube.com/embed/1?feature=oembed" title="A &quot;clip&quot;" width="480" height="270" sandbox="${KNOWN}" ${RIGHTS}></iframe>`,
      width: 480,
      height: 270,
      providerName: 'YouTube',
    })
  })

  it('keeps a quote with its marks and its script, and no other attribute', () => {
    const html =
      '<blockquote class="twitter-tweet evil" style="position:fixed" data-dnt="true" data-evil="1" onclick="x()"><p lang="en" dir="ltr">Text &amp; <a href="https://t.co/x" onclick="x()">link</a></p>&mdash; The Desk (@desk)</blockquote>\n<script async src="//platform.twitter.com/widgets.js" charset="utf-8">alert(1)</script>'
    assert.equal(
      rich(html, 'https://x.com/desk/status/1'),
      '<blockquote class="twitter-tweet" data-dnt="true"><p lang="en" dir="ltr">Text &amp; <a href="https://t.co/x" rel="nofollow noopener ugc" target="_blank">link</a></p>— The Desk (@desk)</blockquote><script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>',
    )
  })

  const scripts: readonly [string, string, boolean][] = [
    ['https://www.instagram.com/p/a/', '//www.instagram.com/embed.js', true],
    ['https://www.instagram.com/p/a/', 'https://platform.instagram.com/en_US/embeds.js', true],
    ['https://www.facebook.com/a/posts/1', 'https://connect.facebook.net/de_DE/sdk.js#xfbml=1&version=v26.0', true],
    ['https://www.facebook.com/a/posts/1', 'https://connect.facebook.net/de_DE/other.js', false],
    ['https://www.tiktok.com/@a/video/1', 'https://www.tiktok.com/embed.js', true],
    ['https://bsky.app/profile/a/post/1', 'https://embed.bsky.app/static/embed.js', true],
    ['https://a.tumblr.com/post/1', 'https://assets.tumblr.com/post.js?_v=38df9a6ca7436e6ca1b851b0543b9f51', true],
    ['https://x.com/a/status/1', 'https://www.instagram.com/embed.js', false],
    ['https://x.com/a/status/1', 'http://platform.twitter.com/widgets.js', false],
    ['https://x.com/a/status/1', 'https://platform.twitter.com/widgets.js?x', false],
    ['https://x.com/a/status/1', 'https://platform.twitter.com.evil.example/widgets.js', false],
    ['https://notx.com/a/status/1', 'https://platform.twitter.com/widgets.js', false],
    [instance, 'https://social.example/embed.js', false],
    [instance, 'data:text/javascript,alert(1)', false],
  ]
  for (const [url, src, isKept] of scripts) {
    it(`${isKept ? 'keeps' : 'drops'} ${src} in an embed of ${new URL(url).hostname}`, () => {
      const html = rich(`<blockquote><p>Text</p></blockquote><script src="${src}"></script>`, url) ?? ''
      assert.equal(html.includes('<script'), isKept)
      assert.ok(html.startsWith('<blockquote><p>Text</p></blockquote>'))
    })
  }

  const frames: readonly [string, string, boolean][] = [
    [video, 'https://www.youtube-nocookie.com/embed/1', true],
    [video, '//www.youtube.com/embed/1', true],
    [video, 'http://www.youtube.com/embed/1', false],
    [video, 'https://www.youtube.com.evil.example/embed/1', false],
    [video, 'https://www.youtube.com@evil.example/embed/1', false],
    [video, 'https://user:secret@www.youtube.com/embed/1', false],
    [video, 'javascript:alert(1)', false],
    [video, '', false],
    [instance, 'https://social.example/embed/1', true],
    [instance, 'https://other.example/embed/1', false],
    ['https://vimeo.com/1', 'https://player.vimeo.com/video/1', true],
    ['https://social.example:8443/1', 'https://social.example/embed/1', false],
  ]
  for (const [url, src, isKept] of frames) {
    it(`${isKept ? 'keeps' : 'drops'} a frame of ${src || 'nothing'} in an embed of ${new URL(url).host}`, () =>
      assert.equal(rich(`<iframe src="${src}"></iframe>`, url) !== null, isKept))
  }

  it('keeps a self-hosted frame without its origin', () => {
    const html = rich('<iframe src="https://social.example/embed/1" width="100%" height="400"></iframe>', instance, {
      title: 'A post',
    })
    assert.equal(
      html,
      `<iframe src="https://social.example/embed/1" title="A post" width="100%" height="400" sandbox="${UNKNOWN}" ${RIGHTS}></iframe>`,
    )
  })

  it('replaces Mastodon’s quote by the frame that its script would make', () => {
    const quote = (url1: string) =>
      `<blockquote class="mastodon-embed" data-embed-url="${url1}"><a href="${instance}">Post</a></blockquote><script src="https://social.example/embed.js"></script>`
    assert.match(
      rich(quote(`${instance}/embed`), instance) ?? '',
      /^<iframe src="https:\/\/social\.example\/@desk\/1\/embed" /,
    )
    assert.equal(
      rich(quote('https://evil.example/embed'), instance),
      `<blockquote class="mastodon-embed"><a href="${instance}" rel="nofollow noopener ugc" target="_blank">Post</a></blockquote>`,
    )
  })

  it('keeps WordPress’s quote and frame with their shared secret, and decodes its texts', () => {
    const post = 'https://blog.example/2026/a-post/'
    const response = (secret: string) => ({
      type: 'rich',
      provider_name: 'K&#246;der &amp; <em>S\u00f6hne</em>',
      html: `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${post}">A post</a></blockquote><iframe sandbox="allow-scripts allow-top-navigation" security="restricted" src="${post}embed/#?secret=${secret}" width="600" height="338" title="&#8220;A post&#8221;" data-secret="${secret}" frameborder="0" scrolling="no" class="wp-embedded-content other"></iframe><script>alert(1)</script>`,
    })
    const embed = sanitizeEmbed(response('gtv4u57RuJ'), new URL(post))
    assert.equal(embed?.providerName, 'Köder & Söhne')
    assert.equal(
      embed.html,
      `<blockquote class="wp-embedded-content" data-secret="gtv4u57RuJ"><a href="${post}" rel="nofollow noopener ugc" target="_blank">A post</a></blockquote><iframe src="${post}embed/#?secret=gtv4u57RuJ" title="“A post”" width="600" height="338" sandbox="${UNKNOWN}" ${RIGHTS} class="wp-embedded-content" data-secret="gtv4u57RuJ"></iframe>`,
    )
    const frame = /<iframe.*/.exec(rich(response('x] *').html, post) ?? '')?.[0]
    assert.ok(frame !== undefined && !/data-secret|class/.test(frame))
    // A secret on a known provider's frame has no meaning.
    assert.doesNotMatch(
      rich('<iframe src="https://www.youtube.com/embed/1" data-secret="gtv4u57RuJ"></iframe>', video) ?? '',
      /secret/,
    )
  })

  it('turns a photo into an image', () => {
    const response = {
      type: 'photo',
      url: '/p.jpg',
      title: 'A "view"',
      width: '640',
      height: 'auto',
      provider_name: ' ',
    }
    assert.deepEqual(sanitizeEmbed(response, new URL('https://photos.example/1')), {
      type: 'photo',
      html: '<img src="https://photos.example/p.jpg" alt="A &quot;view&quot;" width="640" loading="lazy" referrerpolicy="no-referrer">',
      width: 640,
      height: null,
      providerName: null,
    })
    assert.equal(sanitizeEmbed({ ...response, url: 'javascript:alert(1)' }, new URL('https://photos.example/1')), null)
  })

  it('has no HTML for a link, and takes the provider’s name from the table', () => {
    const expected = { type: 'link', html: null, width: null, height: null, providerName: 'Vimeo' }
    assert.deepEqual(sanitizeEmbed({ type: 'link' }, new URL('https://vimeo.com/1')), expected)
  })

  describe('the size of a player', () => {
    const own = (attributes: string) => `<iframe ${attributes} src="https://player.vimeo.com/video/1"></iframe>`
    const wrapped = (style: string) =>
      `<div style="${style}">${own('style="position:absolute;top:0;left:0;width:100%;height:100%"')}</div>`
    const size = { width: 640, height: '360' }
    const cases: readonly [string, string, Readonly<Record<string, unknown>>, string][] = [
      ['may be 100 percent wide', own('width="100%" height="400"'), {}, 'width="100%" height="400"'],
      ['may be 100 percent high', own('width="100%" height="100%"'), {}, 'width="100%" height="100%"'],
      ['may be another percentage', own('width="50%" height="400"'), {}, 'width="50%" height="400"'],
      ['accepts the unit px', own('width="640px" height=" 360 "'), {}, 'width="640" height="360"'],
      ['comes from the style', own('style="width:100%; height: 152px; color: red"'), {}, 'width="100%" height="152"'],
      ['prefers an attribute to the style', own('width="300" style="width:100%"'), {}, 'width="300"'],
      [
        'comes from the response if only a wrapper has a style',
        wrapped('padding-bottom:56.25%;height:0'),
        size,
        'width="100%" height="360"',
      ],
      ['comes from the response if the frame has none', own(''), size, 'width="640" height="360"'],
      ['comes from the response as a percentage', own(''), { width: '100%', height: 152 }, 'width="100%" height="152"'],
      ['ignores an invalid attribute', own('width="101%" height="calc(100%)"'), {}, ''],
      ['ignores an invalid style', own('style="max-width:100%;min-height:10px;width:calc(1px);height:50vh"'), {}, ''],
      ['ignores zero', own('width="0%" height="0"'), { width: null, height: 'auto' }, ''],
      ['takes nothing else from an attribute', own('width="100%&quot; onload=&quot;x()" height="1e3"'), {}, ''],
    ]
    for (const [title, html, more, openTag] of cases)
      it(title, () => {
        const embed = sanitizeEmbed({ type: 'video', html, ...more }, new URL('https://vimeo.com/1'))
        const attributes = / title="[^"]*"(.*?) sandbox="/.exec(embed?.html ?? '')?.[1]?.trim()
        assert.equal(attributes, openTag)
        assert.doesNotMatch(embed?.html ?? '', / style=|onload/)
      })

    it('is a number of pixels or null outside the HTML', () => {
      const reported = (width: unknown) =>
        sanitizeEmbed({ type: 'rich', html: own('width="100%"'), width }, new URL('https://vimeo.com/1'))?.width
      const sizes = [
        ['100%', null],
        ['640', 640],
        ['640px', 640],
        [640, 640],
        [null, null],
        ['', null],
      ] as const
      for (const [width, expected] of sizes) assert.equal(reported(width), expected, String(width))
    })
  })

  it('reads only whole numbers of pixels as sizes', () => {
    const sizeOf = (width: unknown) => sanitizeEmbed({ type: 'link', width }, new URL(video))?.width
    const cases = [
      [550, 550],
      ['550', 550],
      ['100%', null],
      [0, null],
      [-1, null],
      [1.5, null],
      [1e9, null],
      [null, null],
      ['', null],
    ]
    for (const [width, expected] of cases) assert.equal(sizeOf(width), expected, String(width))
  })

  it('drops URLs of other schemes from the attributes of the provider’s script', () => {
    const html = rich(
      '<div class="tumblr-post" data-href="javascript:alert(1)" data-did="1"><a href="javascript:alert(1)">x</a></div>',
      'https://a.tumblr.com/1',
    )
    assert.equal(
      html,
      '<div class="tumblr-post" data-did="1"><a rel="nofollow noopener ugc" target="_blank">x</a></div>',
    )
  })

  it('is null for an invalid response', () => {
    const answers = [
      null,
      undefined,
      'rich',
      7,
      [],
      {},
      { type: 'other', html: '<p>x</p>' },
      { type: 'rich' },
      { type: 'rich', html: '' },
    ]
    const empty = [
      '<script>alert(1)</script>',
      '<style>x</style>',
      '<p> </p>',
      '<img src="x:y">',
      `<p>${'x'.repeat(70_000)}</p>`,
    ]
    for (const response of [...answers, ...empty.map((html) => ({ type: 'rich', html }))]) {
      assert.equal(sanitizeEmbed(response, new URL(video)), null, JSON.stringify(response)?.slice(0, 60))
    }
  })

  it('lets nothing active through, whatever the HTML', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '<script',
      '<iframe',
      '<img',
      '<svg',
      '<math',
      '<a',
      '<p',
      ' src=',
      ' href=',
      ' onerror=',
      ' srcdoc=',
      ' style=',
      'javascript:',
      '//evil.example/',
      'https://www.youtube.com/',
      'alert(1)',
      '</script>',
      '<!--',
      '-->',
      '<style>',
      '&lt;',
      '<noscript>',
      '<textarea>',
      '<template>',
      '\u0000',
      '/',
    ]
    const soup = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), {
      maxLength: 40,
      size: 'max',
    })
    const tag = /<(\w+)((?:\s+[\w-]+(?:="[^"<>]*")?)*)\s*\/?>/g
    fc.assert(
      fc.property(soup, (parts) => {
        const html = rich(parts.join(''), video) ?? ''
        const rest = html.replace(tag, '').replace(/<\/\w+>/g, '')
        assert.doesNotMatch(rest, /[<>]/, 'every bracket belongs to a tag that was understood')
        for (const [, name = '', attributes = ''] of html.matchAll(tag)) {
          assert.doesNotMatch(
            name,
            /^(?:script|style|svg|math|object|embed|form|input|link|meta|base|template|noscript)$/i,
          )
          assert.doesNotMatch(attributes, /\s(?:on\w+|style|srcdoc|id)=|"\s*(?:javascript|data|vbscript):/i)
          if (name === 'iframe') assert.match(attributes, /^ src="https:\/\/www\.youtube\.com\//)
        }
      }),
      { seed: 20260301, numRuns: 3000 },
    )
  })
})

describe('the table of embed rules', () => {
  it('lists each host once, and only https origins', () => {
    const hosts = EMBED_RULES.flatMap((rule) => rule.hosts)
    assert.deepEqual(hosts, [...new Set(hosts)])
    for (const origin of EMBED_RULES.flatMap((rule) => rule.frames)) {
      assert.equal(new URL(origin).origin, origin)
      assert.match(origin, /^https:/)
    }
    for (const script of EMBED_RULES.flatMap((rule) => rule.scripts)) {
      if (typeof script === 'string') assert.match(script, /^https:\/\/[^/]+\/.+\.js$/)
      else assert.match(script.source, /^\^https:\\\/\\\/[a-z]+\\\.[a-z]+\\\.[a-z]+\\\/.*\$$/)
    }
  })

  it('finds a provider by the host alone', () => {
    assert.equal(findEmbedRule(new URL('https://m.youtube.com/x')).rule.name, 'YouTube')
    assert.equal(findEmbedRule(new URL('https://youtube.com.evil.example/x')).isKnown, false)
    assert.equal(findEmbedRule(new URL('https://fakeyoutube.com/x')).isKnown, false)
  })
})
