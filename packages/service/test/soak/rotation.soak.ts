// Kill -9 at every instant of a rotation, with two replicas on one store: no token is lost but by the platform's own rule,
// and no refresh token is exchanged twice but for the one honest retry.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR } from '@central-api/testing/connect/simulated-providers.ts'
import { connection as connectionOf } from '@central-api/testing/storage/connections-suite.ts'
import { APPLICATIONS, CONNECT_SETTINGS } from '../../src/config/connect-settings.ts'
import { createConnectionSeal } from '../../src/connect/connection-seal.ts'
import { FLOWS } from '../../src/connect/flows/flows.ts'
import { keysUnder, parsePeppers } from '../../src/licensing/keys/pepper.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { authorize, createAgent, SCAN_PATH, send } from '../process/load.ts'
import { prepareStore, prepareStoreAt, startProcess } from '../process/start-process.ts'
import { type Instant, idOf, type Mode } from '../process/stopping/instants.ts'
import { RENEWED, startPlatforms } from '../process/stopping/start-platforms.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SETTLED_WITHIN_MS = 60_000
const BETWEEN_READS_MS = 200
/** Platforms whose refresh token stays. */
const STAYING: ReadonlySet<string> = new Set(['linkedin', 'youtube'])

const around = (place: Instant['place'], ...numbers: readonly number[]): Instant[] =>
  numbers.flatMap((number) => (['before', 'after'] as const).map((side) => ({ place, number, side })))

const AT_THE_PLATFORM: Instant[] = (['received', 'rotated', 'half'] as const).map((side) => ({
  ...{ place: 'platform', number: 1, side },
}))
const WITHIN_A_RENEWAL: Instant[] = [
  ...around('claim', 1),
  ...AT_THE_PLATFORM,
  ...around('put', 1),
  ...around('release', 1),
]
/** A read looks the connection up once itself. */
const OF_A_READ: Instant[] = [...around('find', 1, 2, 3), ...WITHIN_A_RENEWAL]
const OF_A_LOOK: Instant[] = [...around('find', 1), ...WITHIN_A_RENEWAL]

/** The times of a connection's token, from now. */
const TIMES: Readonly<Record<Mode, { readonly renewed: number; readonly ends: number; readonly due: number }>> = {
  expired: { renewed: -3 * HOUR_MS, ends: -HOUR_MS, due: 10 * DAY_MS },
  refused: { renewed: -10 * MINUTE_MS, ends: 2 * HOUR_MS, due: 10 * DAY_MS },
  late: { renewed: -115 * MINUTE_MS, ends: 5 * MINUTE_MS, due: 10 * DAY_MS },
  due: { renewed: -30 * DAY_MS, ends: DAY_MS, due: -MINUTE_MS },
}

/** Whether the platform has rotated, and nobody who lives on knows the new token. */
const isLost = ({ place, side }: Instant): boolean =>
  side === 'rotated' || side === 'half' || (place === 'put' && side === 'before')

/** Whether the replica is killed while it has the lease. A look finds the connection with the lease alone. */
const isLeased = ({ mode, instant: { place, number, side } }: Rotated): boolean => {
  if (place === 'find') return mode === 'due' || number === 3
  return place === 'platform' || place === 'put' || side === (place === 'claim' ? 'after' : 'before')
}

type Rotated = { readonly id: string; readonly mode: Mode; readonly instant: Instant; readonly platform: string }

const applications = Object.fromEntries(
  RENEWED.flatMap((platform) => {
    const [id, secret] = APPLICATIONS[platform]
    return [
      [CONNECT_SETTINGS[id].name, OPERATOR.clientId],
      [CONNECT_SETTINGS[secret].name, OPERATOR.clientSecret],
    ]
  }),
)
const PRELOAD = new URL('../process/stopping/replace-modules.ts', import.meta.url).pathname

