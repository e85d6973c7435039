// Debian's MariaDB on its own socket, in a folder of the test. Never touches the system's own server.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Programs } from './install-packages.ts'
import { type RunningProgram, runProgram, startProgram } from './run-program.ts'

export const MARIADB: Programs = {
  name: 'MariaDB',
  packages: ['mariadb-server-core', 'mariadb-client'],
  files: ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db'],
}

/** Starts it with an empty database of this name, which `root` can use without a password. */
export const startMariadb = async (folder: string, socket: string, database: string): Promise<RunningProgram> => {
  const data = join(folder, 'data')
  // A starting server deletes the temporary tables of other servers in a shared folder.
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  await runProgram('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    `--tmpdir=${temporary}`,
    ...user,
  ])
  await writeFile(join(folder, 'init.sql'), `CREATE DATABASE IF NOT EXISTS ${database} CHARACTER SET utf8mb4;\n`)
  const options = [
    '--skip-networking',
    '--innodb-buffer-pool-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
    '--skip-log-bin',
  ]
  return startProgram(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--tmpdir=${temporary}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'db.pid')}`,
      `--init-file=${join(folder, 'init.sql')}`,
      ...options,
      ...user,
    ],
    /ready for connections/,
  )
}
