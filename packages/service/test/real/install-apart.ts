// Installs packages from npm into `.cache/` of the repository, apart from the workspace, for later runs, too. Without install
// scripts.

import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url))

export type Apart = {
  /** In error messages and of the folder, with its version. */
  readonly name: string
  readonly version: string
  /** Packages with their versions. */
  readonly wanted: readonly string[]
  /** Completes what was installed. */
  readonly complete?: (packages: string) => Promise<void>
}

/** Resolves to the folder of its packages. Throws an Error that names what could not be installed. */
export const installApart = async ({ name, version, wanted, complete }: Apart): Promise<string> => {
  const folder = join(CACHE, `${name.toLowerCase().replaceAll(' ', '-')}-${version}`)
  const packages = join(folder, 'node_modules')
  const ready = join(folder, 'ready')
  if (existsSync(ready)) return packages
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    await runProgram('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], { cwd: folder })
    await complete?.(packages)
    await writeFile(ready, '')
  } catch (cause) {
    const [reason] = cause instanceof Error ? cause.message.split('\n').slice(-3) : [String(cause)]
    throw new Error(`The ${name} ${version} could not be installed from npm: ${reason}`, { cause })
  }
  return packages
}
