import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestQueue, type NewRequest } from './request-queue.ts'

const limits = { licensed: 5, cached: 3, unlicensed: 2 }
const create = () => createRequestQueue({ replica: 'one', idPrefix: 'abc', limits })

const request = (values: Partial<NewRequest> = {}): NewRequest => ({
  ...{ at: 1_000, licenseId: 'lic_1', site: null, endpoint: null, status: 200, code: null, platform: null },
  ...{ handle: null, durationUs: 1, cache: null, requestId: 'r' },
  ...values,
})

test('responses from the cache leave room for the others, and requests without a license have room of their own', () => {
  const queue = create()
  const admit = (times: number, isLicensed: boolean, isCached: boolean) =>
    Array.from({ length: times }, () => queue.admits(isLicensed, isCached)).filter(Boolean).length
  assert.equal(admit(10, false, false), 2)
  assert.equal(admit(10, true, true), 3)
  assert.equal(admit(10, true, false), 2)
  assert.equal(queue.take().dropped, 8 + 7 + 8)
  assert.equal(admit(10, true, false), 5)
})

test('ids are unique and sort like the requests', () => {
  const queue = create()
  const ids: string[] = []
  for (let n = 0; n < 100; n += 1) {
    queue.add(request({ at: 1_000 + Math.floor(n / 40) }))
    if (n % 7 === 0) ids.push(...queue.take().requests.map(({ id }) => id))
  }
  ids.push(...queue.take().requests.map(({ id }) => id))
  assert.equal(new Set(ids).size, 100)
  assert.deepEqual(ids.toSorted(), ids)
})

test('what could not be written comes first again with the same ids, the newest as far as there is room', () => {
  const queue = create()
  for (let at = 0; at < 5; at += 1) if (queue.admits(true, false)) queue.add(request({ at }))
  const { requests } = queue.take()
  for (const at of [10, 11]) if (queue.admits(true, false)) queue.add(request({ at }))
  queue.giveBack(requests)
  assert.equal(queue.admits(true, false), false)
  const again = queue.take()
  assert.deepEqual(
    again.requests.map(({ at }) => at),
    [2, 3, 4, 10, 11],
  )
  assert.deepEqual(again.requests.slice(0, 3), requests.slice(2))
  assert.equal(again.dropped, 3)
})
