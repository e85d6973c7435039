import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'
import { openSqlite } from '../storage/sqlite/open.ts'

const DAY = Date.UTC(2026, 0, 15)

const startUsed = async (context: Parameters<typeof createTestCliOnStore>[0]) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli, '--name', '=1+1')
  const store = await openSqlite({ file: cli.file('central.db') })
  const use = (day: number, site: string, count: number) => ({ day, platform: 'rss', endpoint: 'posts', site, count })
  const uses = [use(DAY, 'a.example', 2), use(DAY + 86_400_000, '', 3)]
  const windows = [{ meter: 'scans', startsAt: Date.UTC(2026, 0), limit: null }]
  await store.usage.commit([{ licenseId: id, windows, count: 5, uses }], [])
  const images = [{ meter: 'media_bytes', startsAt: Date.UTC(2026, 0), limit: null }]
  await store.usage.commit([{ licenseId: id, windows: images, count: 700 }], [])
  await store.close()
  return { ...cli, id }
}

test('the usage of a license is shown by day, site or platform, as a table, CSV or JSON', async (context) => {
  const { run, json, id } = await startUsed(context)
  const span = ['--from', '2026-01-01', '--to', '2026-01-31']
  const { out } = await run('usage', id, ...span)
  assert.deepEqual(
    out.split('\n').map((line) => line.trimEnd().split(/ {2,}/)),
    [
      ['DAY', 'SCANS', 'VALIDATIONS'],
      ['2026-01-15', '2', '0'],
      ['2026-01-16', '3', '0'],
      ['2026-01-01 to 2026-01-31 (UTC)'],
      [''],
    ],
  )
  assert.equal(
    (await run('usage', id, ...span, '--by', 'site', '--csv')).out,
    'site,scans,validations\r\n,3,0\r\na.example,2,0\r\n',
  )
  assert.deepEqual(await json('usage', id, ...span, '--by', 'platform'), {
    ...{ license: id, from: '2026-01-01', to: '2026-01-31', by: 'platform' },
    rows: [{ name: 'rss', scans: 5, validations: 0 }],
    total: { scans: 5, validations: 0 },
  })
  assert.match((await run('usage', id, '--from', '2026-02-01', '--to', '2026-02-02')).out, /^No usage in/)
})

test('the usage of all licenses in a month is shown by license or by plan', async (context) => {
  const { run, json, id } = await startUsed(context)
  assert.equal(
    (await run('usage', '--month', '2026-01', '--csv')).out,
    `license,name,plan,mode,scans,validations,mediaBytes\r\n${id},'=1+1,pro,live,5,0,700\r\n`,
  )
  assert.deepEqual(await json('usage', '--month', '2026-01', '--by', 'plan'), {
    month: '2026-01',
    rows: [{ plan: 'pro', licenses: 1, scans: 5, validations: 0, mediaBytes: 700 }],
  })
})

test('options that do not apply, and invalid values, are rejected', async (context) => {
  const { run, id } = await startUsed(context)
  for (const [args, message] of [
    [['usage', id, '--month', '2026-01'], /--month applies to all licenses/],
    [['usage', '--from', '2026-01-01'], /--from applies to one license/],
    [['usage', '--by', 'site'], /--by site applies to one license/],
    [['usage', id, '--by', 'plan'], /--by plan applies to all licenses/],
    [['usage', '--month', '2026-13'], /a month such as/],
    [['usage', id, '--to', '2026-02-30'], /a day such as/],
    [['usage', 'lic_none'], /There is no license/],
    [['usage', '--csv', '--json'], /cannot be used with/],
  ] as const) {
    const { status, err } = await run(...args)
    assert.notEqual(status, 0)
    assert.match(err, message)
  }
})
