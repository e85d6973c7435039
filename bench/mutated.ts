// Plays the mutated responses of the platforms' suite in full: the same number for each platform, in its own test file.

import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PLATFORMS = fileURLToPath(new URL('../packages/service/src/platforms', import.meta.url))
const SEED = fileURLToPath(new URL('../packages/service/test/fixed-seed.ts', import.meta.url))
/** The title of the suite's test. */
const TITLE = 'any response results in'
const FILE_MINUTES = 30

/** Rejects if a response ended in anything but the normalized form or an error code. */
export const playMutated = async (responses: number, print: (line: string) => void): Promise<void> => {
  const files = globSync('*/*.test.ts', { cwd: PLATFORMS })
    .filter((file) => readFileSync(`${PLATFORMS}/${file}`, 'utf8').includes('platformSuite('))
    .sort()
  const each = Math.ceil(responses / files.length)
  const startedAt = performance.now()
  const test = spawn(
    process.execPath,
    [
      ...['--import', SEED, '--test', '--test-concurrency=2', `--test-timeout=${FILE_MINUTES * 60_000}`],
      ...[`--test-name-pattern=${TITLE}`, '--test-reporter=dot', ...files],
    ],
    { cwd: PLATFORMS, env: { ...process.env, MUTATED_ANSWERS: String(each) }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const code = await new Promise((resolve) => test.once('exit', resolve))
  if (code !== 0) throw new Error('A response ended in something else')
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  print(`  ${each} responses for each of ${files.length} platforms, all as expected   in ${seconds} s`)
}
