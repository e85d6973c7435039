import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastedHandle, pastedUrl } from './pasted.ts'

/** Spaces and zero-width marks, by code point. */
const UNSEEN = [
  ...[0x09, 0x0a, 0x0d, 0x20, 0x85, 0xa0, 0xad, 0x061c, 0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  ...Array.from({ length: 16 }, (_, at) => 0x2000 + at),
  ...Array.from({ length: 5 }, (_, at) => 0x202a + at),
  ...Array.from({ length: 10 }, (_, at) => 0x2060 + at),
].map((code) => String.fromCodePoint(code))

test('removes invisible characters at the ends of a URL', () => {
  for (const mark of UNSEEN) {
    const url = 'https://site.example/a?b=c'
    for (const text of [mark + url, url + mark, `${mark}${mark}${url}${mark}`])
      assert.equal(pastedUrl(text), url, JSON.stringify(mark))
  }
  for (const nothing of ['', ' ', '\u200b', '\u2068\u2069', '<>', '""']) {
    assert.ok(['', nothing].includes(pastedUrl(nothing)))
  }
})

test('removes brackets and quotes around a URL', () => {
  const url = 'https://site.example/a_(b)'
  for (const text of [
    ...[`<${url}>`, `"${url}"`, `'${url}'`, `\`${url}\``, `(${url})`, `[${url}]`, `“${url}”`, `‘${url}’`, `«${url}»`],
    ...[`« ${url} »`, `»${url}«`, `„${url}“`, `„${url}”`, `「${url}」`, `<URL:${url}>`, `URL: ${url}`, ` "<${url}>" `],
  ])
    assert.equal(pastedUrl(text), url, text)
})

test('keeps characters that may belong to a URL, and everything inside it', () => {
  for (const url of [
    ...['https://site.example/wiki/U.S.', 'https://site.example/wiki/Tide_(film)', 'https://site.example/a,', '(a)(b'],
    ...['https://si\u200bte.example/', 'https://site.example/a\u200cb', '\u0000https://site.example/', '<a"', '"', "'"],
    ...['https://site.example/?q="a"', 'URL:nothing', 'view-source:https://site.example/'],
  ])
    assert.equal(pastedUrl(url), url)
})

test('removes invisible characters inside a handle, too', () => {
  for (const mark of UNSEEN.filter((each) => !/[\s\u0085\u200c\u200d]/.test(each) || each === '\ufeff')) {
    assert.equal(pastedHandle(`@${mark}ana${mark}@m.example`), '@ana@m.example', JSON.stringify(mark))
  }
  assert.equal(pastedHandle('@ana\u200c@m.\u200dexample\u200d'), '@ana@m.example')
  assert.equal(pastedHandle(`a${'\u200d\u200c'.repeat(5)}b`), 'ab')
  // Joiners are part of letters in these scripts.
  for (const name of ['@نمی\u200cخواهم', '@क्\u200dष', '@👩\u200d🚀']) assert.equal(pastedHandle(name), name)
})

test('normalizes a handle to what people would type', () => {
  const cases: Readonly<Record<string, string>> = {
    '＠ana@m.example': '@ana@m.example',
    '@ana＠m.example': '@ana@m.example',
    '＠ａｎａ': '@ana',
    'ｈｔｔｐｓ：／／x.example／ａ': 'https://x.example/a',
    'https://x.example/記事（１）': 'https://x.example/記事（１）',
    '@名前＠例.example': '@名前@例.example',
    '@ana@例。example': '@ana@例.example',
    'https://例。example/a。b': 'https://例.example/a。b',
    '名前。': '名前。',
    '//x.example/a': 'x.example/a',
    '///': '///',
    'https://https://x.example/a': 'https://x.example/a',
    'http://https://http://x.example/a': 'http://x.example/a',
    'view-source:https://x.example/a': 'https://x.example/a',
    'https%3A%2F%2Fx.example%2Fa%3Fb%3Dc': 'https://x.example/a?b=c',
    'https%3A%2F%2Fx.example%2F%E0': 'https%3A%2F%2Fx.example%2F%E0',
    'https://x.example/?a=b&amp;c=d&#38;e=f': 'https://x.example/?a=b&c=d&e=f',
    'https://x.example/?u=https://y.example': 'https://x.example/?u=https://y.example',
  }
  for (const [text, handle] of Object.entries(cases)) assert.equal(pastedHandle(text), handle, text)
})

test('is idempotent', () => {
  for (const text of ['@ana@m.example', 'https://x.example/a?b=c&d', 'u/name', 'did:plc:abc', 't:Ab3_x9', 'a b'])
    assert.equal(pastedHandle(pastedHandle(text)), text)
})
