import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTestCliOnStore, NOW } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'
import { readConfig } from '../config/read-config.ts'
import { openCore } from '../core.ts'
import type { RequestRecord } from '../storage/store.ts'

const request = (values: Partial<RequestRecord> & Pick<RequestRecord, 'id'>): RequestRecord => ({
  ...{ at: NOW, licenseId: null, site: null, endpoint: 'scan-profile', status: 200, code: null },
  ...{ platform: 'mastodon', handle: 'ann@social.example', durationUs: 1_250, cache: 'hit', requestId: 'r-1' },
  ...{ replica: 'web-1' },
  ...values,
})

const start = async (context: TestContext) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  const { store } = await openCore({ config: readConfig(cli.environment), now: () => cli.clock.at })
  await store.requests.add([
    request({ id: 'a', licenseId: id, site: 'blog.example' }),
    request({
      ...{ id: 'b', licenseId: id, at: NOW + 1_000, status: 404, code: 'profile_not_found', cache: null },
      ...{ handle: 'nobody', durationUs: 412_000, requestId: 'r-2', replica: 'web-2' },
    }),
    request({
      ...{ id: 'c', at: NOW + 2_000, endpoint: 'auth-token', status: 401, code: 'license_unknown', platform: null },
      ...{ handle: null, cache: null },
    }),
    request({ id: 'd', licenseId: id, at: NOW + 3_000, status: null, cache: null, handle: 'evil\u001b[31m' }),
  ])
  await store.close()
  const ids = async (...options: string[]) =>
    (await cli.json<{ id: string }[]>('requests', ...options)).map((each) => each.id).join('')
  return { cli, id, ids }
}

test('requests are shown as a table, newest first, without control characters', async (context) => {
  const { cli, id } = await start(context)
  const { out } = await cli.run('requests')
  assert.deepEqual(
    out
      .replaceAll(id, 'ID')
      .split('\n')
      .map((line) => line.trimEnd().replaceAll(/ {2,}/g, '  ')),
    [
      'TIME  STATUS  ENDPOINT  PLATFORM  HANDLE  CACHE  MS  LICENSE  REQUEST ID',
      '2030-01-15 12:00:03  aborted  scan-profile  mastodon  evil[31m  –  1.3  ID  r-1',
      '2030-01-15 12:00:02  401 license_unknown  auth-token  –  –  –  1.3  –  r-1',
      '2030-01-15 12:00:01  404 profile_not_found  scan-profile  mastodon  nobody  –  412.0  ID  r-2',
      '2030-01-15 12:00:00  200  scan-profile  mastodon  ann@social.example  hit  1.3  ID  r-1',
      '',
      '4 requests.',
      '',
    ],
  )
  const { out: few } = await cli.run('requests', '--limit', '2')
  assert.match(few, /2 requests\. There are older requests\. Use --to, --limit or --json to see them\.\n$/)
})

test('each filter selects its requests', async (context) => {
  const { id, ids } = await start(context)
  const cases: readonly (readonly [string, string])[] = [
    ['', 'dcba'],
    [`--license ${id}`, 'dba'],
    ['--license none', 'c'],
    ['--site https://www.BLOG.example/', 'a'],
    ['--endpoint auth-token', 'c'],
    ['--status 2xx', 'a'],
    ['--status error', 'cb'],
    ['--status 404', 'b'],
    ['--status aborted', 'd'],
    ['--code license_unknown', 'c'],
    ['--platform mastodon', 'dba'],
    ['--handle ANN@', 'a'],
    ['--cache hit', 'a'],
    ['--request-id r-2', 'b'],
    ['--replica web-2', 'b'],
    ['--from 2030-01-15T12:00:02Z', 'dc'],
    ['--to 2030-01-15T12:00:02Z', 'ba'],
    ['--min-duration 412', 'b'],
    ['--limit 3', 'dcb'],
  ]
  for (const [options, expected] of cases)
    assert.equal(await ids(...options.split(' ').filter(Boolean)), expected, options)
})

test('JSON has every field', async (context) => {
  const { cli, id } = await start(context)
  assert.deepEqual(await cli.json('requests', '--request-id', 'r-2'), [
    {
      ...{ id: 'b', at: '2030-01-15T12:00:01.000Z', license: id, site: null, endpoint: 'scan-profile', status: 404 },
      ...{ code: 'profile_not_found', platform: 'mastodon', handle: 'nobody', durationMs: 412, cache: null },
      ...{ requestId: 'r-2', replica: 'web-2' },
    },
  ])
})

test('an unknown error code gets a suggestion', async (context) => {
  const cli = await createTestCliOnStore(context)
  for (const [code, meant] of [
    ['quota', 'Did you mean quota_exceeded? '],
    ['profile_not_fuond', 'Did you mean profile_not_found? '],
    ['timeout', 'Did you mean platform_timeout or link_timeout? '],
    ['nonsense', ''],
  ]) {
    const { status, err } = await cli.run('requests', '--code', code ?? '')
    assert.equal(status, 2)
    assert.equal(
      err.split('\n')[0],
      `central-api: Invalid value for --code: ${code}. There is no such error code. ${meant}See docs/reference/errors.md.`,
    )
  }
})

test('a value that no filter takes is wrong usage, and an empty log says why', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  for (const options of [
    '--status 6xx',
    '--status ok',
    '--code none',
    '--endpoint scan',
    '--cache cold',
    '--limit 0',
  ]) {
    const { status, err } = await cli.run('requests', ...options.split(' '))
    assert.deepEqual([status, err.includes(options.split(' ')[0] ?? '')], [2, true], err)
  }
  assert.equal((await cli.run('requests')).out, 'No requests found.\n')
  cli.environment.REQUEST_LOG_HOURS = 'off'
  assert.equal((await cli.run('requests')).out, 'The request log is off. Set REQUEST_LOG_HOURS to turn it on.\n')
})
