// Runs all tests. With a process per file, most of the time would be spent on loading modules, so many files share a
// process unless they use process-wide state. Options are passed to Node.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['packages/**/*.test.ts', 'bench/**/*.test.ts']
/** More files per process save little, and leave fewer processes at the end of a run. */
const FILES_EACH = 12
/** Only prevents hanging; no test depends on it. */
const MAX_MS = 600_000

/** Hooks of a whole file, the environment, standard streams, mocks, and measurements of the heap or the processor. */
const OF_A_PROCESS =
  /^(?:before|after|beforeEach|afterEach)\(|\bprocess\.(?!cwd\b|execPath\b|hrtime\b|getuid\b|pid\b|platform\b|kill\b)\w|\bglobalThis\b|\bmock\.|\bmonitorEventLoopDelay\b|\bgc\(/m

const shares = async (file: string): Promise<boolean> =>
  !file.includes('/test/') && !OF_A_PROCESS.test(await readFile(join(ROOT, file), 'utf8'))

/** The files of each process. Files with their own process come first, because they take longest. */
const divide = async (files: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const [alone, together]: [string[], string[]] = [[], []]
  for (const file of files) ((await shares(file)) ? together : alone).push(file)
  const lots = alone.map((file) => [file])
  for (let n = 0; n < together.length; n += FILES_EACH) lots.push(together.slice(n, n + FILES_EACH))
  return lots
}

const importOf = (file: string): string => `import ${JSON.stringify(pathToFileURL(join(ROOT, file)).href)}\n`

const files = globSync(FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort()
const lots = await divide(files)
const folder = await mkdtemp(join(tmpdir(), 'central-tests-'))
const written = lots.map(async (lot, n) => {
  const entry = join(folder, `${String(n).padStart(3, '0')}.test.mjs`)
  await writeFile(entry, lot.map(importOf).join(''))
  return entry
})
const preloads = ['compile-cache', 'fixed-seed'].flatMap((name) => [
  '--import',
  pathToFileURL(join(ROOT, `packages/service/test/${name}.ts`)).href,
])
const slowest = pathToFileURL(join(import.meta.dirname, 'slowest-files.ts')).href
const reporters = ['spec', slowest].flatMap((name) => [`--test-reporter=${name}`, '--test-reporter-destination=stdout'])
const options = [`--test-concurrency=${availableParallelism()}`, `--test-timeout=${MAX_MS}`, ...process.argv.slice(2)]
process.stdout.write(`${files.length} files of tests in ${lots.length} processes\n`)
const runner = spawn(
  process.execPath,
  [...preloads, '--test', ...reporters, ...options, ...(await Promise.all(written))],
  { cwd: ROOT, stdio: 'inherit' },
)
runner.on('close', async (code) => {
  await rm(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