/** `offset`: which instant of a look each platform gets; a look renews one connection of a platform at a time. */
const play = async (context: TestContext, prepared: Awaited<ReturnType<typeof prepareStoreAt>>, offset: number) => {
  const { store, environment, key, licenseId } = prepared
  const platforms = await startPlatforms()
  context.after(() => platforms.close())
  const agent = createAgent()
  context.after(() => agent.destroy())
  const start = (port: number, stops: boolean) =>
    startProcess(context, {
      ...{ ...environment, ...applications, EGRESS_HOST_PER_MINUTE: '100000', PAGE_FRESH_SECONDS: '1' },
      ...{ NODE_OPTIONS: `--import ${PRELOAD}`, PLATFORMS_PORT: `${port}`, STOPS: `${stops}` },
    })

  const seal = createConnectionSeal(keysUnder(parsePeppers(environment.LICENSE_PEPPER))('connections'), randomBytes)
  const connect = async (platform: (typeof RENEWED)[number], mode: Mode, instant: Instant): Promise<Rotated> => {
    const id = idOf(mode, instant)
    const { token, refreshToken } = platforms.connect(platform, id, mode === 'refused')
    const secrets = FLOWS[platform]?.renewal?.by === 'exchange' ? { token } : { token, refreshToken }
    const { renewed, ends, due } = TIMES[mode]
    const at = Date.now()
    await store.connections.create(
      connectionOf(licenseId, {
        ...{
          id,
          platform,
          handle: 'garden',
          appId: OPERATOR.clientId,
          createdAt: at + renewed,
          since: at,
          lastReadAt: at,
        },
        ...{ renewedAt: at + renewed, expiresAt: at + ends, refreshExpiresAt: at + 90 * DAY_MS, dueAt: at + due },
        sealedToken: seal.seal({ id, licenseId }, secrets),
      }),
      null,
    )
    return { id, mode, instant, platform }
  }
  const all: Rotated[] = []
  for (const [at, platform] of RENEWED.entries()) {
    const instant = OF_A_LOOK[(at + offset) % OF_A_LOOK.length]
    if (instant) all.push(await connect(platform, 'due', instant))
  }
  for (const mode of ['expired', 'refused', 'late'] as const)
    for (const instant of OF_A_READ) all.push(await connect('tiktok', mode, instant))

  const doomed = await start(platforms.ports.stopping, true)
  const headers = await authorize(agent, doomed.origin, key)
  const read = (origin: string, { id }: Rotated) =>
    send(agent, origin, SCAN_PATH, { platform: 'tiktok', handle: 'me', connection: id }, headers)
  const reads = all.filter(({ mode }) => mode !== 'due')
  for (const each of reads) void read(doomed.origin, each)
  await platforms.until(() => platforms.stopped.size === all.length)
  // The other replica lives on meanwhile, and waits for what the first one leases.
  const survivor = await start(platforms.ports.others, false)
  void read(survivor.origin, reads.find(isLeased) ?? assert.fail())
  doomed.signal('SIGKILL')
  assert.deepEqual(await doomed.exited, { code: null, signal: 'SIGKILL' })

  const find = async (id: string) => (await store.connections.find(id)) ?? assert.fail(`${id} is gone`)
  const isSettled = async ({ id, mode }: Rotated): Promise<boolean> => {
    const { state, renewedAt, createdAt, dueAt } = await find(id)
    return state === 'ended' || (mode === 'due' ? dueAt === null || dueAt > Date.now() : renewedAt !== createdAt)
  }
  const settle = async (rotated: readonly Rotated[]) => {
    const until = performance.now() + SETTLED_WITHIN_MS
    for (let open = rotated; open.length > 0; await sleep(BETWEEN_READS_MS)) {
      assert.ok(performance.now() < until, `${open.map(({ id }) => id)} after ${SETTLED_WITHIN_MS} ms`)
      await Promise.all(open.filter(({ mode }) => mode !== 'due').map((each) => read(survivor.origin, each)))
      const settled = await Promise.all(open.map(isSettled))
      open = open.filter((_, at) => !settled[at])
    }
  }
  const exchangesOf = ({ id }: Rotated) => platforms.exchanges.filter((each) => each.id === id)
  const [leased, free] = [all.filter(isLeased), all.filter((each) => !isLeased(each))]
  const before = new Map(leased.map((each) => [each.id, exchangesOf(each).length]))
  await settle(free)
  for (const each of leased) assert.equal(exchangesOf(each).length, before.get(each.id), `${each.id} was leased`)
  // The leases of the killed replica lapse.
  survivor.signal('SIGUSR2')
  await platforms.until(platforms.isAhead)
  await settle(leased)

  for (const each of all) {
    const { id, platform, instant } = each
    const found = await find(id)
    const exchanges = exchangesOf(each)
    assert.equal(new Set(exchanges.map(({ sent }) => sent)).size, 1, id)
    // Once, or a second time with what the first one may have ended: where the refresh token stays, that is granted.
    const expected = isLost(instant) ? [true, STAYING.has(platform)] : [true]
    assert.deepEqual(
      exchanges.map(({ isGranted }) => isGranted),
      expected,
      id,
    )
    const isKept = expected.at(-1) === true
    assert.deepEqual([found.state, found.reason], isKept ? ['connected', null] : ['ended', 'expired'], id)
    const { token = '', refreshToken } = seal.open(found, found.sealedToken) ?? {}
    if (isKept) assert.ok(platforms.isNewest(id, [token]), id)
    if (isKept && refreshToken !== undefined && !STAYING.has(platform))
      assert.ok(platforms.isNewest(id, [refreshToken]), id)
    // What ended is served from the cache, if it was read before.
    if (each.mode === 'due' || !isKept) continue
    const outcome = await read(survivor.origin, each)
    assert.equal('status' in outcome && outcome.status, 200, id)
  }
  const lost = all.filter(({ instant }) => isLost(instant))
  context.diagnostic(`killed at ${all.length} instants, of which ${lost.length} lie between the rotation and its write`)
  assert.ok(all.length >= 50)
}

let database: PostgresServer
before(async () => {
  database = await startPostgres()
})
after(() => database.dispose())

describe('a replica that is killed at any instant of a rotation loses no token that the other one could have', {
  concurrency: true,
}, () => {
  test('SQLite', async (context) => play(context, await prepareStore(context), 0))
  test('PostgreSQL', async (context) =>
    play(context, await prepareStoreAt(context, await database.createDatabase()), 5))
})
