// Dumps the stores of a release, so that tests of later versions can open them: each backend with rows in every table, and
// the matching secrets. Run it once for each release, never again for the same one:
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
  // Rejects if the dump already exists.
  await mkdir(folder)
  await writeFile(new URL('sqlite.sql', folder), sqlite.dump)
  await writeFile(new URL('postgres.sql', folder), postgres.dump)
  const secrets = { sqlite: sqlite.secrets, postgres: postgres.secrets }
  await writeFile(new URL('secrets.json', folder), `${JSON.stringify(secrets, undefined, 2)}\n`)
  process.stdout.write(`Wrote ${folder.pathname}\n`)
} finally {
  await server.dispose()
}
