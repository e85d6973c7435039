import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { knownMediaType, readMediaType } from './read-media-type.ts'

const html = { essence: 'text/html' }
const utf8 = { essence: 'text/html', charset: 'utf-8' }

describe('readMediaType', () => {
  const cases: readonly [string | undefined, unknown][] = [
    ['text/html', html],
    ['Text/HTML', html],
    [' text/html ', html],
    ['text/html;charset=utf-8', utf8],
    ['text/html ; charset = utf-8', utf8],
    ['text/html; CHARSET="utf-8"', utf8],
    ["text/html; charset='utf-8'", utf8],
    ['text/html; charset="utf-8', utf8],
    ['text/html;charset=utf-8;charset=latin1', utf8],
    ['text/html; profile="a;charset=latin1"; charset=utf-8', utf8],
    ['text/html; charset="ut\\f-8"', utf8],
    ['text/html;', html],
    ['text/html; charset', html],
    ['text/html; charset=', html],
    ['text/html; charset=""', html],
    // Sent twice and joined.
    ['text/html, text/html; charset=utf-8', utf8],
    ['text/html; charset=utf-8, text/html', utf8],
    ['text/html; charset=utf-8, TEXT/HTML; charset=latin1', { essence: 'text/html', charset: 'latin1' }],
    ['text/html;charset=utf-8,text/html', utf8],
    ['text/plain; charset=utf-8, text/html', html],
    ['text/html, text/plain', { essence: 'text/plain' }],
    ['text/html; charset=utf-8, text/plain, text/html', html],
    ['text/html; charset=utf-8, */*', utf8],
    ['text/html, nonsense', html],
    ['nonsense, text/html', html],
    [',text/html,', html],
    ['text/html; a="b, text/plain"', html],
    ['text/html; a="b\\", text/plain"', html],
    ['text/html; a="b, text/plain', html],
    // Nothing is stated.
    ...[
      undefined,
      '',
      ',',
      '*/*',
      'html',
      'text/',
      '/html',
      'text/html/x',
      'te xt/html',
      'text/h(tml)',
      ';charset=utf-8',
    ].map((type): [string | undefined, unknown] => [type, undefined]),
    ['application/octet-stream', { essence: 'application/octet-stream' }],
    ['unknown/unknown', { essence: 'unknown/unknown' }],
  ]
  for (const [header, type] of cases)
    it(`reads ${JSON.stringify(header)}`, () => assert.deepEqual(readMediaType(header), type))

  it('reads long headers in time that grows with their length', () => {
    for (const part of [',', ';', '"', '\\"', 'a/b,', 'a/b;charset=c,', "'"])
      assert.doesNotThrow(() => readMediaType(part.repeat(100_000)))
  })
})

describe('knownMediaType', () => {
  it('ignores types for unknown content', () => {
    for (const type of ['unknown/unknown', 'application/unknown', '*/*', undefined])
      assert.equal(knownMediaType(type), undefined)
    assert.deepEqual(knownMediaType('text/html'), html)
  })
})
