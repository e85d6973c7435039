// A real PgBouncer in front of a PostgreSQL on loopback, in transaction mode.

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './install-packages.ts'
import { findPort } from './real-nginx.ts'
import { startProgram } from './run-program.ts'

/** Why PgBouncer is not available, or undefined. */
export const missingPgBouncer = (): string | undefined =>
  installPackages({ name: 'PgBouncer', packages: ['pgbouncer'], files: ['/usr/sbin/pgbouncer'] })

export type RealPgBouncer = {
  /** The URL of a database through it. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

export type PgBouncerOptions = {
  /** The URL of any database of the server; all share one role and password. */
  readonly databaseUrl: string
  /** Connections to the server per database. */
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
      // It refuses to run as root, and switches to another user.
      ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    ].join('\n'),
  )
  // That user must be able to read them.
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
