// Tests the PHP client on every supported PHP version against a running service: Debian's PHP, and WebAssembly builds from npm.
// Installs both. Needs root on Debian, or an installed PHP.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { signedHeaders } from '../../service/src/webhooks/sign.ts'
import { installPackages, recordOf } from '../../service/test/real/install-packages.ts'
import { startService } from '../../testing/src/start-service.ts'
import { DEBIAN_PHP, installWasmPhp, type PhpProgram, runPhp } from './install-wasm-php.ts'

const CHECK = fileURLToPath(new URL('programs/check-client.php', import.meta.url))
const CLIENT = fileURLToPath(new URL('../central-api-client.php', import.meta.url))
const LENIENCE = fileURLToPath(new URL('programs/check-lenience.php', import.meta.url))
const SAMPLES = fileURLToPath(new URL('../../../docs/samples', import.meta.url))

const PHP = { name: 'PHP', packages: ['php-cli', 'php-curl'], files: ['/usr/bin/php', recordOf('php-curl')] }
const VERSIONS = ['7.4', '8.0', '8.1', '8.2', '8.3', '8.4', '8.5'] as const
const INVALID_KEY = `ck_live_${'x'.repeat(38)}`

let folder = ''
let wasmPhp: Awaited<ReturnType<typeof installWasmPhp>>

before(async () => {
  assert.equal(installPackages(PHP), undefined)
  folder = mkdtempSync(join(tmpdir(), 'central-api-php-'))
  wasmPhp = await installWasmPhp(folder)
})

after(() => rmSync(folder, { recursive: true, force: true }))

const startWithKeys = async (context: TestContext) => {
  const service = await startService(context, { listens: true })
  const { key } = await service.license({ mode: 'live' })
  const { key: starterKey } = await service.license({ plan: 'starter' })
  const accepted: (string | undefined)[] = []
  service.app.server.on('request', ({ headers }) => accepted.push(headers['accept-encoding']))
  return { origin: service.origin, key, starterKey, accepted }
}

const check = async (context: TestContext, php: PhpProgram, ...more: readonly string[]) => {
  const { origin, key, starterKey, accepted } = await startWithKeys(context)
  const output = await runPhp(php, [CHECK, origin, key, INVALID_KEY, starterKey, ...more], process.env)
  const { php: version, ...results } = JSON.parse(output) as Record<string, unknown>
  return { version: String(version), results, accepted }
}

const EXPECTED = {
  posts: [95, 95, 94],
  meta: {
    status: 200,
    quota: { limit: 10_000, used: 6, remaining: 9_994, reset: 1_425_600 },
    cache: 'hit',
    age: 0,
    retryAfter: null,
  },
  preview: '1086',
  recognized: ['sandbox'],
  account: ['blog.example'],
  released: [],
  connections: [[], 'sandbox', 'open'],
  changes: [
    ['connection_unknown', 404, false, null],
    ['connection_unknown', 404, false, null],
  ],
  platforms: ['sandbox'],
  errors: [
    ['profile_private', 403, false, null],
    ['quota_exceeded', 429, true, 86_400],
  ],
  docs: [true, true],
  unset: [
    'network_error',
    'Central API: baseUrl is not set. Set it to the URL of your Central API, such as https://api.example.com',
  ],
  proxy: ['unexpected_answer', 404, false, null],
  waits: [0.5],
  offline: ['network_error', 0, true, null],
  waits_before_deadline: 0,
  serialized: false,
  secrets: [],
}

/** Results that need a counting transport and an inspectable store. */
const COUNTED = {
  exchanges: 1,
  invalid_key: [['license_malformed'], 1, 2],
  full: ['old.example', 'site_limit_reached', 20],
  renewed: 20,
  events: ['answer', 'key_refused'],
}

for (const version of VERSIONS) {
  test(`the client works on PHP ${version}`, async (context) => {
    const { version: ran, results } = await check(context, wasmPhp(version))
    assert.ok(ran.startsWith(`${version}.`), ran)
    assert.deepEqual(results, { ...EXPECTED, ...COUNTED })
  })
}

const LENIENT = {
  latin: ['ok', 'ok', 'ok', 'ok'],
  names: 4,
  urls: ['https://central.example/api/v1/auth/token', 'https://central.example/api/v1/scan-profile'],
  folder: 'https://blog.example/voilà/api/v1/scan-profile',
  waits: [
    ...Array.from({ length: 6 }, () => [3600, 0]),
    // A time in the past, or an invalid one: the client waits for its own delay.
    ...[
      [0, 2],
      [null, 2],
      [null, 2],
      [null, 2],
    ],
  ],
  years: [
    ['rate_limited', 315_360_000, [86_400]],
    ['rate_limited', 86_400, [86_400]],
  ],
  exchanges: { text: 1, array: 1, object: 1 },
  quota: 10,
  large: 'unexpected_answer',
}

for (const version of VERSIONS) {
  test(`the client accepts unusual keys, URLs, dates and stores on PHP ${version}`, async () => {
    const { php, ...results } = JSON.parse(await runPhp(wasmPhp(version), [LENIENCE, ''], process.env))
    assert.ok(php.startsWith(`${version}.`), php)
    assert.deepEqual(results, LENIENT)
  })
}

/** Serves a small response that decompresses to more than the client reads. */
const startBomb = async (context: TestContext) => {
  const body = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  const server = createServer((_, response) => response.setHeader('content-encoding', 'gzip').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a response of more than 8 MiB, compressed or not, throws an ApiException on Debian’s PHP', async (context) => {
  const url = await startBomb(context)
  const small = ['-d', 'memory_limit=48M', LENIENCE, url]
  const { php: _, ...results } = JSON.parse(await runPhp(DEBIAN_PHP, small, process.env))
  assert.deepEqual(results, { ...LENIENT, streamed: 'unexpected_answer' })
})

