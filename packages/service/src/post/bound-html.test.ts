import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cutHtml, extentOf, POST_LIMITS } from './bound-html.ts'
import { htmlToText, sanitizeHtml } from './html.ts'

const { characters, tags } = POST_LIMITS

/** A megabyte or more each, which parsers would read to the end. */
const HOSTILE: Readonly<Record<string, string>> = {
  'flat elements': '<b>x</b>'.repeat(500_000),
  'unclosed elements': '<p>'.repeat(500_000),
  'links that grow': '<a href=x>'.repeat(200_000),
  'pictures that grow': '<img src=x>'.repeat(200_000),
  'signs that are no tags': '<'.repeat(2_000_000),
  references: '&amp;'.repeat(500_000),
  'signs to be escaped': '&"\'>'.repeat(500_000),
  attributes: `<p ${Array.from({ length: 300_000 }, (_, n) => `a${n}`).join(' ')}>x</p>`,
  'an attribute without an end': `<p title="${'x>'.repeat(1_000_000)}`,
  'plain text': 'word '.repeat(500_000),
}
/** The longest URL that a post may have. */
const LONG_BASE = `https://blog.example/${'a'.repeat(1_900)}/`

/** Whether all elements are closed in order, and every `<`, `>` and `&` is where the sanitizer writes one. */
const isBalanced = (html: string): boolean => {
  const open: string[] = []
  const rest = html.replace(/<(\/?)([a-z0-9]+)(?: [a-z]+(?:="[^"<>]*")?)*( \/)?>/g, (_, isEnd, name, isVoid) => {
    if (isEnd) return open.pop() === name ? '' : '<'
    if (!isVoid) open.push(name)
    return ''
  })
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(rest)
}

const lastTags = (html: string): string => /(?:<\/[a-z0-9]+>)*$/.exec(html)?.[0] ?? ''

describe('HTML within the limits of a post', () => {
  test('stays as it is', () => {
    for (const html of ['', 'a < b &', '<p>a</p>', 'x'.repeat(characters), '<br>'.repeat(tags)])
      assert.equal(cutHtml(html), html)
  })

  test('never gives a reader more characters or tags than the limits', () => {
    for (const [what, html] of Object.entries(HOSTILE)) {
      const bounded = cutHtml(html)
      assert.ok(bounded.length <= characters && bounded.split('<').length - 1 <= tags, what)
      assert.ok(html.startsWith(bounded), what)
      assert.deepEqual(extentOf(html), extentOf(bounded), what)
    }
  })

  test('is written within the limit, and closed', () => {
    for (const [what, html] of Object.entries(HOSTILE)) {
      const clean = sanitizeHtml(html, LONG_BASE) ?? ''
      assert.ok(clean.length - lastTags(clean).length <= characters, what)
      assert.ok(isBalanced(clean), what)
      assert.ok((htmlToText(html) ?? '').length <= characters, what)
    }
  })

  test('is cut before a reference or tag that the cut would split', () => {
    const limits = { characters: 10, tags: 2 }
    for (const [html, bounded] of [
      ['12345678&amp;9', '12345678'],
      ['12345&#x1F600;9', '12345'],
      ['123456789😀', '123456789'],
      ['123456789012', '1234567890'],
      ['<i>1</i><i>', '<i>1</i>'],
      ['1 & 2 34567', '1 & 2 3456'],
    ] as const)
      assert.equal(cutHtml(html, limits), bounded, html)
    const clean = sanitizeHtml(`${'x'.repeat(characters - 20)}<b title="some more words">x</b>`)
    assert.equal(clean, 'x'.repeat(characters - 20))
  })

  test('is balanced, within the limit and made of allowed elements, wherever it is cut', () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<i title="a > b">',
        '<a href="/x">',
        '</a>',
        '<img src=x alt="&quot;">',
        '<br>',
      ],
      ...[
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '<div',
        '>',
        '"',
        "'",
        '&amp;',
        '&',
        ';',
        '<',
        '😀',
        'words ',
        '<svg>',
      ],
      ...[
        '<table><tr><td>',
        '<video src=x>',
        '<source src=y>',
        '<ul><li>',
        '<h2 lang=de onclick=x()>',
        '<style>',
        '\n',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.nat(40), (pieces, offset) => {
        const part = pieces.join('')
        const html = 'x'.repeat(offset) + part.repeat(Math.ceil((characters + 50) / part.length))
        const clean = sanitizeHtml(html, 'https://blog.example/a/') ?? ''
        assert.ok(isBalanced(clean))
        assert.ok(clean.length - lastTags(clean).length <= characters)
        assert.doesNotMatch(clean, /<(?:script|style|svg|iframe)|<[^>]* on[a-z]+=/i)
        assert.equal(clean.isWellFormed(), true)
      }),
      { numRuns: 60 },
    )
  })
})
