import assert from 'node:assert/strict'
import { validateHeaderValue } from 'node:http'
import { test } from 'node:test'
import Fastify from 'fastify'
import { userAgentOf } from '../egress/user-agent.ts'
import { idleMediaSettings } from './media-settings.ts'
import { ConfigError, readConfig } from './read-config.ts'
import { SETTINGS } from './settings.ts'

/** The problems that readConfig reports. */
const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
  return []
}

test('the defaults are a service on loopback with a local SQLite store', () => {
  const { environment, egressAllow, trustProxy, ...config } = readConfig({})
  assert.deepEqual(environment, {})
  assert.equal(egressAllow.has('127.0.0.1', 8080), false)
  assert.equal(trustProxy, false)
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    baseUrl: 'http://127.0.0.1:8080',
    databaseUrl: 'sqlite:data/central.db',
    adminToken: undefined,
    licensePepper: '',
    corsOrigins: [],
    logLevel: 'info',
    logFormat: 'auto',
    logCommands: 'off',
    contactUrl: 'http://127.0.0.1:8080',
    quiet: false,
    platforms: [],
    workers: 1,
    egressHostPerMinute: 60,
    pageFreshSeconds: 300,
    pageMemoryMb: 16,
    media: 'off',
    mediaBaseUrl: undefined,
    mediaDir: '',
    mediaS3Url: undefined,
    mediaMaxMb: 10_240,
    mediaKeep: { all: 'keep', of: new Map() },
    mediaPurgeUrl: undefined,
    mediaPurgeToken: '',
    mediaCdnHours: 0,
    mediaWidths: [96, 160, 320, 640, 960, 1_080, 1_600],
    mediaFormats: ['avif', 'webp', 'jpeg'],
    mediaRenders: undefined,
    pageStoreMb: 2048,
    maxInFlight: 4000,
    overloadDelayMs: 500,
    auditDays: 400,
    requestLogHours: 24,
    requestLogRows: 100_000,
    usageDays: 400,
    drainSeconds: 2,
    connectReturnOrigins: [],
    connectApps: 'operator',
    ...{ facebookClientId: [], facebookClientSecret: [], facebookLoginConfigId: [] },
    ...{ flickrClientId: [], flickrClientSecret: [] },
    ...{ githubClientId: [], githubClientSecret: [] },
    ...{ instagramClientId: [], instagramClientSecret: [] },
    ...{ pinterestClientId: [], pinterestClientSecret: [] },
    ...{ redditLoginClientId: [], redditLoginClientSecret: [] },
    ...{ threadsClientId: [], threadsClientSecret: [] },
    ...{ tiktokLoginClientKey: [], tiktokLoginClientSecret: [] },
    ...{ linkedinClientId: [], linkedinClientSecret: [] },
    ...{ tumblrClientId: [], tumblrClientSecret: [] },
    ...{ twitchLoginClientId: [], twitchLoginClientSecret: [] },
    ...{ vimeoClientId: [], vimeoClientSecret: [] },
    ...{ xClientId: [], xClientSecret: [] },
    ...{ youtubeClientId: [], youtubeClientSecret: [] },
    ...{ brandName: 'Central API', brandLogoUrl: undefined, brandColor: undefined, supportUrl: undefined },
    telemetry: { resource: { 'service.name': 'central-api' }, traces: undefined, metrics: undefined, warnings: [] },
  })
})

test('white space around a value is ignored, and an empty value counts as unset', () => {
  const { port, host, corsOrigins } = readConfig({
    PORT: ' 9090 ',
    HOST: '',
    CORS_ORIGINS: ' https://a.example , ,https://b.example',
  })
  assert.deepEqual([port, host, corsOrigins], [9090, '127.0.0.1', ['https://a.example', 'https://b.example']])
})

