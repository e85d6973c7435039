import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { misspelledSettings } from './misspelled-settings.ts'

const MISSPELLED: readonly (readonly [name: string, meant: string])[] = [
  ['YOUTUBE_API_KEI', 'YOUTUBE_API_KEY'],
  ['YOUTUBE_APIKEY', 'YOUTUBE_API_KEY'],
  ['YOTUBE_API_KEY', 'YOUTUBE_API_KEY'],
  ['youtube_api_key', 'YOUTUBE_API_KEY'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['ADMIN_TOKENS', 'ADMIN_TOKEN'],
  ['LICENCE_PEPPER', 'LICENSE_PEPPER'],
  ['WORKER', 'WORKERS'],
  ['MASTODON_BASE_URI', 'MASTODON_BASE_URL'],
  ['TIKTOK_LOGIN_CLIENT_ID', 'TIKTOK_LOGIN_CLIENT_KEY'],
  ['TIKTOK_LOGIN_SECRET', 'TIKTOK_LOGIN_CLIENT_SECRET'],
  ['REDDIT_LOGIN_ID', 'REDDIT_LOGIN_CLIENT_ID'],
  ['LINKEDIN_LOGIN_CLIENT_SECRET', 'LINKEDIN_CLIENT_SECRET'],
  ['INSTAGRAM_APP_ID', 'INSTAGRAM_CLIENT_ID'],
  ['X_CONSUMER_KEY', 'X_CLIENT_ID'],
]

for (const [name, meant] of MISSPELLED) {
  test(`${name} is probably ${meant}`, () => {
    assert.deepEqual(misspelledSettings({ [name]: 'value' }, ALL_PLATFORMS), [{ name, meant: [meant] }])
  })
}

test('settings, empty variables and variables of other programs are not reported', () => {
  const names = [
    ...['PATH', 'HOME', 'HOSTNAME', 'HOSTS', 'PORTS', 'PWD', 'OLDPWD', 'SHELL', 'LANG', 'LC_ALL', 'TERM', 'TZ', 'USER'],
    ...[
      'LOGNAME',
      'MAIL',
      'SHLVL',
      'NODE_ENV',
      'NODE_OPTIONS',
      'NO_COLOR',
      'DEBUG',
      'EDITOR',
      'TMPDIR',
      'YARN_VERSION',
    ],
    ...['AWS_ACCESS_TOKEN', 'META_ACCESS_TOKEN', 'TEST_DATABASE_URL', 'REDIS_URL', 'WORDPRESS_DB_HOST', 'API_KEY'],
    ...['GITHUB_BASE_REF', 'GITHUB_ACTIONS', 'GITHUB_REF', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_JOB', 'CI', 'INIT_CWD'],
    ...['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRIC_ENDPOINT', 'PGHOST', 'PGPORT', 'GITHUB_API_URL'],
    ...['YOUTUBE_API_KEY', 'YOUTUBE_BASE_URL', 'DATABASE_URL', 'npm_config_cache', 'npm_lifecycle_event', 'COLORTERM'],
  ]
  const environment = Object.fromEntries(names.map((name) => [name, 'value']))
  assert.deepEqual(misspelledSettings({ ...environment, YOUTUBE_API_KEI: ' ' }, ALL_PLATFORMS), [])
})
