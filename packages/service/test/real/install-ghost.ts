// Installs Ghost from npm with the Node and pnpm versions that it requires into `.cache/` of the repository, for later runs, too.
// Uses the dependencies of Ghost's own package, without install scripts: nothing is compiled.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

export const GHOST_VERSION = '6.65.0'
/** The newest version that Ghost 6 supports. */
const NODE_VERSION = '24'

const FOLDER = fileURLToPath(new URL(`../../../../.cache/ghost-${GHOST_VERSION}`, import.meta.url))

export type InstalledGhost = {
  /** The folder of its package. */
  readonly folder: string
  /** A PATH that starts with its Node version. */
  readonly path: string
}

/** Throws an Error that names what could not be installed. */
export const installGhost = async (): Promise<InstalledGhost> => {
  const tools = join(FOLDER, 'tools')
  const folder = join(FOLDER, 'package')
  const path = [join(tools, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const ready = join(FOLDER, 'ready')
  if (existsSync(ready)) return { folder, path }
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(tools, { recursive: true })
  try {
    await runProgram('npm', ['pack', `ghost@${GHOST_VERSION}`, '--silent', '--pack-destination', FOLDER])
    await runProgram('tar', ['xzf', join(FOLDER, `ghost-${GHOST_VERSION}.tgz`), '-C', FOLDER])
    const { packageManager } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      packageManager: string
    }
    const pnpm = packageManager.split('+', 1)[0] ?? 'pnpm'
    await runProgram('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, `node@${NODE_VERSION}`, pnpm])
    const install = ['install', '--prod', '--frozen-lockfile', '--ignore-scripts']
    await runProgram('pnpm', install, { cwd: folder, env: { ...process.env, PATH: path } })
    await writeFile(ready, '')
  } catch (cause) {
    const [reason] = cause instanceof Error ? cause.message.split('\n').slice(-3) : [String(cause)]
    throw new Error(`Ghost ${GHOST_VERSION} could not be installed from npm: ${reason}`, { cause })
  }
  return { folder, path }
}
