import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createByteText } from './byte-text.ts'
import { attributesOf } from './scan-tag.ts'
import { createXmlScanner, MAX_FIELD_PIECES, type XmlPiece } from './scan-xml.ts'

const textOf = (xml: string) => createByteText(Buffer.from(xml))

function* scanXml(xml: string): Generator<XmlPiece> {
  const scanner = createXmlScanner(textOf(xml))
  for (let piece = scanner.next(); piece !== undefined; piece = scanner.next()) yield piece
}

/** The pieces in short: `<name>`, `</name>`, texts as they are, CDATA in brackets. */
const shortOf = (piece: XmlPiece): string => {
  if (piece.kind === 'open') return piece.tag.isEmpty ? `<${piece.tag.name}/>` : `<${piece.tag.name}>`
  if (piece.kind === 'close') return `</${piece.name}>`
  if (piece.kind === 'cdata') return `[${piece.text}]`
  return piece.kind === 'declaration' ? `!${piece.text}` : piece.text
}
const piecesOf = (xml: string): string[] => [...scanXml(xml)].map(shortOf)

/** Reads each field in one step, and its pieces one by one: both must be the same. Returns the fields. */
const fieldsOf = (xml: string): readonly string[] => {
  const whole = textOf(xml)
  const [steps, pieces] = [createXmlScanner(whole), createXmlScanner(whole)]
  const fields: string[] = []
  for (;;) {
    const field = steps.fieldAhead()
    if (field === undefined) {
      const piece = steps.next()
      assert.deepEqual(piece, pieces.next())
      if (piece === undefined) return fields
      continue
    }
    steps.pass(field)
    assert.ok(field.pieces <= MAX_FIELD_PIECES)
    const name = whole.cut(field.at + 1, field.nameTo)
    const text = whole.cut(field.textFrom, field.textTo).trim()
    const taken = Array.from({ length: field.pieces }, () => pieces.next())
    const said = taken.flatMap((piece) => (piece?.kind === 'text' || piece?.kind === 'cdata' ? piece.text.trim() : []))
    assert.equal(said.join(''), text)
    const tags = taken.flatMap((piece) => {
      if (piece?.kind === 'open') return [[piece.tag.name, attributesOf(piece.tag).size > 0, piece.tag.isEmpty]]
      return piece?.kind === 'close' ? [[piece.name]] : []
    })
    const isEmpty = tags[0]?.[2]
    assert.deepEqual(tags, [[name, field.hasAttributes && tags[0]?.[1], isEmpty], ...(isEmpty ? [] : [[name]])])
    assert.equal(
      taken.some((piece) => piece?.kind === 'cdata'),
      field.isCdata,
    )
    fields.push(`${name} ${text}`)
  }
}
const attributesIn = (xml: string): Record<string, string> | undefined => {
  for (const piece of scanXml(xml)) if (piece.kind === 'open') return Object.fromEntries(attributesOf(piece.tag))
  return undefined
}

const MEBIBYTE = 1024 * 1024
/** A scan that is not linear takes minutes on these. */
const isQuick = (xml: string) => {
  const started = process.cpuUsage()
  for (const _ of scanXml(xml));
  const scanner = createXmlScanner(textOf(xml))
  for (let isLeft = true; isLeft; ) {
    const field = scanner.fieldAhead()
    if (field) scanner.pass(field)
    else isLeft = scanner.next() !== undefined
  }
  const { user } = process.cpuUsage(started)
  assert.ok(user < 3_000_000, `${xml.slice(0, 20)} took ${user} µs of the processor`)
}

