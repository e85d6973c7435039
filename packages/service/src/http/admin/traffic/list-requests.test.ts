import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { ERROR_CODES } from '../../../errors.ts'
import { errorClassOf } from './error-classes.ts'

test('each filter of the request log selects its requests', async (context) => {
  const { get, parts, clock, license } = await startOperator(context)
  const { license: made } = await license()
  const at = clock.at
  const common = { licenseId: null, endpoint: 'scan-profile', durationUs: 1_240, requestId: 'r', replica: 'one' }
  const none = { site: null, code: null, platform: null, handle: null, cache: null }
  await parts.store.requests.add([
    { ...common, ...none, id: 'a', at, licenseId: made.id, status: 200, site: 'blog.example', cache: 'hit' },
    { ...common, ...none, id: 'b', at: at + 1_000, status: 429, code: 'quota_exceeded', platform: 'x', handle: 'Ann' },
    { ...common, ...none, id: 'c', at: at + 2_000, status: 503, code: 'unavailable', endpoint: null, replica: 'two' },
    { ...common, ...none, id: 'd', at: at + 3_000, status: null, endpoint: 'posts', durationUs: 5e6, requestId: 'r-d' },
  ])
  const second = new Date(at + 1_000).toISOString()
  const cases: Readonly<Record<string, string>> = {
    '': 'dcba',
    [`license=${made.id}`]: 'a',
    'license=none': 'dcb',
    'license=lic_other': '',
    'site=HTTPS://www.Blog.example/': 'a',
    'endpoint=posts': 'd',
    'status=2xx': 'a',
    'status=4xx': 'b',
    'status=5xx': 'c',
    'status=error': 'cb',
    'status=429': 'b',
    'status=aborted': 'd',
    'code=unavailable': 'c',
    'platform=x': 'b',
    'handle=aNN': 'b',
    'handle=%25': '',
    'cache=hit': 'a',
    'requestId=r-d': 'd',
    'replica=two': 'c',
    [`from=${second}`]: 'dcb',
    [`to=${second}`]: 'a',
    'minDurationMs=2': 'd',
    'status=error&license=none&platform=x': 'b',
  }
  for (const [query, expected] of Object.entries(cases)) {
    const { requests } = await get('GET', `/requests?${query}`)
    assert.equal((requests as { id: string }[]).map(({ id }) => id).join(''), expected, query)
  }
  const { requests, ...about } = await get('GET', '/requests?license=none&limit=1')
  assert.deepEqual(requests, [
    {
      ...{ id: 'd', at: new Date(at + 3_000).toISOString(), license: null, site: null, endpoint: 'posts' },
      ...{ status: null, code: null, platform: null, handle: null, durationMs: 5_000, cache: null },
      ...{ requestId: 'r-d', replica: 'one' },
    },
  ])
  assert.deepEqual(about, { isOn: true, keptHours: 24, maxRows: 100_000, nextCursor: about.nextCursor })
  const { requests: next, nextCursor } = await get('GET', `/requests?license=none&cursor=${about.nextCursor}`)
  assert.deepEqual([(next as { id: string }[]).map(({ id }) => id), nextCursor], [['c', 'b'], null])
})

test('refuses an unknown value of a filter by its name', async (context) => {
  const { wrong } = await startOperator(context)
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['limit=0', 'limit', /whole number from 1 to 200/],
    ['limit=201', 'limit', /whole number/],
    ['status=6xx', 'status', /./],
    ['status=ok', 'status', /./],
    ['status=99', 'status', /./],
    ['code=none', 'code', /./],
    ['endpoint=scan', 'endpoint', /./],
    ['cache=fresh', 'cache', /./],
    ['from=yesterday', 'from', /must be a day/],
    ['to=2027-13-01', 'to', /must be a day/],
    ['minDurationMs=-1', 'minDurationMs', /./],
    ['minDurationMs=1e3', 'minDurationMs', /./],
    ['site=%20', 'site', /must name a site/],
    ['license=', 'license', /must not be empty/],
    ['cursor=x', 'cursor', /is not a cursor of this list/],
    [`cursor=${Buffer.from('[1e400,"a"]').toString('base64url')}`, 'cursor', /is not a cursor of this list/],
    [`cursor=${Buffer.from('[1,"a\\u0000"]').toString('base64url')}`, 'cursor', /is not a cursor of this list/],
    [`cursor=${Buffer.from('["1","a"]').toString('base64url')}`, 'cursor', /is not a cursor of this list/],
    ['handle=a%00b', 'handle', /./],
  ]
  for (const [query, field, message] of cases) await wrong('GET', `/requests?${query}`, undefined, field, message)
  await wrong('GET', '/traffic?range=30d', undefined, 'range', /./)
})

test('every error code has the class of its group in the documentation', () => {
  const classes = new Set(ERROR_CODES.map(errorClassOf))
  assert.deepEqual([...classes].sort(), [
    'license',
    'limits',
    'link',
    'operator',
    'platform',
    'request',
    'service',
    'token',
  ])
  assert.equal(errorClassOf('platform_timeout'), 'platform')
  assert.equal(errorClassOf('quota_exceeded'), 'limits')
  assert.equal(errorClassOf('of_a_later_version'), 'service')
})
