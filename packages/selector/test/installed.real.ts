// Tests the packed and installed package.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { packPackages } from './pack-packages.ts'

const run = promisify(execFile)
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const BIN = path('../../../node_modules/.bin')
const PACKAGES = [path('..'), path('../../client')]
const MAX_COMPRESSED_BYTES = 20_000

/** The oldest supported compiler, and the last one before the compiler of this repository. */
const COMPILERS = {
  'TypeScript 5.0': 'typescript50@npm:typescript@5.0.4',
  'TypeScript 5.9': 'typescript59@npm:typescript@5.9.3',
}

let folder = ''
let tarball = ''
let installed = ''

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'central-api-selector-'))
  const tarballs = await packPackages(PACKAGES, folder)
  tarball = tarballs[0] ?? ''
  cpSync(path('consumers'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...tarballs, ...Object.values(COMPILERS), ...quiet], { cwd: folder })
  installed = join(folder, 'node_modules/@central-api/selector')
})

after(() => rmSync(folder, { recursive: true, force: true }))

test('publint and attw report no problems in the packed file', async () => {
  await run(join(BIN, 'publint'), ['--strict', tarball])
  await run(join(BIN, 'attw'), ['--profile', 'esm-only', tarball])
})

test('the package has no dependencies, and the bundle is at most 20 kB compressed', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies?: object
  }
  assert.equal(dependencies, undefined)
  const bundle = readFileSync(join(installed, 'dist/post-selector.bundle.js'))
  assert.ok(bundle.length > 10_000)
  const { length } = gzipSync(bundle)
  assert.ok(length <= MAX_COMPRESSED_BYTES, `${length} bytes`)
})

test('the code writes no HTML, evaluates no text and has no external imports', () => {
  const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  assert.ok(files.length > 10)
  for (const file of files) {
    const code = readFileSync(join(installed, 'dist', file), 'utf8')
    assert.doesNotMatch(
      code,
      /innerHTML|outerHTML|insertAdjacentHTML|setHTML|createContextualFragment|document\.write|\beval\(|new Function/,
      file,
    )
    const imported = [...code.matchAll(/^(?:import|export)\s(?:[^'=(;]*\sfrom\s)?'([^']+)'/gm)].map(
      ([, from = '']) => from,
    )
    assert.deepEqual(
      imported.filter((from) => !/^\.{1,2}\//.test(from)),
      [],
      file,
    )
    if (file.endsWith('.bundle.js')) assert.doesNotMatch(code, /\bimport\b/)
  }
})

test('every entry point can be imported on a server', async () => {
  const script = `for (const name of ['@central-api/selector', '@central-api/selector/bundle']) {
    const { PostSelector } = await import(name)
    if (PostSelector.formAssociated !== true) throw new Error(name)
  }`
  await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
})

test('esbuild keeps the side effect of the define entry point', async () => {
  writeFileSync(join(folder, 'page.js'), "import '@central-api/selector/define'\n")
  const { stdout } = await run(join(BIN, 'esbuild'), ['page.js', '--bundle', '--format=esm'], { cwd: folder })
  assert.match(stdout, /define\("central-post-selector"\)/)
})

for (const [name, from] of [...Object.entries(COMPILERS), ['this repository’s compiler', ''] as const]) {
  test(`${name} compiles against its declarations with bundler and Node resolution`, async () => {
    const flags = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom']
    const own = join(folder, 'node_modules', from.slice(0, from.indexOf('@')), 'bin/tsc')
    const command = from === '' ? [join(BIN, 'tsc')] : [process.execPath, own]
    for (const resolution of ['bundler', 'nodenext']) {
      const module = resolution === 'bundler' ? 'esnext' : resolution
      const [program = '', ...args] = [
        ...command,
        ...flags,
        '--module',
        module,
        '--moduleResolution',
        resolution,
        'typed.ts',
      ]
      await run(program, args, { cwd: folder })
    }
  })
}
