import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { absoluteUrl } from './absolute-url.ts'

const BASE = 'https://blog.example/2030/post/'

const parsed = (address: string): string | null => {
  const url = URL.parse(address, BASE)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb && url.href.length <= 2_048 ? url.href : null
}

const ADDRESSES: Readonly<Record<string, string | null>> = {
  ' https://media.example/a/b.jpg?w=300&h=2 ': 'https://media.example/a/b.jpg?w=300&h=2',
  '../picture.jpg': 'https://blog.example/2030/picture.jpg',
  '//media.example/a': 'https://media.example/a',
  'https://media.example': 'https://media.example/',
  'https://media.example/a/../b': 'https://media.example/b',
  'https://media.example/a/%2E%2e/b': 'https://media.example/b',
  'https://MEDIA.example:443/a b': 'https://media.example/a%20b',
  'https://0x7f.1/': 'https://127.0.0.1/',
  'https://münchen.example/': 'https://xn--mnchen-3ya.example/',
  'https://user:secret@media.example/': null,
  'javascript:alert(1)': null,
  'data:text/html,x': null,
  '': null,
  [`https://media.example/${'a'.repeat(2_026)}`]: `https://media.example/${'a'.repeat(2_026)}`,
  [`https://media.example/${'a'.repeat(2_027)}`]: null,
}

describe('an absolute URL', () => {
  for (const [address, url] of Object.entries(ADDRESSES)) {
    test(`of ${JSON.stringify(address.slice(0, 60))}, ${address.length} characters`, () => {
      assert.equal(absoluteUrl(address, BASE), url)
    })
  }

  test('is https without a scheme and without a base, and null if it is relative', () => {
    const urls: Readonly<Record<string, string | null>> = {
      '//media.example/a.jpg?s=250&d=mm': 'https://media.example/a.jpg?s=250&d=mm',
      ' //MEDIA.example ': 'https://media.example/',
      '//user:secret@media.example/': null,
      '//': null,
      '///': null,
      '/a.jpg': null,
      'a.jpg': null,
    }
    for (const [written, url] of Object.entries(urls)) assert.equal(absoluteUrl(written), url, written)
    assert.equal(absoluteUrl('//media.example/a', 'http://blog.example/'), 'http://media.example/a')
  })

  test('is what a parser makes of each character, at any position', () => {
    const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))
    const places = [
      'https://me{}dia.example/',
      'https://media.exa{}mple/',
      'https://media.example{}',
      'http{}://media.example/',
    ]
    const paths = ['{}', '{}.', 'a{}', 'a/{}', 'a/{}/b', '?{}', '?a{}=', 'a?b={}', '#{}']
    for (const place of [...places, ...paths.map((path) => `https://media.example/${path}`)])
      for (const character of characters) {
        const address = place.replace('{}', () => character).trim()
        assert.equal(absoluteUrl(address, BASE), parsed(address), address)
      }
  })

  test('is what a parser makes of it, however it is written', () => {
    const letter = fc.constantFrom(
      ...Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)),
      'é',
      '\ud800',
    )
    const label = fc.constantFrom(
      'a',
      'media',
      'xn--a',
      'xn--mnchen-3ya',
      '-',
      '1',
      '0x7f',
      'A',
      '',
      'a-b',
      'a_b',
      '%61',
      '－',
    )
    const host = fc
      .array(fc.oneof({ weight: 4, arbitrary: label }, letter), { minLength: 1 })
      .map((parts) => parts.join('.'))
    const part = fc.constantFrom(
      '/',
      '.',
      '..',
      '/.',
      '/..',
      '%2e',
      '%2E',
      'a',
      '%',
      '%zz',
      '?',
      '#',
      ':',
      '@',
      "'",
      '\\',
      '&=',
    )
    const rest = fc.array(fc.oneof({ weight: 3, arbitrary: part }, letter)).map((parts) => parts.join(''))
    const scheme = fc.constantFrom('https://', 'http://', 'https:', 'https:/', 'HTTPS://', 'ftp://', '//', 'https:///')
    const end = fc.constantFrom('.example', '.example/', '.example:80/', '.com.', '')
    fc.assert(
      fc.property(scheme, host, end, rest, (...parts) => {
        const address = parts.join('').trim()
        assert.equal(absoluteUrl(address, BASE), parsed(address))
      }),
      { numRuns: 5_000 },
    )
  })
})
