import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextHop } from './redirect.ts'

const FROM = new URL('https://example.com/a/b?c')
const hop = (location: string, status = 302): string | undefined => nextHop(status, { location }, FROM)

test('follows only a redirect status with a location', () => {
  for (const status of [301, 302, 303, 307, 308]) assert.equal(hop('/x', status), 'https://example.com/x')
  for (const status of [200, 201, 300, 304, 305, 306, 404]) assert.equal(hop('/x', status), undefined)
  assert.equal(nextHop(302, {}, FROM), undefined)
  assert.equal(hop(''), undefined)
})

test('a relative location stays on the host that sent it', () => {
  assert.equal(hop('x'), 'https://example.com/a/x')
  assert.equal(hop('?x'), 'https://example.com/a/b?x')
  assert.equal(hop('../../../x'), 'https://example.com/x')
  assert.equal(hop('/x@evil.example'), 'https://example.com/x@evil.example')
})

test('a location that names a host, or is not plain text, is returned as written, for the same checks as the first URL', () => {
  assert.equal(hop('HTTP:evil.example'), 'HTTP:evil.example')
  assert.equal(hop('javascript:alert(1)'), 'javascript:alert(1)')
  assert.equal(hop('//evil.example/x'), 'https://evil.example/x')
  assert.equal(hop('///evil.example/x'), 'https:///evil.example/x')
  assert.equal(hop('/\t/evil.example'), '/\t/evil.example')
  assert.equal(hop('/\\evil.example'), '/\\evil.example')
  assert.equal(hop(`/${'x'.repeat(3_000)}`)?.length, 3_001)
})

test('UTF-8 bytes are decoded, other bytes are escaped', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  assert.equal(hop(utf8('/ü')), 'https://example.com/%C3%BC')
  assert.equal(hop(utf8('/ü?ö=%41#ä')), 'https://example.com/%C3%BC?%C3%B6=%41#%C3%A4')
  assert.equal(hop('/\u00fc'), 'https://example.com/%FC')
  assert.equal(hop('/\u00ef\u00f0?q=\u00fc'), 'https://example.com/%EF%F0?q=%FC')
  assert.equal(hop('https://other.example/\u00fc'), 'https://other.example/%FC')
  // Bytes in a host are never escaped.
  assert.equal(hop('https://\u00fc.example/'), 'https://\u00fc.example/')
  assert.equal(hop(utf8('https://müller.example/ü')), 'https://müller.example/ü')
})

test('spaces are trimmed at the ends and escaped after the host', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  const cases: readonly (readonly [string, string])[] = [
    ['/a b', 'https://example.com/a%20b'],
    [' /a ', 'https://example.com/a'],
    ['a b?c d#e f', 'https://example.com/a/a%20b?c%20d#e%20f'],
    ['https://other.example/a b', 'https://other.example/a%20b'],
    ['https://other.example?a b', 'https://other.example?a%20b'],
    ['//other.example/a b', 'https://other.example/a%20b'],
    [utf8('/a\u00a0b\u3000c'), 'https://example.com/a%C2%A0b%E3%80%80c'],
    [utf8('https://other.example/a\u2003b'), 'https://other.example/a%E2%80%83b'],
    // A stray percent sign does not invalidate the reference.
    ['/100%/a%zz', 'https://example.com/100%/a%zz'],
    // A reference with a space in its host is left as it is, and refused later.
    ['https://other example/a', 'https://other example/a'],
    ['https://other.example /a', 'https://other.example /a'],
    ['//other example/a', '//other example/a'],
    ['https: //other.example/', 'https:%20//other.example/'],
  ]
  for (const [location, target] of cases) assert.equal(hop(location), target, location)
})

test('a location of nothing but spaces is none', () => {
  assert.equal(hop(' '), undefined)
  assert.equal(hop('\t'), undefined)
})
