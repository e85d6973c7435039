import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { budget } from '@central-api/testing/storage/budgets-suite.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import { credential } from '@central-api/testing/storage/credentials-suite.ts'
import Sqlite from 'better-sqlite3'
import { type DumpedStore, dumpStores } from '../../../../scripts/dump-release/dump-stores.ts'
import type { ReleaseSecrets } from '../../../../scripts/dump-release/fill-store.ts'
import { MIGRATIONS as POSTGRES_STEPS } from '../../src/storage/postgres/migrations.ts'
import { sqliteFiles } from '../../src/storage/sqlite/files.ts'
import { MIGRATIONS as SQLITE_STEPS } from '../../src/storage/sqlite/migrations.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'

type Backend = 'sqlite' | 'postgres'
type Restored = {
  readonly url: string
  /** The names of its migrations. */
  steps(): Promise<unknown[]>
}

const MONTH = Date.UTC(2030, 0)
const releases = (await readdir(import.meta.dirname, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The dump of the next release. */
const NEXT = 'this version'

let server: PostgresServer
let next: Awaited<ReturnType<typeof dumpStores>>
before(async () => {
  server = await startPostgres()
  next = await dumpStores(server)
})
after(() => server.dispose())

const storeOf = async (release: string, backend: Backend): Promise<DumpedStore> => {
  if (release === NEXT) return next[backend]
  const read = (file: string) => readFile(join(import.meta.dirname, release, file), 'utf8')
  const secrets = JSON.parse(await read('secrets.json')) as Record<Backend, ReleaseSecrets>
  return { dump: await read(`${backend}.sql`), secrets: secrets[backend] }
}

const RESTORE: Readonly<Record<Backend, (context: TestContext, dump: string) => Promise<Restored>>> = {
  async sqlite(context, dump) {
    const folder = await mkdtemp(join(tmpdir(), 'central-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'central.db')
    const db = new Sqlite(file)
    db.prepare('attach database ? as cache').run(sqliteFiles(file).cacheFile)
    db.exec(dump)
    db.close()
    const steps = async () => {
      const opened = new Sqlite(file, { readonly: true })
      try {
        return opened.prepare('select name from migrations order by name').pluck().all()
      } finally {
        opened.close()
      }
    }
    return { url: `sqlite:${file}`, steps }
  },
  async postgres(_, dump) {
    const url = await server.createDatabase()
    await server.run(url, dump)
    const steps = async () =>
      (await server.run(url, 'select name from migrations order by name')).map(({ name }) => name)
    return { url, steps }
  },
}

const STEPS = { sqlite: SQLITE_STEPS, postgres: POSTGRES_STEPS } as const

test('there is a release to upgrade from', () => {
  assert.ok(releases.includes('1.0.0'))
})

for (const release of [...releases, NEXT]) {
  for (const backend of ['sqlite', 'postgres'] as const) {
    test(`the store of ${release} on ${backend} opens, is migrated, and serves all its data`, async (context) => {
      const { dump, secrets } = await storeOf(release, backend)
      const restored = await RESTORE[backend](context, dump)
      const { licenseId, key, oldKey, suspendedKey, site, authorization, cursor, used } = secrets
      const service = await startService(context, { environment: { DATABASE_URL: restored.url } })
      const { store, licenses } = service.parts
      assert.deepEqual(
        await restored.steps(),
        STEPS[backend].map(({ name }) => name),
      )

      // The license with its plan, its keys, its site, and its usage.
      const held = await licenses.get(licenseId)
      assert.deepEqual([held?.license.name, held?.plan.scans, held?.plan.sites], ['Gärtnerei “Grün” ☘', 50, 2])
      assert.deepEqual(
        (await store.sites.listOf(licenseId)).map((record) => record.site),
        [site],
      )
      assert.equal(await store.usage.read(licenseId, 'scans', MONTH), used)
      assert.deepEqual(await service.authorize(key, site), { authorization })
      const exchange = (licenseKey: string) => service.post('/auth/token', { licenseKey })
      assert.equal((await exchange(oldKey)).status, 200)
      assert.equal((await exchange(suspendedKey)).body.error?.code, 'license_suspended')

      // A token, a cursor and a page of that release.
      const scan = { platform: 'sandbox', handle: 'demo' }
      const answers = [
        await service.post('/scan-profile', scan, { authorization }),
        await service.post('/load-more-posts', { ...scan, cursor }, { authorization }),
      ]
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers['x-quota-used'], headers['x-quota-limit']]),
        [
          [200, `${used + 1}`, '50'],
          [200, `${used + 2}`, '50'],
        ],
      )
      assert.equal(await store.usage.read(licenseId, 'scans', MONTH), used + 2)

      // All writes work.
      const { key: another } = await service.license({ plan: 'garden' })
      assert.equal((await exchange(another)).status, 200)
      const from = await store.changes.latest()
      await licenses.revoke(licenseId, OPERATOR)
      assert.ok((await store.changes.latest()) > from)
      const refused = await service.post('/scan-profile', scan, { authorization })
      assert.equal(refused.body.error?.code, 'license_revoked')
      assert.equal(await store.copies.mark(), undefined)
      assert.equal(await store.connections.create(connection(licenseId), null), 'created')
      const given = credential()
      assert.deepEqual([await store.credentials.put(given), await store.credentials.put(given)], [true, false])
      await store.budgets.put([budget({ left: 0 })])
      const use = { owner: 'sandbox tags', value: 'rye', at: service.clock.at }
      assert.equal(await store.distinctUses.add(use, service.clock.at, 2), true)
      await store.goneProfiles.mark('sandbox demo', service.clock.at)
      const topics = (await store.changes.since(from)).map(({ topic }) => topic)
      assert.deepEqual(topics.slice(-3), ['credential', 'budget', 'profile'])
      await service.parts.requestLog.flush()
      const { requests } = await store.requests.list({ limit: 1, filter: { licenseId, code: 'license_revoked' } })
      assert.equal(requests.length, 1)
    })
  }
}
