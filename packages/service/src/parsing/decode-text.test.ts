import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeText, isTextual, utf8Of } from './decode-text.ts'
import { repairC1 } from './repair-character.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const swapped = (text: string) => utf16(text).swap16()
const bytes = (...values: number[]) => Buffer.from(values)

describe('decodeText', () => {
  const cases: readonly [string, Buffer, string | undefined, string, string][] = [
    ['a UTF-8 mark beats the header', Buffer.from('\uFEFFé'), 'text/html; charset=iso-8859-1', 'é', 'utf-8'],
    [
      'a UTF-16 mark beats the header',
      Buffer.concat([bytes(0xff, 0xfe), utf16('é')]),
      'text/html; charset=utf-8',
      'é',
      'utf-16le',
    ],
    ['a big-endian mark is known', Buffer.concat([bytes(0xfe, 0xff), swapped('é')]), undefined, 'é', 'utf-16be'],
    [
      'the header beats the meta',
      latin('<meta charset=utf-8>é'),
      'text/html; charset=ISO-8859-1',
      '<meta charset=utf-8>é',
      'windows-1252',
    ],
    ['the header may be quoted', latin('é'), 'text/plain; format=flowed; Charset="latin1"', 'é', 'windows-1252'],
    ['a header may say UTF-16', utf16('<p>é'), 'text/html; charset=utf-16', '<p>é', 'utf-16le'],
    [
      'a meta charset is read',
      bytes(...Buffer.from('<meta charset="shift_jis">'), 0x93, 0xfa),
      'text/html',
      '<meta charset="shift_jis">日',
      'shift_jis',
    ],
    [
      'an http-equiv is read',
      latin('<META content="text/html; charset=windows-1252" HTTP-EQUIV=Content-Type>\x80'),
      'text/html',
      '<META content="text/html; charset=windows-1252" HTTP-EQUIV=Content-Type>€',
      'windows-1252',
    ],
    [
      'a content without http-equiv is not a charset',
      Buffer.from('<meta name=x content="charset=koi8-r">é'),
      'text/html',
      '<meta name=x content="charset=koi8-r">é',
      'utf-8',
    ],
    [
      'a commented meta is skipped',
      Buffer.from('<!-- <meta charset=koi8-r> -->é'),
      'text/html',
      '<!-- <meta charset=koi8-r> -->é',
      'utf-8',
    ],
    [
      'a meta that says UTF-16 means UTF-8',
      Buffer.from('<meta charset=utf-16>é'),
      'text/html',
      '<meta charset=utf-16>é',
      'utf-8',
    ],
    [
      'x-user-defined in a meta means windows-1252',
      latin('<meta charset=x-user-defined>é'),
      'text/html',
      '<meta charset=x-user-defined>é',
      'windows-1252',
    ],
    [
      'an unknown label means UTF-8',
      Buffer.from('<meta charset=klingon>é'),
      'text/html',
      '<meta charset=klingon>é',
      'utf-8',
    ],
    [
      'an unknown header leaves the declaration to say it',
      latin('<meta charset=koi8-r>\xc1'),
      'text/html; charset=none',
      '<meta charset=koi8-r>а',
      'koi8-r',
    ],
    ['the header may be in the other quotes', latin('é'), "text/plain; charset='latin1'", 'é', 'windows-1252'],
    ['a header that was sent twice is read', latin('é'), 'text/html, text/html; charset=latin1', 'é', 'windows-1252'],
    ['an unknown header means UTF-8 with replacement', latin('é'), 'text/html; charset=none', '\uFFFD', 'utf-8'],
    [
      'a label of the replacement encoding means UTF-8',
      Buffer.from('é'),
      'text/html; charset=iso-2022-kr',
      'é',
      'utf-8',
    ],
    [
      'an XML declaration is read',
      latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'),
      'application/rss+xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
      'windows-1252',
    ],
    [
      'an XML declaration without a type is read',
      latin("<?xml version='1.0' encoding='latin1'?>é"),
      undefined,
      "<?xml version='1.0' encoding='latin1'?>é",
      'windows-1252',
    ],
    [
      'UTF-16 XML needs no mark',
      utf16('<?xml version="1.0"?><a/>'),
      'text/xml',
      '<?xml version="1.0"?><a/>',
      'utf-16le',
    ],
    [
      'an XML declaration readable as ASCII is not UTF-16',
      Buffer.from('<?xml version="1.0" encoding="utf-16"?>é'),
      'text/xml',
      '<?xml version="1.0" encoding="utf-16"?>é',
      'utf-8',
    ],
    [
      'JSON is UTF-8 and has no declaration',
      Buffer.from('{"a":"<meta charset=koi8-r>é"}'),
      'application/json',
      '{"a":"<meta charset=koi8-r>é"}',
      'utf-8',
    ],
    ['undeclared bytes that are no UTF-8 at all are Latin', latin('caf\xe9'), undefined, 'café', 'windows-1252'],
    [
      'undeclared UTF-8 with one broken byte stays UTF-8',
      Buffer.concat([Buffer.from('é'), bytes(0xff)]),
      undefined,
      'é\uFFFD',
      'utf-8',
    ],
    ['an empty body is empty text', Buffer.alloc(0), undefined, '', 'utf-8'],
    ...['application/octet-stream', 'image/png', 'application/json', 'text/plain'].map(
      (type): [string, Buffer, string, string, string] => [
        `an XML declaration is read in ${type}`,
        latin('<?xml version="1.0" encoding="ISO-8859-2"?><a>\xb1\xe9</a>'),
        type,
        '<?xml version="1.0" encoding="ISO-8859-2"?><a>ąé</a>',
        'iso-8859-2',
      ],
    ),
    [
      'text that is UTF-8 throughout is that, whatever the header says',
      Buffer.from('<p>Grüße – 日本'),
      'text/html; charset=ISO-8859-1',
      '<p>Grüße – 日本',
      'utf-8',
    ],
    [
      'text that is UTF-8 throughout is that, whatever the declaration says',
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>'),
      'text/xml',
      '<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>',
      'utf-8',
    ],
    ['ASCII is what it is said to be', latin('<p>Hi'), 'text/html; charset=ISO-8859-1', '<p>Hi', 'windows-1252'],
    [
      'what is declared with several bytes a character is that',
      bytes(0xc2, 0xa5),
      'text/plain; charset=shift_jis',
      'ﾂ･',
      'shift_jis',
    ],
    [
      'what is said to be UTF-8 and is Latin is Latin',
      latin('Gr\xfc\xdfe, \x93caf\xe9\x94'),
      'text/xml; charset=utf-8',
      'Grüße, “café”',
      'windows-1252',
    ],
    [
      'one accident makes no text Latin',
      Buffer.concat([Buffer.from('Grüße, café, '), latin('\x92')]),
      'text/xml; charset=utf-8',
      'Grüße, café, \uFFFD',
      'utf-8',
    ],
    [
      'one accident makes no text UTF-8',
      latin('Gr\xfc\xdfe, caf\xe9, na\xefve \xc3\xa9'),
      undefined,
      'Grüße, café, naïve Ã©',
      'windows-1252',
    ],
    [
      'C1 control characters are those of windows-1252',
      Buffer.from('it\u0092s \u0080 5'),
      undefined,
      'it’s € 5',
      'utf-8',
    ],
    ['also in the other tables', latin('it\x92s'), 'text/plain; charset=iso-8859-2', 'it’s', 'iso-8859-2'],
  ]
  for (const [title, body, contentType, text, charset] of cases) {
    it(title, () => {
      assert.deepEqual(decodeText(body, contentType), { text, charset })
      assert.equal(utf8Of(body, contentType).toString(), text)
    })
  }

  it('reads UTF-8 as it is written, whichever characters are in it', () => {
    const part = fc.oneof(
      fc.constantFrom('a', '?', 'é', 'ÿ', '\u0080', '\u009f', '\u00a0', '\u0100', '’', '漢', '😀'),
      fc.string({ unit: 'grapheme' }),
    )
    // Long texts are decoded in another way.
    for (const begin of ['', 'é'.repeat(150_000)]) {
      const isWhole = (text: string) => {
        const [body, repaired] = [Buffer.from(begin + text), repairC1(begin + text)]
        assert.equal(decodeText(body, 'text/html; charset=utf-8').text, repaired)
        assert.equal(utf8Of(body, 'text/html; charset=utf-8').toString(), repaired)
      }
      fc.assert(fc.property(fc.array(part), (parts) => isWhole(parts.join('').replaceAll(/[\uFEFF\uFFFD]/g, ''))))
      isWhole(String.fromCharCode(...Array.from({ length: 0x100 }, (_, code) => code)))
    }
    // More than are tested one by one, and the last of them to be repaired.
    const many = `${'\u00a0'.repeat(20_000)}\u0092`
    assert.equal(decodeText(Buffer.from(many), undefined, 'text').text, repairC1(many))
  })

  it('takes bytes that are UTF-8 as they are', () => {
    for (const text of ['plain', 'Grüße – 日本 🌿', '\uFEFFmarked']) {
      const body = Buffer.from(text)
      assert.equal(utf8Of(body, undefined, 'text').buffer, body.buffer)
    }
  })

  it('gives the same text in both ways, whatever the bytes are', () => {
    const types = fc.constantFrom(
      undefined,
      ...['utf-8', 'iso-8859-1', 'koi8-r', 'utf-16le'].map((name) => `text/xml; charset=${name}`),
    )
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom('\uFFFD', '\u0092', 'é').map((text) => Buffer.from(text)),
      fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(part), types, (parts, type) => {
        const body = Buffer.concat(parts)
        assert.equal(utf8Of(body, type).toString(), Buffer.from(decodeText(body, type).text).toString())
      }),
      { numRuns: 2_000 },
    )
  })

  describe('a declaration after the first 1,024 bytes', () => {
    const pad = `<!--${'x'.repeat(1_100)}-->`
    const koi8 = bytes(0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4)
    const late = (before: string, after: Buffer = koi8) => Buffer.concat([latin(pad + before), after])
    const lateCases: readonly [string, Buffer, string | undefined, string][] = [
      ['reads a charset', late('<meta charset=koi8-r>'), 'text/html', 'koi8-r'],
      ['reads one of a page without a type', late('<meta charset=koi8-r>'), undefined, 'koi8-r'],
      [
        'reads one in a pragma',
        late('<meta http-equiv=Content-Type content="text/html; charset=koi8-r">'),
        'text/html',
        'koi8-r',
      ],
      ['reads one in the body', late('</head><body><p>x</p><meta charset=koi8-r>'), 'text/html', 'koi8-r'],
      ['takes UTF-16 for UTF-8', late('<meta charset=utf-16>', Buffer.from('日本')), 'text/html', 'utf-8'],
      [
        'reads one of several bytes a character',
        late('<meta charset=shift_jis>', bytes(0x93, 0xfa, 0x96, 0x7b)),
        'text/html',
        'shift_jis',
      ],
      [
        'reads one of escapes in ASCII',
        late('<meta charset=iso-2022-jp>', latin('\x1b$BF|K\\\x1b(B')),
        'text/html',
        'iso-2022-jp',
      ],
      ['passes over one in a comment', late('<!--<meta charset=koi8-r>-->'), 'text/html', 'windows-1252'],
      ['passes over one in a script', late('<script>"<meta charset=koi8-r>"</script>'), 'text/html', 'windows-1252'],
      ['passes over one in a title', late('<title><meta charset=koi8-r></title>'), 'text/html', 'windows-1252'],
      ['passes over one in a value', late('<p title="<meta charset=koi8-r>">'), 'text/html', 'windows-1252'],
      ['passes over one that is cut off', late('<meta charset=koi8-r ', koi8), 'text/html', 'windows-1252'],
      ['believes the header', late('<meta charset=koi8-r>'), 'text/html; charset=windows-1251', 'windows-1251'],
      [
        'believes a header that was sent twice',
        late('<meta charset=koi8-r>'),
        'text/html; charset=windows-1251, text/html',
        'windows-1251',
      ],
      [
        'reads it if the header names an unknown charset',
        late('<meta charset=koi8-r>'),
        'text/html; charset=none',
        'koi8-r',
      ],
      [
        'believes an early one',
        Buffer.concat([latin('<meta charset=windows-1251>'), late('<meta charset=koi8-r>')]),
        'text/html',
        'windows-1251',
      ],
      [
        'believes bytes that are UTF-8 throughout',
        late('<meta charset=koi8-r>', Buffer.from('Привет')),
        'text/html',
        'utf-8',
      ],
      ['looks for none in XML', late('<meta charset=koi8-r>'), 'application/xml', 'windows-1252'],
    ]
    for (const [title, body, type, charset] of lateCases)
      it(title, () => {
        assert.equal(decodeText(body, type).charset, charset)
        assert.equal(utf8Of(body, type).toString(), decodeText(body, type).text)
      })
  })

  it('looks where the given kind says, whatever the type', () => {
    const body = latin('<meta charset=koi8-r>\xc1')
    assert.equal(decodeText(body, 'application/octet-stream', 'html').text, '<meta charset=koi8-r>а')
    assert.equal(decodeText(body, 'text/html', 'xml').charset, 'windows-1252')
  })
})

