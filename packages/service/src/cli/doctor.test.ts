import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestCli, NOW } from '@central-api/testing/cli/fixture.ts'
import { startBucket } from '@central-api/testing/media/start-bucket.ts'
import { PEPPER, startService } from '@central-api/testing/start-service.ts'
import Sqlite from 'better-sqlite3'
import { parseAllowList } from '../egress/allow-list.ts'
import { Type } from '../parsing/type.ts'
import { youtube } from '../platforms/youtube/youtube.ts'
import { platform, source } from '../upstream/contract/platform.ts'
import { checkEgress } from './doctor/check-egress.ts'
import { checkImages } from './doctor/check-images.ts'
import { checkPlatforms } from './doctor/check-platforms.ts'
import type { Finding } from './doctor/finding.ts'

type Report = { readonly ok: boolean; readonly findings: readonly Finding[] }

/** A port that no process listens on. */
const CLOSED_PORT = '1'

const createDoctor = async (context: TestContext) => {
  const cli = await createTestCli(context, { columns: 300 })
  cli.environment.PORT = CLOSED_PORT
  return {
    ...cli,
    /** Returns the report, even if there are problems. */
    async examine(...words: string[]): Promise<Report> {
      const { out } = await cli.run('doctor', ...words, '--json')
      return JSON.parse(out) as Report
    },
  }
}

