// Fills a service with a year of a vendor's customers: licenses of each kind, and requests that succeed and fail.

import { OPERATOR } from '../../packages/testing/src/licensing/fixture.ts'
import type { TestService } from '../../packages/testing/src/start-service.ts'

const HOUR_MS = 3_600_000
const STEP_MS = HOUR_MS / 4
const DAY_STEPS = 96

const CUSTOMERS = [
  { name: 'Harbor Bakery', plan: 'pro', site: 'harbor-bakery.example' },
  { name: 'Nordlys Theatre', plan: 'agency', site: 'nordlys.example' },
  { name: 'Café Ōsaka', plan: 'starter', site: 'cafe-osaka.example' },
  { name: 'City Library of Lindau', plan: 'pro', site: 'library.example' },
  { name: 'Tide & Timber Surf School', plan: 'pro', site: 'tide-timber.example' },
  { name: 'Studio Halden', plan: 'agency', site: 'halden.example' },
  { name: 'Museum of Small Things', plan: 'starter', site: 'small-things.example' },
] as const

/** The share of a day's requests in each hour, in UTC: quiet nights, and two peaks. */
const HOURS = [2, 1, 1, 1, 2, 3, 5, 8, 12, 14, 13, 12, 11, 13, 14, 13, 11, 10, 12, 14, 11, 8, 5, 3]

/** Handles of the sandbox that return an error. */
const FAILING = ['error.profile_not_found', 'error.profile_private', 'error.platform_timeout'] as const

const MONTHS = 11
/** Enough that the counts are written, too. */
const FLUSHES = 5

/** Returns the id of a license with a year of usage. The clock ends where it was. `handles`: a handle of each platform. */
export const seed = async (
  service: TestService,
  handles: ReadonlyMap<string, string>,
  onStep: (done: number, all: number) => void,
): Promise<string> => {
  const { clock, license, authorize, post, parts } = service
  const end = clock.at
  const moveTo = (time: number) => clock.put(time - clock.at)
  const monthsAgo = (count: number) => new Date(end).setUTCMonth(new Date(end).getUTCMonth() - count)

  moveTo(monthsAgo(MONTHS))
  const made = await Promise.all(
    CUSTOMERS.map(async ({ site, ...about }) => ({ ...(await license({ ...about, mode: 'live' })), site })),
  )
  await license({ name: 'Plugin development', plan: 'pro', mode: 'test' })
  const ended = await license({ name: 'Old Mill Hotel', plan: 'starter' })
  await parts.licenses.suspend(ended.license.id, OPERATOR)

  const profiles = [...handles].map(([platform, handle]) => ({ platform, handle }))
  let count = 0
  /** The requests of some minutes. `share`: how many, by customer. */
  const browse = async (share: number) => {
    for (const [index, { key, site }] of made.entries()) {
      const headers = await authorize(key, site)
      for (let at = index; at < share; at += 3) {
        count += 1
        // Some profiles are shown on many sites, as in life.
        const profile = profiles[(count * count) % profiles.length] ?? { platform: 'sandbox', handle: 'demo' }
        await post('/scan-profile', profile, headers)
        if (count % 23 === 0) await post('/scan-profile', { platform: 'sandbox', handle: FAILING[count % 3] }, headers)
        if (count % 17 === 0) await post('/validate-link', { url: 'https://blog.example/' }, headers)
      }
    }
  }

  for (let month = MONTHS; month > 0; month -= 1) {
    moveTo(monthsAgo(month))
    await browse(20 * (MONTHS + 1 - month))
    onStep(MONTHS - month, MONTHS + DAY_STEPS)
  }
  for (let step = 0; step < DAY_STEPS; step += 1) {
    moveTo(end - (DAY_STEPS - step) * STEP_MS)
    await browse(HOURS[new Date(clock.at).getUTCHours()] ?? 0)
    await parts.requestLog.flush()
    onStep(MONTHS + step, MONTHS + DAY_STEPS)
  }
  moveTo(end)
  for (let flushes = 0; flushes < FLUSHES; flushes += 1) await parts.requestLog.flush()
  return made[0]?.license.id ?? ''
}