for (const disabled of ['ctype_digit', 'curl_init', 'curl_exec']) {
  test(`without ${disabled} the client works or throws an ApiException`, async () => {
    const without = ['-d', `disable_functions=${disabled}`, LENIENCE, 'http://127.0.0.1:1']
    const { php: _, streamed, ...results } = JSON.parse(await runPhp(DEBIAN_PHP, without, process.env))
    assert.deepEqual(results, LENIENT)
    assert.equal(streamed, disabled === 'ctype_digit' ? 'network_error retryable' : 'network_error')
  })
}

test('the client works on Debian’s PHP, and requests compressed responses', async (context) => {
  const { results, accepted } = await check(context, DEBIAN_PHP)
  assert.deepEqual(results, { ...EXPECTED, ...COUNTED })
  assert.ok(accepted.length > 0 && accepted.every((codings) => codings?.includes('gzip')), String(accepted))
})

test('in WordPress the client uses the HTTP API and caches the token in a transient', async (context) => {
  assert.deepEqual((await check(context, DEBIAN_PHP, 'wordpress')).results, { ...EXPECTED, events: ['answer'] })
})

test('the documented program prints every post once', async (context) => {
  const { origin, key } = await startWithKeys(context)
  const programs = join(folder, 'samples')
  cpSync(SAMPLES, programs, { recursive: true })
  cpSync(CLIENT, join(programs, 'central-api-client.php'))
  const environment = { ...process.env, CENTRAL_API_URL: origin, CENTRAL_API_KEY: key }
  const lines = (await runPhp(DEBIAN_PHP, [join(programs, 'read-posts.php')], environment)).trim().split('\n')
  assert.deepEqual([lines.length, new Set(lines).size], [95, 95])
})

test('the documented program prints the newest posts as a list of links, with escaped text', async (context) => {
  const { origin, key } = await startWithKeys(context)
  const programs = join(folder, 'start')
  cpSync(SAMPLES, programs, { recursive: true })
  cpSync(CLIENT, join(programs, 'central-api-client.php'))
  const environment = { ...process.env, CENTRAL_API_URL: origin, CENTRAL_API_KEY: key }
  const [open, ...lines] = (await runPhp(DEBIAN_PHP, [join(programs, 'show-posts.php')], environment))
    .trim()
    .split('\n<')
  assert.deepEqual([open, lines.length, lines.at(-1)], ['<ul>', 21, '/ul>'])
  for (const line of lines.slice(0, -1)) assert.match(line, /^li><a href="https?:[^"<>]+">[^<>]+<\/a><\/li>$/)
})

test('the documented feed shows pages of posts, and an error when the service is down', async (context) => {
  const { origin, key } = await startWithKeys(context)
  const program = fileURLToPath(new URL('programs/check-feed.php', import.meta.url))
  const { first, second, ...rest } = JSON.parse(await runPhp(DEBIAN_PHP, [program, SAMPLES, origin, key], process.env))
  assert.deepEqual(rest, { posts: 20, error: '{"error":"network_error"}', none: '' })
  const idsIn = (html: string) =>
    [...html.matchAll(/<article id="(central-posts-news-[0-9a-f]{8})"/g)].map(([, id]) => id)
  assert.equal(new Set([...idsIn(first), ...idsIn(second)]).size, 40)
  assert.match(first, /href="\/news\?cursor=[^"#]+#central-posts-news" rel="nofollow">Load more</)
})

test('the documented WordPress code renders, refreshes, locks and cleans up', async (context) => {
  const { origin, key } = await startWithKeys(context)
  const program = fileURLToPath(new URL('programs/check-samples.php', import.meta.url))
  const { simple, ...results } = JSON.parse(await runPhp(DEBIAN_PHP, [program, SAMPLES, origin, key], process.env))
  assert.match(simple, /^<a href="[^"]+" rel="nofollow noopener ugc">|^<iframe /)
  assert.deepEqual(results, {
    preview:
      '<img src="/uploads/1004-card.png" alt="" loading="lazy"><a href="https://central.example/sandbox/news/1004" rel="nofollow noopener ugc">The title of the page behind the link</a><p>What the page is about, in a sentence or two.</p>',
    ...{ feed: 20, escaped: true, locked: 0, unlocked: 20, sites: ['blog.example'], left: [], sitesLeft: [] },
  })
})

test('the documented webhook receiver accepts only valid signatures', async () => {
  const program = fileURLToPath(new URL('programs/check-webhook.php', import.meta.url))
  const keys = [randomBytes(32), randomBytes(32)]
  const secretOf = (key: Buffer) => `whsec_${key.toString('base64')}`
  const body = '{"type":"webhook.test"}'
  const at = (timestamp: number) => signedHeaders({ id: 'evt_1', timestamp, body: Buffer.from(body) }, keys)
  const now = Math.floor(Date.now() / 1_000)
  const open = async (secret: string, headers: object, sent: string) =>
    JSON.parse(
      await runPhp(DEBIAN_PHP, [program, SAMPLES, secret, JSON.stringify(headers), sent], process.env),
    ) as unknown
  for (const key of keys) assert.deepEqual(await open(secretOf(key), at(now), body), { type: 'webhook.test' })
  assert.equal(await open(secretOf(randomBytes(32)), at(now), body), null)
  const secret = secretOf(keys[0] ?? Buffer.alloc(0))
  assert.equal(await open(secret, at(now), `${body} `), null)
  assert.equal(await open(secret, { ...at(now), 'webhook-id': 'evt_2' }, body), null)
  assert.equal(await open(secret, at(now - 400), body), null)
  assert.equal(await open(secret, {}, body), null)
})
