import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'
import { readForwardedAddress } from './forwarded-for.ts'

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  '203.0.113.7': [
    '203.0.113.7',
    ' 203.0.113.7\t',
    '203.0.113.7:50001',
    '203.0.113.7:0',
    '"203.0.113.7"',
    '"203.0.113.7:443"',
    '[203.0.113.7]',
    '[203.0.113.7]:443',
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '[::ffff:203.0.113.7]:443',
  ],
  '2001:db8::1': [
    '2001:db8::1',
    '2001:0DB8:0:0:0:0:0:1',
    '[2001:db8::1]',
    '[2001:db8::1]:443',
    '"[2001:db8::1]:443"',
    '2001:db8:0:0:0:0:0:1:443',
    '2001:db8::1%eth0',
    '[2001:db8::1%25eth0]:443',
  ],
  '::1': ['::1', '[::1]:80', '0:0:0:0:0:0:0:1'],
}

const NONE = [
  '',
  'unknown',
  '_hidden',
  'client.example',
  '203.0.113',
  '203.0.113.256',
  '0203.0.113.7',
  '203.0.113.7:123456',
  '203.0.113.7:',
  '203.0.113.7:http',
  '203.0.113.7 198.51.100.9',
  '203.0.113.7/24',
  '[2001:db8::1',
  '[2001:db8::1]443',
  '[]',
  'for=203.0.113.7',
  '"203.0.113.7',
  '%eth0',
  '3405803783',
]

test('reads every spelling of an IP address, and nothing else', () => {
  for (const [address, ways] of Object.entries(WRITTEN)) {
    for (const way of ways) assert.equal(readForwardedAddress(way), address, way)
  }
  for (const text of NONE) assert.equal(readForwardedAddress(text), undefined, text)
})

/** X-Forwarded-For → the client's IP address, behind the proxies of TRUST_PROXY. */
const CLIENTS: readonly (readonly [trustProxy: string, header: string | undefined, client: string])[] = [
  ['1', '203.0.113.7:50001', '203.0.113.7'],
  ['1', '198.51.100.1, 203.0.113.7:50001', '203.0.113.7'],
  ['1', '203.0.113.7:50001,', '203.0.113.7'],
  ['1', ' , 203.0.113.7 , ', '203.0.113.7'],
  ['1', 'unknown', '192.0.2.1'],
  ['1', '203.0.113.7, unknown', '192.0.2.1'],
  ['1', '', '192.0.2.1'],
  ['1', undefined, '192.0.2.1'],
  ['2', '203.0.113.7:1, [2001:db8::1]:2', '203.0.113.7'],
  ['2', 'unknown, 203.0.113.7', '203.0.113.7'],
  ['true', '203.0.113.7:1, 198.51.100.1:2, 198.51.100.2', '203.0.113.7'],
  ['true', '203.0.113.7, nonsense, 198.51.100.1:2, 198.51.100.2', '198.51.100.1'],
  ['192.0.2.1, 198.51.100.0/24', '203.0.113.7:1, 198.51.100.1:2', '203.0.113.7'],
  ['192.0.2.1, 198.51.100.0/24', '203.0.113.7, ::ffff:198.51.100.1', '203.0.113.7'],
  ['192.0.2.1, 2001:db8::/32', '203.0.113.7:1, "[2001:db8::9]:2"', '203.0.113.7'],
  ['192.0.2.1, loopback', '203.0.113.7, [::1]:2', '203.0.113.7'],
  ['false', '203.0.113.7:1', '192.0.2.1'],
]

test('a client is the same, whatever port, brackets or quotes its address has', async (context) => {
  const services = new Map<string, Awaited<ReturnType<typeof startService>>>()
  for (const [trustProxy, header, client] of CLIENTS) {
    const service =
      services.get(trustProxy) ?? (await startService(context, { environment: { TRUST_PROXY: trustProxy } }))
    services.set(trustProxy, service)
    const { key } = await service.license()
    const tokenOf = async (from: string, headers: Readonly<Record<string, string>>) =>
      (await service.send({ path: '/api/v1/auth/token', body: { licenseKey: key }, from, headers })).body.data?.token
    const behind = await tokenOf('192.0.2.1', header === undefined ? {} : { 'x-forwarded-for': header })
    assert.equal(typeof behind, 'string')
    assert.equal(behind, await tokenOf(client, {}), `${trustProxy} ${header}`)
    assert.notEqual(behind, await tokenOf('192.0.2.99', {}), `${trustProxy} ${header}`)
  }
})

test('twenty wrong keys from an address count together, whatever ports it has', async (context) => {
  const service = await startService(context, { environment: { TRUST_PROXY: '1' } })
  const codes = []
  for (let guess = 0; guess < 30; guess += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.9:${40_000 + guess}` }
    const body = { licenseKey: `0123456789abcdef-wrong-${guess}-ZZ` }
    codes.push((await service.send({ path: '/api/v1/auth/token', body, headers })).body.error?.code)
  }
  assert.equal(codes.filter((code) => code === 'license_unknown').length, 20)
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 10)
})
