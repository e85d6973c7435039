// Debian's PostgreSQL with a new cluster in its own folder. Never touches the system's cluster. If the test runs as root,
// PostgreSQL runs as `postgres`, because it refuses to run as root.

import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { childrenOf } from '../children-of.ts'
import { makeFolder } from '../postgres-programs.ts'
import { installPackages } from './install-packages.ts'
import { findPort } from './real-nginx.ts'
import { type RunningProgram, runProgram, startProgram } from './run-program.ts'

export const POSTGRES_VERSION = 15
export const POSTGRES_PROGRAMS = `/usr/lib/postgresql/${POSTGRES_VERSION}/bin`

const USER = 'central'
const PASSWORD = 'only-for-tests'
const PROGRAMS = ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'createdb', 'pg_basebackup', 'psql']

/** Why PostgreSQL is not available, or undefined. */
export const missingPostgres = (): string | undefined =>
  installPackages({
    name: `PostgreSQL ${POSTGRES_VERSION}`,
    packages: [`postgresql-${POSTGRES_VERSION}`],
    files: PROGRAMS.map((program) => join(POSTGRES_PROGRAMS, program)),
  })

export type RealPostgres = {
  readonly port: number
  /** Creates an empty database and returns its TCP URL. */
  createDatabase(): Promise<string>
  /** The URL of the same database through the server's Unix socket, which is reachable wherever its files are. */
  bySocket(databaseUrl: string): string
  /** Runs a statement as superuser and returns its output. */
  run(statement: string): Promise<string>
  /** Creates and starts a standby with streaming replication. */
  startStandby(): Promise<RealPostgres>
  /** Kills all of its processes, like a power failure. */
  kill(): Promise<void>
  /** Starts it again after that. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export type RealPostgresOptions = {
  readonly host?: string
  /** The command prefix of the server, such as one for a network namespace. */
  readonly within?: readonly string[]
}

const AS_OWNER = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []

/** A folder that the owner can enter. The folder of the tests can be private to root, and then no program starts there. */
const runAsOwner = (folder: string, program: string, args: readonly string[]): Promise<string> => {
  const [first = '', ...rest] = [...AS_OWNER, join(POSTGRES_PROGRAMS, program), ...args]
  return runProgram(first, rest, { cwd: folder, env: { ...process.env, PGPASSWORD: PASSWORD } })
}

export const startRealPostgres = (options: RealPostgresOptions = {}): Promise<RealPostgres> =>
  startMade(options, async (folder, data) => {
    const secret = join(folder, 'password')
    await writeFile(secret, PASSWORD)
    if (AS_OWNER.length > 0) execFileSync('chown', ['-R', 'postgres:', folder])
    await runAsOwner(folder, 'initdb', [
      ...[`--pgdata=${data}`, `--username=${USER}`, `--pwfile=${secret}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'],
      // A linguistic sort order, so that no code depends on the byte order by accident.
      ...['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
    ])
    const hosts = ['all', 'replication'].map((what) => `host ${what} all samenet scram-sha-256\n`)
    await writeFile(join(data, 'pg_hba.conf'), `local all all scram-sha-256\n${hosts.join('')}`)
  })

const startMade = async (
  { host = '127.0.0.1', within = [] }: RealPostgresOptions,
  makeData: (folder: string, data: string) => Promise<void>,
): Promise<RealPostgres> => {
  const folder = await makeFolder()
  const data = join(folder, 'data')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await makeData(folder, data)
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
      ...[...within, ...AS_OWNER, join(POSTGRES_PROGRAMS, 'postgres'), '-D', data],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const start = () => startProgram(command, args, /ready to accept (?:read-only )?connections/, { cwd: folder })
    let server: RunningProgram = await start()
    const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@${host}:${port}/${database}`
    const bySocket = (url: string) => Object.assign(new URL(url), { search: `?host=${folder}` }).href
    const to = ['-h', folder, '-p', `${port}`, '-U', USER]
    let databases = 0
    return {
      port,
      async createDatabase() {
        databases += 1
        const name = `central_${databases}`
        await runAsOwner(folder, 'createdb', [...to, name])
        return urlOf(name)
      },
      bySocket,
      run: (statement) => runAsOwner(folder, 'psql', [...to, '-d', 'postgres', '-Atc', statement]),
      startStandby: () =>
        startMade({ host, within }, async (own, target) => {
          if (AS_OWNER.length > 0) execFileSync('chown', ['-R', 'postgres:', own])
          const from = `postgres://${USER}:${PASSWORD}@${host}:${port}/`
          await runAsOwner(own, 'pg_basebackup', ['-d', from, '-D', target, '-R', '-X', 'stream', '-c', 'fast', '-N'])
        }),
      async kill() {
        const children = await childrenOf(server.pid)
        // The parent process first.
        for (const pid of [server.pid, ...children]) killNow(pid)
        await server.stop()
      },
      async restart() {
        await server.stop()
        server = await start()
      },
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

/** Sends the signal unless the process has ended meanwhile, because the server starts and ends its own processes. */
const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
