import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_LIMITS } from '../../src/http/limits.ts'
import { startBalancer } from './balancer.ts'
import { type Fleet, type FleetLicense, startFleet, WIRED } from './fleet.ts'
import { ask, authorize, isAlive, type Outcome, SCAN_PATH, scanOf } from './load.ts'
import { startSwarm } from './swarm.ts'

const QUOTA = 10_000
/** FLEET_SCANS=200000 for the whole of it; what is asked by default is over the quota by far, too. */
const SCANS = Number(process.env.FLEET_SCANS ?? 40_000)
const CLIENTS = 64
/** Answers between one kill and the next, while there is quota and then. */
const BETWEEN_KILLS = [1_500, 10_000] as const
/** Longer than the store is waited for, twice: who comes while one batch waits has to wait for the next. */
const HANG_MS = 14_000
const CUT_MS = 8_000
/** After this the server gives up on a request by itself; the store's own time-outs are shorter. */
const HANDLER_MS = 20_000
const REVOKED_WITHIN_MS = 1_000
const ALIVE_WITHIN_MS = 2_000
const REVOCATIONS = 12
const BETWEEN_REQUESTS_MS = 5
const MOST_SHED = 0.001

let fleet: Fleet
const endings: (() => unknown)[] = []
before(async () => {
  fleet = await startFleet({ after: (end) => void endings.unshift(end) })
})
after(async () => {
  for (const end of endings) await end()
})

const statusOf = (outcome: Outcome): number | string => ('status' in outcome ? outcome.status : outcome.failure)
const isAnswered = (outcome: Outcome): boolean => statusOf(outcome) === 200

/** Whether it says what a service says whose store is away. */
const isUnavailable = (outcome: Outcome): boolean =>
  'status' in outcome &&
  outcome.status === 503 &&
  JSON.parse(outcome.text).error.code === 'unavailable' &&
  Number(outcome.retryAfter) > 0

/** Refused because the replica had no processor for too long, which on a machine that others work on may happen to anyone. */
const isShed = (outcome: Outcome): boolean =>
  isUnavailable(outcome) && 'status' in outcome && outcome.retryAfter === `${SERVER_LIMITS.overloadRetryAfterSeconds}`

type Timed = { readonly origin: string; readonly outcome: Outcome; readonly tookMs: number }

/** Callers that ask each replica one thing after another, until told to stop. */
const startCallers = ({ scan }: FleetLicense, each: number) => {
  let running = true
  const heard: Timed[] = []
  const callers = fleet.origins().flatMap((origin) =>
    Array.from({ length: each }, async () => {
      while (running) {
        const startedAt = performance.now()
        const outcome = await scan(origin)
        heard.push({ origin, outcome, tookMs: performance.now() - startedAt })
      }
    }),
  )
  return {
    heard,
    async stop() {
      running = false
      await Promise.all(callers)
    },
  }
}

/** How long until every replica answers again. */
const recover = async ({ scan }: FleetLicense): Promise<number> => {
  const startedAt = performance.now()
  for (const origin of fleet.origins()) {
    for (let outcome = await scan(origin); !isAnswered(outcome); outcome = await scan(origin)) {
      assert.ok(isUnavailable(outcome), JSON.stringify(outcome))
      await sleep(20)
    }
  }
  return Math.round(performance.now() - startedAt)
}

/** Everything was answered, or refused as it should be; nothing answered is missing from what was counted. */
const requireHonest = async (context: TestContext, license: FleetLicense, heard: readonly Timed[], more: number) => {
  const answered = heard.filter(({ outcome }) => isAnswered(outcome)).length + more
  const refused = heard.filter(({ outcome }) => isUnavailable(outcome)).length
  const wrong = heard.filter(({ outcome }) => !isAnswered(outcome) && !isUnavailable(outcome))
  assert.deepEqual(wrong, [])
  const counted = await license.used()
  const longestMs = Math.round(Math.max(...heard.map(({ tookMs }) => tookMs)))
  context.diagnostic(`${answered} answered, ${refused} refused, ${counted} counted, the longest took ${longestMs} ms`)
  assert.ok(answered <= counted && counted <= answered + refused, `${answered} answered, ${counted} counted`)
  return { refused, longestMs }
}

test('a token of one replica is good at all, and each gives the same one', async () => {
  const { key, headers, scan } = await fleet.license()
  for (const origin of fleet.origins()) {
    assert.equal(statusOf(await scan(origin)), 200)
    assert.deepEqual(await authorize(fleet.agent, origin, key), headers)
  }
})

