// What 100,000 connected accounts in the store cost a service that uses few of them: its start, a warm scan, its memory, and
// a look for tokens to renew. Both stores have the same licenses, and the services take turns.

import Sqlite from 'better-sqlite3'
import { openStore } from '../packages/service/src/storage/open-store.ts'
import { connection } from '../packages/testing/src/storage/connections-suite.ts'
import { act } from '../packages/testing/src/storage/fixture.ts'
import { median } from './figures.ts'
import { prepareStore, type Store, serveFrom, startCommand } from './service.ts'

export type ManyConnections = {
  readonly startMs: number
  readonly scanMs: number
  readonly memoryMb: number
  readonly renewalMs: number
}

const SCAN = { platform: 'sandbox', handle: 'demo' }
const SCANS = 400
const RENEWALS = 50
const DAY_MS = 86_400_000

/** Copies a connection, each copy as another account that is due within a month. */
const fill = async ({ databaseUrl, licenseId }: Store, count: number): Promise<void> => {
  const template = connection(licenseId, { id: 'cn_template', createdAt: Date.now(), sealedToken: 's'.repeat(400) })
  const store = await openStore(databaseUrl)
  await store.connections.create(template, null)
  await store.close()
  const db = new Sqlite(databaseUrl.replace('sqlite:', ''))
  const columns = (db.pragma('table_info(connections)') as { readonly name: string }[]).map(({ name }) => name)
  const copied = columns.map((name) => {
    if (name === 'id') return "'cn_' || n"
    if (name === 'account_id' || name === 'handle') return `'${name}-' || n`
    return name === 'due_at' ? `${Date.now() + DAY_MS} + n * 20000` : name
  })
  db.prepare(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO connections (${columns.join(', ')}) SELECT ${copied.join(', ')} FROM connections, numbers WHERE id = 'cn_template'`,
  ).run(count)
  db.close()
}

/** A look for due tokens that finds one, and the write of the renewed token. */
const timeRenewals = async ({ databaseUrl, licenseId }: Store): Promise<number> => {
  const store = await openStore(databaseUrl)
  const due = connection(licenseId, { id: 'cn_due', dueAt: 1 })
  await store.connections.create(due, null)
  const figures: number[] = []
  try {
    for (let n = 0; n < RENEWALS; n += 1) {
      const from = performance.now()
      const [found] = await store.connections.due(Date.now(), 100)
      if (found === undefined) throw new Error('Nothing is due')
      await store.connections.put({ ...found, sealedToken: `renewed ${n}` }, { act: act() })
      figures.push(performance.now() - from)
    }
  } finally {
    await store.connections.remove(due.id, licenseId)
    await store.close()
  }
  return median(figures)
}

const measureOnce = async (store: Store): Promise<Omit<ManyConnections, 'renewalMs'>> => {
  const from = performance.now()
  const { child } = await startCommand(store)
  const startMs = performance.now() - from
  await child.stop()
  const service = await serveFrom(store)
  try {
    const scans: number[] = []
    for (let n = 0; n < SCANS; n += 1) {
      const at = performance.now()
      await (await service.send('/scan-profile', SCAN)).arrayBuffer()
      scans.push(performance.now() - at)
    }
    return { startMs, scanMs: median(scans), memoryMb: await service.residentMb() }
  } finally {
    await service.stop()
  }
}

/** Medians for a store without connected accounts and for one with that many. */
export const measureManyConnections = async (
  count: number,
  rounds: number,
): Promise<{ readonly none: ManyConnections; readonly many: ManyConnections }> => {
  const [none, many] = [await prepareStore(), await prepareStore()]
  try {
    await fill(many, count)
    const results = { none: [], many: [] } as { none: ManyConnections[]; many: ManyConnections[] }
    // The first start fills the compile cache.
    await measureOnce(none)
    for (let round = 0; round < rounds; round += 1) {
      results.none.push({ ...(await measureOnce(none)), renewalMs: await timeRenewals(none) })
      results.many.push({ ...(await measureOnce(many)), renewalMs: await timeRenewals(many) })
    }
    const middle = (all: readonly ManyConnections[]): ManyConnections => ({
      startMs: median(all.map(({ startMs }) => startMs)),
      scanMs: median(all.map(({ scanMs }) => scanMs)),
      memoryMb: median(all.map(({ memoryMb }) => memoryMb)),
      renewalMs: median(all.map(({ renewalMs }) => renewalMs)),
    })
    return { none: middle(results.none), many: middle(results.many) }
  } finally {
    await none.dispose()
    await many.dispose()
  }
}
