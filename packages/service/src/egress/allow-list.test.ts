import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAllowList } from './allow-list.ts'

test('an empty list allows nothing', () => {
  for (const text of ['', ' ', ',', ' , ,']) assert.equal(parseAllowList(text).has('localhost', 80), false)
})

test('allows a name or an address at its port only', () => {
  const allow = parseAllowList(' Sim.Example.TEST:8080, 127.0.0.1:8081 ,[0:0::1]:80,münchen.test:443')
  const has = (hostname: string, port: number): boolean => allow.has(hostname, port)
  assert.ok(
    has('sim.example.test', 8080) && has('127.0.0.1', 8081) && has('::1', 80) && has('xn--mnchen-3ya.test', 443),
  )
  assert.ok(!has('sim.example.test', 80) && !has('127.0.0.1', 8080) && !has('127.0.0.2', 8081) && !has('::1', 443))
  assert.ok(!has('x.sim.example.test', 8080) && !has('example.test', 8080))
})

test('allows the addresses of a block at its port, and no names', () => {
  const allow = parseAllowList('127.0.0.0/8:8080,[fd00::/8]:443,[fd12::]/16:80')
  assert.ok(allow.has('127.255.0.1', 8080) && allow.has('fdff::1', 443) && allow.has('fd12::1', 80))
  assert.ok(!allow.has('128.0.0.1', 8080) && !allow.has('127.0.0.1', 80) && !allow.has('fe00::1', 443))
  assert.ok(!allow.has('fd13::1', 80) && !allow.has('localhost', 8080) && !allow.has('::ffff:7f00:1', 8080))
})

test('refuses an entry that is not exact, and names the entry and the reason', () => {
  const problems: Readonly<Record<string, RegExp>> = {
    localhost: /is not host:port/,
    'localhost:': /no port from 1 to 65535/,
    'localhost:0': /no port/,
    'localhost:080': /no port/,
    'localhost:65536': /no port/,
    'localhost:http': /no port/,
    '*:80': /wildcard/,
    '*.example.test:80': /wildcard/,
    ':80': /no host name/,
    'http://localhost:80': /no host name|block that does not start/,
    '2130706433:80': /no host name/,
    '0x7f.1:80': /no host name/,
    '127.0.0.1.5:80': /no host name/,
    'a..b:80': /no host name/,
    '::1:80': /not in brackets/,
    '[::1%lo]:80': /brackets around something/,
    '[localhost]:80': /brackets around something/,
    '0.0.0.0/0:80': /not \/8 to \/32/,
    '10.0.0.0/7:80': /not \/8 to \/32/,
    '10.0.0.0/33:80': /not \/8 to \/32/,
    '10.0.0.0/:80': /not \/8 to \/32/,
    '[::/0]:443': /not \/7 to \/128/,
    'localhost/8:80': /does not start with an IP address/,
    '10.0.0/8:80': /does not start with an IP address/,
  }
  for (const [entry, problem] of Object.entries(problems)) {
    assert.throws(
      () => parseAllowList(`127.0.0.1:80,${entry}`),
      (error: Error) => {
        assert.match(error.message, problem, entry)
        assert.ok(error.message.includes(`EGRESS_ALLOW: "${entry}"`), error.message)
        return true
      },
    )
  }
})
