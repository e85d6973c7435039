// What PostgreSQL does apart from settling, each statement alone: polling for changes, cached pages and leases,
// deleting old rows, and the flush of the disk. It prints medians. Run: node bench/measure-store.ts

import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../packages/service/src/storage/postgres/open.ts'
import { SWEEP_INTERVAL_MS, sweepStore } from '../packages/service/src/storage/sweep.ts'
import { startPostgres } from '../packages/service/test/postgres-server.ts'
import { backendsMsOf } from './backends-time.ts'
import { median, round } from './figures.ts'
import { machineShare } from './processor-time.ts'

const TIMES = 400
const ROUNDS = 5
const PAGE_BYTES = 16_000
const PAGES = 20_000
const WINDOWS = 200_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
const server = await startPostgres({ durable: true })
const url = await server.createDatabase()
const store = await openPostgres({ url, limits: { connections: 1, statementMs: 60_000, responseMs: 60_000 } })

const serverMs = () => backendsMsOf(server, url)

const key = (n: number) => createHash('sha256').update(`${n}`).digest()
// Does not compress further, like a compressed page.
const body = Buffer.concat(Array.from({ length: PAGE_BYTES / 32 }, (_, n) => key(n)))
let puts = 0
let claims = 0
const CASES: Readonly<Record<string, () => Promise<unknown>>> = {
  'poll for changes': async () => {
    await store.changes.latest()
    await store.changes.since(0)
  },
  'put a page': () => {
    puts += 1
    return store.pages.put(key(puts % PAGES), { body, next: 'position', fetchedAt: puts })
  },
  'find a page': () => store.pages.find(key(1)),
  'acquire and release a lease': async () => {
    claims += 1
    await store.pages.claim(key(claims), { owner: 'bench', now: 0, until: 1 })
    await store.pages.release(key(claims), 'bench')
  },
}

let clock = 1_800_000_000_000
/** A round of deleting old rows; the same process may have acquired the lease again by then. */
const sweep = () => {
  clock += SWEEP_INTERVAL_MS
  return sweepStore({
    store,
    now: () => clock,
    shortMeters: [{ meter: 'burst', keptMs: 600_000 }],
    auditKeptMs: 400 * 86_400_000,
    usesKeptMs: clock,
    cachedPageMs: clock,
    maxPageBytes: 10 ** 12,
  })
}

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

try {
  const before = await machineShare()
  const figures = new Map<string, { wallMs: number; serverMs: number }[]>()
  for (let n = 0; n <= ROUNDS; n += 1)
    for (const [name, work] of Object.entries(CASES)) {
      const walls: number[] = []
      const usedBefore = await serverMs()
      for (let m = 0; m < TIMES; m += 1) walls.push(await time(work))
      const used = ((await serverMs()) - usedBefore) / TIMES
      if (n > 0) figures.set(name, [...(figures.get(name) ?? []), { wallMs: median(walls), serverMs: used }])
    }
  print(`${cpus().length} × ${cpus()[0]?.model}; ${ROUNDS} rounds, medians`)
  for (const [name, each] of figures) {
    const wallMs = round(median(each.map((figure) => figure.wallMs)), 3)
    print(`${name}: ${wallMs} ms; server's processor ${round(median(each.map((figure) => figure.serverMs)), 3)} ms`)
  }

  const sweeps: number[] = []
  for (let n = 0; n < 3; n += 1) {
    await server.run(
      url,
      `insert into usage select 'license-' || n, 'burst', 1, 1 from generate_series(1, ${WINDOWS}) as n`,
    )
    sweeps.push(await time(sweep))
  }
  print(`delete ${WINDOWS} windows of a minute: ${round(median(sweeps), 0)} ms`)
  await server.run(
    url,
    `insert into cache.pages select sha256(n::text::bytea), '', null, n, ${PAGE_BYTES} from generate_series(1, 200000) as n
     on conflict do nothing`,
  )
  const sums: number[] = []
  for (let n = 0; n < 5; n += 1) sums.push(await time(sweep))
  print(`sum up 200000 cached pages, deleting none: ${round(median(sums), 0)} ms`)

  const file = await open(join(folder, 'flush'), 'w')
  const flushes: number[] = []
  for (let n = 0; n < 300; n += 1) {
    await file.write(body, 0, 8_192, 0)
    flushes.push(await time(() => file.datasync()))
  }
  await file.close()
  print(`flush of 8 KiB to the disk: ${round(median(flushes), 3)} ms`)
  const { share } = await machineShare(before.reading)
  print(`processors in use during the run, all programs: ${round(share * 100, 0)} %`)
} finally {
  await store.close()
  await server.dispose()
  await rm(folder, { recursive: true })
}
