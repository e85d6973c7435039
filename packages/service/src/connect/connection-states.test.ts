import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { ConnectionReport } from '../upstream/credentials/connected.ts'
import type { ConnectionState } from './connection.ts'
import { mayUse, useOf } from './connection.ts'
import { afterReport } from './connection-states.ts'

const NOW = 1_000
const OWN = connection('lic_a', { id: 'cn_1' })
const working: ConnectionReport = { is: 'working' }
const limited: ConnectionReport = { is: 'limited', until: 2_000 }
const ended: ConnectionReport = { is: 'ended', reason: 'scope_missing' }

test('a report leads to the next state, and an end is final', () => {
  const table: readonly (readonly [ConnectionState, number | null, ConnectionReport, ConnectionState])[] = [
    ['connected', null, working, 'connected'],
    ['connected', null, limited, 'limited'],
    ['connected', null, ended, 'ended'],
    ['limited', 1_500, working, 'limited'],
    ['limited', 1_000, working, 'connected'],
    ['limited', 1_500, limited, 'limited'],
    ['limited', 1_500, ended, 'ended'],
    ['ending', 5_000, working, 'ending'],
    ['ending', 5_000, limited, 'ending'],
    ['ending', 5_000, ended, 'ended'],
    ['ended', null, working, 'ended'],
    ['ended', null, limited, 'ended'],
    ['ended', null, ended, 'ended'],
  ]
  for (const [state, until, report, next] of table)
    assert.equal(afterReport({ ...OWN, state, until }, report, NOW).state, next, `${state} ${report.is}`)
})

test('a report that shows nothing new changes nothing, so that nothing is written', () => {
  const held = { ...OWN, state: 'limited', until: 2_000 } as const
  for (const [before, report] of [
    [OWN, working],
    [held, limited],
    [{ ...OWN, state: 'ended', reason: 'expired' }, ended],
  ] as const)
    assert.equal(afterReport(before, report, NOW), before)
  const changed = afterReport(OWN, ended, NOW)
  assert.deepEqual([changed.since, changed.until, changed.reason], [NOW, null, 'scope_missing'])
  assert.equal(afterReport(held, { is: 'limited', until: 3_000 }, NOW).until, 3_000)
})

test('a connection is for its license and its site, and only until it ends', () => {
  const user = { licenseId: 'lic_a', site: 'blog.example' }
  const elsewhere = { ...user, site: 'shop.example' }
  const ofSite = { ...OWN, site: 'blog.example' }
  const over = { ...OWN, state: 'ended', reason: 'expired' } as const
  assert.equal(useOf(OWN, user), 'all')
  assert.equal(useOf(OWN, { ...user, site: undefined }), 'all')
  assert.equal(useOf(ofSite, user), 'all')
  for (const each of [elsewhere, { ...user, site: undefined }]) assert.equal(useOf(ofSite, each), 'unknown')
  for (const each of [OWN, over]) assert.equal(useOf(each, { ...user, licenseId: 'lic_b' }), 'unknown')
  assert.equal(useOf(undefined, user), 'unknown')
  assert.equal(useOf(over, user), 'cached')
  for (const reason of ['removed_by_owner', 'account_gone'] as const)
    assert.equal(useOf({ ...over, reason }, user), 'ended')
  assert.deepEqual([mayUse(OWN, user), mayUse(over, user), mayUse(ofSite, elsewhere)], [true, false, false])
})
