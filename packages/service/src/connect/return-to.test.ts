import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalSite } from '../licensing/sites/site.ts'
import { readReturnTo, withResult } from './return-to.ts'

const RULES = {
  sites: [
    'shop.example',
    'blog.example/news',
    'dev.example:8080',
    'xn--mller-kva.example',
    'my-site',
    '[2001:db8::1]',
    'shop.test',
    '10.0.0.9',
  ],
  origins: ['https://admin.vendor.example', 'http://localhost:3000'],
  mode: 'live',
  canonicalSite,
} as const

const read = (text: string, mode: 'live' | 'test' = 'live') => readReturnTo(text, { ...RULES, mode })

const ALLOWED: readonly (readonly [written: string, read?: string])[] = [
  ['https://shop.example/'],
  ['https://shop.example'],
  ['https://SHOP.example/wp-admin/'],
  ['https://www.shop.example/wp-admin/options-general.php?page=feed&state=n0nce'],
  ['https://shop.example:443/'],
  ['https://shop.example?page=1'],
  ['https://shop.example/?nonce=a%2Bb&x=%20y+z&b=%7E%2A~*&q=%41%zz\'"<>{}|^`[]&&=&empty='],
  ['https://shop.example/über?ü=%C3%BC😀', 'https://shop.example/%C3%BCber?%C3%BC=%C3%BC%F0%9F%98%80'],
  ['https://shop.example/?next=https://evil.example/'],
  ['https://shop.example/caf%C3%A9'],
  ['https://blog.example/news'],
  ['https://blog.example/news/wp-admin/'],
  ['https://dev.example:8080/x'],
  ['https://xn--mller-kva.example/'],
  ['https://admin.vendor.example/anywhere?x=1'],
  ['http://localhost:3000/back'],
  ['https://[2001:db8::1]/wp-admin/'],
  ['https://shop.example/a;b/100%2525/..;/x'],
  ['https://blog.example/news/a;b/100%2525'],
  // Where no certificate can be had.
  ['http://shop.test/wp-admin/'],
  ['http://10.0.0.9/wp-admin/'],
]

