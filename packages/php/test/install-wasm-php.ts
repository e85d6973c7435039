// PHP of any version, compiled to WebAssembly, which npm has: it reads the files of this machine and calls loopback.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../../service/test/real/run-program.ts'

/** PHP in WebAssembly has no build for the Node of this repository yet. */
const PACKAGES = ['node@22.23.3', '@php-wasm/cli@3.1.56']

/** A PHP: what comes before a script and its arguments, and what its environment needs besides. */
export type PhpProgram = {
  readonly command: readonly [program: string, ...args: string[]]
  readonly env: Readonly<Record<string, string>>
}

/** Debian's own. */
export const DEBIAN_PHP: PhpProgram = { command: ['php'], env: {} }

/** Into a folder of its own, which is made a package; gives the program of a version, such as `7.4`. */
export const installWasmPhp = async (folder: string): Promise<(version: string) => PhpProgram> => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await runProgram('npm', ['install', ...PACKAGES, ...quiet], { cwd: folder })
  const [node, program] = ['node/bin/node', '@php-wasm/cli/php-wasm.js'].map((path) =>
    join(folder, 'node_modules', path),
  ) as [string, string]
  return (version) => ({ command: [node, program], env: { PHP: version } })
}

/** Runs a script to its end; gives what it wrote. */
export const runPhp = (
  { command: [program, ...before], env }: PhpProgram,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> => runProgram(program, [...before, ...args], { env: { ...environment, ...env } })