test('replicas that are killed under load admit exactly the quota together, and answer no more than they counted', async (context) => {
  const { headers, used } = await fleet.license(QUOTA)
  const swarm = startSwarm({
    clients: CLIENTS,
    requests: SCANS,
    origins: fleet.origins,
    path: SCAN_PATH,
    headers,
    body: scanOf('demo'),
  })
  const startedAt = performance.now()
  const killedAt: number[] = []
  const replacements: Promise<void>[] = []
  for (let place = 0; !swarm.isOver(); place = (place + 1) % 3) {
    const due = swarm.answered() + BETWEEN_KILLS[swarm.answered() < QUOTA ? 0 : 1]
    // Somebody is always left to answer.
    const isDue = () => swarm.answered() >= due && fleet.origins().length > 1 && fleet.isUp(place)
    while (!isDue() && !swarm.isOver()) await sleep(5)
    if (swarm.isOver()) break
    killedAt.push(swarm.answered())
    await fleet.kill(place)
    replacements.push(fleet.replace(place))
  }
  await swarm.done
  await Promise.all(replacements)
  const seconds = (performance.now() - startedAt) / 1000
  const answered = swarm.statuses.get(200) ?? 0
  const admitted = await used()
  context.diagnostic(
    `${SCANS} scans in ${seconds.toFixed(1)} s, killed after ${killedAt.join(', ')} answers; ${admitted} admitted, ${answered} answered, ${swarm.cut()} cut off, ${swarm.statuses.get(503) ?? 0} refused`,
  )
  const shed = swarm.statuses.get(503) ?? 0
  assert.equal(answered + (swarm.statuses.get(429) ?? 0) + shed + swarm.cut(), SCANS)
  assert.ok(shed <= SCANS * MOST_SHED, `${shed} refused`)
  assert.equal(admitted, QUOTA)
  assert.ok(killedAt.filter((count) => count < QUOTA).length >= 2 && swarm.cut() > 0)
  assert.ok(answered <= admitted && admitted - answered <= swarm.cut() + shed, `${answered} answered`)
})

test('while the database restarts, requests are refused as unavailable, none wrongly, and all goes on by itself', async (context) => {
  const license = await fleet.license()
  const callers = startCallers(license, 4)
  await sleep(500)
  await fleet.database.restart()
  const recoveredMs = await recover(license)
  await callers.stop()
  const { refused } = await requireHonest(context, license, callers.heard, 3)
  context.diagnostic(`every replica answered ${recoveredMs} ms after the database was there again`)
  assert.ok(refused > 0)
})

test('while the database hangs, no request does for longer than it may, the service is alive, and all goes on by itself', async (context) => {
  const license = await fleet.license()
  const callers = startCallers(license, 4)
  await sleep(200)
  await fleet.database.pause()
  const resumesAt = performance.now() + HANG_MS
  while (performance.now() < resumesAt) {
    const startedAt = performance.now()
    for (const origin of fleet.origins()) assert.equal(await isAlive(fleet.agent, origin), true)
    assert.ok(performance.now() - startedAt < ALIVE_WITHIN_MS)
    await sleep(250)
  }
  await fleet.database.resume()
  const recoveredMs = await recover(license)
  await callers.stop()
  const { refused, longestMs } = await requireHonest(context, license, callers.heard, 3)
  context.diagnostic(`every replica answered ${recoveredMs} ms after the database went on`)
  assert.ok(refused > 0 && longestMs < HANDLER_MS, `${refused} refused, the longest took ${longestMs} ms`)
})

test('a replica that is cut off from the database answers nobody, the others answer everybody, and it learns what it missed', async (context) => {
  const [license, revoked] = [await fleet.license(), await fleet.license()]
  const { origin } = fleet.replica(WIRED)
  assert.equal(statusOf(await revoked.scan(origin)), 200)
  const callers = startCallers(license, 2)
  await sleep(200)
  fleet.wire.cut()
  const cutAt = callers.heard.length
  await fleet.licenses.revoke(revoked.id)
  await sleep(CUT_MS)
  fleet.wire.mend()
  const mendedAt = callers.heard.length

  let answeredMs: number | undefined
  let tookMs = 0
  for (const startedAt = performance.now(); ; tookMs = performance.now() - startedAt) {
    const status = statusOf(await revoked.scan(origin))
    if (status === 403) break
    if (status === 200) answeredMs ??= tookMs
    await sleep(5)
  }
  const recoveredMs = await recover(license)
  await callers.stop()
  const during = callers.heard.slice(cutAt, mendedAt)
  // Each of its callers may have had one answer under way when the wire was cut.
  assert.ok(during.filter((timed) => timed.origin === origin && isAnswered(timed.outcome)).length <= 2)
  assert.ok(during.some((timed) => timed.origin === origin && isUnavailable(timed.outcome)))
  assert.deepEqual(
    during.filter((timed) => timed.origin !== origin && !isAnswered(timed.outcome) && !isShed(timed.outcome)),
    [],
  )
  const { longestMs } = await requireHonest(context, license, callers.heard, 3)
  context.diagnostic(
    `it answered ${recoveredMs} ms after it was mended; a revoked license until ${Math.round(tookMs)} ms`,
  )
  assert.ok(longestMs < HANDLER_MS)
  assert.ok(tookMs - (answeredMs ?? tookMs) < REVOKED_WITHIN_MS, `${tookMs} ms`)
})