/** Sixty spellings that must not be redirected to, each with the trick that it tries. */
const REFUSED: readonly (readonly [trick: string, written: string])[] = [
  ['another site', 'https://evil.example/'],
  ['a subdomain', 'https://evil.shop.example/'],
  ['a site that starts the same', 'https://shop.example.evil.example/'],
  ['a site that ends the same', 'https://evilshop.example/'],
  ['a hyphen', 'https://shop-example/'],
  ['user information', 'https://shop.example@evil.example/'],
  ['user information with a password', 'https://shop.example:x@evil.example/'],
  ['user information of nobody', 'https://@shop.example/'],
  ['user information for the right site', 'https://user@shop.example/'],
  ['an escaped at sign', 'https://shop.example%40evil.example/'],
  ['a backslash for a slash', 'https:\\\\shop.example\\'],
  ['a backslash behind the host', 'https://evil.example\\@shop.example/'],
  ['a backslash in the path', 'https://shop.example/\\evil.example'],
  ['an escaped backslash', 'https://shop.example/%5cevil.example'],
  ['no scheme', '//shop.example/'],
  ['no scheme and another site', '//evil.example/'],
  ['three slashes', 'https:///shop.example/'],
  ['one slash', 'https:/shop.example/'],
  ['no slash', 'https:shop.example/'],
  ['two slashes in the path', 'https://shop.example//evil.example'],
  ['an escaped slash', 'https://shop.example/%2fevil.example'],
  ['two escaped slashes', 'https://shop.example/%2F%2Fevil.example'],
  ['only a path', '/wp-admin/'],
  ['only a query', '?page=1'],
  ['nothing', ''],
  ['a script', 'javascript:alert(1)'],
  ['a script that looks like the site', 'javascript://shop.example/%0aalert(1)'],
  ['data', 'data:text/html,x'],
  ['another scheme', 'ftp://shop.example/'],
  ['an application', 'intent://shop.example/#Intent;scheme=https;end'],
  ['a blob', 'blob:https://shop.example/1'],
  ['a view of the source', 'view-source:https://shop.example/'],
  ['a fragment', 'https://shop.example/#access_token=x'],
  ['an empty fragment', 'https://shop.example/#'],
  ['a space in front', ' https://shop.example/'],
  ['a space behind', 'https://shop.example/ '],
  ['a tab inside', 'https://shop.exam\tple/'],
  ['a line break', 'https://shop.example/\nlocation: https://evil.example'],
  ['a carriage return', 'https://shop.example/\r\nx: y'],
  ['a zero', 'https://shop.example/\0'],
  ['a zero-width space', 'https://shop.example\u200b/'],
  ['right to left', 'https://shop.example/\u202eevil'],
  ['a soft hyphen', 'https://sh\u00adop.example/'],
  ['full-width letters', 'https://ｓhop.example/'],
  ['a full-width dot', 'https://shop。example/'],
  ['a look-alike', 'https://ѕhop.example/'],
  ['a trailing dot', 'https://shop.example./'],
  ['another port', 'https://shop.example:8443/'],
  ['the port of another scheme', 'https://shop.example:80/'],
  ['no port where the site has one', 'https://dev.example/'],
  ['a port that is none', 'https://shop.example:65536/'],
  ['an empty port', 'https://shop.example:/'],
  ['beside the folder', 'https://blog.example/'],
  ['a folder that starts the same', 'https://blog.example/newsletter'],
  ['out of the folder', 'https://blog.example/news/../evil'],
  ['out of the folder, escaped', 'https://blog.example/news/%2e%2e/evil'],
  ['out of the folder, half escaped', 'https://blog.example/news/.%2E/evil'],
  ['out of the folder, escaped twice', 'https://blog.example/news/%252e%252e/evil'],
  ['out of the folder, escaped three times', 'https://blog.example/news/.%25252E/evil'],
  ['out of the folder by slashes escaped twice', 'https://blog.example/news/..%252fevil'],
  ['out of the folder before a semicolon', 'https://blog.example/news/..;/evil'],
  ['out of the folder before a parameter', 'https://blog.example/news/%2e%2e;x=1/evil'],
  ['out of the folder before an escaped semicolon', 'https://blog.example/news/..%3B/evil'],
  ['out of the folder in too many bytes', 'https://blog.example/news/%c0%ae%c0%ae/evil'],
  ['the site by plain HTTP', 'http://shop.example/?nonce=1'],
  ['the site by plain HTTP at an address', 'http://[2001:db8::1]/wp-admin/'],
  ['the site by plain HTTP in its folder', 'http://blog.example/news/'],
  ['a name that ends like a local one', 'http://shop.example.test.example/'],
  ['a site that is no host', 'https://my-site/'],
  ['this machine', 'http://localhost/'],
  ['this machine by address', 'http://127.0.0.1/'],
  ['this machine in one number', 'http://2130706433/'],
  ['this machine, short', 'http://127.1/'],
  ['this machine, octal', 'http://0177.0.0.1/'],
  ['this machine in IPv6', 'http://[::1]/'],
  ['a private address', 'http://10.0.0.1/'],
  ['the vendor by plain HTTP', 'http://admin.vendor.example/'],
  ['a subdomain of the vendor', 'https://x.admin.vendor.example/'],
  ['a result of its own', 'https://shop.example/?connection=cn_1'],
  ['an error of its own', 'https://shop.example/?x=1&connect_error=none'],
  ['a lone surrogate', 'https://shop.example/\ud800'],
  ['too many characters', `https://shop.example/${'a'.repeat(2_000)}`],
]

test('a page below a site of the license, or of an origin of the operator’s, may be returned to', () => {
  for (const [written, expected = written] of ALLOWED) assert.equal(read(written), expected, written)
})

test('no other spelling may be returned to', () => {
  assert.ok(REFUSED.length >= 60)
  for (const [trick, written] of REFUSED) assert.equal(read(written), undefined, trick)
})

