// What a settle costs, by the number of licenses in it: on SQLite and on PostgreSQL with a durable disk, sequentially
// and concurrently. The cases take turns in rounds; it prints medians of the rounds. Run: node bench/measure-settle.ts

import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../packages/service/src/storage/postgres/open.ts'
import { openSqlite } from '../packages/service/src/storage/sqlite/open.ts'
import type { Charge, Store } from '../packages/service/src/storage/store.ts'
import { type PostgresServer, startPostgres } from '../packages/service/test/postgres-server.ts'
import { backendsMsOf } from './backends-time.ts'
import { mean, median, round } from './figures.ts'
import { machineShare } from './processor-time.ts'

const SIZES = [1, 10, 50, 100]
const AT_ONCE = [1, 2, 4, 8, 16]
const ROUNDS = 7
const SETTLES = 60
const LICENSES = 5_000
const LIMIT = 1_000_000_000

/** The same licenses in the same order in every run. */
const createPicks = () => {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state % LICENSES
  }
}
const pick = createPicks()

const chargeOf = (license: number, count = 1): Charge => ({
  licenseId: `license-${license}`,
  windows: [
    { meter: 'scans', startsAt: 0, limit: LIMIT },
    { meter: 'burst', startsAt: 60_000, limit: LIMIT },
  ],
  count,
  uses: [{ day: 0, platform: 'mastodon', endpoint: 'scan-profile', site: 'blog.example.com', count }],
})

const batchOf = (size: number): Charge[] => {
  const licenses = new Set<number>()
  while (licenses.size < size) licenses.add(pick())
  return [...licenses].map((license) => chargeOf(license))
}

/** Creates every window before anything is timed. */
const fill = async (store: Store) => {
  for (let first = 0; first < LICENSES; first += 100)
    await store.usage.commit(
      Array.from({ length: 100 }, (_, n) => chargeOf(first + n)),
      [],
    )
}

type Alone = { readonly wallMs: number; readonly ownMs: number; readonly serverMs: number }

const timeAlone = async (store: Store, size: number, serverMs: () => Promise<number>): Promise<Alone> => {
  const walls: number[] = []
  const own = process.cpuUsage()
  const server = await serverMs()
  for (let n = 0; n < SETTLES; n += 1) {
    const charges = batchOf(size)
    const startedAt = performance.now()
    await store.usage.commit(charges, [])
    walls.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(own)
  return {
    wallMs: median(walls),
    ownMs: (user + system) / 1_000 / SETTLES,
    serverMs: ((await serverMs()) - server) / SETTLES,
  }
}

/** Settles a second with `count` at the same time, and the median time of one. */
const timeAtOnce = async (store: Store, concurrency: number, next: () => Charge[], milliseconds: number) => {
  const walls: number[] = []
  const startedAt = performance.now()
  const loop = async () => {
    while (performance.now() - startedAt < milliseconds) {
      const sentAt = performance.now()
      await store.usage.commit(next(), [])
      walls.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return { perSecond: walls.length / ((performance.now() - startedAt) / 1_000), wallMs: median(walls) }
}

/** Bytes of write-ahead log per settled license. */
const logBytes = async (server: PostgresServer, url: string, store: Store) => {
  const at = async () => {
    const [row] = await server.run(url, `select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
    return Number(row?.bytes)
  }
  const before = await at()
  for (let n = 0; n < 100; n += 1) await store.usage.commit(batchOf(50), [])
  return ((await at()) - before) / 5_000
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
const server = await startPostgres({ durable: true })
const url = await server.createDatabase()
const sqlite = await openSqlite({ file: join(folder, 'central.db') })
const postgres = await openPostgres({ url, limits: { connections: 16 } })
try {
  await Promise.all([fill(sqlite), fill(postgres)])
  const before = await machineShare()
  const noServer = async () => 0
  const stores = [
    { name: 'sqlite', store: sqlite, serverMs: noServer },
    { name: 'postgres', store: postgres, serverMs: () => backendsMsOf(server, url) },
  ]
  const alone = new Map<string, Alone[]>()
  const concurrency = new Map<string, { perSecond: number; wallMs: number }[]>()
  const add = <T>(table: Map<string, T[]>, key: string, figure: T) =>
    void table.set(key, [...(table.get(key) ?? []), figure])
  for (let n = 0; n <= ROUNDS; n += 1) {
    for (const { name, store, serverMs } of stores)
      for (const size of SIZES) {
        const figure = await timeAlone(store, size, serverMs)
        // The first round warms up and is not counted.
        if (n > 0) add(alone, `${name} ${size}`, figure)
      }
    for (const count of AT_ONCE) {
      const spread = await timeAtOnce(postgres, count, () => batchOf(10), 400)
      const hot = await timeAtOnce(postgres, count, () => [chargeOf(0, 10)], 400)
      if (n > 0) add(concurrency, `10 licenses each, ${count} at once`, spread)
      if (n > 0) add(concurrency, `one license, ${count} at once`, hot)
    }
  }
  print(`${cpus().length} × ${cpus()[0]?.model}; ${ROUNDS} rounds, medians`)
  for (const [key, figures] of alone) {
    // Ticks of 10 ms are too coarse for the median of a round.
    const meanOf = (name: keyof Alone) => round(mean(figures.map((figure) => figure[name])), 3)
    const wallMs = round(median(figures.map((figure) => figure.wallMs)), 3)
    print(`${key}: ${wallMs} ms; processor here ${meanOf('ownMs')} ms, server ${meanOf('serverMs')} ms`)
  }
  for (const [key, figures] of concurrency) {
    const perSecond = round(median(figures.map((figure) => figure.perSecond)), 0)
    print(`postgres, ${key}: ${perSecond} settles/s, ${round(median(figures.map(({ wallMs }) => wallMs)), 3)} ms each`)
  }
  print(`postgres: ${round(await logBytes(server, url, postgres), 0)} bytes of write-ahead log a license`)
  const { share } = await machineShare(before.reading)
  print(`processors in use during the run, all programs: ${round(share * 100, 0)} %`)
} finally {
  await sqlite.close()
  await postgres.close()
  await server.dispose()
  await rm(folder, { recursive: true })
}
