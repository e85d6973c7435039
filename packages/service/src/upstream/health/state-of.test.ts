import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CredentialRecord } from '../../storage/store.ts'
import type { Budget } from '../budgets/governor.ts'
import { source } from '../contract/platform.ts'
import type { Source } from '../contract/source.ts'
import { type Known, stateOf } from './state-of.ts'

const NOW = Date.parse('2030-01-15T12:00:00Z')
const LATER = NOW + 60_000

const never = () => assert.fail('no source is called')
const create = (id: string, more: Partial<Source> = {}): Source =>
  source({ id, provenance: 'official_api', account: never, posts: never, ...more })

const API = create('api', { credential: 'key' })
const FEED = create('feed')
const OPEN = create('api', { credential: { optional: 'key' } })

const record = (id: string, changes: Partial<CredentialRecord> = {}): CredentialRecord => ({
  ...{ id, platform: 'one', kind: 'key', owner: null, hint: 'abcd', state: 'working', until: null, since: 1 },
  ...{ failures: 0, error: null, errorAt: null, sealedToken: null, expiresAt: null, renewedAt: null, version: 0 },
  ...changes,
})
const budget = (who: string, left: number, changes: Partial<Budget> = {}): Budget => ({
  ...{ platform: 'one', source: 'api', who, bucket: '', left, limit: 100, resetsAt: LATER },
  ...changes,
})

const look = (sources: readonly Source[], known: Partial<Known> = {}) => {
  const { records = [] } = known
  const isUsable = ({ credential }: Source) => typeof credential !== 'string' || records.length > 0
  return stateOf({ sources }, { isUsable, records, budgets: [], failingSince: undefined, now: NOW, ...known })
}

const READY = { state: 'ready', retryAt: null, since: null }
const refused = record('a', { state: 'refused', until: LATER, since: 7, error: 'credential_refused' })

test('a platform whose best source can serve is ready', () => {
  assert.deepEqual(look([API, FEED], { records: [record('a')] }), READY)
  assert.deepEqual(look([FEED]), READY)
  assert.deepEqual(look([API], { records: [refused, record('b')] }), READY)
  const over = record('a', { state: 'limited', until: NOW })
  assert.deepEqual(look([API], { records: [over] }), READY)
})

test('without its credential a platform is not configured, or falls back to a source that needs none', () => {
  assert.deepEqual(look([API]), { state: 'not_configured', retryAt: null, since: null })
  assert.deepEqual(look([API, FEED]), { state: 'fallback', retryAt: null, since: null })
})

test('a refused credential means failing, or fallback, until it works again', () => {
  assert.deepEqual(look([API], { records: [refused] }), { state: 'failing', retryAt: LATER, since: 7 })
  assert.deepEqual(look([API, FEED], { records: [refused] }), { state: 'fallback', retryAt: LATER, since: 7 })
  const due = { ...refused, until: NOW - 1 }
  assert.deepEqual(look([API], { records: [due] }), { state: 'failing', retryAt: null, since: 7 })
  const paused = record('a', { state: 'paused', since: 9 })
  assert.deepEqual(look([API], { records: [paused] }), { state: 'failing', retryAt: null, since: 9 })
})

test('when all are limited, reports the earliest time that one of them can serve', () => {
  const limited = record('a', { state: 'limited', until: LATER + 5, since: 3 })
  const spent = budget('b', 1)
  assert.deepEqual(look([API], { records: [limited, record('b')] }), READY)
  assert.deepEqual(look([API], { records: [limited, record('b')], budgets: [spent] }), {
    ...{ state: 'limited', retryAt: LATER, since: null },
  })
  assert.deepEqual(look([API, FEED], { records: [limited] }), { state: 'fallback', retryAt: LATER + 5, since: 3 })
})

test('a credential with several empty buckets waits for the last of them', () => {
  const budgets = [budget('a', 0), budget('a', 0, { bucket: 'users', resetsAt: LATER + 5 })]
  assert.equal(look([API], { records: [record('a')], budgets }).retryAt, LATER + 5)
})

test('units counted here are used to the last one, and of reported limits a reserve is kept', () => {
  const limits = { buckets: [{ name: 'units', allows: 100, per: { seconds: 60 }, of: 'credential' as const }] }
  const counting = create('api', { credential: 'key', limits })
  const records = [record('a')]
  assert.equal(look([counting], { records, budgets: [budget('a', 1, { bucket: 'units' })] }).state, 'ready')
  assert.equal(look([counting], { records, budgets: [budget('a', 1)] }).state, 'limited')
  assert.equal(look([counting], { records, budgets: [budget('a', 0, { bucket: 'units' })] }).state, 'limited')
})

test('with an optional credential, a refused one leaves the platform ready, and a limit of unsigned calls does not', () => {
  assert.deepEqual(look([OPEN], { records: [refused] }), READY)
  const budgets = [budget('api.example', 0)]
  assert.deepEqual(look([OPEN], { budgets }), { state: 'limited', retryAt: LATER, since: null })
  assert.deepEqual(look([OPEN], { budgets, records: [record('a')] }), READY)
  assert.deepEqual(look([OPEN], { budgets: [...budgets, budget('other.example', 50)] }), READY)
})

test('a budget of another source has no effect', () => {
  const budgets = [budget('api.example', 0)]
  assert.deepEqual(look([FEED], { budgets }), READY)
})

test('failed fetches make a platform failing, unless a more specific reason is known', () => {
  assert.deepEqual(look([FEED], { failingSince: 5 }), { state: 'failing', retryAt: null, since: 5 })
  assert.deepEqual(look([API, FEED], { failingSince: 5 }), { state: 'failing', retryAt: null, since: 5 })
  assert.deepEqual(look([API], { failingSince: 5 }).state, 'not_configured')
  assert.equal(look([API], { failingSince: 5, records: [refused] }).retryAt, LATER)
})

test('ignores sources that serve only other variants', () => {
  const likes = create('likes', { variants: ['likes'] })
  assert.equal(look([API, likes]).state, 'not_configured')
})
