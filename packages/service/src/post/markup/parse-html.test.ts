import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MARKUP_PIECES, ORDINARY_MARKUP, XSS_SAMPLES } from '@central-api/testing/post/markup/markup.cases.ts'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { article } from '../../../../../bench/articles.ts'
import { VOID } from './html-rules.ts'
import { createHtmlParser, parseHtml } from './parse-html.ts'
import { SIGNS } from './read-references.ts'

const DEEP = 1_000

/** The events of a parse, one per line. Adjacent texts are joined. */
const eventsOf = (html: string, maxDepth = DEEP): readonly string[] => {
  const events: string[] = []
  parseHtml(
    html,
    {
      open: ({ name }, attributes) => events.push(`<${name} ${JSON.stringify(attributes)}`),
      close: ({ name }) => events.push(`>${name}`),
      text: (text) => events.push(text),
    },
    maxDepth,
  )
  return events
}

/** The same from a widely used parser. */
const reference = (html: string): readonly string[] => {
  const events: string[] = []
  let text = ''
  const endText = () => {
    if (text !== '') events.push(text)
    text = ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      endText()
      events.push(`<${name.toLowerCase()} ${JSON.stringify(attributes)}`)
    },
    onclosetag(name) {
      endText()
      if (!VOID.has(name)) events.push(`>${name.toLowerCase()}`)
    },
    ontext(chunk) {
      text += chunk
    },
  })
  parser.end(html)
  endText()
  return events
}

const END = ' end'

/** For input that ends within a construct, the reference parser makes mistakes. */
const assertAsReference = (html: string) => {
  const whole = html + END
  const expected = reference(whole)
  const isCut = !expected.some((event) => !event.startsWith('<') && event.endsWith(END))
  if (!isCut) assert.deepEqual(eventsOf(whole), expected, JSON.stringify(html))
}

const NAMES = [
  ...['a', 'b', 'p', 'P', 'i', 'div', 'li', 'ul', 'td', 'tr', 'th', 'table', 'tbody', 'thead', 'h1', 'h2', 'option'],
  ...[
    'optgroup',
    'select',
    'input',
    'button',
    'form',
    'img',
    'image',
    'br',
    'BR',
    'hr',
    'video',
    'source',
    'pre',
    'x-y',
  ],
  ...['dl', 'dt', 'dd', 'rt', 'rp', 'body', 'head', 'link', 'noscript', 'template', 'annotation-xml', 'constructor'],
]
const BLOCKS = [
  ...['address', 'article', 'aside', 'blockquote', 'details', 'fieldset', 'figcaption', 'figure', 'footer', 'header'],
  ...['main', 'nav', 'ol', 'section', 'tfoot', 'h3', 'h4', 'h5', 'h6', 'output', 'datalist', 'textarea', 'script'],
]
/** Where HTML continues within foreign content, and where not. */
const INTEGRATION = ['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml', 'desc', 'title', 'foreignObject', 'g', 'mrow']
const ATTRIBUTES = [
  ...['href=/x', 'href="a?b=1&amp;c=2&copy=3"', "title='t > &quot;q'", 'class=tag', 'TITLE=Q', 'title=', 'title = y'],
  ...['=x', '"', 'x', 'a/b', '/', ' / ', 'x==y', 'x=&lt', 'a="<p>"', '__proto__=x', 'constructor'],
]
const TEXTS = [
  ...[
    'x',
    ' ',
    'a b',
    '\n',
    '&amp;',
    '&#8217;',
    '&copy',
    '&notit;',
    '&',
    '&#1;',
    '&#x80;',
    '&;',
    '&#;',
    '&Aacute',
    '–',
    '<',
  ],
  ...['< b', '>', '<!-- c -->', '<!-->', '<!--->', '<!---!>', '<!--a--!>b', '<!--<!-- -->-->', '<!x>', '<?x?>', '</>'],
  ...[
    '</ x>',
    '</1>',
    '<![CDATA[y<z]]>',
    '<![cdata[y]]>',
    '<!doctype html>',
    '<!',
    '<!-',
    '<!--',
    '<?',
    '</',
    ']]>',
    '&a',
  ],
]

describe('HTML is parsed like by a widely used parser', () => {
  test('for ordinary and hostile HTML', () => {
    for (const html of [...ORDINARY_MARKUP, ...XSS_SAMPLES.filter((each) => !/<(?:svg|math)/.test(each))])
      assertAsReference(html)
    for (let n = 0; n < 50; n += 1) assertAsReference(article(n))
  })

  test('for random combinations', () => {
    const tag = fc
      .tuple(
        fc.constantFrom('<', '<', '</'),
        fc.constantFrom(...NAMES),
        fc.constantFrom('', '', ' ', '\n', '/', ' /'),
        fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 }).map((each) => each.join(' ')),
        fc.constantFrom('>', '>', '/>', ' / >', ''),
      )
      .map((parts) => parts.join(''))
    const piece = fc.oneof(tag, fc.constantFrom(...TEXTS), fc.constantFrom(...MARKUP_PIECES))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const html = pieces.join('')
        fc.pre(!/<(?:svg|math)/i.test(html))
        assertAsReference(html)
      }),
      { numRuns: 3_000 },
    )
  })

  test('for foreign content', () => {
    const piece = fc.constantFrom(
      ...[
        '<svg>',
        '</svg>',
        '<math>',
        '</math>',
        '<svg><foreignObject>',
        '</foreignobject>',
        '<mi>',
        '</mi>',
        '<p>',
        '</p>',
      ],
      ...[
        '<path/>',
        '<g>',
        '</g>',
        '<desc>',
        '<image/>',
        '<![CDATA[a<b]]>',
        'x&lt;',
        '<svg><clipPath>',
        '</clippath>',
        '<form>',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => assertAsReference(pieces.join(''))),
      { numRuns: 2_000 },
    )
  })

  test('for implied ends and raw content', () => {
    for (const outer of [...NAMES, ...BLOCKS])
      for (const inner of [...NAMES, ...BLOCKS])
        assertAsReference(`<div><${outer}>a<${inner}>b</${inner}></${outer}></div>`)
    for (const language of ['svg', 'math'])
      for (const name of INTEGRATION)
        assertAsReference(`<${language}><${name}>a<path/>b</${name}><path/>c<path / x>d</${language}>`)
  })

  test('for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'<<>>/="\'&;! -abpx\n\t?[]#1é😀'), maxLength: 50 })
    fc.assert(fc.property(text, assertAsReference), { numRuns: 3_000 })
  })
})

