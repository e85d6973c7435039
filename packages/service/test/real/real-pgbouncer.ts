// A real PgBouncer in front of a PostgreSQL of the loopback, in the mode that hands out a connection for a transaction.

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './install-packages.ts'
import { findPort } from './real-nginx.ts'
import { startProgram } from './run-program.ts'

/** Why there is none to be had here; undefined where there is. */
export const missingPgBouncer = (): string | undefined =>
  installPackages({ name: 'PgBouncer', packages: ['pgbouncer'], files: ['/usr/sbin/pgbouncer'] })

export type RealPgBouncer = {
  /** The address of a database through it. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

export type PgBouncerOptions = {
  /** Of any database of the server: they have one role and password in common. */
  readonly databaseUrl: string
  /** Connections to the server, for each database. */
  readonly poolSize: number
}

export const startPgBouncer = async ({ databaseUrl, poolSize }: PgBouncerOptions): Promise<RealPgBouncer> => {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'central-pgbouncer-'))
  const port = await findPort()
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${username}" "${password}"\n`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'server_login_retry = 1',
      // It refuses to be root, and becomes somebody else.
      ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    ].join('\n'),
  )
  // Whoever it becomes has to read them.
  await chmod(folder, 0o755)
  const remove = () => rm(folder, { recursive: true, force: true })
  const program = await startProgram('/usr/sbin/pgbouncer', [file], /process up/).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    through: (url) => Object.assign(new URL(url), { port: `${port}`, search: '?pgbouncer=true' }).href,
    async stop() {
      await program.stop()
      await remove()
    },
  }
}
