import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { startPostgres } from '../../../test/postgres-server.ts'
import { readPostgresAddress } from '../address/postgres-address.ts'
import { grantRecords } from '../records/grants.ts'
import { pageRecords } from '../records/pages.ts'
import { usageRecords } from '../records/usage.ts'
import type { Database } from '../schema.ts'
import { batchQueries } from './batch-queries.ts'
import { postgresDialect } from './dialect.ts'
import { LIMITS } from './limits.ts'
import { openPostgres } from './open.ts'
import { createConnections, postgresParts } from './pool.ts'

type Plan = {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Rows read from tables and indexes. */
const lookedAt = (plan: Plan): number => {
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + lookedAt(part), 0)
  if (!/ Scan$/.test(plan['Node Type'])) return below
  return below + (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}

const ROWS = 20_000
const MOST = 100

test('each sweep statement reads a few rows, with and without table statistics', async (context) => {
  const server = await startPostgres()
  context.after(() => server.dispose())
  const url = await server.createDatabase()
  await (await openPostgres({ url })).close()
  const connections = createConnections(postgresParts(readPostgresAddress(url), LIMITS))
  const client = new Client({ connectionString: url })
  await client.connect()

  const seen: { readonly text: string; readonly rows: number }[] = []
  const explain = async (text: string, values: readonly unknown[]) => {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values])
    await client.query('rollback')
    seen.push({ text, rows: lookedAt(rows[0]['QUERY PLAN'][0].Plan) })
  }
  const db = new Kysely<Database>({
    dialect: postgresDialect({
      ...connections,
      async acquire() {
        const { send: run, release } = await connections.acquire()
        return {
          release,
          async send(text, values) {
            await explain(text, values)
            return run(text, values)
          },
        }
      },
    }),
  })
  await client.query(`
    insert into cache.pages select sha256(n::text::bytea), 'x', null, n / 2, 1 from generate_series(1, ${ROWS}) as n;
    insert into grants select 'client-' || n, 'j', 'k', n from generate_series(1, ${ROWS}) as n;
    insert into usage select 'license-' || n, m, 60 * (n % 5), 1
      from generate_series(1, ${ROWS}) as n, unnest(array['burst', 'scans']) as m;
    insert into daily_usage select n % 5, 'license-' || n, 'scans', 'rss', 'posts', '', 1
      from generate_series(1, ${ROWS}) as n`)
  const [pages, grants, usage] = [pageRecords(db, batchQueries(connections)), grantRecords(db), usageRecords(db)]
  const all = { from: 0, before: ROWS }
  for (const isKnown of [false, true]) {
    if (isKnown) await client.query('analyze')
    // More often than it takes for a statement to get a generic plan.
    for (let n = 0; n < 8; n += 1) {
      assert.equal((await pages.weigh(ROWS / 2 - n, MOST))?.bytes, MOST)
      assert.equal((await pages.sweep(all, MOST))?.dropped, n === 0 && !isKnown ? MOST + 1 : MOST)
      assert.equal((await grants.sweep(all, MOST))?.dropped, MOST)
      assert.equal((await usage.sweep('burst', all, MOST))?.dropped, MOST)
      assert.equal((await usage.sweepUses(all, MOST))?.dropped, MOST)
      assert.deepEqual(await usage.listMeters(n % 2 ? 's' : ''), n % 2 ? ['scans'] : ['burst', 'scans'])
    }
  }
  await client.end()
  await connections.close()
  assert.equal(seen.length, 2 * 8 * 11)
  assert.deepEqual(
    seen.filter(({ rows }) => rows > 2 * MOST + 2),
    [],
  )
})