/** What spellings are made of, to be put together at random. */
const PIECES = [
  ...[
    'http:',
    'https:',
    'HTTPS:',
    'javascript:',
    'data:',
    '//',
    '/',
    '///',
    '\\',
    '\\\\',
    '@',
    ':',
    ':443',
    ':80',
    ':8080',
    '.',
  ],
  ...[
    'shop.example',
    'SHOP.example',
    'www.shop.example',
    'evil.example',
    'shop.example.evil.example',
    'localhost',
    '127.0.0.1',
  ],
  ...[
    'blog.example',
    '/news',
    '/news/..',
    '/../',
    '/%2e%2e/',
    '%2f',
    '%5c',
    '%40',
    '%00',
    '%0d%0a',
    '\r\n',
    '\t',
    ' ',
    '\u2028',
  ],
  ...[
    '?',
    '&',
    '=',
    '#',
    ';',
    '[',
    ']',
    '<',
    '"',
    "'",
    '\u202e',
    '。',
    '．',
    '／',
    '：',
    '＠',
    'ß',
    'ı',
    '\u00ad',
    '😀',
    'x',
  ],
]
/** The host by the grammar of RFC 3986, as programs that know no WHATWG read it. */
const GRAMMAR = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(?<host>\[[^\]]*\]|[^/?#:]*)(?::\d*)?(?:[/?#]|$)/i
const HOSTS = new Set(['shop.example', 'www.shop.example', 'blog.example'])

test('whatever may be returned to is below an allowed site for every parser, and fits into a header field', () => {
  let allowed = 0
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 })
  const start = fc.constantFrom('', 'https://shop.example', 'http://shop.example/', 'https://blog.example/news')
  fc.assert(
    fc.property(start, pieces, (begin, more) => {
      const back = read(begin + more.join(''))
      if (back === undefined) return
      allowed += 1
      for (const text of [back, withResult(back, { connection: 'cn_1' })]) {
        assert.match(text, /^[\x21-\x7e]+$/)
        const url = new URL(text)
        assert.ok(HOSTS.has(url.hostname) && ['', '443', '80'].includes(url.port), text)
        assert.equal(GRAMMAR.exec(text)?.groups?.host?.toLowerCase(), url.hostname, text)
        assert.ok(url.hostname !== 'blog.example' || /^\/news(?:\/|$)/.test(url.pathname), text)
        assert.deepEqual([url.username, url.hash], ['', ''])
      }
    }),
    { numRuns: 20_000 },
  )
  assert.ok(allowed > 1_000, `${allowed}`)
})

test('a test license may return to this machine, and to no private network', () => {
  for (const written of ['http://localhost/', 'http://127.0.0.1:8888/wp-admin/', 'http://[::1]:3000/x'])
    assert.equal(read(written, 'test'), written)
  for (const written of ['http://10.0.0.1/', 'http://localhost.evil.example/', 'http://2130706433/', 'http://0.0.0.0/'])
    assert.equal(read(written, 'test'), undefined, written)
})

test('the result is one more pair at the end of the query, and what was there comes back byte for byte', () => {
  for (const [returnTo, separator] of [
    ['https://shop.example', '?'],
    ['https://shop.example/', '?'],
    ['https://shop.example/x?page=feed&state=a%20b', '&'],
    ['https://shop.example/?nonce=a%2Bb&x=%20y', '&'],
    ['https://shop.example/?a=1&b=%7E%2A~*', '&'],
    ['https://shop.example/?q=%41%zz\'"<>{}|^`[]&&=&empty=', '&'],
    ['https://shop.example/?', ''],
    ['https://shop.example/?a=1&', ''],
  ] as const) {
    const back = withResult(returnTo, { connection: 'cn_1,cn_2' })
    assert.equal(back, `${returnTo}${separator}connection=cn_1%2Ccn_2`)
    assert.equal(new URL(back).searchParams.get('connection'), 'cn_1,cn_2')
    const error = withResult(returnTo, { connect_error: 'connection_denied' })
    assert.equal(error, `${returnTo}${separator}connect_error=connection_denied`)
  }
})
