import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../../errors.ts'
import { openSqlite } from '../../storage/sqlite/open.ts'
import type { Charge, Decision, LicenseTerms, PlanRecord, Refund } from '../../storage/store.ts'
import { createMeter } from './meter.ts'
import { type QuotaStatus, quotaFields } from './quota.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 0, 48)
const PLAN: PlanRecord = {
  name: 'p',
  scans: 1_000,
  validations: 5,
  burst: 1_000_000,
  sites: null,
  connections: null,
  media: 'proxy',
  mediaMb: null,
  platforms: null,
}
const LICENSE: LicenseTerms = {
  id: 'lic_1',
  name: null,
  plan: 'p',
  mode: 'live',
  status: 'active',
  expiresAt: null,
  createdAt: 0,
}
const PURPOSE = { platform: 'rss', endpoint: 'scan-profile', site: '' } as const
const now = () => NOW

const headersOf = (quotaStatus: QuotaStatus): Readonly<Record<string, string | undefined>> => {
  const fields = quotaFields(quotaStatus, NOW)
  return Object.fromEntries(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]]] : [])))
}

const withStore = async (use: (store: Awaited<ReturnType<typeof openSqlite>>) => Promise<void>) => {
  const store = await openSqlite({ file: ':memory:' })
  try {
    await use(store)
  } finally {
    await store.close()
  }
}

test('50 callers with 2,000 scans each against a quota of 1,000 are admitted exactly 1,000 times', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    let admitted = 0
    let refused = 0
    const caller = async () => {
      for (let n = 0; n < 2_000; n += 1) {
        const { refusal } = await meter.reserve(LICENSE, PLAN, 'scans', PURPOSE)
        if (refusal) refused += 1
        else admitted += 1
      }
    }
    await Promise.all(Array.from({ length: 50 }, caller))
    assert.deepEqual([admitted, refused], [1_000, 99_000])
    assert.equal(await store.usage.read(LICENSE.id, 'scans', Date.UTC(2026, 10)), 1_000)
  })
})

test('concurrent requests take one round trip, and each gets the count as of its own unit', async () => {
  await withStore(async (store) => {
    let rounds = 0
    const commit = (charges: readonly Charge[], refunds: readonly Refund[]): Promise<Decision[]> => {
      rounds += 1
      return store.usage.commit(charges, refunds)
    }
    const meter = createMeter({ usage: { commit }, now, elapsed: now })
    const all = await Promise.all(Array.from({ length: 200 }, () => meter.reserve(LICENSE, PLAN, 'scans', PURPOSE)))
    assert.equal(rounds, 1)
    assert.deepEqual(
      all.map(({ quotaStatus }) => quotaStatus.used),
      Array.from({ length: 200 }, (_, n) => n + 1),
    )
  })
})

test('refunded units can be reserved again, and units of the minute are not refunded', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    const plan = { ...PLAN, scans: 1 }
    const { quotaStatus } = await meter.reserve(LICENSE, plan, 'scans', PURPOSE)
    assert.ok((await meter.reserve(LICENSE, plan, 'scans', PURPOSE)).refusal)
    assert.equal((await meter.refund(LICENSE, quotaStatus, PURPOSE)).used, 0)
    assert.equal((await meter.read(LICENSE, plan, 'scans')).used, 0)
    const again = await meter.reserve(LICENSE, plan, 'scans', PURPOSE)
    assert.equal(again.refusal, undefined)
    assert.equal(again.quotaStatus.burst.used, 2)
  })
})

test('a refusal takes a unit of the minute and none of the month, until the minute is used up', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    const plan = { ...PLAN, burst: 4 }
    // In one batch: reservations come first.
    const all = await Promise.all([
      ...Array.from({ length: 3 }, () => meter.refuse(LICENSE, plan, 'scans')),
      ...Array.from({ length: 2 }, () => meter.reserve(LICENSE, plan, 'scans', PURPOSE)),
    ])
    assert.deepEqual(
      all.map(({ quotaStatus, refusal }) => [quotaStatus.used, quotaStatus.burst.used, refusal?.code]),
      [
        [2, 3, undefined],
        [2, 4, undefined],
        [2, 4, 'rate_limited'],
        [1, 1, undefined],
        [2, 2, undefined],
      ],
    )
    assert.equal(await store.usage.read(LICENSE.id, 'scans', Date.UTC(2026, 10)), 2)
  })
})

test('a used-up month or minute reports when the next one begins', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    const plan = { ...PLAN, scans: 2, validations: 9, burst: 3 }
    for (let n = 0; n < 2; n += 1) await meter.reserve(LICENSE, plan, 'scans', PURPOSE)
    const month = (await meter.reserve(LICENSE, plan, 'scans', PURPOSE)).refusal
    assert.ok(isApiError(month, 'quota_exceeded'))
    assert.equal(month.retryAfterSeconds, (Date.UTC(2026, 11) - NOW) / 1000)

    await meter.reserve(LICENSE, plan, 'validations', PURPOSE)
    const minute = (await meter.reserve(LICENSE, plan, 'validations', PURPOSE)).refusal
    assert.ok(isApiError(minute, 'rate_limited'))
    assert.equal(minute.retryAfterSeconds, 12)
  })
})