describe('isTextual', () => {
  const png = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)
  const cases: readonly [string | undefined, Buffer, boolean][] = [
    ['text/html; charset=utf-8', png, true],
    ['TEXT/CSS', latin('a'), true],
    ['application/json', latin('{}'), true],
    ['application/activity+json', latin('{}'), true],
    ['application/atom+xml', latin('<a/>'), true],
    ['image/svg+xml', latin('<svg/>'), true],
    ['application/javascript', latin(''), true],
    ['image/png', latin('text'), false],
    ['application/octet-stream', latin('text'), false],
    ['application/pdf', latin('%PDF-1.7'), false],
    ['text/plain', png, false],
    ['text/plain', latin('plain'), true],
    ['text/plain; charset=utf-16', utf16('a'), true],
    [undefined, latin('<p>'), true],
    [undefined, png, false],
    [undefined, Buffer.concat([bytes(0xff, 0xfe), utf16('a')]), true],
    [undefined, utf16('<?xml?>'), true],
    [undefined, utf16('plain'), false],
    ['', Buffer.alloc(0), true],
    ['html', latin('<p>'), true],
    ['*/*', latin('<p>'), true],
    ['*/*', png, false],
    ['application/unknown', latin('<p>'), true],
    ['text/html, text/html; charset=utf-8', png, true],
    ['text/html, image/png', latin('<p>'), false],
    ['image/png, text/html', latin('<p>'), true],
    [undefined, latin('%PDF-1.7 and text'), false],
    [undefined, latin('%!PS-Adobe-3.0'), false],
    ['text/plain', latin('%PDF-1.7 and text'), false],
  ]
  for (const [type, body, expected] of cases) {
    it(`says ${expected} for ${type ?? 'no type'} and ${JSON.stringify(body.toString('latin1').slice(0, 12))}`, () =>
      assert.equal(isTextual(type, body), expected))
  }
})