test('several applications have one secret each', () => {
  const ids = { FACEBOOK_CLIENT_ID: 'a, b', FACEBOOK_CLIENT_SECRET: 's,t' }
  const { facebookClientId, facebookClientSecret } = readConfig(ids)
  assert.deepEqual(
    [facebookClientId, facebookClientSecret],
    [
      ['a', 'b'],
      ['s', 't'],
    ],
  )
  readConfig({ ...ids, FACEBOOK_LOGIN_CONFIG_ID: '1,2' })
  const wrong = {
    FACEBOOK_CLIENT_SECRET: 'FACEBOOK_CLIENT_SECRET must have one item for each of FACEBOOK_CLIENT_ID',
    FACEBOOK_LOGIN_CONFIG_ID: 'FACEBOOK_LOGIN_CONFIG_ID must have one item for each of FACEBOOK_CLIENT_ID',
  }
  for (const [name, problem] of Object.entries(wrong))
    assert.throws(
      () => readConfig({ ...ids, [name]: 'only-one' }),
      (error) => error instanceof ConfigError && String(error.problems) === problem,
    )
  // Half of an application.
  for (const half of ['TIKTOK_LOGIN_CLIENT_KEY', 'TIKTOK_LOGIN_CLIENT_SECRET'])
    assert.throws(
      () => readConfig({ [half]: 'a' }),
      (error) =>
        error instanceof ConfigError &&
        String(error.problems) === 'TIKTOK_LOGIN_CLIENT_SECRET must have one item for each of TIKTOK_LOGIN_CLIENT_KEY',
    )
})

test('an application that cannot work is refused at the start, and its values are not shown', () => {
  const set = { LINKEDIN_CLIENT_ID: 'a,b', LINKEDIN_CLIENT_SECRET: 's,t' }
  const wrong: readonly (readonly [environment: Record<string, string>, problem: string])[] = [
    [{ FACEBOOK_LOGIN_CONFIG_ID: '1' }, 'FACEBOOK_LOGIN_CONFIG_ID must have one item for each of FACEBOOK_CLIENT_ID'],
    [{ LINKEDIN_CLIENT_ID: 'a,a' }, 'LINKEDIN_CLIENT_ID lists an id twice'],
    ...['your-client-id', '<id>', 'xxxx', 'CHANGE_ME', '[id]', '...', 'Your app id'].map(
      (id) =>
        [
          { LINKEDIN_CLIENT_ID: `a,${id}` },
          'LINKEDIN_CLIENT_ID has a placeholder: set it to what the platform shows',
        ] as const,
    ),
    [
      { LINKEDIN_CLIENT_SECRET: 's,changeme' },
      'LINKEDIN_CLIENT_SECRET has a placeholder: set it to what the platform shows',
    ],
  ]
  for (const [environment, problem] of wrong)
    assert.throws(
      () => readConfig({ ...set, ...environment }),
      (error) => error instanceof ConfigError && String(error.problems) === problem,
      problem,
    )
  readConfig({ ...set, LINKEDIN_CLIENT_ID: 'xx,my', LINKEDIN_CLIENT_SECRET: 's,s' })
})

test('the base URL defaults to the host and the port', () => {
  assert.equal(readConfig({ HOST: '::1', PORT: '81' }).baseUrl, 'http://[::1]:81')
  assert.equal(readConfig({ BASE_URL: 'https://api.example//' }).baseUrl, 'https://api.example')
  assert.equal(readConfig({ BASE_URL: 'https://api.example/central/' }).contactUrl, 'https://api.example/central')
  assert.equal(readConfig({ CONTACT_URL: 'https://who.example/' }).contactUrl, 'https://who.example')
  assert.deepEqual(
    [readConfig({ HOST: '[::1]', PORT: '81' }).host, readConfig({ HOST: '[::1]' }).baseUrl],
    ['::1', 'http://[::1]:8080'],
  )
})

test('IPv6 addresses in brackets or with a zone, and words in any case, are accepted', () => {
  for (const [written, host, url] of [
    ['[::]', '::', 'http://[::]:8080'],
    ['[fe80::1%eth0]', 'fe80::1%eth0', 'http://[fe80::1]:8080'],
    ['fe80::1%eth0', 'fe80::1%eth0', 'http://[fe80::1]:8080'],
  ] as const) {
    const config = readConfig({ HOST: written })
    assert.deepEqual([config.host, config.baseUrl, URL.canParse(config.baseUrl)], [host, url, true])
  }
  for (const [written, read] of [
    ['True', true],
    ['TRUE', true],
    ['False', false],
    ['Loopback, [::1]', 'loopback,::1'],
    ['[FD00::]/8', 'fd00::/8'],
  ] as const) {
    assert.equal(readConfig({ TRUST_PROXY: written }).trustProxy, read)
  }
})