const about = ({ findings }: Report, name: string) => findings.filter((finding) => finding.about === name)
const listen = async (context: TestContext, listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

test('before the first start there are no problems, and the check creates no files', async (context) => {
  const cli = await createDoctor(context)
  const report = await cli.examine()
  assert.equal(report.ok, true)
  assert.deepEqual(about(report, 'store'), [
    {
      about: 'store',
      state: 'note',
      message: `The SQLite store ${cli.file('central.db')} does not exist yet; DATABASE_URL is ${cli.environment.DATABASE_URL}`,
      next: 'The first start creates it: npx --no-install central-api serve',
    },
  ])
  assert.deepEqual(await readdir(cli.folder), [])
})

test('a store that a later version migrated gets a note with the migrations', async (context) => {
  const cli = await createDoctor(context)
  await cli.run('license', 'create', '--plan', 'pro')
  const db = new Sqlite(cli.file('central.db'))
  db.exec(`insert into migrations values ('9999-something-new', 0)`)
  db.close()
  const report = await cli.examine()
  assert.equal(report.ok, true)
  assert.match(about(report, 'store')[0]?.message ?? '', / responds, was migrated by a later version and is writable/)
  assert.match(about(report, 'store version')[0]?.message ?? '', /^A later version applied 9999-something-new\. /)
})

test('the store is checked with a write, and a failure is reported with the free disk space', async (context) => {
  const cli = await createDoctor(context)
  await cli.run('license', 'create', '--plan', 'pro')
  const db = new Sqlite(cli.file('central.db'))
  db.exec(`create trigger full before update on migrations begin select raise(abort, 'database or disk is full'); end`)
  db.close()
  const report = await cli.examine()
  assert.equal(report.ok, false)
  const [store] = about(report, 'store')
  assert.deepEqual([store?.state, store?.message], ['broken', 'is not writable: database or disk is full'])
  assert.match(store?.next ?? '', /^Check its permissions\. [\d,]+ KiB are free on its disk\.$/)
})

test('the output has a line for each finding, with the next step', async (context) => {
  const cli = await createDoctor(context)
  await cli.run('license', 'create', '--plan', 'pro')
  const { status, out, err } = await cli.run('doctor')
  assert.deepEqual([status, err], [0, ''])
  const [before = '', after = ''] = out.replaceAll(cli.folder, '/srv').split(/Platforms\n[\s\S]*?\n\n/)
  assert.equal(
    before.replace(/[0-9A-Za-z]{16} is current/, 'KID is current'),
    `Settings
  ✓ PORT: 1
  ✓ DATABASE_URL: the SQLite store /srv/central.db
  – settings: All other settings of the service have their defaults.
  – ADMIN_TOKEN is not set: the admin API and the console are disabled
    → Set ADMIN_TOKEN to a secret of at least 16 characters and restart the service. Sign in with it at /console/.

Store
  ✓ pepper is in /srv/central.pepper. Back it up with the store
  ✓ store: The SQLite store /srv/central.db responds, is up to date and is writable
  ✓ signing keys: KID is current; 1 key in use
  ✓ plans: starter, pro, agency
  ✓ licenses: 1 license
  ✓ clock: 2030-01-15T12:00:00.000Z

`,
  )
  assert.equal(
    after,
    `Server
  – server: No service responds at http://127.0.0.1:1
    → Start it: npx --no-install central-api serve

No problems found.
`,
  )
  assert.match(out, /\n {2}✓ sandbox: Sandbox is ready\n/)
})

test('where the service serves images, their sizes and copies are checked, and nothing else mentions them', async (context) => {
  const cli = await createDoctor(context)
  assert.deepEqual(about(await cli.examine(), 'image sizes'), [])
  Object.assign(cli.environment, { MEDIA: 'proxy', MEDIA_WIDTHS: '640,320' })
  const report = await cli.examine()
  assert.equal(report.ok, true)
  assert.match(about(report, 'image sizes')[0]?.message ?? '', /^sharp [\d.]+, libvips [\d.]+ renders .* of 320, 640$/)
  assert.deepEqual(about(report, 'image copies'), [{ about: 'image copies', state: 'ok', message: cli.file('media') }])
})

test('a bucket for copies is written, read, listed and emptied, and a wrong key is a problem that shows no secret', async (context) => {
  const cli = await createDoctor(context)
  const { url, objects, requests } = await startBucket(context, { now: () => NOW })
  const { origin, pathname } = new URL(url)
  Object.assign(cli.environment, { MEDIA: 'proxy', MEDIA_S3_URL: url })
  const message = `${origin}${pathname}`
  assert.deepEqual(about(await cli.examine(), 'image copies'), [{ about: 'image copies', state: 'ok', message }])
  assert.deepEqual([objects.size, requests.includes('LIST')], [0, true])
  Object.assign(cli.environment, { MEDIA_S3_URL: url.replace('secret', 'hunter2') })
  const report = await cli.examine()
  assert.deepEqual(
    about(report, 'MEDIA_S3_URL').filter(({ state }) => state === 'broken'),
    [
      {
        about: 'MEDIA_S3_URL',
        state: 'broken',
        message: `${message} does not work: S3 returned 403 – SignatureDoesNotMatch`,
        next: 'Check the URL, and whether the key may read, write, list and delete objects of this bucket.',
      },
    ],
  )
  assert.doesNotMatch(JSON.stringify(report), /hunter2/)
})

test('a folder for copies is written to, and one that is none is a problem', async (context) => {
  const cli = await createDoctor(context)
  Object.assign(cli.environment, { MEDIA: 'proxy' })
  await cli.examine()
  assert.deepEqual(await readdir(cli.file('media')), [])
  await writeFile(cli.file('file'), '')
  for (const [folder, reason] of [
    [cli.file('file'), `${cli.file('file')} is not a folder`],
    [cli.file('file/media'), `Cannot write ${cli.file('file/media')}: a part of its path is not a folder (ENOTDIR)`],
  ] as const) {
    Object.assign(cli.environment, { MEDIA_DIR: folder })
    const report = await cli.examine()
    assert.equal(report.ok, false)
    const message = `No copies of images can be kept: ${reason}`
    const next = 'Set it to a folder that the user of the service may write to, on a disk with room for MEDIA_MAX_MB.'
    const broken = about(report, 'MEDIA_DIR').filter(({ state }) => state === 'broken')
    assert.deepEqual(broken, [{ about: 'MEDIA_DIR', state: 'broken', message, next }])
  }
})

test('a missing sharp and a missing folder for copies are notes, with what to do', async () => {
  const hook = new URL('../../../testing/src/media/fixtures/without-sharp.ts', import.meta.url)
  const config = {
    media: 'proxy',
    mediaDir: '',
    mediaS3Url: undefined,
    mediaWidths: [320],
    mediaRenders: 2,
    workers: 1,
    databaseUrl: 'postgres://db.example/c',
  } as const
  const nodeArgs = ['--import', fileURLToPath(hook)]
  const memory = { about: 'memory', state: 'note' }
  for (const [memoryBytes, findings] of [
    [0, []],
    [1_112_000_000, []],
    [Number.MAX_SAFE_INTEGER, []],
    [1_111_999_999, [memory]],
  ] as const)
    assert.deepEqual(
      (await checkImages(config, { nodeArgs, memoryBytes })).slice(2).map(({ about, state }) => ({ about, state })),
      findings,
    )
  const [, , limited] = await checkImages(config, { nodeArgs, memoryBytes: 512_000_000 })
  assert.match(limited?.message ?? '', /^is limited to 512 MB/)
  assert.match(limited?.next ?? '', /^Raise the limit to 1112 MB, or set MEDIA_RENDERS to less than 2/)
  assert.deepEqual(await checkImages(config, { nodeArgs, memoryBytes: 0 }), [
    {
      about: 'image sizes',
      state: 'note',
      message: "Images are served only in their original size: sharp cannot be loaded. Cannot find package 'sharp'",
      next: 'Install the optional packages: npm ci, without --omit=optional. See docs/guides/media.md.',
    },
    {
      about: 'MEDIA_DIR',
      state: 'note',
      message: 'is not set: each image is fetched and rendered again for every request',
      next: 'Set it to a folder.',
    },
  ])
})

test('egress is checked with the real User-Agent, also if its URL is not ASCII', async (context) => {
  const cli = await createDoctor(context)
  cli.environment.BASE_URL = 'https://例え.example'
  assert.deepEqual(about(await cli.examine(), 'egress'), [
    {
      about: 'egress',
      state: 'ok',
      message:
        'The User-Agent is CentralAPI/1.0 (+https://xn--r8jz45g.example). DNS and the internet connection are not tested without --online',
    },
  ])
})

test('with --online, the check of the egress says nothing about what other checks test', async () => {
  const { message } = await checkEgress({ contactUrl: 'https://central.example' }, true)
  assert.equal(message, 'The User-Agent is CentralAPI/1.0 (+https://central.example).')
})

test('a platform that MEDIA_KEEP names and that does not exist is a problem', async (context) => {
  const cli = await createDoctor(context)
  Object.assign(cli.environment, { MEDIA: 'proxy', MEDIA_KEEP: 'cache,mastodon=pass' })
  const broken = async () => about(await cli.examine(), 'MEDIA_KEEP').filter(({ state }) => state === 'broken')
  assert.deepEqual(await broken(), [])
  Object.assign(cli.environment, { MEDIA_KEEP: 'cache,instagramm=pass' })
  assert.deepEqual(await broken(), [
    {
      about: 'MEDIA_KEEP',
      state: 'broken',
      message: 'names instagramm, which is no platform',
      next: 'Remove it, or correct the id.',
    },
  ])
})

test('settings of platforms are listed without their values, and misspelled names get a suggestion', async (context) => {
  const cli = await createDoctor(context)
  Object.assign(cli.environment, { TUMBLR_API_KEY: 'hidden-word', YOUTUBE_API_KEI: 'hidden-word', SHELL: '/bin/sh' })
  const report = await cli.examine()
  assert.deepEqual(about(report, 'settings')[1], {
    about: 'settings',
    state: 'ok',
    message: 'Set for platforms: TUMBLR_API_KEY',
  })
  assert.deepEqual(
    report.findings.filter(({ message }) => message.startsWith('is not a setting')),
    [
      {
        about: 'YOUTUBE_API_KEI',
        state: 'note',
        message: 'is not a setting. Did you mean YOUTUBE_API_KEY?',
        next: 'Rename it, unless another program uses it.',
      },
    ],
  )
  assert.doesNotMatch(JSON.stringify(report), /hidden-word/)
  // Among the settings, not among the platforms.
  const named = report.findings.map(({ about }) => about)
  assert.ok(named.indexOf('YOUTUBE_API_KEI') < named.indexOf('store'))
})

test('a User-Agent that cannot be sent is a problem, reported with the reason', async () => {
  const finding = await checkEgress({ contactUrl: 'https://例え.example' }, false)
  assert.equal(finding.state, 'broken')
  assert.match(finding.message, /^Outbound requests fail, even to this machine: .*user-agent/i)
})

test('a problem causes exit status 1, and the report is still one JSON document', async (context) => {
  const cli = await createDoctor(context)
  cli.environment.LOG_LEVEL = 'loud'
  cli.environment.CORS_ORIGINS = 'example.com/path'
  const { status, out, err } = await cli.run('doctor', '--json')
  assert.deepEqual([status, err], [1, 'central-api: 2 problems found\n'])
  const report = JSON.parse(out) as Report
  assert.equal(report.ok, false)
  assert.deepEqual(
    about(report, 'settings').map(({ state, message }) => [state, message]),
    [
      ['broken', 'CORS_ORIGINS must be an origin such as https://example.com, without a path'],
      ['broken', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    ],
  )
  assert.match((await cli.run('doctor')).out, /\n {2}✗ settings: LOG_LEVEL must be/)
})

test('secrets are never shown', async (context) => {
  const cli = await createDoctor(context)
  const secrets = {
    ADMIN_TOKEN: 'admin-secret-admin-secret',
    LICENSE_PEPPER: 'pepper-secret-pepper-secret-pepper-secret',
  }
  Object.assign(cli.environment, secrets)
  await cli.run('license', 'create', '--plan', 'pro')
  const { out } = await cli.run('doctor')
  assert.match(out, /✓ ADMIN_TOKEN is set\n/)
  assert.match(out, /✓ LICENSE_PEPPER is set\n/)
  assert.match(out, /✓ pepper is set by LICENSE_PEPPER\n/)
  cli.environment.DATABASE_URL = 'postgres://central:database-secret@127.0.0.1:1/central'
  const postgres = await cli.run('doctor')
  assert.match(postgres.out, /✓ DATABASE_URL: the PostgreSQL store 127\.0\.0\.1:1\/central\n/)
  assert.match(postgres.out, /✗ store: Cannot open the PostgreSQL store 127\.0\.0\.1:1\/central: /)
  for (const text of [out, postgres.out, postgres.err]) assert.doesNotMatch(text, /-secret/)
})

test('a pepper that is missing, readable by others or different is reported', async (context) => {
  const cli = await createDoctor(context)
  await cli.run('license', 'create', '--plan', 'pro')
  const file = cli.file('central.pepper')
  await chmod(file, 0o644)
  assert.deepEqual(about(await cli.examine(), 'pepper'), [
    { about: 'pepper', state: 'note', message: `${file} is readable by other users`, next: `chmod 600 ${file}` },
  ])

  const pepper = await readFile(file, 'utf8')
  await rm(file)
  const [missing] = about(await cli.examine(), 'pepper')
  assert.equal(missing?.state, 'broken')
  assert.match(
    missing?.message ?? '',
    /LICENSE_PEPPER is not set and .*central\.pepper does not exist, but the store does/,
  )
  assert.deepEqual(
    (await readdir(cli.folder)).filter((name) => name.endsWith('.pepper')),
    [],
  )

  cli.environment.LICENSE_PEPPER = pepper.trim().toUpperCase()
  const [keys] = about(await cli.examine(), 'signing keys')
  assert.equal(keys?.state, 'broken')
  assert.match(keys?.message ?? '', /^The signing key is encrypted with a version of LICENSE_PEPPER that is not set/)
})

test('quotes around a value are reported without the value', async (context) => {
  const cli = await createDoctor(context)
  cli.environment.ADMIN_TOKEN = '"hidden-word-hidden-word"'
  cli.environment.YOUTUBE_API_KEY = "'hidden-word'"
  // Several platforms share this setting.
  cli.environment.META_APP_SECRET = '`hidden-word`'
  cli.environment.TUMBLR_API_KEY = 'it"s-fine'
  const report = await cli.examine()
  const quoted = report.findings.filter(({ message }) => /^has quotes, which/.test(message))
  assert.deepEqual(
    quoted.map(({ about: name, state }) => [name, state]),
    [
      ['ADMIN_TOKEN', 'note'],
      ['META_APP_SECRET', 'note'],
      ['YOUTUBE_API_KEY', 'note'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(report), /hidden-word/)
  // Among the settings, not among the platforms.
  const named = report.findings.map(({ about }) => about)
  assert.ok(named.indexOf('YOUTUBE_API_KEI') < named.indexOf('store'))
})

test('a store that cannot be opened is reported with the reason', async (context) => {
  const cli = await createDoctor(context)
  await mkdir(cli.file('central.db'))
  cli.environment.LICENSE_PEPPER = 'pepper-of-the-tests-pepper-of-the-tests'
  const [store] = about(await cli.examine(), 'store')
  assert.equal(store?.state, 'broken')
  assert.match(store?.message ?? '', /^Cannot open the SQLite store .*central\.db: unable to open database file$/)
})

test('a clock that is behind the newest data in the store is reported', async (context) => {
  const cli = await createDoctor(context)
  await cli.run('license', 'create', '--plan', 'pro')
  cli.clock.at -= 3 * 3_600_000
  const [clock] = about(await cli.examine(), 'clock')
  assert.deepEqual(
    [clock?.state, clock?.message],
    ['broken', 'is at 2030-01-15T09:00:00.000Z, but the store contains data from 2030-01-15T12:00:00.000Z'],
  )
})

test('the service, another program on its port, and a service that is not ready are distinguished', async (context) => {
  const cli = await createDoctor(context)
  const responses = [
    { status: 200, body: '{"status":"ready"}' },
    { status: 503, body: '{"status":"stopping"}' },
    { status: 200, body: '<h1>It works!</h1>' },
  ]
  let requestCount = 0
  const paths: (string | undefined)[] = []
  const port = await listen(context, ({ url }, response) => {
    paths.push(url)
    if (url === '/platforms') {
      const platforms = [{ id: 'rss', state: 'failing' }, { id: 'bluesky', state: 'limited' }, 'odd', null]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ platforms }))
      return
    }
    const { status = 500, body = '' } = responses[requestCount] ?? {}
    requestCount += 1
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  cli.environment.PORT = String(port)
  const states: string[] = []
  for (const _ of responses)
    states.push(...about(await cli.examine(), 'server').map(({ state, message }) => `${state}: ${message}`))
  assert.deepEqual(states, [
    `ok: The service at http://127.0.0.1:${port} is ready`,
    `broken: The service at http://127.0.0.1:${port} is not ready: stopping`,
    `broken: Another program responds at http://127.0.0.1:${port}`,
  ])
  assert.deepEqual(paths, ['/readyz', '/platforms', '/readyz', '/readyz'])
})

test('the state of a platform is that of the running service', async (context) => {
  const cli = await createDoctor(context)
  const platforms = [
    { id: 'rss', state: 'failing' },
    { id: 'bluesky', state: 'limited' },
    { id: 'wordpress', state: 'fallback' },
    { id: 'sandbox', state: 'ready' },
  ]
  const port = await listen(context, ({ url }, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(url === '/platforms' ? { platforms } : { status: 'ready' }))
  })
  cli.environment.PORT = String(port)
  const report = await cli.examine()
  assert.equal(report.ok, false)
  const reported = platforms.map(({ id }) => about(report, id).map(({ state, message }) => `${state}: ${message}`))
  assert.deepEqual(reported, [
    ['broken: Feeds (RSS, Atom, JSON Feed) fails: its last scans failed, or its credentials are refused'],
    ['note: Bluesky is limited: its request budget is used up'],
    ['note: WordPress uses a fallback source'],
    ['ok: Sandbox is ready'],
  ])
})

test('settings that only this shell or only the running service has are reported as such', async (context) => {
  const cli = await createDoctor(context)
  const youtubeSources = (configured: boolean) => [
    { id: 'api', configured },
    { id: 'feed', configured: true },
  ]
  const running = { configured: false, state: 'fallback' }
  const port = await listen(context, ({ url }, response) => {
    const { configured, state } = running
    const platforms = [
      { id: 'youtube', state, sources: youtubeSources(configured) },
      { id: 'twitch', state: configured ? 'ready' : 'not_configured', sources: [{ id: 'api', configured }] },
    ]
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(url === '/platforms' ? { platforms } : { status: 'ready' }))
  })
  cli.environment.PORT = String(port)
  const reported = async () => {
    const report = await cli.examine()
    return ['youtube', 'twitch'].map((id) => {
      const [{ state, message, next } = assert.fail()] = about(report, id)
      return [`${state}: ${message}`, next]
    })
  }
  const here = { YOUTUBE_API_KEY: 'key', TWITCH_CLIENT_ID: 'id', TWITCH_CLIENT_SECRET: 'secret' }
  Object.assign(cli.environment, here)
  const restart = 'Set it in the environment of the service and restart the service.'
  assert.deepEqual(await reported(), [
    ['note: YouTube: the running service does not have YOUTUBE_API_KEY, which this shell sets', restart],
    [
      'note: Twitch: the running service does not have TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET, which this shell sets',
      restart,
    ],
  ])
  // The key works in neither.
  running.configured = true
  assert.match(
    String((await reported())[0]),
    /^note: YouTube uses a fallback source,Its best source does not work .* its credentials\.$/,
  )

  for (const name of Object.keys(here)) delete cli.environment[name]
  assert.match(String((await reported())[0]), /its credentials\. Set YOUTUBE_API_KEY as for the service first\.$/)
  running.state = 'ready'
  assert.deepEqual(await reported(), [
    ['ok: YouTube is ready, with YOUTUBE_API_KEY of the running service, which this shell does not set', undefined],
    [
      'ok: Twitch is ready, with TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET of the running service, which this shell does not set',
      undefined,
    ],
  ])
})

/** A store, two keys of YouTube, and an API with configurable responses. */
const withKeys = async (context: TestContext, respond: (key: string) => { status: number; body: unknown }) => {
  const cli = await createDoctor(context)
  const usedKeys: string[] = []
  const port = await listen(context, ({ headers }, response) => {
    const key = String(headers['x-goog-api-key'])
    usedKeys.push(key)
    const { status, body } = respond(key)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await cli.run('license', 'create', '--plan', 'pro')
  Object.assign(cli.environment, {
    YOUTUBE_API_KEY: 'secret-key-aaaa,secret-key-bbbb',
    YOUTUBE_BASE_URL: `http://127.0.0.1:${port}`,
    EGRESS_ALLOW: `127.0.0.1:${port}`,
  })
  /** The findings about the platform. */
  const examine = async (...words: string[]) => {
    const report = await cli.examine(...words)
    assert.doesNotMatch(JSON.stringify(report), /secret-key/)
    return about(report, 'youtube').map(({ state, message, next }) => ({ text: `${state}: ${message}`, next }))
  }
  return { ...cli, usedKeys, examine }
}

const NOT_VALID = {
  status: 400,
  body: { error: { code: 400, errors: [{ reason: 'badRequest' }], details: [{ reason: 'API_KEY_INVALID' }] } },
}

test('each credential has a line, and --online tests it and records the result', async (context) => {
  const good = { status: 200, body: { items: [] } }
  const { examine, usedKeys, clock } = await withKeys(context, (key) => (key.endsWith('aaaa') ? NOT_VALID : good))
  const credential = (hint: string) => `Credential …${hint} (YOUTUBE_API_KEY)`
  const offline = await examine()
  assert.deepEqual(
    offline.slice(1).map(({ text }) => text),
    ['aaaa', 'bbbb'].map((hint) => `note: ${credential(hint)}: not tested yet`),
  )
  assert.match(offline[0]?.text ?? '', /^note: YouTube is set up, not tested; /)
  assert.equal(usedKeys.length, 0)

  const online = await examine('--online')
  assert.deepEqual(
    online.filter(({ text }) => text.includes('Credential')).map(({ text }) => text),
    [
      `broken: ${credential('aaaa')} is refused (now): credential_refused; next attempt in 15 minutes`,
      `ok: ${credential('bbbb')} works: YouTube accepts it`,
    ],
  )
  assert.match(
    online.find(({ text }) => text.startsWith('broken'))?.next ?? '',
    /^Create a project in the Google Cloud/,
  )
  assert.deepEqual(usedKeys.filter((key) => key.includes('-')).sort(), ['secret-key-aaaa', 'secret-key-bbbb'])

  // The age is measured from the test.
  clock.at += 90_000
  const later = (await examine()).map(({ text }) => text)
  assert.match(later[1] ?? '', /^broken: .*aaaa.* is refused \(1 minute ago\)/)
  assert.equal(later[2], `ok: ${credential('bbbb')}: no problem known`)
})

test('--online also tests a credential that is refused, and clears the refusal if it works', async (context) => {
  let isGood = false
  const { examine } = await withKeys(context, () => (isGood ? { status: 200, body: { items: [] } } : NOT_VALID))
  const [before] = await examine('--online')
  assert.match(before?.text ?? '', /^note: YouTube uses a fallback source/)
  isGood = true
  const after = await examine('--online')
  assert.deepEqual(
    after.filter(({ text }) => text.startsWith('broken')),
    [],
  )
  assert.match((await examine())[0]?.text ?? '', /^ok: YouTube is ready/)
})

test('each budget is reported with the remaining calls', async (context) => {
  const { examine } = await withKeys(context, () => ({ status: 200, body: { items: [] } }))
  await examine('--online')
  const budgets = (await examine()).filter(({ text }) => text.includes('Budget'))
  assert.deepEqual(
    budgets.map(({ text }) => text),
    [
      ['search', '98 of 98'],
      ['units', '9,799 of 9,800'],
    ].flatMap(([bucket, left]) =>
      ['aaaa', 'bbbb'].map(
        (hint) => `ok: Budget of api (${bucket}) for credential …${hint}: ${left} remaining; resets in 20 hours`,
      ),
    ),
  )
})

test('a budget of a credential that is not set here is shown without its internal name', async (context) => {
  const { examine, environment } = await withKeys(context, () => ({ status: 200, body: { items: [] } }))
  await examine('--online')
  environment.YOUTUBE_API_KEY = 'secret-key-bbbb'
  const budgets = (await examine()).filter(({ text }) => text.includes('Budget'))
  assert.deepEqual(
    budgets.map(({ text }) => text.replace(/:[^:]*$/, '')),
    ['search', 'units'].flatMap((bucket) => [
      `ok: Budget of api (${bucket}) for a credential that is not set here`,
      `ok: Budget of api (${bucket}) for credential …bbbb`,
    ]),
  )
})

test('a BASE_URL that clients cannot use is reported', async (context) => {
  const cli = await createDoctor(context)
  cli.environment.HOST = '0.0.0.0'
  assert.match(
    about(await cli.examine(), 'BASE_URL')[0]?.message ?? '',
    /^is http:\/\/0\.0\.0\.0:1, which clients cannot connect to$/,
  )
  cli.environment.BASE_URL = 'http://localhost:8080'
  assert.match(about(await cli.examine(), 'BASE_URL')[1]?.message ?? '', /which other machines cannot reach$/)
  cli.environment.BASE_URL = 'http://api.example.com'
  assert.match(about(await cli.examine(), 'BASE_URL')[1]?.message ?? '', /keys and tokens are sent unencrypted$/)
  cli.environment.BASE_URL = 'https://api.example.com'
  assert.equal(about(await cli.examine(), 'BASE_URL').length, 1)
})

const notCalled = () => Promise.reject(new Error('not called'))

const customPlatform = (id: string) =>
  platform({
    id,
    name: `Platform ${id}`,
    handles: ['name'],
    variants: { posts: 'posts' },
    settings: Type.Object({}),
    origins: ['https://api.example'],
    canonicalize: (input) => input,
    sources: [source({ id: 'api', provenance: 'official_api', account: notCalled, posts: notCalled })],
  })

const platformWithKey = (id: string) => {
  const key = `${id.toUpperCase()}_KEY`
  return platform({
    ...customPlatform(id),
    settings: Type.Object({ [key]: Type.String({ default: '', description: 'The key' }) }),
    credentials: [
      {
        id: 'key',
        settings: [key],
        read: (settings) => [{ secrets: { key: settings[key] ?? '' } }],
        sign: ({ key: secret = '' }) => ({ headers: { authorization: `Bearer ${secret}` } }),
        steps: ['Request a key.'],
      },
    ],
    sources: [
      source({ id: 'api', provenance: 'official_api', credential: 'key', account: notCalled, posts: notCalled }),
    ],
  })
}

test('--online calls each ready platform once and compares its clock', async (context) => {
  const calls: string[] = []
  const port = await listen(context, ({ method, url }, response) => {
    calls.push(`${method} ${url}`)
    response.writeHead(404, { date: new Date(NOW - 120_000).toUTCString() }).end()
  })
  const environment = {
    ONE_BASE_URL: `http://127.0.0.1:${port}`,
    TWO_BASE_URL: `http://127.0.0.1:${CLOSED_PORT}`,
  }
  const egressAllow = parseAllowList(`127.0.0.1:${port},127.0.0.1:${CLOSED_PORT}`)
  const options = {
    config: { environment, egressAllow, contactUrl: 'https://central.example', platforms: [] },
    now: () => NOW,
    platforms: [customPlatform('one'), customPlatform('two'), platformWithKey('three')],
  }
  const offline = await checkPlatforms({ ...options, online: false })
  assert.deepEqual(calls, [])
  assert.deepEqual(
    offline.map(({ state, message, next }) => [state, message, next]),
    [
      ['ok', `Platform one is ready; ONE_BASE_URL is http://127.0.0.1:${port}`, undefined],
      ['ok', `Platform two is ready; TWO_BASE_URL is http://127.0.0.1:${CLOSED_PORT}`, undefined],
      ['note', 'Platform three is not set up', 'Set THREE_KEY.'],
    ],
  )
  const online = await checkPlatforms({ ...options, online: true })
  assert.deepEqual(calls, ['HEAD /'])
  assert.deepEqual(
    online.slice(3).map(({ about: name, state, message }) => [name, state, message]),
    [
      ['one', 'ok', `http://127.0.0.1:${port} responds`],
      ['clock', 'broken', `differs by 120 s from the clock of http://127.0.0.1:${port}`],
      [
        'two',
        'broken',
        `Platform two cannot be reached at http://127.0.0.1:${CLOSED_PORT}: link_unreachable: The host could not be reached`,
      ],
    ],
  )
})

test('a credential that expires within 14 days gets a note with the steps to replace it', async (context) => {
  const cli = await createDoctor(context)
  Object.assign(cli.environment, { YOUTUBE_API_KEY: 'secret-key-aaaa', LICENSE_PEPPER: PEPPER })
  const service = await startService({ after: () => {} }, { environment: cli.environment, platforms: [youtube] })
  const { pool } = service.parts.upstreams
  for (const credential of pool.list()) await pool.keepToken(credential, { token: 'a' }, 9 * 86_400)
  await service.stop()
  const endings = about(await cli.examine(), 'youtube').filter(({ message }) => message.includes('expires'))
  assert.deepEqual(
    endings.map(({ state, message }) => `${state}: ${message}`),
    ['note: Credential …aaaa (YOUTUBE_API_KEY) expires in 9 days'],
  )
  assert.match(endings[0]?.next ?? '', /^Create a project/)
})