test('a license that is revoked is refused by every replica within a second', async (context) => {
  const tookMs: number[] = []
  for (let n = 0; n < REVOCATIONS; n += 1) {
    const license = await fleet.license()
    for (const origin of fleet.origins()) assert.equal(statusOf(await license.scan(origin)), 200)
    await fleet.licenses.revoke(license.id)
    const revokedAt = performance.now()
    const poll = async (origin: string) => {
      for (;;) {
        const askedAt = performance.now()
        const outcome = await license.scan(origin)
        // What was asked before may be answered yet; the time of asking is what counts.
        if (!isAnswered(outcome) && !isShed(outcome)) return { outcome, ms: askedAt - revokedAt }
      }
    }
    for (const { outcome, ms } of await Promise.all(fleet.origins().map(poll))) {
      assert.ok('text' in outcome && JSON.parse(outcome.text).error.code === 'license_revoked')
      tookMs.push(ms)
    }
  }
  const sorted = tookMs.toSorted((a, b) => a - b).map(Math.round)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  context.diagnostic(`${sorted.length} refusals: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms`)
  assert.ok(at(1) < REVOKED_WITHIN_MS, `${at(1)} ms`)
})

test('a stampede on a profile that nobody has scanned is one call, over all replicas', async () => {
  const { headers, used } = await fleet.license()
  const EACH = 100
  const mayAnswer = fleet.platform.hold()
  const body = { platform: 'rss', handle: fleet.platform.handle }
  const scans = fleet
    .origins()
    .flatMap((origin) => Array.from({ length: EACH }, () => ask(fleet.agent, origin, SCAN_PATH, body, headers)))
  let over = 0
  for (const scan of scans)
    scan.then(() => {
      over += 1
    })
  // All of them were charged: they wait for the page.
  while ((await used()) + over < scans.length) await sleep(10)
  await fleet.platform.arrived(1)
  mayAnswer()
  const outcomes = await Promise.all(scans)
  assert.deepEqual(new Set(outcomes.filter((outcome) => !isShed(outcome)).map(statusOf)), new Set([200]))
  assert.equal(fleet.platform.calls(), 1)
})

test('every replica is restarted under two hundred requests a second, and none fails', async (context) => {
  const { headers } = await fleet.license()
  const balancer = await startBalancer()
  context.after(() => balancer.close())
  await Promise.all(fleet.origins().map((origin) => balancer.add(origin)))
  const outcomes: Promise<Outcome>[] = []
  let loading = true
  const load = (async () => {
    const startedAt = performance.now()
    for (let at = 0; loading; at += 1) {
      const handle = at % 10 === 0 ? `slow.${200 + (at % 300)}` : 'demo'
      outcomes.push(ask(fleet.agent, balancer.origin, SCAN_PATH, scanOf(handle), headers))
      await sleep(Math.max(0, startedAt + at * BETWEEN_REQUESTS_MS - performance.now()))
    }
    return outcomes.length / ((performance.now() - startedAt) / 1000)
  })()
  for (const place of [0, 1, 2]) {
    const old = fleet.replica(place)
    old.signal('SIGTERM')
    assert.deepEqual(await old.exited, { code: 0, signal: null })
    balancer.remove(old.origin)
    await fleet.replace(place)
    await balancer.add(fleet.replica(place).origin)
  }
  loading = false
  const rate = await load
  const all = await Promise.all(outcomes)
  const shed = all.filter(isShed).length
  context.diagnostic(`${all.length} requests, ${Math.round(rate)} a second, ${shed} refused for want of a processor`)
  assert.deepEqual(
    all.filter((outcome) => !isAnswered(outcome) && !isShed(outcome)),
    [],
  )
  assert.ok(shed <= all.length * MOST_SHED, `${shed}`)
})
