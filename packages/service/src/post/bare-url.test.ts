import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeText, hashtagsOf, type Links } from './describe-text.ts'
import { sanitizeHtml } from './html.ts'
import { textToHtml } from './text.ts'

const A = 'https://a.example'

/** Text → the text of its links, and their targets where those differ. */
const LINKED: readonly (readonly [
  text: string,
  ...links: readonly (string | readonly [shown: string, url: string])[],
])[] = [
  // Parentheses and brackets.
  [`${A}/Rye_(bread)`, `${A}/Rye_(bread)`],
  [`see ${A}/Rye_(bread) now`, `${A}/Rye_(bread)`],
  [`(see ${A}/Rye_(bread))`, `${A}/Rye_(bread)`],
  [`(see ${A}/rye)`, `${A}/rye`],
  [`(${A}/rye)`, `${A}/rye`],
  [`(${A}/rye), and`, `${A}/rye`],
  [`(${A}/rye).`, `${A}/rye`],
  [`${A}/q=(a))+ok`, `${A}/q=(a))+ok`],
  [`${A}/q=(a)))`, `${A}/q=(a)`],
  [`${A}/a_(b_(c))`, `${A}/a_(b_(c))`],
  [`${A}/x(see below)`, `${A}/x`],
  [`(${A}/x)and`, `${A}/x`],
  [`${A}/(x`, `${A}/`],
  [`[${A}/x]`, `${A}/x`],
  [`${A}/?ids[]=1&ids[]=2`, `${A}/?ids[]=1&ids[]=2`],
  [`[label](${A}/x)`, `${A}/x`],
  [`[${A}/x](${A}/y)`, `${A}/x`, `${A}/y`],
  [`[${A}](${A})`, [A, `${A}/`], [A, `${A}/`]],
  [`{${A}/x}`, `${A}/x`],
  [`<${A}/x>`, `${A}/x`],
  // Punctuation at the end.
  [`${A}/x.`, `${A}/x`],
  [`${A}/x, ${A}/y; ${A}/z: next`, `${A}/x`, `${A}/y`, `${A}/z`],
  [`${A}/x!?!`, `${A}/x`],
  [`${A}/x...`, `${A}/x`],
  [`${A}/x…`, `${A}/x`],
  [`${A}.`, [A, `${A}/`]],
  [`${A}, x`, [A, `${A}/`]],
  [`${A}!`, [A, `${A}/`]],
  [`${A}/x/.`, `${A}/x/`],
  [`${A}/a.b,c;d:e!f`, `${A}/a.b,c;d:e!f`],
  [`**${A}/x**`, `${A}/x`],
  [`_${A}/x_`, `${A}/x`],
  [`~~${A}/x~~`, `${A}/x`],
  [`*${A}*`, [A, `${A}/`]],
  [`\`${A}/x\``, `${A}/x`],
  [`${A}/~user`, `${A}/~user`],
  [`${A}/a_b*c`, `${A}/a_b*c`],
  [`|${A}/x|`, `${A}/x`],
  [`${A}/x-`, `${A}/x-`],
  [`${A}/x–`, `${A}/x`],
  [`${A}/x—it`, `${A}/x`],
  // Other scripts.
  [`詳しくは${A}/news。`, `${A}/news`],
  [`${A}/news。次は`, `${A}/news`],
  [`${A}/news！\n次`, `${A}/news`],
  [`${A}/news？`, `${A}/news`],
  [`${A}/news、${A}/b`, `${A}/news`, `${A}/b`],
  [`「${A}/x」を`, `${A}/x`],
  [`『${A}/x』`, `${A}/x`],
  [`【${A}/x】`, `${A}/x`],
  [`《${A}/x》`, `${A}/x`],
  [`（${A}/x）`, `${A}/x`],
  [`${A}/x（日本語）`, `${A}/x`],
  [`${A}/x，${A}/y；`, `${A}/x`, `${A}/y`],
  [`${A}/x：`, `${A}/x`],
  [`${A}/x\u3000次`, `${A}/x`],
  [`${A}を見て`, [A, `${A}/`]],
  [`${A}에서`, [A, `${A}/`]],
  [`${A}/x، و`, `${A}/x`],
  [`${A}/x؟`, `${A}/x`],
  [`${A}/x।`, `${A}/x`],
  [`${A}/wiki/日本`, [`${A}/wiki/日本`, `${A}/wiki/%E6%97%A5%E6%9C%AC`]],
  [`${A}/straße`, [`${A}/straße`, `${A}/stra%C3%9Fe`]],
  ['https://bücher.example/x', ['https://bücher.example/x', 'https://xn--bcher-kva.example/x']],
  ['https://例え.テスト/', ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/']],
  ['https://пример.испытание.', ['https://пример.испытание', 'https://xn--e1afmkfd.xn--80akhbyknj4f/']],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  // Quotation marks.
  [`„${A}/x“`, `${A}/x`],
  [`“${A}/x”的`, `${A}/x`],
  [`«${A}/x» et`, `${A}/x`],
  [`‘${A}/x’.`, `${A}/x`],
  [`"${A}/x"`, `${A}/x`],
  [`'${A}/x'`, `${A}/x`],
  [`'${A}/x','${A}/y'`, `${A}/x`, `${A}/y`],
  [`${A}/Rubik's_cube`, `${A}/Rubik's_cube`],
  // Character references.
  [`${A}/?a=1&b=2&c`, `${A}/?a=1&b=2&c`],
  [`${A}/?q=x&hl;`, `${A}/?q=x`],
  [`${A}/x&gt;`, `${A}/x`],
  [`${A}/x&quot;&gt;.`, `${A}/x`],
  [`${A}/x&#39;`, `${A}/x`],
  // Ports, users, hosts.
  [`${A}:8443/x`, `${A}:8443/x`],
  [`${A}:8443`, [`${A}:8443`, `${A}:8443/`]],
  [`${A}: x`, [A, `${A}/`]],
  ['https://user@a.example/x'],
  ['https://user:pass@a.example/'],
  ['https://a.example@evil.example/'],
  ['https://a.example:80@evil.example/'],
  [`${A}/@name`, `${A}/@name`],
  [`${A}/@name@b.example/1`, `${A}/@name@b.example/1`],
  ['https://192.0.2.7/x', 'https://192.0.2.7/x'],
  ['https:// http:// https://. https:///x'],
  ['https://localhost and https://[::1]/'],
  ['HTTPS://A.EXAMPLE/X', ['HTTPS://A.EXAMPLE/X', `${A}/X`]],
  ['xhttps://a.example/x'],
  ['ftp://a.example/x javascript:alert(1)'],
  [`${A}?x=1`, [`${A}?x=1`, `${A}/?x=1`]],
  [`${A}#part`, [`${A}#part`, `${A}/#part`]],
  [`${A}/#part.`, `${A}/#part`],
  [`${A}/a\\b`, `${A}/a`],
  [`${A}/a\u200bb`, `${A}/a`],
  [`${A}/a\u202c`, `${A}/a`],
  [`👉${A}/x👈`, `${A}/x`],
  [`${A}/x❤️ 🇨🇭`, `${A}/x`],
  // Without a scheme.
  ['www.a.example', ['www.a.example', 'http://www.a.example/']],
  ['see www.a.example/x_(y), and', ['www.a.example/x_(y)', 'http://www.a.example/x_(y)']],
  ['(WWW.a.example)', ['WWW.a.example', 'http://www.a.example/']],
  ['www.a.example.', ['www.a.example', 'http://www.a.example/']],
  ['詳しくはwww.a.example。', ['www.a.example', 'http://www.a.example/']],
  ['www. www.a www.a.b_c www..example www.1.2'],
  ['mail@www.a.example awww.a.example x.www.a.example'],
  [`${A}/www.b.example`, `${A}/www.b.example`],
  ['a.example/x'],
]

const linksOf = (html: string | null): readonly (readonly [shown: string, url: string])[] =>
  Array.from((html ?? '').matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g), ([, url = '', shown = '']) => [
    shown.replaceAll('&amp;', '&'),
    url.replaceAll('&amp;', '&'),
  ])