describe('scanning XML', () => {
  const documents: Readonly<Record<string, readonly string[]>> = {
    '<?xml version="1.0"?><a><b/>c</a>': ['<a>', '<b/>', 'c', '</a>'],
    '<a>1 < 2 <3 <> </> </ x>': ['<a>', '1 < 2 <3 <> ', '<', '/> ', '</x>'],
    '<a><!-- <b> --><![CDATA[<c> & ]] ]]>d': ['<a>', '[<c> & ]] ]', 'd'],
    '<!DOCTYPE a [<!ENTITY b "c">]><d/>': ['!<!DOCTYPE a [', '!<!ENTITY b "c">', ']>', '<d/>'],
    '<a title="x > y" b>z': ['<a>', 'z'],
    '<a href="x<b>y': ['<a>', '<b>', 'y'],
    '<a<b</c<d': ['<a>', '<b>', '</c>'],
    '<a>b<!-- c <!-- d --> e': ['<a>', 'b', ' c ', ' e'],
    '<a>b<!-- c': ['<a>', 'b', ' c'],
    '<a><?php echo <b>': ['<a>', '<b>'],
    '<a>b</a': ['<a>', 'b', '</a>'],
    '<a>b<c d="e': ['<a>', 'b'],
    '<x:a-b.c/>': ['<x:a-b.c/>'],
    '<größe b="日本">é’🌿</größe ><größe><![CDATA[à<b>]]></größe>': [
      '<größe>',
      'é’🌿',
      '</größe>',
      '<größe>',
      '[à<b>]',
      '</größe>',
    ],
    '<größe><![CDATA[à</größe>': ['<größe>', '[à]', '</größe>'],
  }
  for (const [xml, pieces] of Object.entries(documents))
    test(`reads ${xml}`, () => {
      assert.deepEqual(piecesOf(xml), pieces)
    })

  test('CDATA without an end ends with its element or its item', () => {
    const behind = '<item><b><![CDATA[y]]></b></item>'
    assert.deepEqual(piecesOf(`<item><a><![CDATA[x</a></item>${behind}`).slice(2, 5), ['[x]', '</a>', '</item>'])
    assert.deepEqual(piecesOf(`<item><a><![CDATA[x</item>${behind}`).slice(2, 4), ['[x]', '</item>'])
    assert.deepEqual(piecesOf('<a><![CDATA[x</a>'), ['<a>', '[x]', '</a>'])
    assert.deepEqual(piecesOf('<a><![CDATA[x'), ['<a>', '[x]'])
    assert.deepEqual(piecesOf('<a><![CDATA[//<![CDATA[ </item> ]]></a>'), ['<a>', '[//<![CDATA[ </item> ]', '</a>'])
  })

  test('reads attributes with any quotes, keeps the first of two, and ignores everything else', () => {
    const tags: Readonly<Record<string, Record<string, string>>> = {
      '<a b="1" C=\'2\' d=3 e f = "4">': { b: '1', c: '2', d: '3', e: '', f: '4' },
      '<a b="1" b="2">': { b: '1' },
      '<a b="1"c="2"/>': { b: '1', c: '2' },
      '<a b="x < y > z" c=1>': { b: 'x < y > z', c: '1' },
      '<a b="http://x/ c="2">': { b: 'http://x/ c=' },
      '<a b="x><c d="e">': { b: 'x' },
      '<a b="&amp;&quot;">': { b: '&amp;&quot;' },
      '<a = "1" / %% b=1>': { b: '1' },
      '<a __proto__="1" constructor=2>': Object.fromEntries([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    }
    for (const [tag, attributes] of Object.entries(tags)) assert.deepEqual(attributesIn(tag), attributes, tag)
    assert.equal(
      Object.keys(
        attributesIn(`<a${' b'.repeat(3)}${Array.from({ length: 500 }, (_, n) => ` c${n}="1"`).join('')}>`) ?? {},
      ).length,
      40,
    )
  })

  test('a name that is too long is not a name', () => {
    assert.deepEqual(piecesOf(`<${'a'.repeat(256)}>`), [`<${'a'.repeat(256)}>`])
    assert.deepEqual(piecesOf(`<${'a'.repeat(257)}>`), ['<', `${'a'.repeat(257)}>`])
  })

  test('reads a well-formed field in one step', () => {
    const documents: Readonly<Record<string, readonly string[]>> = {
      '<a>b</a> <c:d e="1" f=\'2\'>\ng\n</c:d>': ['a b', 'c:d g'],
      '<r><a/><b /><c d="e"/></r>': ['a ', 'b ', 'c '],
      '<r>\n<a></a><b> </b></r>': ['a ', 'b '],
      '<r><a> <![CDATA[ <b> & ]]>\n</a></r>': ['a <b> &'],
      '<r><a>b<c/>d</a></r>': ['c '],
      '<r>x<a>b</a></r>': ['a b'],
      '<r><a>1 < 2</a><b>x</c></r>': [],
      '<r><a xmlns="b">c</a><a xmlns:b="c">d</a><a b:c="d">e</a><a b>f</a></r>': [],
      '<r><a>b</a ><c>d</C><e>f</ e></r>': [],
      '<r><a><![CDATA[b]]>c</a><a>b<![CDATA[c]]></a><a><![CDATA[b]]><![CDATA[c]]></a></r>': [],
      [`<r><a ${'b'.repeat(256)}xmlns="c">d</a></r>`]: [],
    }
    for (const [xml, fields] of Object.entries(documents)) assert.deepEqual(fieldsOf(xml), fields, xml)
  })

  test('takes linear time for any document', () => {
    for (const part of [
      ...[
        '<',
        '<a',
        '<a b="',
        "<a b='",
        '<a b=',
        '<!--',
        '<![CDATA[',
        '<?',
        '</a',
        '</',
        '<a>',
        '<a/>',
        '< ',
        '"',
        '<!',
      ],
      ...[
        '<a>b</a>',
        '<a>b</c>',
        '<a><![CDATA[b',
        '<a> <![CDATA[b]]> ',
        '<a b="c">',
        ' <a b="c"',
        '\n',
        '<a b="c" ',
        '&',
      ],
      ...['<a b="\'', ' b="', '<a \' "', '<![CDATA[</item', '</item><![CDATA[', '<!---->', '<a          ', '<a b   '],
    ])
      isQuick(`<r>${part.repeat((2 * MEBIBYTE) / part.length)}`)
    isQuick(`<r ${'a'.repeat(2 * MEBIBYTE)}`)
    isQuick(`<${'a'.repeat(2 * MEBIBYTE)}`)
    isQuick(`<r ${'a '.repeat(MEBIBYTE)}`)
    isQuick(`<r a="${'<'.repeat(2 * MEBIBYTE)}`)
    isQuick(Array.from({ length: 150_000 }, (_, n) => `<a${n}><![CDATA[`).join(''))
  })

  test('splits any text into pieces, with every closed tag among them', () => {
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
      '=',
      'a',
      '/',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 40 }), (parts) => {
        const xml = parts.join('')
        assert.ok([...scanXml(xml)].length <= xml.length)
        assert.ok(piecesOf(`${xml.replaceAll(/["'=]|<!|-->|<\?/g, '')}]]><z>`).includes('<z>'))
      }),
    )
  })

  test('a field is the same as its pieces, for any document', () => {
    const part = fc.constantFrom(
      ...[
        '<a>',
        '<a b="c">',
        '<a b=\'c\' d="e" >',
        '<a/>',
        '<a b="c"/>',
        '</a>',
        '<![CDATA[',
        ']]>',
        ' ',
        '\n',
        'x',
        '<',
      ],
      ...[
        '<A>',
        '</A>',
        '</a >',
        '<!-- -->',
        '<a:b>',
        '</a:b>',
        '<a b:c="d">',
        '<a b=c>',
        '</item>',
        '&amp;',
        '\u00a0',
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }), (parts) => {
        fieldsOf(parts.join(''))
      }),
      { numRuns: 2_000 },
    )
  })
})
