import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, startOperator } from '@central-api/testing/http/admin/fixture.ts'

test('lists licenses by filter and order, page by page', async (context) => {
  const { get, create, clock, parts } = await startOperator(context)
  const names: Record<string, string> = {}
  const make = async (name: string, about: Readonly<Record<string, unknown>>) => {
    clock.at += 1_000
    const { id } = await create({ name, ...about })
    names[id] = name
    return id
  }
  const soon = new Date(clock.at + HOUR_MS).toISOString()
  const anna = await make('anna', { plan: 'starter', expiresAt: soon, email: 'anna@example.com' })
  const bert = await make('Bert', { plan: 'agency', mode: 'test', externalId: 'order-7' })
  const andy = await make('Andy', { plan: 'starter', expiresAt: '2031-01-01' })
  await get('POST', `/licenses/${andy}/suspend`)
  const license = await parts.store.licenses.find(bert)
  assert.ok(license)
  await parts.sites.admit(license, { sites: null }, 'https://www.blog.example/')
  const month = { meter: 'scans', startsAt: Date.UTC(2030, 0), limit: null }
  await parts.store.usage.commit([{ licenseId: anna, windows: [month], count: 800 }], [])
  clock.at += HOUR_MS
  const listed = async (query: string) => {
    const all: unknown[] = []
    let cursor: unknown = null
    do {
      const about = `${query}&limit=1${cursor === null ? '' : `&cursor=${cursor}`}`
      const { licenses, nextCursor } = await get('GET', `/licenses?${about}`)
      all.push(...(licenses as { id: string }[]).map(({ id }) => names[id] ?? 'first'))
      cursor = nextCursor
    } while (cursor !== null)
    return all.join(' ')
  }
  const cases = {
    'order=newest': 'Andy Bert anna first',
    'order=oldest': 'first anna Bert Andy',
    'order=name': 'Andy anna Bert first',
    'order=expiresAt&plan=starter': 'anna Andy',
    'status=expired': 'anna',
    'status=suspended': 'Andy',
    'status=active&mode=test': 'Bert first',
    'mode=live': 'Andy anna',
    'plan=agency': 'Bert',
    'expiresBefore=2031-01-01': 'anna',
    'expiresBefore=2031-01-02': 'Andy anna',
    'usedOver=80': 'anna',
    'usedOver=81': '',
    'site=HTTP://Blog.example': 'Bert',
    'name=AN': 'Andy anna',
    'email=ANNA@example.com': 'anna',
    'externalId=order-7': 'Bert',
    'search=an&status=suspended': 'Andy',
    'name=an&plan=agency': '',
  }
  for (const [query, expected] of Object.entries(cases)) assert.equal(await listed(query), expected, query)
})

test('refuses an unknown filter, order or cursor by name, and lists nothing', async (context) => {
  const { wrong, get, create } = await startOperator(context)
  await create()
  const { nextCursor } = await get('GET', '/licenses?limit=1')
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['stauts=suspended', 'stauts', /did you mean status\?/],
    ['status=paused', 'status', /must be one of active, suspended, expired, revoked/],
    ['status=active&status=expired', 'status', /must be|is not valid/],
    ['plan=gold', 'plan', /no plan "gold"; there are: starter, pro, agency/],
    ['mode=demo', 'mode', /must be one of live, test/],
    ['expiresBefore=soon', 'expiresBefore', /a day such as/],
    ['usedOver=0', 'usedOver', /from 1 to 1000/],
    ['usedOver=80.5', 'usedOver', /from 1 to 1000/],
    ['site=%20', 'site', /must name a site/],
    ['order=cheapest', 'order', /must be one of newest, oldest, name, expiresAt/],
    [`order=oldest&cursor=${nextCursor}`, 'cursor', /belongs to another order/],
    [`order=name&cursor=${nextCursor}`, 'cursor', /is not a cursor of this list/],
    ['cursor=lic_nowhere', 'cursor', /is not a cursor of this list/],
    ['cursor=', 'cursor', /is not a cursor of this list/],
    [`cursor=${Buffer.from('["newest",1,2]').toString('base64url')}`, 'cursor', /is not a cursor of this list/],
    [`cursor=${Buffer.from('["newest",1.5e400,"x"]').toString('base64url')}`, 'cursor', /is not a cursor of this list/],
  ]
  for (const [query, field, message] of cases) await wrong('GET', `/licenses?${query}`, undefined, field, message)
})