for (const [text, ...links] of LINKED) {
  test(`the URLs in ${JSON.stringify(text)} end where a reader expects`, () => {
    const html = textToHtml(text)
    assert.deepEqual(
      linksOf(html),
      links.map((link) => (typeof link === 'string' ? [link, link] : link)),
    )
    assert.equal(html === null ? null : sanitizeHtml(html), html)
  })
}

const NAMED: Links = { name: (name) => `${A}/@${name}`, tag: (tag) => `${A}/tag/${encodeURIComponent(tag)}` }

/** Text → its links, names and hashtags only. */
const NAMED_TEXTS: readonly (readonly [text: string, links: readonly string[], tags: readonly string[]])[] = [
  ['@ana.bo, and #Rye.', ['@ana.bo', '#Rye'], ['#Rye']],
  ['(@ana) [#rye] “#bread” @ana’s', ['@ana', '#rye', '#bread', '@ana'], ['#rye', '#bread']],
  ['@anaさん #日本語。', ['@ana', '#日本語'], ['#日本語']],
  ['mail@a.example @ana@b.example', [], []],
  [`${A}/@ana#rye ${A}/#bread`, [], []],
  ['www.a.example/#rye', [], []],
  ['https://user@a.example/#rye', [], []],
  ['#1 #2nd a#b &#39; # @', ['#2nd'], ['#2nd']],
]

test('names and hashtags are marks if they stand alone, and never parts of a URL or an e-mail address', () => {
  for (const [text, links, tags] of NAMED_TEXTS) {
    const marks = linksOf(describeText(text, NAMED)).map(([shown]) => shown)
    assert.deepEqual(
      marks.filter((mark) => /^[@#]/.test(mark)),
      links,
      text,
    )
    assert.deepEqual(hashtagsOf(text), tags, text)
  }
})

test('text that is longer than a URL may be is not linked', () => {
  assert.deepEqual(linksOf(textToHtml(`${A}/${'x'.repeat(2_048)}`)), [])
})

test('hostile text is parsed in linear time', () => {
  const pieces = [
    'https://a.b/(',
    'https://a.b/[',
    'https://a.b/((',
    'https://a.b/)',
    'www.a.',
    'https://a',
    '@a@a',
    '…',
  ]
  for (const piece of [...pieces, 'https://a.b/{(', 'https://a.b/.', "'https://a.b/", 'https://@', '(', 'w.ww', '&a;'])
    for (const before of ['', 'https://a.example/', 'https://a.example', 'www.'])
      assert.notEqual(textToHtml(before + piece.repeat(200_000 / piece.length)), null)
})
