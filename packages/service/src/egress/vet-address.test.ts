import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../errors.ts'
import { canonicalAddress, isPublicAddress, vetAddress } from './vet-address.ts'

/** The first and last address of each denied block, and its public neighbors. */
const EDGES: readonly { readonly denied: readonly [string, string]; readonly beside: readonly string[] }[] = [
  { denied: ['0.0.0.0', '0.255.255.255'], beside: ['1.0.0.0'] },
  { denied: ['10.0.0.0', '10.255.255.255'], beside: ['9.255.255.255', '11.0.0.0'] },
  { denied: ['100.64.0.0', '100.127.255.255'], beside: ['100.63.255.255', '100.128.0.0'] },
  { denied: ['127.0.0.0', '127.255.255.255'], beside: ['126.255.255.255', '128.0.0.0'] },
  { denied: ['168.63.129.16', '168.63.129.16'], beside: ['168.63.129.15', '168.63.129.17'] },
  { denied: ['169.254.0.0', '169.254.255.255'], beside: ['169.253.255.255', '169.255.0.0'] },
  { denied: ['172.16.0.0', '172.31.255.255'], beside: ['172.15.255.255', '172.32.0.0'] },
  { denied: ['192.0.0.0', '192.0.0.255'], beside: ['191.255.255.255', '192.0.1.0'] },
  { denied: ['192.0.2.0', '192.0.2.255'], beside: ['192.0.1.255', '192.0.3.0'] },
  { denied: ['192.31.196.0', '192.31.196.255'], beside: ['192.31.195.255', '192.31.197.0'] },
  { denied: ['192.52.193.0', '192.52.193.255'], beside: ['192.52.192.255', '192.52.194.0'] },
  { denied: ['192.88.99.0', '192.88.99.255'], beside: ['192.88.98.255', '192.88.100.0'] },
  { denied: ['192.168.0.0', '192.168.255.255'], beside: ['192.167.255.255', '192.169.0.0'] },
  { denied: ['192.175.48.0', '192.175.48.255'], beside: ['192.175.47.255', '192.175.49.0'] },
  { denied: ['198.18.0.0', '198.19.255.255'], beside: ['198.17.255.255', '198.20.0.0'] },
  { denied: ['198.51.100.0', '198.51.100.255'], beside: ['198.51.99.255', '198.51.101.0'] },
  { denied: ['203.0.113.0', '203.0.113.255'], beside: ['203.0.112.255', '203.0.114.0'] },
  { denied: ['224.0.0.0', '255.255.255.255'], beside: ['223.255.255.255'] },
  { denied: ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], beside: ['2000::'] },
  { denied: ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'], beside: ['2000:ffff::', '2001:200::'] },
  { denied: ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'], beside: ['2001:db7::', '2001:db9::'] },
  { denied: ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], beside: ['2001:ffff::', '2003::'] },
  { denied: ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'], beside: ['2620:4f:7fff::', '2620:4f:8001::'] },
  { denied: ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'], beside: ['3ffe::', '3fff:1000::'] },
  { denied: ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], beside: ['3fff:ffff::'] },
]

for (const { denied, beside } of EDGES) {
  test(`${denied.join(' to ')} is not public, and its neighbors are`, () => {
    for (const address of denied) assert.equal(isPublicAddress(address), false, address)
    for (const address of beside) assert.equal(isPublicAddress(address), true, address)
  })
}

test('an IPv4 address inside an IPv6 address is never public, not even a public one', () => {
  const forms = ['::8.8.8.8', '::808:808', '::ffff:8.8.8.8', '::ffff:808:808', '::ffff:0:808:808', '64:ff9b::808:808']
  const more = ['64:ff9b:1::808:808', '2002:808:808::', '2001:0:808:808::1', '2001::f7f7:f7f7']
  for (const address of [...forms, ...more]) assert.equal(isPublicAddress(address), false, address)
})

test('text that is not the canonical form of an address is not public', () => {
  const texts = [
    '',
    ' ',
    '8.8.8',
    '8.8.8.8 ',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8.',
    '8.8.8.8/32',
    '８.8.8.8',
  ]
  const v6 = [
    '2A00::1',
    '2a00:0::1',
    '2a00:0:0:0:0:0:0:1',
    '2a00::0001',
    '[2a00::1]',
    '2a00::1%eth0',
    '2a00::1%',
    '2a00::8.8.8.8',
  ]
  for (const text of [...texts, ...v6]) assert.equal(isPublicAddress(text), false, text)
})

test('every spelling of an address has one canonical form, and an address with a zone has none', () => {
  assert.equal(canonicalAddress('2A00:0:0:0::0001'), '2a00::1')
  assert.equal(canonicalAddress('127.0.0.1'), '127.0.0.1')
  assert.equal(canonicalAddress('fe80::1%eth0'), undefined)
  assert.equal(canonicalAddress('0177.0.0.1'), undefined)
})

test('vetting throws link_blocked for an address that is not public, and nothing for a public one', () => {
  assert.throws(
    () => vetAddress('169.254.169.254'),
    (error) => isApiError(error, 'link_blocked'),
  )
  vetAddress('1.1.1.1')
})
