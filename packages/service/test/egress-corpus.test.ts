// Runs every row of egress-corpus.tsv against the real egress over a stubbed network: a rejected URL opens no socket, an
// allowed one connects to the resolved address with its own name, and a pinned address stays pinned.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { domainToASCII } from 'node:url'
import { PUBLIC_ADDRESS, startStubNetwork } from '@central-api/testing/stub-network.ts'
import { parseAllowList } from '../src/egress/allow-list.ts'
import { createEgress } from '../src/egress/create-egress.ts'
import { isPublicAddress } from '../src/egress/vet-address.ts'
import { isApiError } from '../src/errors.ts'
import { PINS } from './egress-pins.ts'

type Row = {
  readonly verdict: string
  readonly code: string
  readonly subject: string
  readonly stub: Readonly<Record<string, string>>
  readonly title: string
}

const parseRow = (line: string): Row => {
  const [verdict = '', kind = '', code = '', subject = '', stub = ''] = line.split('\t')
  const pairs = stub.split(';').map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)])
  const title = `${verdict} ${kind}: ${subject.slice(0, 80)} ${stub}`
  return {
    verdict,
    code,
    subject: subject.startsWith('"') ? JSON.parse(subject) : subject,
    stub: Object.fromEntries(pairs),
    title,
  }
}

const ROWS = readFileSync(new URL('egress-corpus.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(parseRow)

const rows = (verdict: string): Row[] => ROWS.filter((row) => row.verdict === verdict)

/** Fetches the row's URL once. The stub resolves and redirects only the first host. */
const play = async ({ subject, stub }: Row) => {
  const addresses = stub.dns === undefined ? [PUBLIC_ADDRESS] : stub.dns.split(',').filter((address) => address !== '')
  const network = await startStubNetwork({
    resolve: (hostname) => (hostname === network.lookups[0] ? addresses : [PUBLIC_ADDRESS]),
    respond: (_, response) => {
      const isFirst = network.requests.length === 1
      if (stub.redirect !== undefined && isFirst) response.writeHead(302, { location: stub.redirect })
      response.end()
    },
  })
  const egress = createEgress({ allow: parseAllowList(''), ...network })
  const code = await egress.fetch({ url: subject }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (isApiError(error) ? error.code : error),
  )
  await egress.close()
  await network.close()
  return { code, network, addresses }
}

describe('every denied URL of the corpus is rejected before a socket opens', () => {
  for (const row of rows('deny')) {
    test(row.title, async () => {
      const { code, network } = await play(row)
      assert.equal(code, row.code)
      const firstHop = { address: PUBLIC_ADDRESS, port: 443, serverName: 'public.example.com' }
      assert.deepEqual(network.dials, row.stub.redirect === undefined ? [] : [firstHop])
    })
  }
})

describe('every allowed URL of the corpus connects to the resolved address with its own name', () => {
  for (const row of rows('allow')) {
    test(row.title, async () => {
      const { code, network, addresses } = await play(row)
      assert.equal(code, 'answered 200')
      const host = domainToASCII(/^https:\/\/([^/:?#]+)/.exec(row.subject)?.[1] ?? '').replace(/\.$/, '')
      const dials = [{ address: addresses[0], port: 443, serverName: host }]
      if (row.stub.redirect?.startsWith('https:'))
        dials.push({ address: PUBLIC_ADDRESS, port: 443, serverName: new URL(row.stub.redirect).hostname })
      else if (row.stub.redirect !== undefined) dials.push(...dials)
      assert.deepEqual(network.dials, dials)
      assert.equal(network.requests[0]?.host, host)
    })
  }
})

describe('every IP address of the corpus is classified as stated', () => {
  for (const row of [...rows('addr-deny'), ...rows('addr-allow')]) {
    test(row.title, () => assert.equal(isPublicAddress(row.subject), row.verdict === 'addr-allow'))
  }
})

describe('every pinning scenario of the corpus holds', () => {
  for (const row of rows('pin')) {
    const name = /^https?:\/\/([^./]+)/.exec(row.subject)?.[1] ?? ''
    test(row.title, async () => {
      const scenario = PINS[name]
      assert.ok(scenario, `no scenario plays ${name}`)
      await scenario(row.subject)
    })
  }
})

test('every row of the corpus is tested', () => {
  const tried = ['deny', 'allow', 'addr-deny', 'addr-allow', 'pin']
  assert.deepEqual(
    ROWS.filter((row) => !tried.includes(row.verdict)),
    [],
  )
  assert.ok(ROWS.length > 300)
})
