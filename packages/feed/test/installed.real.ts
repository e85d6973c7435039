// Tests the packed and installed package with every supported runtime and compiler.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackages } from '../../selector/test/pack-packages.ts'
import { findPort } from '../../service/test/real/real-nginx.ts'
import { startProgram } from '../../service/test/real/run-program.ts'
import { pageOf } from '../fixtures/pages.ts'
import { renderFeed } from '../src/render-feed.ts'

const run = promisify(execFile)
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const BIN = path('../../../node_modules/.bin')
const PACKAGES = [path('..'), path('../../client')]

/** Runtime → its npm package and program, with arguments before the script. */
const RUNTIMES = {
  'Node 20': { from: 'node20@npm:node@20.20.2', command: ['node20/bin/node'] },
  'Node 22': { from: 'node22@npm:node@22.23.3', command: ['node22/bin/node'] },
  Deno: { from: 'deno@2.9.6', command: ['.bin/deno', 'run', '--allow-read', '--allow-write'] },
  Bun: { from: 'bun@1.4.5', command: ['.bin/bun', 'run'] },
} as const

/** The runtime of Cloudflare Workers. */
const WORKERD = 'workerd@1.20261117.1'
const workerdConfig = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-11-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`

/** The oldest supported compiler, and the last one before the compiler of this repository. */
const COMPILERS = {
  'TypeScript 5.0': 'typescript50@npm:typescript@5.0.4',
  'TypeScript 5.9': 'typescript59@npm:typescript@5.9.3',
}

const PAGE = pageOf()
const EXPECTED = renderFeed(PAGE, { locale: 'de', layout: 'single' })

let folder = ''
let tarball = ''
let installed = ''

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'central-api-feed-'))
  const tarballs = await packPackages(PACKAGES, folder)
  tarball = tarballs[0] ?? ''
  cpSync(path('consumers'), folder, { recursive: true })
  writeFileSync(join(folder, 'page.json'), JSON.stringify(PAGE))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const programs = [...Object.values(RUNTIMES).map(({ from }) => from), WORKERD, ...Object.values(COMPILERS)]
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...tarballs, ...programs, ...quiet], { cwd: folder })
  installed = join(folder, 'node_modules/@central-api/feed')
})

after(() => rmSync(folder, { recursive: true, force: true }))

for (const [name, { command }] of Object.entries(RUNTIMES)) {
  const [program, ...args] = command
  test(`the renderer returns the same HTML in ${name}`, async () => {
    rmSync(join(folder, 'rendered.html'), { force: true })
    const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } }
    await run(join(folder, 'node_modules', program), [...args, 'render.mjs'], options)
    assert.equal(readFileSync(join(folder, 'rendered.html'), 'utf8'), EXPECTED)
  })
}

test('the renderer returns the same HTML in workerd, bundled by esbuild, without Node APIs', async (context) => {
  await run(join(BIN, 'esbuild'), ['worker.mjs', '--bundle', '--format=esm', '--outfile=worker.js'], { cwd: folder })
  const port = await findPort()
  writeFileSync(join(folder, 'workerd.capnp'), workerdConfig(port))
  const args = ['serve', 'workerd.capnp', '--control-fd=1']
  const worker = await startProgram(join(folder, 'node_modules/.bin/workerd'), args, /"event":"listen"/, {
    cwd: folder,
  })
  context.after(() => worker.stop())
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(PAGE) })
  assert.equal(await response.text(), EXPECTED)
})

test('the package has no dependencies, and its code has no external imports and evaluates no text', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies?: object
  }
  assert.equal(dependencies, undefined)
  const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((file) => file.endsWith('.js'))
  assert.ok(scripts.length > 20)
  for (const file of scripts) {
    const code = readFileSync(join(installed, 'dist', file), 'utf8')
    assert.doesNotMatch(code, /\beval\(|new Function|document\.write|insertAdjacentHTML|outerHTML/, file)
    const imported = [...code.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, from = '']) => from)
    assert.deepEqual(
      imported.filter((from) => !from.startsWith('.')),
      [],
      file,
    )
  }
  for (const file of ['central-posts.js', 'central-posts-lightbox.js', 'central-posts.css'])
    assert.ok(files.includes(file), file)
})

test('every entry point can be imported on a server', async () => {
  const script = `for (const name of ['@central-api/feed', '@central-api/feed/element']) {
    const { renderFeed } = await import(name)
    if (renderFeed({ body: { posts: [] } }) !== '') throw new Error(name)
  }`
  await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
})

test('esbuild keeps the side effect of the define entry point, and splits off the lightbox', async () => {
  writeFileSync(join(folder, 'page.js'), "import '@central-api/feed/define'\nimport '@central-api/feed/style.css'\n")
  const args = ['page.js', '--bundle', '--format=esm', '--splitting', '--outdir=built']
  await run(join(BIN, 'esbuild'), args, { cwd: folder })
  const built = readdirSync(join(folder, 'built'))
  const code = readFileSync(join(folder, 'built/page.js'), 'utf8')
  assert.match(code, /define\("central-feed"\)/)
  assert.ok(built.includes('page.css') && built.some((name) => /styled-lightbox/.test(name)), built.join(' '))
})

for (const [name, from] of [...Object.entries(COMPILERS), ['this repository’s compiler', ''] as const]) {
  test(`${name} compiles against its declarations with bundler and Node resolution`, async () => {
    const flags = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom']
    const own = join(folder, 'node_modules', from.slice(0, from.indexOf('@')), 'bin/tsc')
    const [program = '', ...before] = from === '' ? [join(BIN, 'tsc')] : [process.execPath, own]
    for (const resolution of ['bundler', 'nodenext']) {
      const module = resolution === 'bundler' ? 'esnext' : resolution
      const args = [...before, ...flags, '--module', module, '--moduleResolution', resolution, 'typed.ts']
      await run(program, args, { cwd: folder })
    }
  })
}

test('publint and attw report no problems in the packed file', async () => {
  await run(join(BIN, 'publint'), ['--strict', tarball])
  await run(join(BIN, 'attw'), ['--profile', 'esm-only', '--exclude-entrypoints', 'style.css', '--', tarball])
})
