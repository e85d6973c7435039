// Databases for the sites of a test: a MariaDB server, or SQLite with the drop-in of WordPress's Performance team.

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages, type Programs, recordOf } from '../../../service/test/real/install-packages.ts'
import { MARIADB, startMariadb } from '../../../service/test/real/real-mariadb.ts'
import { runProgram } from '../../../service/test/real/run-program.ts'

export type Database = {
  /** Environment for wp-config.php. */
  readonly environment: Readonly<Record<string, string>>
  /** Creates an empty database for the site with this name and content folder. */
  prepare(name: string, content: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a database in a folder of the test. */
export type StartDatabase = (folder: string) => Promise<Database>

export const startMariadbFor: StartDatabase = async (folder) => {
  assert.equal(installPackages(MARIADB), undefined)
  const socket = join(folder, 'db.sock')
  const { stop } = await startMariadb(folder, socket, 'kit')
  return {
    environment: { KIT_SOCKET: socket },
    prepare: async (name) => {
      const input = `CREATE DATABASE ${name} CHARACTER SET utf8mb4;`
      await runProgram('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root'], { input })
    },
    stop,
  }
}

const SQLITE: Programs = {
  name: 'SQLite for PHP',
  packages: ['php-sqlite3'],
  files: [recordOf('php-sqlite3')],
}
/** The only npm package that contains the drop-in. Its programs and dependencies are not needed. */
const PLAYGROUND = '@wp-playground/cli@3.1.56'
const ARCHIVE = 'package/sqlite-database-integration.zip'

/** Needs no server: each site has a database file in its content folder. */
export const prepareSqlite: StartDatabase = async (folder) => {
  assert.equal(installPackages(SQLITE), undefined)
  const home = join(folder, 'sqlite')
  await mkdir(home)
  await runProgram('npm', ['pack', PLAYGROUND, '--loglevel=error'], { cwd: home })
  const [packed = ''] = await readdir(home)
  await runProgram('tar', ['-xzf', packed, ARCHIVE], { cwd: home })
  await runProgram('unzip', ['-q', ARCHIVE], { cwd: home })
  const dropIn = join(home, 'plugin-sqlite-database-integration')
  const code = (await readFile(join(dropIn, 'db.copy'), 'utf8'))
    .replaceAll('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', dropIn)
    .replaceAll('{SQLITE_PLUGIN}', 'sqlite-database-integration/load.php')
  return {
    environment: {},
    prepare: (_, content) => writeFile(join(content, 'db.php'), code),
    stop: async () => {},
  }
}
