import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { guardXml, XML_LIMITS, XmlRefusal } from './guard-xml.ts'

const refuses = (xml: string, message: RegExp) =>
  assert.throws(
    () => guardXml(xml),
    (error) => error instanceof XmlRefusal && message.test(error.message),
  )

const MEBIBYTE = 1024 * 1024

/** A scan that is not linear takes minutes on these. */
const isQuick = (work: () => unknown) => {
  const started = process.cpuUsage()
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof XmlRefusal)
  }
  const { user } = process.cpuUsage(started)
  assert.ok(user < 2_000_000, `took ${user} µs of the processor`)
}

describe('the guard before XML parsers', () => {
  test('tells the root, the number and the depth of the elements of a harmless document', () => {
    const xml =
      '<?xml version="1.0"?>\n<!-- <a> -->\n<rdf:RDF a="x > y"><b/><c><d>1 < 2 &#8217; &#x1F600;</d></c></rdf:RDF>\n'
    assert.deepEqual(guardXml(xml), { root: 'rdf', elements: 4, depth: 3 })
  })

  test('refuses a document type and entities, in any case and anywhere outside of text', () => {
    for (const declaration of ['<!DOCTYPE rss>', '<!doctype rss [', '<!DocType html SYSTEM "file:///etc/passwd">'])
      refuses(`${declaration}<rss></rss>`, /document type/)
    refuses('<rss><channel><!ENTITY x "y"></channel></rss>', /entities/)
    refuses('<rss><title><!dOcTyPe x></title></rss>', /document type/)
  })

  test('refuses a billion laughs before anything expands them', () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
    refuses(`<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">${levels.join('')}]><l>&l9;</l>`, /document type/)
  })

  test('lets declarations stand where they are text: in CDATA, in comments, escaped', () => {
    for (const text of ['<![CDATA[<!DOCTYPE x><!ENTITY y "z">]]>', '<!-- <!DOCTYPE x> -->', '&lt;!DOCTYPE x&gt;'])
      assert.deepEqual(guardXml(`<rss><title>${text}</title></rss>`), { root: 'rss', elements: 2, depth: 2 })
  })

  test('allows exactly the depth and the number of elements that are the limit', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    assert.equal(guardXml(nested(XML_LIMITS.depth)).depth, XML_LIMITS.depth)
    refuses(nested(XML_LIMITS.depth + 1), /deep/)
    const many = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`
    assert.equal(guardXml(many(XML_LIMITS.elements)).elements, XML_LIMITS.elements)
    refuses(many(XML_LIMITS.elements + 1), /elements/)
  })

  test('allows exactly the number of other parts and of attributes that is the limit', () => {
    const parts = (count: number) => `<a>${'<!---->'.repeat(count - 2)}</a>`
    guardXml(parts(XML_LIMITS.parts))
    refuses(parts(XML_LIMITS.parts + 1), /parts/)
    refuses(`<a>${'</b>'.repeat(XML_LIMITS.parts)}</a>`, /parts/)
    refuses(`<a>${'<?b?>'.repeat(XML_LIMITS.parts)}</a>`, /parts/)
    for (const attribute of [' b="1"', " b = '<'", ' b c', '\n\tb="1"']) {
      const perAttribute = attribute.startsWith(' b =') ? 4 : 2
      const count = XML_LIMITS.attributeParts / perAttribute
      guardXml(`<a${attribute.repeat(count)}/>`)
      refuses(`<a><b${attribute.repeat(count)}/><c d="1"/></a>`, /attributes/)
    }
  })

  test('elements left open inside an element that is closed do not add up', () => {
    const item = '<item><p>one<br>two<p>three</item>'
    assert.equal(guardXml(`<rss>${item.repeat(500)}</rss>`).depth, 5)
  })

  test('refuses numeric references beyond Unicode and endless ones, not in CDATA', () => {
    for (const reference of [
      '&#1114112;',
      '&#x110000;',
      '&#xFFFFFFFF;',
      `&#${'9'.repeat(4096)};`,
      `&#x${'0'.repeat(4096)}1`,
    ]) {
      refuses(`<a>${reference}</a>`, /character/)
      refuses(`<a b="${reference}"/>`, /character/)
      guardXml(`<a><![CDATA[${reference}]]></a>`)
    }
    guardXml('<a>&#x10FFFF; &#0; &#; &#x; &#foo; &#12</a>')
  })

  test('refuses what is cut off at any place', () => {
    const xml = '<?xml version="1.0"?><rss><a b="c"><![CDATA[d]]></a><!-- e --></rss>'
    for (let length = 1; length < xml.length; length += 1)
      assert.throws(() => guardXml(xml.slice(0, length)), XmlRefusal, xml.slice(0, length))
    guardXml(xml)
  })

  test('takes time in proportion to the length, whatever the document', () => {
    for (const part of [
      '<',
      '<a',
      '<a b="',
      '<!--',
      '<![CDATA[',
      '<?',
      '</a',
      '&#',
      '&#x0',
      '<a>',
      '<a/>',
      '< ',
      '"',
      '<!',
    ])
      isQuick(() => guardXml(`<r>${part.repeat((2 * MEBIBYTE) / part.length)}`))
    isQuick(() => guardXml(`<r>${'<b/>'.repeat(9_000)}${'x'.repeat(2 * MEBIBYTE)}</r>`))
    isQuick(() => guardXml(`<r>${'<![CDATA[]]>'.repeat(MEBIBYTE / 6)}</r>`))
  })

  test('answers or refuses any input, and never fails otherwise', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '</',
      '<!',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '"',
      "'",
      '&#',
      ';',
      'a',
      '/',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 40 }), (parts) => {
        try {
          assert.ok(guardXml(parts.join('')).elements > 0)
        } catch (error) {
          assert.ok(error instanceof XmlRefusal, String(error))
        }
      }),
    )
  })
})
