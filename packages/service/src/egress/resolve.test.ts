import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../errors.ts'
import { parseAllowList } from './allow-list.ts'
import { type Resolve, resolveBySystem, resolveHost } from './resolve.ts'
import { vetUrl } from './vet-url.ts'

const { signal } = new AbortController()
const NOTHING = parseAllowList('')

const resolve = (responses: readonly string[] | Error, url = 'https://example.com/', allow = NOTHING) => {
  const resolver: Resolve = async () => {
    if (responses instanceof Error) throw responses
    return responses
  }
  return resolveHost(vetUrl(url, allow), resolver, signal).catch((error: unknown) =>
    isApiError(error) ? error.code : error,
  )
}

test('returns each public address once, alternating the families, IPv4 first', async () => {
  const responses = ['2a00::1', '2a00::2', '2a00::3', '1.1.1.1', '1.0.0.1', '1.1.1.1']
  assert.deepEqual(await resolve(responses), ['1.1.1.1', '2a00::1', '1.0.0.1', '2a00::2', '2a00::3'])
})

test('one address that is not public refuses the name, at any position', async () => {
  for (const bad of [
    '127.0.0.1',
    '::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1%1',
    'localhost',
    '',
  ]) {
    assert.equal(await resolve([bad]), 'link_blocked', bad)
    assert.equal(await resolve([bad, '1.1.1.1']), 'link_blocked', bad)
    assert.equal(await resolve(['1.1.1.1', '2a00::1', bad]), 'link_blocked', bad)
  }
})

test('a name without addresses and a failing resolver are both unresolvable', async () => {
  assert.equal(await resolve([]), 'link_unresolvable')
  assert.equal(await resolve(Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' })), 'link_unresolvable')
})

test('an exception may have any address, but must have one', async () => {
  const allow = parseAllowList('sim.example.test:80')
  assert.deepEqual(await resolve(['127.0.0.1', '::1'], 'http://sim.example.test/', allow), ['127.0.0.1', '::1'])
  assert.equal(await resolve([], 'http://sim.example.test/', allow), 'link_unresolvable')
  assert.equal(await resolve(['not an address'], 'http://sim.example.test/', allow), 'link_unresolvable')
})

test('an address that is an exception is not resolved', async () => {
  const allow = parseAllowList('127.0.0.1:80,[::1]:80')
  assert.deepEqual(await resolve(new Error('asked'), 'http://127.0.0.1/', allow), ['127.0.0.1'])
  assert.deepEqual(await resolve(new Error('asked'), 'http://[::1]/', allow), ['::1'])
})

test('localhost as an exception resolves the way the system does', async () => {
  const responses = await resolveBySystem('localhost', { isException: true, signal })
  assert.ok(responses.length > 0)
  for (const response of responses) assert.ok(['127.0.0.1', '::1'].includes(response), response)
})
