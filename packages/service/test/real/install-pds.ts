// Installs Bluesky's own server (PDS) and its directory of accounts from npm into `.cache/` of the repository, for later
// runs, too. Without install scripts: the database of the workspace, which is built already, takes the place of its own.

import { existsSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

export const PDS_VERSION = '0.5.35'
const PLC_VERSION = '0.0.1'

const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url))
const DATABASE = fileURLToPath(new URL('../../../../node_modules/better-sqlite3', import.meta.url))

/** Resolves to the folder of its packages. Throws an Error that names what could not be installed. */
export const installPds = async (): Promise<string> => {
  const folder = join(CACHE, `pds-${PDS_VERSION}`)
  const packages = join(folder, 'node_modules')
  const ready = join(folder, 'ready')
  if (existsSync(ready)) return packages
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const wanted = [`@atproto/pds@${PDS_VERSION}`, `@did-plc/server@${PLC_VERSION}`]
    await runProgram('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], { cwd: folder })
    await rm(join(packages, 'better-sqlite3'), { recursive: true, force: true })
    await symlink(DATABASE, join(packages, 'better-sqlite3'))
    await writeFile(ready, '')
  } catch (cause) {
    const [reason] = cause instanceof Error ? cause.message.split('\n').slice(-3) : [String(cause)]
    throw new Error(`The PDS ${PDS_VERSION} could not be installed from npm: ${reason}`, { cause })
  }
  return packages
}
