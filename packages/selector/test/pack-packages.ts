// Packs packages of this repository as npm publishes them.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Writes an archive of each package into the folder. Returns their paths, in the order of the packages. */
export const packPackages = async (packages: readonly string[], folder: string): Promise<readonly string[]> => {
  const tarballs: string[] = []
  for (const cwd of packages) {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd })
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as readonly { readonly filename: string }[]
    tarballs.push(join(folder, packed?.filename ?? ''))
  }
  return tarballs
}