test('a new month and a new minute start at zero', async () => {
  await withStore(async (store) => {
    let time = NOW
    const meter = createMeter({ usage: store.usage, now: () => time, elapsed: () => time })
    const plan = { ...PLAN, scans: 1, burst: 1 }
    await meter.reserve(LICENSE, plan, 'scans', PURPOSE)
    assert.ok((await meter.reserve(LICENSE, plan, 'scans', PURPOSE)).refusal)
    time = Date.UTC(2026, 11)
    assert.equal((await meter.reserve(LICENSE, plan, 'scans', PURPOSE)).refusal, undefined)
  })
})

test('a test license is counted but never out of quota, while its minute is limited', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    const license = { ...LICENSE, mode: 'test' } as const
    const plan = { ...PLAN, scans: 1, burst: 3 }
    for (let n = 1; n <= 3; n += 1) {
      const { quotaStatus, refusal } = await meter.reserve(license, plan, 'scans', PURPOSE)
      assert.equal(refusal, undefined)
      assert.equal(quotaStatus.used, n)
      assert.equal(headersOf(quotaStatus)['x-quota-remaining'], '1')
    }
    assert.ok(isApiError((await meter.reserve(license, plan, 'scans', PURPOSE)).refusal, 'rate_limited'))
  })
})

test('the headers have the names and values of the contract', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    const plan = { ...PLAN, scans: 10_000, burst: 60 }
    for (let n = 0; n < 12; n += 1) await meter.reserve(LICENSE, plan, 'scans', PURPOSE)
    const { quotaStatus } = await meter.reserve(LICENSE, plan, 'scans', PURPOSE)
    const reset = (Date.UTC(2026, 11) - NOW) / 1000
    assert.deepEqual(headersOf(quotaStatus), {
      'x-quota-limit': '10000',
      'x-quota-used': '13',
      'x-quota-remaining': '9987',
      'x-quota-reset': `${reset}`,
      'ratelimit-policy': '"scans";q=10000;w=2592000, "burst";q=60;w=60',
      ratelimit: `"scans";r=9987;t=${reset}, "burst";r=47;t=12`,
    })
  })
})

test('grants nothing while the store is down, and recovers with it', async () => {
  let down = true
  const commit = async (charges: readonly Charge[]): Promise<Decision[]> => {
    if (down) throw new Error('down')
    return charges.map(({ count }) => ({ admitted: count, used: [count, count] }))
  }
  const meter = createMeter({ usage: { commit }, now, elapsed: now })
  const refused = await Promise.allSettled(
    Array.from({ length: 5 }, () => meter.reserve(LICENSE, PLAN, 'scans', PURPOSE)),
  )
  for (const outcome of refused) {
    assert.ok(outcome.status === 'rejected' && isApiError(outcome.reason, 'unavailable'))
    assert.equal(outcome.reason.retryAfterSeconds, 2)
  }
  down = false
  assert.equal((await meter.reserve(LICENSE, PLAN, 'scans', PURPOSE)).refusal, undefined)
  await meter.idle()
})

test('grants several units as far as they are left, first come first served, and refunds by number', async () => {
  await withStore(async (store) => {
    const meter = createMeter({ usage: store.usage, now, elapsed: now })
    const plan = { ...PLAN, scans: 10 }
    const reserved = await Promise.all(
      [4, 1, 20, 2].map((count) => meter.reserve(LICENSE, plan, 'scans', PURPOSE, count)),
    )
    assert.deepEqual(
      reserved.map(({ granted, quotaStatus, refusal }) => [granted, quotaStatus.used, refusal?.code]),
      [
        [4, 4, undefined],
        [1, 5, undefined],
        [5, 10, 'quota_exceeded'],
        [0, 10, 'quota_exceeded'],
      ],
    )
    const [, , partly] = reserved
    assert.equal((await meter.refund(LICENSE, partly?.quotaStatus ?? assert.fail(), PURPOSE, 3)).used, 7)
    assert.equal((await meter.read(LICENSE, plan, 'scans')).used, 7)
    assert.equal(
      (await meter.reserve(LICENSE, { ...plan, burst: 2 }, 'scans', PURPOSE, 3)).refusal?.code,
      'rate_limited',
    )
  })
})

test('counts each unit for its purpose and its day, also when it is refunded on the next day', async () => {
  await withStore(async (store) => {
    const day = Date.UTC(2026, 10, 20)
    let time = day + 86_399_999
    const meter = createMeter({ usage: store.usage, now: () => time, elapsed: () => time })
    const plan = { ...PLAN, scans: 5 }
    const elsewhere = { ...PURPOSE, site: 'a.example' }
    const takers = [PURPOSE, elsewhere, PURPOSE, PURPOSE, elsewhere, elsewhere]
    const taken = await Promise.all(takers.map((purpose) => meter.reserve(LICENSE, plan, 'scans', purpose)))
    const sums = async (by: 'day' | 'site') =>
      (await store.usage.sumUses([LICENSE.id], { from: day, before: day + 10 * 86_400_000 }, by)).map((sum) => [
        sum.by,
        sum.used,
      ])
    assert.deepEqual(await sums('site'), [
      ['', 3],
      ['a.example', 2],
    ])
    time += 1
    const { quotaStatus, granted } = taken[1] ?? assert.fail()
    assert.equal(granted, 1)
    await Promise.all([
      meter.refund(LICENSE, quotaStatus, elsewhere),
      meter.reserve(LICENSE, plan, 'scans', { ...elsewhere, endpoint: 'posts' }),
    ])
    assert.deepEqual(await sums('day'), [
      [day, 4],
      [day + 86_400_000, 1],
    ])
    assert.equal(await store.usage.read(LICENSE.id, 'scans', Date.UTC(2026, 10)), 5)
  })
})
