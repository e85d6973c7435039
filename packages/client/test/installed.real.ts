// Tests the packed and installed package with every supported runtime and tool against a running service.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { findPort } from '../../service/test/real/real-nginx.ts'
import { startProgram } from '../../service/test/real/run-program.ts'
import { startService } from '../../testing/src/start-service.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BIN = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))
const CONSUMERS = fileURLToPath(new URL('consumers', import.meta.url))

const SAMPLES = fileURLToPath(new URL('../../../docs/samples', import.meta.url))

/** Runtime → its npm package and program, with arguments before the script. */
const RUNTIMES = {
  'Node 20': { from: 'node20@npm:node@20.20.2', command: ['node20/bin/node'] },
  'Node 22': { from: 'node22@npm:node@22.23.3', command: ['node22/bin/node'] },
  Deno: { from: 'deno@2.9.6', command: ['.bin/deno', 'run', '--allow-net', '--allow-env'] },
  Bun: { from: 'bun@1.4.5', command: ['.bin/bun', 'run'] },
} as const

/** The runtime of Cloudflare Workers. */
const WORKERD = 'workerd@1.20261117.1'

/** Configuration of a worker that may call loopback, which deployed workers may not. */
const workerdConfig = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "loopback"
    )),
    (name = "loopback", network = (allow = ["local"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`

/** The oldest supported compiler, and the one of this repository. */
const COMPILERS = {
  'TypeScript 5.0': 'typescript50@npm:typescript@5.0.4',
  'TypeScript 5.9': 'typescript59@npm:typescript@5.9.3',
}

const FOUND = {
  posts: 95,
  used: 6,
  cache: 'hit',
  preview: '1086',
  sites: ['blog.example'],
  error: 'profile_private',
  faked: 1,
}

/** The commands of the guide that pack and install the client. Its reader writes the path of the repository. */
const installCommands = (): string => {
  const guide = readFileSync(join(ROOT, 'docs/start/javascript.md'), 'utf8')
  const [, commands = ''] = /^```sh\n(npm pack .*?)^```$/ms.exec(guide) ?? []
  assert.match(commands, /^npm pack \.\.\/central-api\/.*\nnpm install /)
  return commands.replace('../central-api', ROOT)
}

let folder = ''
let tarball = ''
const npm = (...args: string[]) => run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'central-api-client-'))
  cpSync(CONSUMERS, folder, { recursive: true })
  cpSync(SAMPLES, join(folder, 'samples'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  // The guide's own commands, in the folder of another project.
  await run('bash', ['-euc', installCommands()], { cwd: folder })
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  const runtimes = [...Object.values(RUNTIMES).map(({ from }) => from), WORKERD]
  await npm('install', tarball, ...runtimes, ...Object.values(COMPILERS))
})

after(() => rmSync(folder, { recursive: true, force: true }))

/** Bundles a module with its imports, and returns the path. */
const bundle = async (entry: string, name: string): Promise<string> => {
  const outfile = join(folder, name)
  await run(join(BIN, 'esbuild'), [entry, '--bundle', '--format=esm', `--outfile=${outfile}`], { cwd: folder })
  return outfile
}

const startWithKey = async (context: Parameters<typeof startService>[0], environment = {}) => {
  const service = await startService(context, { listens: true, environment })
  const { key } = await service.license({ mode: 'live' })
  return { origin: service.origin, key }
}

describe('the installed package', () => {
  const read = async (context: Parameters<typeof startService>[0], [program = '', ...args]: readonly string[]) => {
    const { origin, key } = await startWithKey(context)
    const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } }
    const { stdout } = await run(program, [...args, 'read-posts.mjs', origin, key, 'https://blog.example'], options)
    return JSON.parse(stdout) as unknown
  }

  test('the package works in this Node', async (context) => {
    assert.deepEqual(await read(context, [process.execPath]), FOUND)
  })

  for (const [name, { command }] of Object.entries(RUNTIMES)) {
    const [program, ...args] = command
    test(`the package works in ${name}`, async (context) => {
      assert.deepEqual(await read(context, [join(folder, 'node_modules', program), ...args]), FOUND)
    })
  }

  test('the package has no dependencies and imports no Node modules', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@central-api/client/package.json'), 'utf8'),
    )
    assert.equal(dependencies, undefined)
    const entry = readFileSync(join(folder, 'node_modules/@central-api/client/dist/create-client.js'), 'utf8')
    assert.ok(!entry.includes("'node:"))
  })

  test('the package works in workerd, bundled by esbuild, without Node APIs', async (context) => {
    await bundle('worker.mjs', 'worker.js')
    const port = await findPort()
    writeFileSync(join(folder, 'workerd.capnp'), workerdConfig(port))
    const program = join(folder, 'node_modules/.bin/workerd')
    const args = ['serve', 'workerd.capnp', '--control-fd=1']
    const worker = await startProgram(program, args, /"event":"listen"/, { cwd: folder })
    context.after(() => worker.stop())
    const { origin, key } = await startWithKey(context)
    const options = { baseUrl: origin, licenseKey: key, siteId: 'https://blog.example' }
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(options) })
    assert.deepEqual(await response.json(), FOUND)
  })

  test('the package works in a browser, bundled by esbuild, if the service allows its origin', async (context) => {
    const outfile = await bundle('use-client.mjs', 'bundle.js')
    const page = createServer((request, response) => {
      const isScript = request.url === '/bundle.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? readFileSync(outfile) : '<!doctype html><title>A page</title>')
    })
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    context.after(() => page.close())
    const pageOrigin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    const { origin, key } = await startWithKey(context, { CORS_ORIGINS: pageOrigin })
    const browser = await launchChromium()
    context.after(() => browser.close())
    const tab = await browser.newPage()
    await tab.goto(pageOrigin)
    const found = await tab.evaluate(
      async (options) => {
        const url = '/bundle.js'
        const { readPosts } = (await import(url)) as { readPosts(options: unknown): Promise<unknown> }
        return readPosts(options)
      },
      { baseUrl: origin, licenseKey: key, siteId: 'https://blog.example' },
    )
    assert.deepEqual(found, FOUND)
  })
})

describe('the documented programs', () => {
  const environment = (origin: string, key: string) => ({ CENTRAL_API_URL: origin, CENTRAL_API_KEY: key })
  const program = (name: string, env: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, [join(folder, 'samples', name)], { cwd: folder, env: { ...process.env, ...env } })

  /** Runs code with the exports of a sample as `sample` and a client as `client`, and parses its JSON output. */
  const beside = async (name: string, code: string, env: Readonly<Record<string, string>>) => {
    const script = `import { createClient } from '@central-api/client'
      import * as sample from './samples/${name}'
      const client = createClient({ baseUrl: process.env.CENTRAL_API_URL, licenseKey: process.env.CENTRAL_API_KEY })
      console.log(JSON.stringify(await (async () => { ${code} })()))`
    const options = { cwd: folder, env: { ...process.env, ...env } }
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], options)
    return JSON.parse(stdout) as unknown
  }

  test('list-posts prints every post once', async (context) => {
    const { origin, key } = await startWithKey(context)
    const { stdout } = await program('list-posts.mjs', environment(origin, key))
    const lines = stdout.trim().split('\n')
    assert.deepEqual([lines.length, new Set(lines).size], [95, 95])
  })

  test('show-posts prints the newest posts as a list of links, with escaped text', async (context) => {
    const { origin, key } = await startWithKey(context)
    const { stdout } = await program('show-posts.mjs', environment(origin, key))
    const [open, ...lines] = stdout.trim().split('\n<')
    assert.deepEqual([open, lines.length, lines.at(-1)], ['<ul>', 21, '/ul>'])
    for (const line of lines.slice(0, -1)) assert.match(line, /^li><a href="https?:[^"<>]+">[^<>]+<\/a><\/li>$/)
  })

  test('the samples for metadata and errors return the documented values', async (context) => {
    const { origin, key } = await startWithKey(context)
    const env = environment(origin, key)
    const page =
      'const { posts, left, isCached } = await sample.readPage(client); return [posts.length, left, isCached]'
    assert.deepEqual(await beside('response-meta.mjs', page, env), [20, 9_999, false])
    const failed = `const told = []; const found = await sample.readPageOrLog(client, 'error.profile_private', (each) => told.push(each))
      return [found === undefined, told.map(({ code, retryable, status, requestId }) => [code, retryable, status, typeof requestId])]`
    assert.deepEqual(await beside('handle-errors.mjs', failed, env), [
      true,
      [['profile_private', false, 403, 'string']],
    ])
  })

  test('the sample for tests passes', async () => {
    await program('try-client.mjs')
  })
})

describe('type declarations', () => {
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom']
  const compile = (program: string, ...more: string[]) =>
    run(process.execPath, [program, ...flags, ...more, 'typed.ts'], { cwd: folder })

  for (const [name, from] of Object.entries(COMPILERS)) {
    const program = () => join(folder, 'node_modules', from.slice(0, from.indexOf('@')), 'bin/tsc')
    test(`${name} compiles against them with bundler and Node resolution`, async () => {
      await compile(program(), '--module', 'esnext', '--moduleResolution', 'bundler')
      await compile(program(), '--module', 'nodenext', '--moduleResolution', 'nodenext')
    })
  }

  test('the compiler of this repository accepts them', async () => {
    await run(join(BIN, 'tsc'), [...flags, '--module', 'nodenext', 'typed.ts'], { cwd: folder })
  })

  test('publint and attw report no problems in the packed file', async () => {
    await run(join(BIN, 'publint'), ['--strict', tarball])
    await run(join(BIN, 'attw'), ['--profile', 'esm-only', tarball])
  })
})