test('Fastify accepts every valid value of TRUST_PROXY', async () => {
  for (const value of GOOD.TRUST_PROXY ?? []) {
    await Fastify({ trustProxy: readConfig({ TRUST_PROXY: value }).trustProxy }).close()
  }
})

/** A setting, and the URL in header fields and tokens. */
const NORMALIZED: readonly (readonly [setting: string, url: string])[] = [
  ['https://例え.example', 'https://xn--r8jz45g.example'],
  ['https://münchen.example/Übersicht/', 'https://xn--mnchen-3ya.example/%C3%9Cbersicht'],
  ['https://straße.example', 'https://xn--strae-oqa.example'],
  ['https://api.example/a b', 'https://api.example/a%20b'],
  ['https://api.exa\nmple', 'https://api.example'],
  ['https://bücher.example:8443//', 'https://xn--bcher-kva.example:8443'],
  // Tokens contain the URL, so a URL that is valid in a header field stays unchanged.
  ['https://API.example:443/a/', 'https://API.example:443/a'],
]

test('a base URL with characters outside ASCII is normalized for header fields and tokens', () => {
  for (const [written, url] of NORMALIZED) {
    const { baseUrl, contactUrl } = readConfig({ BASE_URL: written })
    assert.deepEqual([baseUrl, contactUrl, readConfig({ CONTACT_URL: written }).contactUrl], [url, url, url])
    validateHeaderValue('user-agent', userAgentOf(contactUrl))
  }
})

test('a base URL with a password is rejected without showing the password', () => {
  for (const name of ['BASE_URL', 'CONTACT_URL']) {
    for (const url of [
      'https://user:hunter2@api.example',
      'https://hunter2@api.example',
      'https://:hunter2@api.example',
    ])
      assert.deepEqual(problemsOf({ [name]: url }), [`${name} must be a URL without a user name and a password`])
  }
})

const GOOD: Readonly<Record<string, readonly string[]>> = {
  HOST: [
    '0.0.0.0',
    '::',
    '::1',
    '[::]',
    'fe80::1%eth0',
    '[fe80::1%eth0]',
    'localhost',
    'central.internal',
    'x86_64-conda-linux-gnu',
    'münchen.internal',
  ],
  PORT: ['0', '1', '65535'],
  DATABASE_URL: [
    'sqlite::memory:',
    'sqlite:/var/lib/central.db',
    'postgres://u:p@db.example/central',
    'postgresql://db.example/c',
    'postgres://u:p@one.example:5432,two.example:5433/c?target_session_attrs=read-write',
  ],
  ADMIN_TOKEN: ['x'.repeat(16)],
  LICENSE_PEPPER: ['p'.repeat(32), `2:${'p'.repeat(32)},1:${'q'.repeat(32)}`],
  EGRESS_ALLOW: ['127.0.0.1:8080', '10.0.0.0/8:443,host.internal:8443'],
  CORS_ORIGINS: ['https://a.example', 'http://localhost:3000'],
  TRUST_PROXY: [
    'true',
    'false',
    '0',
    '3',
    '10.0.0.1',
    '10.0.0.0/8, ::1',
    'loopback',
    'linklocal,uniquelocal',
    '[::1]',
    '[fd00::]/8',
  ],
  LOG_LEVEL: ['trace', 'silent'],
  DRAIN_SECONDS: ['0', '10'],
}

