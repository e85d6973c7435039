// Installs WebAssembly builds of PHP from npm, which can read local files and call loopback.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../../service/test/real/run-program.ts'

/** An older Node, because the WebAssembly builds do not support the Node version of this repository yet. */
const PACKAGES = ['node@22.23.3', '@php-wasm/cli@3.1.56']

/** A PHP program: the command before the script, and extra environment variables. */
export type PhpProgram = {
  readonly command: readonly [program: string, ...args: string[]]
  readonly env: Readonly<Record<string, string>>
}

/** Debian's PHP. */
export const DEBIAN_PHP: PhpProgram = { command: ['php'], env: {} }

/** Installs into a folder, which becomes an npm package. Returns a function from a version, such as `7.4`, to its program. */
export const installWasmPhp = async (folder: string): Promise<(version: string) => PhpProgram> => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await runProgram('npm', ['install', ...PACKAGES, ...quiet], { cwd: folder })
  const [node, program] = ['node/bin/node', '@php-wasm/cli/php-wasm.js'].map((path) =>
    join(folder, 'node_modules', path),
  ) as [string, string]
  return (version) => ({ command: [node, program], env: { PHP: version } })
}

/** Runs a script, and returns its output. */
export const runPhp = (
  { command: [program, ...before], env }: PhpProgram,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> => runProgram(program, [...before, ...args], { env: { ...environment, ...env } })
