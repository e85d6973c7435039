import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeText } from '../../parsing/decode-text.ts'
import { EMPTY_PREVIEW, FIELD_NAMES, FIELDS, type Preview } from './preview.ts'
import { readPreview } from './read-preview.ts'

const url = 'https://news.example/2026/story.html'
const read = (text: string) => readPreview({ text, url })

const assertBounded = (preview: Preview) => {
  assert.deepEqual(Object.keys(preview), [...FIELD_NAMES])
  for (const field of FIELD_NAMES) {
    const value = preview[field]
    if (value === null) continue
    const { kind, maxLength } = FIELDS[field]
    assert.ok(value.length > 0 && value.length <= maxLength, `${field} is within ${maxLength}`)
    assert.ok(value.isWellFormed(), `${field} is well-formed`)
    if (kind === 'url') assert.match(value, /^https?:\/\/[^\s/]/)
    else if (kind === 'time') assert.match(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    else assert.doesNotMatch(value, /^\s|\s$|\s\s|[\p{Cc}\u202E]|<[a-z!/?][^<>]*>/iu, `${field} is clean text`)
  }
}

/** Pieces that confuse parsers, combined at random. */
const PIECES = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    '&',
    ';',
    '\u0000',
    '\u202E',
    '\uD800',
    ' ',
    '\n',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<html>',
    '<head>',
    '</head>',
    '<body>',
    '<title>',
    '</title>',
    '<svg>',
    '</svg>',
    '<template>',
    '<base href="x:y">',
  ],
  ...['<meta property="og:title" content="', '<meta name=description content=', '<meta property="og:image" content="'],
  ...[
    '<meta property="article:published_time" content="2026-03-01"',
    '<link rel=canonical href="',
    '">',
    '<h1>',
    '</h1>',
  ],
  ...[
    '<script type="application/ld+json">',
    '</script>',
    '{"@type":"Article"',
    ',"headline":',
    '"author":{"@id":"#a"}',
  ],
  ...[
    '{"@graph":[',
    ']}',
    '}',
    '"image":"//x',
    '__proto__',
    '<article class="h-entry">',
    '<p class="p-name p-author h-card">',
  ],
  ...[
    '<time datetime=2026-03-01>',
    '</p>',
    '</article>',
    '<a rel=author>',
    '&lt;b&gt;',
    '&#x202e;',
    '&#55296;',
    'javascript:',
  ],
]
const soup = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 60, size: 'max' })
  .map((pieces) => pieces.join(''))

describe('readPreview for any input', () => {
  it('returns a bounded preview for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const { text } = decodeText(Buffer.from(bytes), 'text/html')
        assertBounded(read(text))
        assertBounded(read(`<meta property="og:title" content="${text}"><title>${text}</title><h1>${text}`))
      }),
      { seed: 20260301, numRuns: 400 },
    )
  })

  it('returns a bounded preview for HTML soup', () => {
    fc.assert(
      fc.property(soup, (text) => assertBounded(read(text))),
      { seed: 20260301, numRuns: 1500 },
    )
  })

  it('returns a bounded preview for any JSON-LD', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        const node = {
          '@type': 'Article',
          headline: one,
          author: other,
          image: one,
          publisher: other,
          '@graph': [one, other],
        }
        assertBounded(read(`<script type="application/ld+json">${JSON.stringify(node)}</script>`))
      }),
      { seed: 20260301, numRuns: 400 },
    )
  })

  it('returns a bounded preview for any Link header', () => {
    const header = fc.array(
      fc.oneof(
        fc.constantFrom('<', '>', ';', ',', '"', 'rel=canonical', '; rel="', '<https://a.example/>'),
        fc.string(),
      ),
    )
    fc.assert(
      fc.property(header, (pieces) =>
        assertBounded(readPreview({ text: '', url, headers: { link: pieces.join('') } })),
      ),
      { seed: 20260301 },
    )
  })
})

