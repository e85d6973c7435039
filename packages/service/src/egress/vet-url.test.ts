import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LONG_LABEL, REFUSED_URLS } from '@central-api/testing/egress/vet-url.cases.ts'
import { isApiError } from '../errors.ts'
import { parseAllowList } from './allow-list.ts'
import { vetUrl } from './vet-url.ts'

const NOTHING = parseAllowList('')

const outcome = (text: string, allow = NOTHING): string => {
  try {
    return vetUrl(text, allow).url.href
  } catch (error) {
    return isApiError(error) ? error.code : `threw ${error}`
  }
}

for (const code of ['link_blocked', 'link_malformed'] as const) {
  for (const [kind, urls] of Object.entries(REFUSED_URLS[code])) {
    describe(`${kind} are ${code}`, () => {
      for (const url of urls) test(JSON.stringify(url).slice(0, 100), () => assert.equal(outcome(url), code))
    })
  }
}

describe('a URL that a browser would open, and that looks public, passes in canonical form', () => {
  const passes: Readonly<Record<string, string>> = {
    'HTTPS://EXAMPLE.COM': 'https://example.com/',
    'https://example.com./a#b': 'https://example.com/a',
    'http://example.com:80/': 'http://example.com/',
    'https://example.com?a=b': 'https://example.com/?a=b',
    'https://example.com/a/../b': 'https://example.com/b',
    'https://example.com/%00': 'https://example.com/%00',
    'https://example.com/你好': 'https://example.com/%E4%BD%A0%E5%A5%BD',
    'https://example.com/می\u200cخواهم': 'https://example.com/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85',
    'https://example.com/a@b:80/[::1]': 'https://example.com/a@b:80/[::1]',
    'https://BÜCHER.de/': 'https://xn--bcher-kva.de/',
    'https://faß.de/': 'https://xn--fa-hia.de/',
    'https://col·lecció.cat/': 'https://xn--collecci-ioa91d.cat/',
    'https://日本語abc.jp/': 'https://xn--abc-s08fl0dtz6h.jp/',
    'https://i❤.ws/': 'https://xn--i-7iq.ws/',
    'https://r3---sn-4g5e6nsz.googlevideo.com/': 'https://r3---sn-4g5e6nsz.googlevideo.com/',
    'https://_dmarc.example.com/': 'https://_dmarc.example.com/',
    'https://localhost.example.com/': 'https://localhost.example.com/',
    'https://notlocal/../x.com/': 'link_blocked',
    'https://mylocalhost.com/': 'https://mylocalhost.com/',
    'https://internal.com/': 'https://internal.com/',
    'https://127.0.0.1.example.com/': 'https://127.0.0.1.example.com/',
    'https://0x7f.example.com/': 'https://0x7f.example.com/',
    [`https://${LONG_LABEL}.com/`]: `https://${LONG_LABEL}.com/`,
    'https://example.xn--p1ai/': 'https://example.xn--p1ai/',
  }
  for (const [url, expected] of Object.entries(passes))
    test(url.slice(0, 80), () => assert.equal(outcome(url), expected))
})

test('an address of 2,048 characters passes and one of 2,049 does not', () => {
  const url = `https://example.com/${'a'.repeat(2_048 - 20)}`
  assert.equal(outcome(url), url)
  assert.equal(outcome(`${url}a`), 'link_malformed')
})

test('an exception allows its host and port, also over plain HTTP, and nothing else', () => {
  const allow = parseAllowList('127.0.0.1:8081,[::1]:80,localhost:3000,sim.example.test:8080,10.1.0.0/16:443')
  const outcomes: Readonly<Record<string, string>> = {
    'http://127.0.0.1:8081/a': 'http://127.0.0.1:8081/a',
    'https://127.0.0.1:8081/': 'https://127.0.0.1:8081/',
    'http://[::1]/': 'http://[::1]/',
    'http://LOCALHOST:3000/': 'http://localhost:3000/',
    'http://localhost.:3000/': 'http://localhost:3000/',
    'http://sim.example.test:8080/': 'http://sim.example.test:8080/',
    'https://10.1.255.255/': 'https://10.1.255.255/',
    'http://127.0.0.1/': 'link_blocked',
    'http://127.0.0.1:8082/': 'link_blocked',
    'http://127.0.0.2:8081/': 'link_blocked',
    'http://2130706433:8081/': 'link_blocked',
    'http://127.1:8081/': 'link_blocked',
    'http://[::ffff:127.0.0.1]:8081/': 'link_blocked',
    'http://[0:0:0:0:0:0:0:1]/': 'link_blocked',
    'https://[::1]/': 'link_blocked',
    'http://localhost:8081/': 'link_blocked',
    'http://x.localhost:3000/': 'link_blocked',
    'http://x.sim.example.test:8080/': 'link_blocked',
    'http://sim.example.test/': 'link_blocked',
    'http://10.1.0.1/': 'link_blocked',
    'https://10.2.0.1/': 'link_blocked',
    'http://user@localhost:3000/': 'link_malformed',
    'http://localhost:03000/': 'link_malformed',
  }
  for (const [url, expected] of Object.entries(outcomes)) assert.equal(outcome(url, allow), expected, url)
})

test('a vetted URL has its host, its port and whether it is an exception', () => {
  const { hostname, port, isSecure, isException } = vetUrl('https://München.de./x', NOTHING)
  assert.deepEqual(
    { hostname, port, isSecure, isException },
    { hostname: 'xn--mnchen-3ya.de', port: 443, isSecure: true, isException: false },
  )
})