const WRONG: Readonly<Record<string, readonly [expected: RegExp, ...values: string[]]>> = {
  PORT: [/whole number from 0 to 65535/, '-1', '65536', '80.5', '0x50', '1e3', 'http'],
  HOST: [
    /address or a name of this machine/,
    ...[
      '*',
      'http://0.0.0.0',
      '0.0.0.0:8080',
      '[::]:8080',
      'localhost/',
      ':8080',
      '[]',
      '0.0.0.0 ::1',
      '"0.0.0.0"',
      "'::1'",
      '[localhost]',
      '256.1.1.1',
      '1.2.3.4.5',
      'a%b',
      'a<b',
      'a\\b',
    ],
  ],
  BASE_URL: [
    /URL such as https:/,
    'api.example',
    'ftp://api.example',
    'https:/api.example',
    'https:api.example',
    'https:///api.example',
    'https:\\\\api.example',
    'https://api.example/?a=1',
    'https://api.example/#a',
    'https://api.example/?',
  ],
  CONTACT_URL: [/URL such as https:/, 'mailto:me@who.example'],
  DATABASE_URL: [/sqlite:FILE or postgres:/, 'mysql://db', 'central.db', 'sqlite:', 'sqlite://central.db'],
  ADMIN_TOKEN: [/at least 16 ASCII characters/, 'short', 'with white space in it'],
  LICENSE_PEPPER: [/shorter than 32/, 'short', `1:${'p'.repeat(31)}`],
  EGRESS_ALLOW: [/Entries look like/, 'host', 'host:0', '10.0.0.0/33:80', 'http://host:80'],
  CORS_ORIGINS: [/origin such as https:/, '*', 'https://a.example/', 'a.example', 'https://a.example,nonsense'],
  TRUST_PROXY: [
    /addresses/,
    'yes',
    '-1',
    '1.5',
    '10.0.0.0/33',
    '10.0.0.1,nonsense',
    '::1/129',
    '0.0.0.0/0',
    '::/0',
    '[10.0.0.1]',
    '10.0.0.1,',
  ],
  LOG_LEVEL: [/one of trace, debug/, 'verbose', 'INFO'],
  PAGE_FRESH_SECONDS: [/from 1 to 86400/, '0', '86401', 'five'],
  MEDIA: [/must be one of off, proxy/, 'on', 'Proxy'],
  MEDIA_MAX_MB: [/from 10 to/, '9', '1GB'],
  MEDIA_KEEP: [
    /one of keep, cache, pass|name a platform before/,
    ...['off', ',', 'keep,cache', 'instagram', 'instagram=', 'instagram=off', '=pass', 'x=pass,x=cache', 'x=pass=keep'],
  ],
  MEDIA_PURGE_URL: [
    /must be a URL such as/,
    ...['cdn.example.com', 'ftp://cdn.example.com/', 'https://a:b@cdn.example.com/', 'https://cdn.example.com/#a'],
  ],
  MEDIA_CDN_HOURS: [/from 0 to 720/, '-1', '721', '1d'],
  MEDIA_WIDTHS: [
    /whole number from 16 to 4096|1 to 16 values|not name a value twice/,
    ...['15', ',', '320,5000', '320;640', '320px', '320,320', Array.from({ length: 17 }, (_, n) => 100 + n).join()],
  ],
  MEDIA_FORMATS: [/one of avif, webp, jpeg|not name a value twice/, 'png', 'webp,webp', 'WebP'],
  MEDIA_RENDERS: [/from 1 to 64/, '0', '65', 'all'],
  MEDIA_BASE_URL: [
    /must be an origin/,
    'media.example.com',
    'https://media.example.com/a',
    'https://media.example.com//',
  ],
  MEDIA_S3_URL: [
    /must be a URL such as|a key and its secret|one bucket in its path|no parameter but region/,
    ...[
      's3://bucket',
      'https://s3.example.com/bucket',
      'https://k:s@s3.example.com',
      'https://k:s@s3.example.com/b?a=b',
    ],
  ],
  PAGE_MEMORY_MB: [/from 1 to 65536/, '0', '1GB'],
  PAGE_STORE_MB: [/from 1 to 1048576/, '0'],
  MAX_IN_FLIGHT: [/from 1 to 1000000/, '0'],
  OVERLOAD_DELAY_MS: [/from 100 to 60000/, '99', '60001', '1s'],
  DRAIN_SECONDS: [/from 0 to 10/, '11', '-1'],
}

test('valid values are accepted', () => {
  for (const [name, values] of Object.entries(GOOD)) {
    for (const value of values) assert.deepEqual(problemsOf({ [name]: value }), [], `${name}=${value}`)
  }
})

test('an invalid value is reported in one line that names the setting and the expected value', () => {
  for (const [name, [expected, ...values]] of Object.entries(WRONG)) {
    for (const value of values) {
      const problems = problemsOf({ [name]: value })
      assert.equal(problems.length, 1, `${name}=${value}: ${problems}`)
      assert.match(problems[0] ?? '', new RegExp(`^${name}[ :]`))
      assert.match(problems[0] ?? '', expected)
    }
  }
})

