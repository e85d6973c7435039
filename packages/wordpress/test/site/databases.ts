// Where a test's sites keep their tables: a MariaDB of its own, or SQLite by the drop-in of WordPress's own Performance team.

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages, type Programs, recordOf } from '../../../service/test/real/install-packages.ts'
import { MARIADB, startMariadb } from '../../../service/test/real/real-mariadb.ts'
import { runProgram } from '../../../service/test/real/run-program.ts'

export type Database = {
  /** What wp-config.php wants to know. */
  readonly environment: Readonly<Record<string, string>>
  /** An empty database for the site of this name, whose content is there. */
  prepare(name: string, content: string): Promise<void>
  stop(): Promise<void>
}

/** In a folder of the test's. */
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
/** The one package of npm with the drop-in in it; of its programs and their dependencies nothing is needed. */
const PLAYGROUND = '@wp-playground/cli@3.1.56'
const ARCHIVE = 'package/sqlite-database-integration.zip'

/** No program runs; each site has its database in a file under its content. */
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
