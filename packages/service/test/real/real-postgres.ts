// A PostgreSQL of Debian's package, made anew in a folder of its own; the system's cluster is never touched. Where the test
// is root it runs as `postgres`, because it refuses to be root.

import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../postgres-programs.ts'
import { installPackages } from './install-packages.ts'
import { findPort } from './real-nginx.ts'
import { runProgram, startProgram } from './run-program.ts'

export const POSTGRES_VERSION = 15
export const POSTGRES_PROGRAMS = `/usr/lib/postgresql/${POSTGRES_VERSION}/bin`

const USER = 'central'
const PASSWORD = 'only-for-tests'
const PROGRAMS = ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'createdb']

/** Why there is none to be had here; undefined where there is. */
export const missingPostgres = (): string | undefined =>
  installPackages({
    name: `PostgreSQL ${POSTGRES_VERSION}`,
    packages: [`postgresql-${POSTGRES_VERSION}`],
    files: PROGRAMS.map((program) => join(POSTGRES_PROGRAMS, program)),
  })

export type RealPostgres = {
  readonly port: number
  /** Makes an empty database and returns its address at the server's network address. */
  createDatabase(): Promise<string>
  /** The same database by the server's Unix socket, which is in reach wherever its files are. */
  bySocket(databaseUrl: string): string
  stop(): Promise<void>
}

export type RealPostgresOptions = {
  readonly host?: string
  /** What the server is started with, such as a network namespace to be in. */
  readonly within?: readonly string[]
}

export const startRealPostgres = async ({
  host = '127.0.0.1',
  within = [],
}: RealPostgresOptions = {}): Promise<RealPostgres> => {
  const folder = await makeFolder()
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')]
  const asOwner = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await writeFile(secret, PASSWORD)
    if (asOwner.length > 0) execFileSync('chown', ['-R', 'postgres:', folder])
    const initialize = [...asOwner, join(POSTGRES_PROGRAMS, 'initdb'), `--pgdata=${data}`, `--username=${USER}`]
    const [first = '', ...rest] = [
      ...initialize,
      ...[`--pwfile=${secret}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'],
      // The order of words as people know it, so that nothing stands on the order of bytes by accident.
      ...['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
    ]
    // Where the owner may be: the folder that the tests are started in may be root's alone, and then no program of theirs starts.
    await runProgram(first, rest, { cwd: folder })
    await writeFile(join(data, 'pg_hba.conf'), 'local all all scram-sha-256\nhost all all samenet scram-sha-256\n')

    const port = await findPort()
    const settings = {
      listen_addresses: host,
      port,
      unix_socket_directories: folder,
      max_connections: 100,
      shared_buffers: '32MB',
      fsync: 'off',
    }
    const [command = '', ...args] = [
      ...[...within, ...asOwner, join(POSTGRES_PROGRAMS, 'postgres'), '-D', data],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const server = await startProgram(command, args, /ready to accept connections/, { cwd: folder })
    const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@${host}:${port}/${database}`
    const bySocket = (url: string) => Object.assign(new URL(url), { search: `?host=${folder}` }).href
    let databases = 0
    return {
      port,
      async createDatabase() {
        databases += 1
        const name = `central_${databases}`
        const env = { ...process.env, PGPASSWORD: PASSWORD }
        const to = ['-h', folder, '-p', `${port}`, '-U', USER]
        await runProgram(join(POSTGRES_PROGRAMS, 'createdb'), [...to, name], { env })
        return urlOf(name)
      },
      bySocket,
      async stop() {
        await server.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
