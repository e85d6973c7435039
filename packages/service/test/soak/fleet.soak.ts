import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startBalancer } from '../process/balancer.ts'
import {
  HANDLER_MS,
  isAnswered,
  measureRevocation,
  recover,
  requireHonest,
  startCallers,
  startLiveness,
  statusOf,
} from '../process/callers.ts'
import { checkCut } from '../process/check-cut.ts'
import { type Fleet, type FleetLicense, startFleet, WIRED } from '../process/fleet.ts'
import { authorize, SCAN_PATH, scanOf, send, startLoad } from '../process/load.ts'
import { startSwarm } from '../process/swarm.ts'

const QUOTA = 10_000
/** Set FLEET_SCANS=200000 for the full test. The default also exceeds the quota by far. */
const SCANS = Number(process.env.FLEET_SCANS ?? 40_000)
const CLIENTS = 64
/** Responses between two kills, before and after the quota is used up. */
const BETWEEN_KILLS = [1_500, 10_000] as const
/** More than twice the store timeout: a request that arrives while one batch waits has to wait for the next one. */
const HANG_MS = 14_000
const CUT_MS = 8_000
const REVOKED_WITHIN_MS = 1_000
const REVOCATIONS = 12

let fleet: Fleet
const endings: (() => unknown)[] = []
before(async () => {
  fleet = await startFleet({ after: (end) => void endings.unshift(end) })
})
after(async () => {
  for (const end of endings) await end()
})

/** The responses for one license, and their checks. */
const listen = ({ scan, used }: FleetLicense, each: number) => {
  const callers = startCallers(fleet.origins(), scan, each)
  return {
    recover: () => recover(fleet.origins(), scan),
    async judge(context: TestContext) {
      await callers.stop()
      // Each replica responded once more after it had recovered.
      const hearing = { heard: callers.heard, more: fleet.origins().length, counted: await used() }
      const { summary, ...judged } = requireHonest(hearing)
      context.diagnostic(summary)
      return judged
    },
  }
}

test('a token of one replica is valid at all, and each issues the same one', async () => {
  const { key, headers, scan } = await fleet.license()
  for (const origin of fleet.origins()) {
    assert.equal(statusOf(await scan(origin)), 200)
    assert.deepEqual(await authorize(fleet.agent, origin, key), headers)
  }
})

test('replicas that are killed under load admit exactly the quota together, and charge every response', async (context) => {
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
    // At least one replica is always running.
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
    `${SCANS} scans in ${seconds.toFixed(1)} s, killed after ${killedAt.join(', ')} answers; ${admitted} admitted, ${answered} answered, ${swarm.cut()} cut off`,
  )
  assert.equal(answered + (swarm.statuses.get(429) ?? 0) + swarm.cut(), SCANS)
  assert.equal(admitted, QUOTA)
  assert.ok(killedAt.filter((count) => count < QUOTA).length >= 2 && swarm.cut() > 0)
  assert.ok(answered <= admitted && admitted - answered <= swarm.cut(), `${answered} answered`)
})

test('while the database restarts, requests return unavailable, and the service recovers with exact usage', async (context) => {
  const license = await fleet.license()
  const callers = listen(license, 4)
  await sleep(500)
  await fleet.database.restart()
  const recoveredMs = await callers.recover()
  const { refused } = await callers.judge(context)
  context.diagnostic(`every replica answered ${recoveredMs} ms after the database was there again`)
  assert.ok(refused > 0)
})

test('while the database hangs, requests time out, the service is alive, and it recovers automatically', async (context) => {
  const license = await fleet.license()
  const callers = listen(license, 4)
  await sleep(200)
  await fleet.database.pause()
  const liveness = startLiveness()
  for (const resumesAt = performance.now() + HANG_MS; performance.now() < resumesAt; await sleep(250)) {
    for (const origin of fleet.origins()) await liveness.send(fleet.agent, origin)
  }
  liveness.judge()
  await fleet.database.resume()
  const recoveredMs = await callers.recover()
  const { refused, longestMs } = await callers.judge(context)
  context.diagnostic(`every replica answered ${recoveredMs} ms after the database went on`)
  assert.ok(refused > 0 && longestMs < HANDLER_MS, `${refused} refused, the longest took ${longestMs} ms`)
})

test('a replica without the database returns unavailable, the others serve all requests, and it receives missed changes', async (context) => {
  const [license, revoked] = [await fleet.license(), await fleet.license()]
  await checkCut(context, {
    origins: fleet.origins(),
    origin: fleet.replica(WIRED).origin,
    license,
    revoked: { scan: revoked.scan, revoke: () => fleet.licenses.revoke(revoked.id, OPERATOR) },
    cut: fleet.wire.cut,
    mend: fleet.wire.mend,
    cutMs: CUT_MS,
  })
})

test('every replica rejects a revoked license within a second', async (context) => {
  const tookMs: number[] = []
  for (let n = 0; n < REVOCATIONS; n += 1) {
    const license = await fleet.license()
    tookMs.push(
      ...(await measureRevocation(fleet.origins(), license.scan, () => fleet.licenses.revoke(license.id, OPERATOR))),
    )
  }
  const sorted = tookMs.toSorted((a, b) => a - b).map(Math.round)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  context.diagnostic(`${sorted.length} refusals: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms`)
  assert.ok(at(1) < REVOKED_WITHIN_MS, `${at(1)} ms`)
})

test('a stampede on an uncached profile makes one call across all replicas', async () => {
  const { headers, used } = await fleet.license()
  const EACH = 100
  const mayResponse = fleet.platform.hold()
  const body = { platform: 'rss', handle: fleet.platform.handle }
  const scans = fleet
    .origins()
    .flatMap((origin) => Array.from({ length: EACH }, () => send(fleet.agent, origin, SCAN_PATH, body, headers)))
  let over = 0
  for (const scan of scans)
    scan.then(() => {
      over += 1
    })
  // All were charged and wait for the page.
  while ((await used()) + over < scans.length) await sleep(10)
  await fleet.platform.arrived(1)
  mayResponse()
  const outcomes = await Promise.all(scans)
  assert.deepEqual(new Set(outcomes.map(statusOf)), new Set([200]))
  assert.equal(fleet.platform.calls(), 1)
})

test('every replica restarts under two hundred requests per second, and no request fails', async (context) => {
  const { headers } = await fleet.license()
  const balancer = await startBalancer()
  context.after(() => balancer.close())
  await Promise.all(fleet.origins().map((origin) => balancer.add(origin)))
  const load = startLoad((at) => {
    const handle = at % 10 === 0 ? `slow.${200 + (at % 300)}` : 'demo'
    return send(fleet.agent, balancer.origin, SCAN_PATH, scanOf(handle), headers)
  })
  context.after(load.end)
  for (const place of [0, 1, 2]) {
    await load.goOn(100)
    const old = fleet.replica(place)
    old.signal('SIGTERM')
    assert.deepEqual(await old.exited, { code: 0, signal: null })
    balancer.remove(old.origin)
    await fleet.replace(place)
    await balancer.add(fleet.replica(place).origin)
  }
  await load.goOn(100)
  const all = await load.end()
  context.diagnostic(`${all.length} requests`)
  assert.deepEqual(
    all.filter((outcome) => !isAnswered(outcome)),
    [],
  )
})
