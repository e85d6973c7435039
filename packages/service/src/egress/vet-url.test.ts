import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

const LONG_LABEL = 'a'.repeat(63)

/** Spellings of what may not be fetched, by what the client is told. */
const REFUSED: Readonly<Record<'link_blocked' | 'link_malformed', Readonly<Record<string, readonly string[]>>>> = {
  link_blocked: {
    'IPv6 that carries an IPv4 address': [
      'http://[::ffff:7f00:1]/',
      'http://[::FFFF:127.0.0.1]/',
      'http://[0:0:0:0:0:ffff:127.0.0.1]/',
      'http://[::ffff:0:127.0.0.1]/',
      'http://[::ffff:a9fe:a9fe]/',
      'http://[::a9fe:a9fe]/',
      'http://[64:ff9b:1::10.0.0.1]/',
      'http://[2002:0a00:0001::]/',
      'http://[2001:0:a9fe:a9fe::1]/',
      'http://[fe80::5efe:127.0.0.1]/',
      'http://[2001:4860:4860::5efe:127.0.0.1]/',
    ],
    'IPv6 in other spellings': [
      'http://[::0001]/',
      'http://[0::1]/',
      'http://[FD00::1]/',
      'http://[2606:4700:4700:0:0:0:0:1111]/',
      'https://[2A00:1450:4001:81B::200E]/',
      'http://[::1]:443/',
      'http://[::]/',
    ],
    'IPv4 in other spellings': [
      'http://0X7F.0.0.1/',
      'http://0x7F.1/',
      'http://0x/',
      'http://0x0/',
      'http://00/',
      'http://0x7f.0x0.0x0.0x1/',
      'http://127.0.0.1./',
      'http://0x7f.1./',
      'http://127.65535/',
      'http://0xffffffff/',
      'http://037777777777/',
      'http://010.010.010.010/',
      'http://1.1/',
      'HTTP://127.0.0.1',
      'http://127.0.0.1?@example.com',
      'http://127.0.0.1#.example.com',
      'http://127.0.0.1:80/',
    ],
    'names that mean something inside only': [
      'http://LOCALHOST',
      'http://a.b.localhost/',
      'http://foo.localhost./',
      'http://localhost6/',
      'http://localhost.localdomain4/',
      'http://x.LOCAL/',
      'http://x.local./',
      'http://kubernetes.default.svc/',
      'http://kubernetes.default.svc.cluster.local/',
      'http://instance-data.ec2.internal/',
      'http://metadata.goog/',
      'http://vault.service.consul/',
      'http://expyuzz4wqqyqhjn.onion/',
      'http://1.0.0.0.0.0.0.0.ip6.arpa/',
      'http://router.home.arpa/',
      'http://ipv4only.arpa/',
      'http://x.test/',
      'http://x.example/',
      'http://x.alt/',
      'http://gateway.docker.internal/',
      'http://wpad/',
      'http://com/',
      'http://xn--e1afmkfd/',
      'http://пример/',
    ],
    'ports that are not the default': [
      'http://example.com:81/',
      'https://example.com:8443/',
      'https://example.com:65535/',
    ],
  },
  link_malformed: {
    'text that is no address': [
      '',
      ' ',
      'example.com',
      'example.com/',
      '?',
      'http',
      'http:',
      'http:/',
      'http://',
      '//',
      'about:blank',
    ],
    'spaces and controls anywhere': [
      ' http://example.com/',
      'http://example.com/ ',
      'http://example.com/a b',
      'http://example.com/\t',
      'ht\ntp://example.com/',
      'http:/\n/example.com/',
      'http://example.com/?q=\r\n',
      'http://example.com/#\u0000',
      'http://example.com/\u007f',
      'http://example.com/\u0085',
      'http://example.com/\u2028',
      'http://example.com/\u3000',
      'http://exa\u3000mple.com/',
      '\ufeffhttp://example.com/',
      'http://example.com/\ud800',
    ],
    'slashes that are none': [
      'http:\\\\example.com/',
      'http:/\\example.com/',
      'http://\\example.com/',
      'http:/example.com/',
      'http:///example.com/',
      'http://example.com\\.evil.com/',
      'https:example.com',
      'http:?//example.com/',
      'http://?example.com/',
      'http://#example.com/',
      'http://example.com\u2044x.evil.com/',
      'http://example.com\uff0f.evil.com/',
      'http://example.com\u2215x.com/',
    ],
    'userinfo in any form': [
      'http://@example.com/',
      'http://:@example.com/',
      'http://:80@example.com/',
      'http://a@b@example.com/',
      'http://127.0.0.1:80@example.com/',
      'http://example.com@/',
      'http://example.com\uff20evil.com/',
      'https://[::1]@example.com/',
    ],
    'percent encodings in the authority': [
      'http://%65xample.com/',
      'http://example%2ecom/',
      'http://example.com%00/',
      'http://127.0.0.1%23.example.com/',
      'http://[fe80::1%eth0]/',
      'http://example.com:%38%30/',
      'http://%e2%91%a0.com/',
    ],
    'characters that turn into others': [
      'http://ｅxample.com/',
      'http://example｡com/',
      'http://example。com/',
      'http://example．com/',
      'http://ⅼocalhost.com/',
      'http://loca\u017fhost.com/',
      'http://\u212aelvin.com/',
      'http://½.com/',
      'http://㏄.com/',
      'http://0x7f\uff0e1/',
      'http://１２７.0.0.1/',
      'http://١٢٧.0.0.1/',
      'http://a١.com/',
      'http://²example.com/',
    ],
    'characters that are not seen': [
      'http://exam\u00adple.com/',
      'http://exam\u200cple.com/',
      'http://exam\u200dple.com/',
      'http://exam\u034fple.com/',
      'http://exam\u180eple.com/',
      'http://exam\u202eple.com/',
      'http://exam\u2066ple.com/',
      'http://exam\ufe0fple.com/',
      'http://exam\u3164ple.com/',
      'http://exam\u2800ple.com/',
      'http://\u{e0061}example.com/',
    ],
    'names that pretend': [
      'http://xn--localhost-/',
      'http://xn--localhost-.com/',
      'http://xn--a/',
      'http://xn--.com/',
      'http://xn--zz.com/',
      'http://xn--xn---epa.com/',
      'http://lосalhost/',
      'http://metadata.google.intеrnal/',
      'http://xn--googl-3we.com/',
      'http://раypal.com/',
    ],
    'ports that are none': [
      'http://example.com:',
      'http://example.com:00/',
      'http://example.com:080/',
      'http://example.com:0443/',
      'http://example.com:+80/',
      'http://example.com:8e1/',
      'http://example.com:0x50/',
      'http://example.com:99999/',
      'http://example.com:80:80/',
      'http://example.com:٨٠/',
      'http://[::1]:/',
      'http://[::1]:a/',
    ],
    'brackets that hold no address': [
      'http://[127.0.0.1]/',
      'http://[localhost]/',
      'http://[::1/',
      'http://::1]/',
      'http://[::1]]/',
      'http://[::g]/',
      'http://[1::2::3]/',
      'http://[::1].example.com/',
      'http://x[::1]/',
    ],
    'names that DNS cannot carry': [
      `http://${LONG_LABEL}a.com/`,
      `http://${[LONG_LABEL, LONG_LABEL, LONG_LABEL, LONG_LABEL].join('.')}.com/`,
      `http://${'ü'.repeat(60)}.com/`,
      'http://.example.com/',
      'http://./',
      'http://../',
      'http://example.com.../',
      'http://-example.com/',
      'http://exa~mple.com/',
      'http://exa!mple.com/',
      "http://exa'mple.com/",
      'http://exa(mple).com/',
      'http://example.com;x/',
      'http://example.com&x/',
      'http://a=b.com/',
      'http://*.example.com/',
      'http://exa<mple.com/',
      'http://exa|mple.com/',
      'http://exa^mple.com/',
      'http://exa{mple}.com/',
      'http://exa`mple.com/',
    ],
    'last labels that are no top-level domain': [
      'http://example.0/',
      'http://example.0x7f/',
      'http://1.2.3.4.5/',
      'http://1.2.3.256/',
      'http://127.0.0.0x100/',
      'http://0x100000000/',
      'http://09.0.0.1/',
      'http://example.c0m/',
      'http://example.a_b/',
      'http://example.1com/',
    ],
  },
}

for (const code of ['link_blocked', 'link_malformed'] as const) {
  for (const [kind, urls] of Object.entries(REFUSED[code])) {
    describe(`${kind} are ${code}`, () => {
      for (const url of urls) test(JSON.stringify(url).slice(0, 100), () => assert.equal(outcome(url), code))
    })
  }
}

describe('what a browser would open, and is public by its looks, passes in canonical form', () => {
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

test('an exception opens its host and port, plain HTTP included, and nothing beside it', () => {
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

test('what passed says where to connect and whether the operator named it', () => {
  const { hostname, port, isSecure, isException } = vetUrl('https://München.de./x', NOTHING)
  assert.deepEqual(
    { hostname, port, isSecure, isException },
    { hostname: 'xn--mnchen-3ya.de', port: 443, isSecure: true, isException: false },
  )
})
