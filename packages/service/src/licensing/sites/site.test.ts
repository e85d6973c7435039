import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isApiError } from '../../errors.ts'
import { canonicalSite } from './site.ts'

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'shop.example': [
    'shop.example',
    'https://shop.example',
    'http://www.shop.example/',
    'HTTPS://WWW.Shop.Example//',
    '//shop.example',
    ' shop.example. ',
    'https://shop.example:443/?utm=1#top',
    'http://shop.example:80',
    'shop.example:443',
    'https://user:secret@shop.example/',
    'www.www.shop.example',
  ],
  'shop.example/blog': [
    'https://shop.example/blog/',
    'www.shop.example/blog?p=1',
    'shop.example/x/../blog',
    'shop.example/%62log',
  ],
  'shop.example/Blog': ['https://Shop.example/Blog'],
  'shop.example:8080': ['http://shop.example:8080/', 'www.shop.example:8080'],
  'xn--mller-kva.example/%C3%A9': [
    'https://müller.example/é',
    'MÜLLER.example/%c3%a9/',
    'xn--mller-kva.example/%C3%A9',
  ],
  'www.example': ['https://www.example/'],
  'localhost:3000': ['http://localhost:3000/', 'LOCALHOST:3000'],
  '[::1]:3000': ['http://[::1]:3000', '[0:0::1]:3000/'],
  '127.0.0.1': ['http://127.0.0.1/', '127.0.0.1:80', 'http://127.1'],
  'site-42': ['site-42', ' Site-42\n', 'SITE-42'],
  '1.2': ['1.2'],
  'v1.2': ['V1.2'],
  'ada@shop.example': ['Ada@shop.example'],
  'urn:site:7': ['URN:site:7'],
  'my shop': ['My Shop'],
  '...': ['...'],
}

test('every spelling of a site is the same site', () => {
  for (const [site, spellings] of Object.entries(SPELLINGS)) {
    for (const spelling of spellings) assert.equal(canonicalSite(spelling), site, spelling)
  }
})

test('different folders, hosts and ports are different sites', () => {
  const sites = [
    'a.example',
    'b.a.example',
    'a.example/x',
    'a.example/y',
    'a.example/X',
    'a.example:8080',
    'a.example/%2F',
  ]
  assert.equal(new Set(sites.map((site) => canonicalSite(site))).size, sites.length)
})

const label = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/).filter((text) => text !== 'www')
const path = fc.array(fc.stringMatching(/^[A-Za-z0-9~_-]{1,6}$/), { maxLength: 3 })

test('scheme, www, case of the host, slashes, query and fragment do not matter', () => {
  const spelling = fc.record({
    scheme: fc.constantFrom('', '//', 'http://', 'https://', 'HTTPS://'),
    www: fc.constantFrom('', 'www.', 'WWW.'),
    upper: fc.boolean(),
    slashes: fc.constantFrom('', '/', '//'),
    tail: fc.constantFrom('', '?a=1', '#b', '?a=/#b'),
  })
  fc.assert(
    fc.property(label, label, path, spelling, (name, zone, folders, { scheme, www, upper, slashes, tail }) => {
      const host = `${name}.${zone}`
      const folder = folders.map((part) => `/${part}`).join('')
      const written = scheme + www + (upper ? host.toUpperCase() : host) + folder + slashes + tail
      assert.equal(canonicalSite(written), host + folder)
    }),
  )
})

test('canonicalization is idempotent and at most 255 characters long', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true }),
    fc.domain(),
    fc.ipV6(),
  )
  const pieces = fc.constantFrom(
    'a',
    'É',
    '.',
    '/',
    '%',
    '%61',
    '%2',
    ':',
    '80',
    '@',
    '[',
    '::1',
    ']',
    'www.',
    '?',
    '#',
    '\\',
    ' ',
    'http://',
    '//',
  )
  const assembled = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(anything, assembled), (text) => {
      let site: string
      try {
        site = canonicalSite(text)
      } catch (error) {
        assert.ok(isApiError(error, 'invalid_request'))
        return
      }
      assert.equal(canonicalSite(site), site, JSON.stringify(text))
      assert.ok(site.length > 0 && site.length <= 255)
    }),
    { numRuns: 3_000 },
  )
})

test('refuses text that does not name a site', () => {
  for (const text of ['', '   ', 'a\u0000b', '\ud800', `shop.example/${'é'.repeat(50)}`, 'x'.repeat(256)]) {
    assert.throws(
      () => canonicalSite(text),
      (error) => isApiError(error, 'invalid_request'),
      JSON.stringify(text),
    )
  }
})
