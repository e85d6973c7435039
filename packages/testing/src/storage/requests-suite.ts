// What every backend must do with the request log and the traffic counts.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RequestFilter, RequestRecord, Store, TrafficRecord } from '@central-api/service/storage/store.ts'
import { act, createLicense, fresh, type OpenTwo, openBeforeTests, PLAN } from './fixture.ts'

/** A request without a license. */
export const request = (values: Partial<RequestRecord> = {}): RequestRecord => ({
  ...{ id: fresh('req'), at: 1_000, licenseId: null, site: null, endpoint: 'scan-profile', status: 200, code: null },
  ...{ platform: null, handle: null, durationUs: 1_500, cache: null, requestId: fresh('r'), replica: 'one' },
  ...values,
})

const idsOf = (requests: readonly RequestRecord[]) => requests.map(({ id }) => id)

export const requestsSuite = (open: OpenTwo): void => {
  describe('the request log', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    const newLicense = async () => (await createLicense(store)).record.id
    /** Every page, by its cursor. */
    const listAll = async (filter: RequestFilter, limit = 1_000): Promise<readonly RequestRecord[]> => {
      const found: RequestRecord[] = []
      for (let position: { at: number; id: string } | undefined; ; ) {
        const { requests, next } = await other.requests.list({ limit, before: position, filter })
        found.push(...requests)
        if (next === null) return found
        assert.equal(requests.length, limit)
        position = next
      }
    }

    test('returns every field as it was added, in any text', async () => {
      const licenseId = await newLicense()
      const added = request({
        ...{ licenseId, site: 'blog.example/ä', status: 429, code: 'quota_exceeded', platform: 'mastodon' },
        ...{ handle: `"'\\%_[]{}, 日本語 👩‍👩‍👧`, durationUs: 20_000_000_000, cache: 'stale', at: 1_900_000_000_000 },
      })
      const aborted = request({ licenseId, status: null, endpoint: null, at: 1 })
      await store.requests.add([aborted, added])
      assert.deepEqual(await listAll({ licenseId }), [added, aborted])
    })

    test('adding the same requests again changes nothing, and no requests are no error', async () => {
      const licenseId = await newLicense()
      const added = [request({ licenseId }), request({ licenseId })]
      await store.requests.add(added)
      await other.requests.add([...added, request({ licenseId })])
      await store.requests.add([])
      assert.equal((await listAll({ licenseId })).length, 3)
    })

    test('takes more requests at once than a statement may have parameters', async () => {
      const licenseId = await newLicense()
      const added = Array.from({ length: 9_000 }, (_, at) => request({ licenseId, at }))
      await store.requests.add(added)
      const found = await listAll({ licenseId }, 200)
      assert.deepEqual(idsOf(found), idsOf(added.toReversed()))
    })

    test('pages newest first, and requests that arrive meanwhile neither shift nor repeat others', async () => {
      const licenseId = await newLicense()
      // At the same time: the id decides.
      const added = Array.from({ length: 7 }, (_, n) => request({ licenseId, at: 5_000, id: `${fresh('same')}_${n}` }))
      await store.requests.add(added)
      const expected = idsOf(added).sort().reverse()
      const first = await other.requests.list({ limit: 3, filter: { licenseId } })
      await store.requests.add([request({ licenseId, at: 9_000 }), request({ licenseId, at: 5_000, id: 'zzz' })])
      assert.ok(first.next)
      const second = await other.requests.list({ limit: 4, before: first.next, filter: { licenseId } })
      assert.deepEqual([...idsOf(first.requests), ...idsOf(second.requests)], expected)
      assert.equal(second.next, null)
    })

    test('a filter finds its requests far behind others, and only those', async () => {
      const licenseId = await newLicense()
      const noise = Array.from({ length: 5_200 }, (_, n) =>
        request({ licenseId, at: 100_000 + n, endpoint: 'posts', platform: 'rss', handle: 'noise', replica: 'two' }),
      )
      const sought = request({
        ...{ licenseId, at: 50_000, site: 'a.example', endpoint: 'validate-link', status: 503, code: 'unavailable' },
        ...{
          platform: 'youtube',
          handle: 'Some_Body%',
          durationUs: 9_000_000,
          cache: 'miss',
          requestId: fresh('sought'),
        },
      })
      await store.requests.add([...noise, sought])
      const filters: readonly RequestFilter[] = [
        { site: 'a.example' },
        { endpoint: 'validate-link' },
        { status: { from: 500, before: 600 } },
        { status: { from: 503, before: 504 } },
        { code: 'unavailable' },
        { platform: 'youtube' },
        { handle: 'some_body%' },
        { handle: '_BODY' },
        { cache: 'miss' },
        { requestId: sought.requestId },
        { replica: 'one' },
        { until: 50_001 },
        { minDurationUs: 9_000_000 },
        { platform: 'youtube', code: 'unavailable', since: 50_000, until: 50_001 },
      ]
      for (const filter of filters)
        assert.deepEqual(await listAll({ licenseId, ...filter }, 10), [sought], JSON.stringify(filter))
      const none: readonly RequestFilter[] = [
        { handle: 'some%body' },
        { handle: 'a\0b' },
        { status: null },
        { since: 50_001, platform: 'youtube' },
        { until: 50_000 },
        { minDurationUs: 9_000_001 },
      ]
      for (const filter of none)
        assert.deepEqual(await listAll({ licenseId, ...filter }, 10), [], JSON.stringify(filter))
      assert.equal((await listAll({ licenseId, platform: 'rss' }, 700)).length, noise.length)
    })

    test('requests without a license are found as such, and an aborted one by its missing status', async () => {
      const replica = fresh('replica')
      const [unlicensed, licensed] = [request({ replica }), request({ replica, licenseId: await newLicense() })]
      const aborted = request({ replica, status: null, at: 2_000 })
      await store.requests.add([unlicensed, licensed, aborted])
      assert.deepEqual(await listAll({ replica, licenseId: null }), [aborted, unlicensed])
      assert.deepEqual(await listAll({ replica, status: null }), [aborted])
    })

    test('a deleted license takes its requests with it, also those that are written later', async () => {
      const [gone, kept] = [await newLicense(), await newLicense()]
      await store.requests.add([request({ licenseId: gone }), request({ licenseId: kept })])
      await other.licenses.remove(gone, act())
      const late = request({ licenseId: kept })
      await store.requests.add([request({ licenseId: gone }), late])
      assert.deepEqual(await listAll({ licenseId: gone }), [])
      assert.equal((await listAll({ licenseId: kept })).length, 2)
    })

    test('a license that is deleted while requests are written leaves none', async () => {
      for (let round = 0; round < 10; round += 1) {
        const licenseId = await newLicense()
        const writes = [store, other].flatMap((each) =>
          Array.from({ length: 4 }, () => each.requests.add(Array.from({ length: 50 }, () => request({ licenseId })))),
        )
        await Promise.all([...writes, other.licenses.remove(licenseId, act())])
        assert.deepEqual(await listAll({ licenseId }), [])
      }
    })
  })

  describe('trimming the request log', () => {
    let opened: Awaited<ReturnType<OpenTwo>>
    before(async () => {
      opened = await open()
      await opened.stores[0].plans.put(PLAN, act())
    })
    after(() => opened.dispose())

    test('deletes the oldest of a lane in steps, and none of the other', async () => {
      const [store, other] = opened.stores
      const { record } = await createLicense(store)
      const licensed = Array.from({ length: 20 }, (_, at) => request({ licenseId: record.id, at: Math.floor(at / 4) }))
      const unlicensed = Array.from({ length: 5 }, (_, at) => request({ at }))
      await store.requests.add([...licensed, ...unlicensed])
      assert.equal(await other.requests.findCut('licensed', 21), undefined)
      const cut = await other.requests.findCut('licensed', 6)
      assert.ok(cut)
      const steps: number[] = []
      for (let position: typeof cut | undefined; ; ) {
        const swept = await other.requests.sweep('licensed', { after: position, before: cut }, 5)
        if (swept === undefined) break
        steps.push(swept.dropped)
        position = swept.upTo
      }
      assert.deepEqual(steps, [5, 5, 4])
      const left = (await store.requests.list({ limit: 100, filter: { licenseId: record.id } })).requests
      const newest = licensed.toSorted((one, two) => two.at - one.at || (one.id < two.id ? 1 : -1)).slice(0, 6)
      assert.deepEqual(left, newest)
      assert.equal((await store.requests.list({ limit: 100, filter: { licenseId: null } })).requests.length, 5)
      const all = { before: { at: Number.MAX_SAFE_INTEGER, id: '' } }
      assert.equal((await store.requests.sweep('unlicensed', all, 100))?.dropped, 5)
      assert.equal(await store.requests.sweep('unlicensed', all, 100), undefined)
    })

    test('finds the cut beyond the rows of one statement', async () => {
      const [store] = opened.stores
      const many = Array.from({ length: 12_000 }, (_, at) => request({ at }))
      await store.requests.add(many)
      const cut = await store.requests.findCut('unlicensed', 11_000)
      assert.equal(cut?.at, 1_000)
      assert.equal(await store.requests.findCut('unlicensed', 12_001), undefined)
    })
  })

  describe('the traffic counts', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })
    const count = (values: Partial<TrafficRecord> = {}): TrafficRecord => ({
      ...{ stepMs: 60_000, startsAt: 60_000, platform: 'rss', measure: 'ok', count: 1 },
      ...values,
    })

    test('counts of several processes add up, exactly and without a deadlock', async () => {
      const keys = Array.from({ length: 40 }, (_, n) => count({ platform: `p${n}`, stepMs: 7, startsAt: 7 }))
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).traffic.add(n % 3 ? keys : keys.toReversed())),
      )
      const found = await store.traffic.read(7, { from: 0, before: 100 })
      assert.equal(found.length, 40)
      for (const each of found) assert.equal(each.count, 20)
    })

    test('reads the periods of one length in a span, in order', async () => {
      await store.traffic.add([
        count({ startsAt: 180_000 }),
        count({ startsAt: 120_000, count: 5 }),
        count({ startsAt: 120_000, measure: 'aborted', platform: '' }),
        count({ stepMs: 900_000, startsAt: 0 }),
      ])
      await store.traffic.add([])
      assert.deepEqual(await other.traffic.read(60_000, { from: 120_000, before: 180_000 }), [
        { startsAt: 120_000, platform: '', measure: 'aborted', count: 1 },
        { startsAt: 120_000, platform: 'rss', measure: 'ok', count: 5 },
      ])
    })

    test('deletes old periods of one length', async () => {
      await store.traffic.add([
        count({ stepMs: 3, startsAt: 3 }),
        count({ stepMs: 3, startsAt: 6 }),
        count({ stepMs: 4, startsAt: 4 }),
      ])
      assert.equal(await other.traffic.sweep(3, 6), 1)
      assert.deepEqual(
        (await store.traffic.read(3, { from: 0, before: 100 })).map(({ startsAt }) => startsAt),
        [6],
      )
      assert.equal((await store.traffic.read(4, { from: 0, before: 100 })).length, 1)
    })
  })
}
