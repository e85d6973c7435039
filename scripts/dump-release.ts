// Keeps the stores of a release, so that every later version can show that it opens them: a dump of each backend with rows
// in every table, and the secrets that go with them. Run once for each release, and never again for the same one:
//
//   npx --no-install node scripts/dump-release.ts

import { mkdir, writeFile } from 'node:fs/promises'
import manifest from '../packages/service/package.json' with { type: 'json' }
import { startPostgres } from '../packages/service/test/postgres-server.ts'
import { dumpStores } from './dump-release/dump-stores.ts'

const folder = new URL(`../packages/service/test/releases/${manifest.version}/`, import.meta.url)
const server = await startPostgres()
try {
  const { sqlite, postgres } = await dumpStores(server)
  // Rejects where it is there already.
  await mkdir(folder)
  await writeFile(new URL('sqlite.sql', folder), sqlite.dump)
  await writeFile(new URL('postgres.sql', folder), postgres.dump)
  const secrets = { sqlite: sqlite.secrets, postgres: postgres.secrets }
  await writeFile(new URL('secrets.json', folder), `${JSON.stringify(secrets, undefined, 2)}\n`)
  process.stdout.write(`Wrote ${folder.pathname}\n`)
} finally {
  await server.dispose()
}
