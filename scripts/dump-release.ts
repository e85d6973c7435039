// Keeps the stores of a release, so that every later version can show that it opens them: a dump of each backend with rows
// in every table, and the secrets that go with them. Run once for each release, and never again for the same one:
//
//   npx --no-install node scripts/dump-release.ts

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../packages/service/package.json' with { type: 'json' }
import { startPostgres } from '../packages/service/test/postgres-server.ts'
import { dumpPostgres } from './dump-release/dump-postgres.ts'
import { dumpSqlite } from './dump-release/dump-sqlite.ts'
import { fillStore } from './dump-release/fill-store.ts'

const folder = new URL(`../packages/service/test/releases/${manifest.version}/`, import.meta.url)
const scratch = await mkdtemp(join(tmpdir(), 'central-'))
const server = await startPostgres()
try {
  const file = join(scratch, 'central.db')
  const url = await server.createDatabase()
  const secrets = { sqlite: await fillStore(`sqlite:${file}`), postgres: await fillStore(url) }
  // Rejects where it is there already.
  await mkdir(folder)
  await writeFile(new URL('sqlite.sql', folder), dumpSqlite(file))
  await writeFile(new URL('postgres.sql', folder), await dumpPostgres((text) => server.run(url, text)))
  await writeFile(new URL('secrets.json', folder), `${JSON.stringify(secrets, undefined, 2)}\n`)
  process.stdout.write(`Wrote ${folder.pathname}\n`)
} finally {
  await server.dispose()
  await rm(scratch, { recursive: true })
}