describe('the limits of a preview', () => {
  it('cuts long text between characters and marks the cut', () => {
    const { title, description } = read(
      `<title>${'😀'.repeat(400)}</title><meta name=description content="${'word '.repeat(900)}">`,
    )
    assert.equal(title, `${'😀'.repeat(149)}…`)
    assert.equal(description, `${'word '.repeat(200).slice(0, 999).trimEnd()}…`)
  })

  it('drops a URL that is too long instead of cutting it', () => {
    assert.equal(read(`<meta property="og:image" content="/${'a'.repeat(3000)}">`).imageUrl, null)
    for (const word of ['undefined', 'null', 'None', 'NaN', 'false', '[object Object]'])
      assert.equal(
        read(`<meta property="og:image" content="${word}"><meta name="twitter:image" content="/t.png">`).imageUrl,
        'https://news.example/t.png',
        word,
      )
  })

  it('skips JSON-LD that is too large or too deep', () => {
    const script = (json: string) => `<title>Plain</title><script type="application/ld+json">${json}</script>`
    const article = (filler: string) => JSON.stringify({ '@type': 'Article', headline: 'Linked', filler })
    assert.equal(read(script(article('x'.repeat(200_000)))).title, 'Linked')
    assert.equal(read(script(article('x'.repeat(300_000)))).title, 'Plain')
    assert.equal(read(script(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).title, 'Plain')
  })

  it('reads a page up to an unrealistic depth', () => {
    const page = `<title>Plain</title>${'<b>'.repeat(200_000)}<meta property="og:title" content="Deep">`
    assert.equal(read(page).title, 'Plain')
  })
})

describe('a description', () => {
  const card = (description: string) =>
    `<meta property="og:title" content="Fish"><meta property="og:description" content="${description}">`

  it('is dropped when it repeats the title, in favor of the next one', () => {
    assert.equal(read(card('About fish')).description, 'About fish')
    assert.equal(read(card(' Fish ')).description, null)
    assert.equal(read(`${card('Fish')}<meta name=description content="About fish">`).description, 'About fish')
    assert.equal(read(`${card('Fish')}<meta name=description content="Fish">`).description, null)
  })
})

describe('the parsed part of a page', () => {
  const complete = ['og:title', 'og:description', 'og:image', 'article:author', 'article:published_time']
    .map((name) => `<meta property="${name}" content="2026-03-01">`)
    .join('')
  const tail = `${' '.repeat(9000)}<meta property="og:site_name" content="Behind">`

  it('excludes the body when the head has filled every field', () => {
    assert.equal(read(`<head>${complete}</head><body>${tail}`).siteName, null)
  })

  it('includes the body when it may fill a missing field', () => {
    assert.equal(read(`<head><title>T</title></head><body>${tail}`).siteName, 'Behind')
  })

  it('includes a head of any size', () => {
    const giant = `<head><style>${'a{b:c}'.repeat(100_000)}</style><meta property="og:title" content="At the end"></head>`
    assert.equal(read(giant).title, 'At the end')
  })

  it('uses the links of the header where the page has none', () => {
    const link =
      '</story>; rel="canonical", <https://news.example/oembed?a=1,2>; type="application/json+oembed"; rel=alternate, </other>; rel=canonical; anchor="#x"'
    const fromHeader = {
      ...EMPTY_PREVIEW,
      canonicalUrl: 'https://news.example/story',
      oembedUrl: 'https://news.example/oembed?a=1,2',
    }
    assert.deepEqual(readPreview({ text: 'no page', url, headers: { link } }), fromHeader)
    assert.equal(
      readPreview({ text: '<link rel=canonical href=/page>', url, headers: { link } }).canonicalUrl,
      'https://news.example/page',
    )
  })
})

describe('a value written by a program', () => {
  const titled = (content: string) => read(`<meta property="og:title" content="${content}"><title>Tide</title>`).title

  it('is ignored if it means no value', () => {
    for (const word of ['undefined', 'null', '[object Object]', '[object Promise]']) assert.equal(titled(word), 'Tide')
    for (const title of ['Null', 'None', 'undefined behavior', 'false']) assert.equal(titled(title), title)
  })

  it('is read by each name in an attribute', () => {
    assert.equal(read('<meta property="og:title twitter:title" content="T">').title, 'T')
    assert.equal(read('<meta property="name schema:x og:description" content="D">').description, 'D')
    assert.equal(read('<meta itemprop="description about" content="D">').description, 'D')
    assert.equal(read('<meta name="og:title other" content="T">').title, null)
  })
})
