import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextHop } from './redirect.ts'

const FROM = new URL('https://example.com/a/b?c')
const hop = (location: string, status = 302): string | undefined => nextHop(status, { location }, FROM)

test('only a redirect status with a location is followed', () => {
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

test('one that names a host, or is not plain, comes back as written for the same checks as the first', () => {
  assert.equal(hop('HTTP:evil.example'), 'HTTP:evil.example')
  assert.equal(hop('javascript:alert(1)'), 'javascript:alert(1)')
  assert.equal(hop('//evil.example/x'), 'https://evil.example/x')
  assert.equal(hop('///evil.example/x'), 'https:///evil.example/x')
  assert.equal(hop('/\t/evil.example'), '/\t/evil.example')
  assert.equal(hop('/\\evil.example'), '/\\evil.example')
  assert.equal(hop(`/${'x'.repeat(3_000)}`)?.length, 3_001)
})

test('bytes of UTF-8 are read as such, others as Latin-1', () => {
  assert.equal(hop(Buffer.from('/ü').toString('latin1')), 'https://example.com/%C3%BC')
  assert.equal(hop('/\u00fc'), 'https://example.com/%C3%BC')
})
