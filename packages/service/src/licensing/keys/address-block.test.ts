import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock } from './address-block.ts'

const BLOCKS: readonly [string, string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
]

test('an IPv4 address is its own block, and an IPv6 address belongs to its /64', () => {
  for (const [address, block] of BLOCKS) assert.equal(addressBlock(address), block)
})