test('all invalid settings are reported together', () => {
  const environment = Object.fromEntries(Object.entries(WRONG).map(([name, [, value = '']]) => [name, value]))
  const named = problemsOf(environment).map((problem) => /^[A-Z0-9_]+/.exec(problem)?.[0])
  assert.deepEqual(new Set(named), new Set(Object.keys(WRONG)))
  assert.equal(named.length, Object.keys(WRONG).length)
  assert.throws(
    () => readConfig(environment),
    (error: Error) => error.message.split('\n').length === named.length + 1,
  )
})

test('copies of images are kept in one place', () => {
  const bucket = { MEDIA_S3_URL: 'https://key:hunter2@s3.example.com/images' }
  assert.deepEqual(problemsOf(bucket), [])
  assert.deepEqual(problemsOf({ ...bucket, MEDIA_DIR: '/srv/media' }), [
    'MEDIA_S3_URL must not be set together with MEDIA_DIR: copies are kept in one place',
  ])
})

test('terms of single platforms are read in any order', () => {
  const keep = (value: string) => readConfig({ MEDIA_KEEP: value }).mediaKeep
  const of = new Map([
    ['instagram', 'pass'],
    ['x', 'cache'],
  ])
  assert.deepEqual(keep('cache'), { all: 'cache', of: new Map() })
  assert.deepEqual(keep('instagram=pass, cache, x = cache'), { all: 'cache', of })
  assert.deepEqual(keep('instagram=pass,x=cache'), { all: 'keep', of })
})

test('a CDN keeps images for days only if it can be told to delete them', () => {
  const purge = { MEDIA_PURGE_URL: 'https://cdn.example.com/purge' }
  assert.deepEqual(problemsOf({ MEDIA_CDN_HOURS: '24' }), [])
  assert.match(problemsOf({ MEDIA_CDN_HOURS: '25' }).join(), /^MEDIA_CDN_HOURS above 24 requires MEDIA_PURGE_URL/)
  assert.deepEqual(problemsOf({ MEDIA_CDN_HOURS: '25', ...purge }), [])
  assert.deepEqual(problemsOf({ MEDIA_PURGE_TOKEN: 'x' }), ['MEDIA_PURGE_TOKEN requires MEDIA_PURGE_URL'])
  assert.deepEqual(problemsOf({ MEDIA_PURGE_TOKEN: 'x', ...purge }), [])
})

test('messages contain no secrets', () => {
  const secret = 'hunter2 hunter2'
  for (const name of ['ADMIN_TOKEN', 'LICENSE_PEPPER']) {
    const problems = problemsOf({ [name]: secret })
    assert.equal(problems.length, 1)
    assert.doesNotMatch(problems.join(), /hunter2/)
  }
  for (const url of [
    'mysql://u:hunter2@db.example',
    'postgres://u:12/hunter2@db.example/c',
    'postgres://u:50%hunter2@db.example/c',
  ]) {
    const [problem = '', ...others] = problemsOf({ DATABASE_URL: url })
    assert.match(problem, /^DATABASE_URL /)
    assert.doesNotMatch(problem, /hunter2|example/)
    assert.deepEqual(others, [])
  }
})

test('every setting has a description and a valid default', () => {
  const names = Object.values(SETTINGS).map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const { name, meaning, fallback, read } of Object.values(SETTINGS)) {
    assert.match(name, /^[A-Z][A-Z0-9_]+$/)
    assert.match(meaning, /\.$/)
    assert.doesNotThrow(() => read(fallback))
  }
})

test('a wrong value of a list is named, and a slash at the end of an origin is none of its path', () => {
  const read = (values: Record<string, string>) => readConfig(values)
  const message = 'MEDIA_WIDTHS is a list, in which each value must be a whole number from 16 to 4096, but "abc" is not'
  assert.throws(
    () => read({ MEDIA_WIDTHS: '320,abc' }),
    (error) => String(error).includes(message),
  )
  assert.equal(read({ MEDIA_BASE_URL: 'https://media.example.com/' }).mediaBaseUrl, 'https://media.example.com')
})

test('settings of images that have no effect are found', () => {
  const environment = { MEDIA_DIR: '/images', MEDIA_KEEP: ' ', MEDIA_WIDTHS: '320', MEDIA: 'off' }
  assert.deepEqual(idleMediaSettings(environment, 'off'), ['MEDIA_DIR', 'MEDIA_WIDTHS'])
  assert.deepEqual(idleMediaSettings(environment, 'proxy'), [])
})