describe('HTML', () => {
  test('a tag that is cut off at the end is dropped', () => {
    for (const cut of [
      '<b',
      '</b',
      '<b ',
      '<b x',
      '<b x=',
      '<b x="',
      "<b x='>",
      '<script',
      '<br/',
      '</b x',
      '<!-- b',
      '<?b',
    ])
      assert.deepEqual(eventsOf(`<i>a${cut}`), ['<i {}', 'a', '>i'], cut)
  })

  test('text is as written in raw elements, and has its references resolved elsewhere', () => {
    assert.deepEqual(eventsOf('<script>a<b>&amp;</scripty></SCRIPT >c<title><b>d&amp;</title>'), [
      ...['<script {}', 'a<b>&amp;</scripty>', '>script', 'c', '<title {}', '<b>d&', '>title'],
    ])
    assert.deepEqual(eventsOf('<style>a</styles><b>c</style>'), ['<style {}', 'a</styles><b>c', '>style'])
    assert.deepEqual(eventsOf('<svg><style>a<b>c</style></svg>'), [
      ...['<svg {}', '<style {}', 'a', '<b {}', 'c', '>b', '>style', '>svg'],
    ])
    assert.deepEqual(eventsOf('<plaintext>a</plaintext>b'), ['<plaintext {}', 'a</plaintext>b', '>plaintext'])
  })

  test('ends before the first element that is nested too deep', () => {
    assert.deepEqual(eventsOf('<b>a<br><i>b</i><i><u>c', 2), [
      ...['<b {}', 'a', '<br {}', '<i {}', 'b', '>i', '<i {}', '>i', '>b'],
    ])
  })

  test('reports where the content of an element starts and ends', () => {
    const html = '<ul class="a"><li>b<li><br>c<script>d</script></ul></p><svg><path/></svg>e'
    const open: [name: string, from: number][] = []
    const contents: string[] = []
    const close = (_: unknown, to: number) => {
      const [name, from] = open.pop() ?? ['', 0]
      contents.push(`${name}: ${html.slice(from, to)}`)
    }
    parseHtml(
      html,
      {
        open: ({ name, isVoid }, _, from) => {
          if (!isVoid) open.push([name, from])
        },
        close,
        text() {},
      },
      DEEP,
    )
    assert.deepEqual(contents, [
      ...['li: b', 'script: d', 'li: <br>c<script>d</script>', 'ul: <li>b<li><br>c<script>d</script>', 'p: '],
      ...['path: ', 'svg: <path/>'],
    ])
  })

  test('can be parsed up to a position and continued', () => {
    const events: string[] = []
    const { read, end } = createHtmlParser(
      '<p>a<b>c</b>d</p>e',
      {
        open: ({ name }) => events.push(`<${name}`),
        close: ({ name }) => events.push(`>${name}`),
        text: (text) => events.push(text),
      },
      DEEP,
    )
    assert.equal(read(5), 8)
    assert.deepEqual(events, ['<p', 'a', '<b'])
    assert.equal(read(12), 13)
    assert.deepEqual(events, ['<p', 'a', '<b', 'c', '>b'])
    assert.equal(read(1_000), 18)
    end()
    assert.deepEqual(events, ['<p', 'a', '<b', 'c', '>b', 'd', '>p', 'e'])
  })

  test('reports for each text what it may contain', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...'ab  \n\t\r\0\u0085\ufeffé–<>&', '&lt;', '&#10;', '&#32;', '&#8217;', '&x'),
    })
    fc.assert(
      fc.property(texts, (html) => {
        const text = (read: string, signs: number) => {
          if ((signs & SIGNS.markup) === 0) assert.doesNotMatch(read, /[&<>]/)
          if ((signs & SIGNS.spaces) === 0) assert.doesNotMatch(read, /[\t\n\f\r]| {2}/)
          if ((signs & SIGNS.controls) === 0) assert.doesNotMatch(read, /[[\p{Cc}\uFEFF]--[\n\t]]/v)
        }
        parseHtml(html, { open: () => {}, close: () => {}, text }, DEEP)
      }),
      { numRuns: 3_000 },
    )
    const signs: number[] = []
    parseHtml('a b&#8217;c<b>é', { open: () => {}, close: () => {}, text: (_, each) => signs.push(each) }, DEEP)
    assert.deepEqual(signs, [SIGNS.none, SIGNS.none])
  })
})
