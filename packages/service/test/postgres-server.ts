// A real PostgreSQL for tests: only on loopback, with temporary files. It can be stopped, restarted and frozen.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { childrenOf } from './children-of.ts'
import { giveAway, initializeCluster, makeFolder, startServer } from './postgres-programs.ts'

const USER = 'central'
const PASSWORD = 'only-for-tests'
const STARTS = 5

export type PostgresServer = {
  readonly port: number
  /** The database that every server has from the start. */
  readonly url: string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Runs statements in a database, without pool and timeouts. */
  run(url: string, text: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
  start(): Promise<void>
  restart(): Promise<void>
  /** Freezes the server with all its processes, like a machine that hangs: connections stay open without responses. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Stops it permanently and removes its files. */
  dispose(): Promise<void>
}

/** `durable` waits for the disk like a production server; tests are faster without it. `standby` starts a read-only server that
 * can be promoted. It follows no other server, so it has its own databases. */
export const startPostgres = async ({ durable = false, standby = false } = {}): Promise<PostgresServer> => {
  const folder = await makeFolder()
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')]
  await mkdir(data, { mode: 0o700 })
  await writeFile(secret, PASSWORD, { mode: 0o600 })
  for (const path of [data, secret]) await giveAway(path)
  await initializeCluster(folder, [
    ...[`--pgdata=${data}`, `--username=${USER}`, `--pwfile=${secret}`, '--auth=scram-sha-256', '--no-sync'],
    // A linguistic sort order, so that no code depends on the byte order by accident.
    ...['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--lc-messages=C'],
  ])

  if (standby) {
    const mark = join(data, 'standby.signal')
    await writeFile(mark, '')
    await giveAway(mark)
  }

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=32MB',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting])
  let port = await findPort()
  let server: ChildProcess | undefined
  const start = async () => {
    server = await startServer(folder, ['-D', data, '-p', `${port}`, ...settings])
  }
  // Another process can have taken the port meanwhile.
  for (let attempt = 1; server === undefined; attempt += 1) {
    try {
      await start()
    } catch (error) {
      if (attempt === STARTS) throw error
      port = await findPort()
    }
  }

  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const run = async (url: string, text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }

  let databases = 0
  let frozen: number[] = []
  const resume = async () => {
    const held = frozen
    frozen = []
    for (const pid of held) signal(pid, 'SIGCONT')
  }
  // If the test process exits early, it also ends the server, even a frozen one.
  const mainFile = join(data, 'postmaster.pid')
  const leave = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT')
    if (existsSync(mainFile)) signal(mainIn(readFileSync(mainFile, 'utf8')), 'SIGQUIT')
  }
  process.once('exit', leave)
  const stop = async () => {
    await resume()
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGINT')
    await once(server, 'close')
  }

  return {
    port,
    url: urlOf('postgres'),
    async createDatabase() {
      databases += 1
      const name = `central_${databases}`
      await run(urlOf('postgres'), `create database ${name}`)
      return urlOf(name)
    },
    run,
    stop,
    start,
    async restart() {
      await stop()
      await start()
    },
    async pause() {
      const main = mainIn(await readFile(mainFile, 'utf8'))
      // The parent process first.
      frozen = [main]
      signal(main, 'SIGSTOP')
      for (const pid of await childrenOf(main)) {
        frozen.push(pid)
        signal(pid, 'SIGSTOP')
      }
    },
    resume,
    async dispose() {
      await stop()
      process.off('exit', leave)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The first line of the file is the id of the parent process. */
const mainIn = (text: string): number => Number(text.split('\n')[0])

/** Sends the signal unless the process has ended meanwhile, because the server starts and ends its own processes. */
const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGQUIT') => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
