import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findCircles, findImports, judgeFile, loadedWith, ownImports, type SourceFile } from './source-files.ts'
import { THREADS_START_WITH } from './source-rules.ts'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))

const FILES: readonly SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }))

test('every file follows the import rules of its part', () => {
  assert.ok(FILES.length > 100)
  assert.deepEqual(FILES.flatMap(judgeFile), [])
})

const isPackage = (name: string): boolean => !name.startsWith('node:') && !name.endsWith('.ts')

test('threads load only what all jobs need, and platforms on demand', () => {
  const sources = new Map(FILES.map(({ path, text }) => [path, text]))
  for (const [path, packages] of Object.entries(THREADS_START_WITH)) {
    const loaded = loadedWith(path, sources)
    assert.deepEqual([...loaded].filter(isPackage).sort(), packages, path)
    assert.ok(!loaded.has('platforms/all.ts'), path)
  }
  assert.ok(loadedWith('service.ts', sources).has('platforms/all.ts'))
})

test('static imports are followed through other files, dynamic and type imports are not', () => {
  const sources = new Map([
    ['a/one.ts', "import { two } from '../b/two.ts'\nimport { readFile } from 'node:fs'"],
    ['b/two.ts', "import type { Four } from './four.ts'\nexport { three } from './three.ts'"],
    ['b/three.ts', "// import './no.ts'\nimport 'effects'\nconst later = () => import('later')\nimport '../a/one.ts'"],
  ])
  assert.deepEqual([...loadedWith('a/one.ts', sources)], ['a/one.ts', 'b/two.ts', 'node:fs', 'b/three.ts', 'effects'])
})

test('every form of import is found, type imports are distinguished, and comments and strings are ignored', () => {
  const text = `
// import { no } from './comment.ts'
/* import { no } from './block.ts' */
import './effects.ts'
import plain from './plain.ts'
import * as all from './all.ts'
import { a, type B, c as d } from './names.ts'
import type { E } from './types.ts'
import { type F, type G } from './only-types.ts'
import {
  long,
  longer,
} from './lines.ts'
export { h } from './again.ts'
export * from './everything.ts'
export const url = 'https://host.example' // from './trailing.ts'
export const text = " from './string.ts'"
const later = await import('./later.ts')
const data = require('./data.json')
`
  assert.deepEqual(findImports(text), [
    { from: './effects.ts', isType: false, names: [] },
    { from: './plain.ts', isType: false, names: ['plain'] },
    { from: './all.ts', isType: false, names: ['* as all'] },
    { from: './names.ts', isType: false, names: ['a', 'c as d'] },
    { from: './types.ts', isType: true, names: ['E'] },
    { from: './only-types.ts', isType: true, names: [] },
    { from: './lines.ts', isType: false, names: ['long', 'longer'] },
    { from: './again.ts', isType: false, names: ['h'] },
    { from: './everything.ts', isType: false, names: ['*'] },
    { from: './later.ts', isType: false, names: ['*'] },
    { from: './data.json', isType: false, names: ['*'] },
  ])
})

/** Path, text, and the expected violation. */
const WRONG: readonly (readonly [string, string, string])[] = [
  ['egress/x.ts', "import { a } from '../scanning/pages.ts'", 'may not import scanning/pages.ts'],
  ['post/x.ts', "import { a } from '../upstream/registry.ts'", 'may not import upstream/registry.ts'],
  ['upstream/x.ts', "import { a } from '../platforms/all.ts'", 'may not import platforms/all.ts'],
  ['feeds/x.ts', "import { a } from '../urls/unwrap.ts'", 'may not import urls/unwrap.ts'],
  ['errors.ts', "import { a } from './post/text.ts'", 'may not import post/text.ts'],
  ['storage/x.ts', "import { a } from '../licensing/usage/meter.ts'", 'may not import licensing/usage/meter.ts'],
  ['licensing/x.ts', "import { a } from '../http/api.ts'", 'may not import http/api.ts'],
  ['licensing/x.ts', "import { a } from '../storage/sqlite/open.ts'", 'may not import storage/sqlite/open.ts'],
  ['scanning/x.ts', "import { a } from '../http/api.ts'", 'may not import http/api.ts'],
  [
    'scanning/x.ts',
    "import { a } from '../validation/preview/preview.ts'",
    'may not import validation/preview/preview.ts',
  ],
  ['scanning/x.ts', "import { a } from '../platforms/rss/rss.ts'", 'may not import platforms/rss/rss.ts'],
  ['http/openapi/examples.ts', "import { a } from '../../platforms/rss/rss.ts'", 'may not import platforms/rss/rss.ts'],
  ['upstream/registry.ts', "import { a } from '../platforms/rss/rss.ts'", 'may not import platforms/rss/rss.ts'],
  [
    'platforms/rss/x.ts',
    "import { a } from '../mastodon/mastodon.ts'",
    'may not import platforms/mastodon/mastodon.ts',
  ],
  ['platforms/rss/x.ts', "import { a } from '../../upstream/registry.ts'", 'may not import upstream/registry.ts'],
  [
    'platforms/rss/x.ts',
    "import { a } from '../../upstream/requests/judge.ts'",
    'may not import upstream/requests/judge.ts',
  ],
  [
    'platforms/rss/x.ts',
    "import { a } from '../../upstream/credentials/pool.ts'",
    'may not import upstream/credentials/pool.ts',
  ],
  ['upstream/requests/x.ts', "import { a } from '../../platforms/rss/rss.ts'", 'may not import platforms/rss/rss.ts'],
  ['upstream/budgets/x.ts', "import { a } from '../requests/judge.ts'", 'may not import upstream/requests/judge.ts'],
  ['upstream/requests/x.ts', "import { a } from '../../scanning/pages.ts'", 'may not import scanning/pages.ts'],
  ['platforms/rss/x.ts', "import type { A } from '../../egress/egress.ts'", 'may not import egress/egress.ts'],
  [
    'platforms/rss/x.ts',
    "import { a } from '@central-api/testing/platforms/rss/simulator.ts'",
    'imports @central-api/testing/platforms/rss/simulator.ts, which is for tests',
  ],
  ['platforms/rss/x.ts', "import { get } from 'node:https'", 'may not import node:https'],
  ['http/x.ts', "import { a } from '../main.ts'", 'may not import main.ts'],
  ['http/x.ts', "import { a } from '../service.ts'", 'may not import service.ts'],
  ['http/x.ts', "import { a } from '../storage/sqlite/open.ts'", 'may not import storage/sqlite/open.ts'],
  ['http/x.ts', "const a = await import('../cli/io.ts')", 'may not import cli/io.ts'],
  ['licensing/x.ts', "import { connect } from 'node:net'", 'may not import node:net'],
  ['licensing/x.ts', "import { isIP, connect } from 'node:net'", 'may not import node:net'],
  ['validation/x.ts', "import { request } from 'undici'", 'may not import undici'],
  ['scanning/x.ts', "import { fastify } from 'fastify'", 'may not import fastify'],
  ['scanning/x.ts', "import { test } from 'node:test'", 'may not import node:test'],
  ['http/x.ts', 'const a = process.env.PORT', 'says \\bprocess\\.env\\b: settings are read once, in config/'],
  ['cli/x.ts', 'process.exit(1)', 'says \\bprocess\\.(?:exit|abort|kill)\\b: only main.ts ends the process'],
  ['http/x.ts', 'process.exitCode = 1', 'says \\bprocess\\.exitCode\\b: only the command line has a status'],
  ['somewhere/x.ts', '', 'belongs to no part that the table knows'],
]

test('each rule reports a violation', () => {
  for (const [path, text, problem] of WRONG) assert.deepEqual(judgeFile({ path, text }), [`${path} ${problem}`])
  for (const text of [
    'export default 1',
    'export { a as default }',
    'const a = await fetch(url)',
    'new WebSocket(url)',
  ])
    assert.equal(judgeFile({ path: 'licensing/x.ts', text }).length, 1, text)
})

/** Path and text of correct files that resemble violations. */
const RIGHT: readonly (readonly [string, string])[] = [
  ['platforms/all.ts', "import { rss } from './rss/rss.ts'"],
  ['http/openapi/examples.ts', "import { a } from '../../platforms/sandbox/sandbox.ts'"],
  [
    'platforms/rss/x.ts',
    "import { a } from '../../feeds/feed.ts'\nimport { b } from './y.ts'\nimport { c } from '../../upstream/contract/platform.ts'",
  ],
  [
    'platforms/rss/x.ts',
    "import { a } from '../../upstream/paging/walk.ts'\nimport { b } from '../../upstream/credentials/given.ts'",
  ],
  [
    'upstream/requests/x.ts',
    "import { a } from '../credentials/pool.ts'\nimport type { A } from '../../egress/egress.ts'",
  ],
  ['platforms/rss/rss.test.ts', "import { a } from '../../egress/create-egress.ts'\nimport { test } from 'node:test'"],
  ['platforms/rss/rss.test.ts', "import { a } from '@central-api/testing/platforms/rss/simulator.ts'"],
  ['scanning/x.ts', "import type { Store } from '../storage/store.ts'\nimport { a } from '../upstream/registry.ts'"],
  ['licensing/x.ts', "import { isIP } from 'node:net'\nimport type { Server } from 'node:http'"],
  ['config/x.ts', 'const a = process.env.PORT'],
  ['cli/x.ts', "process.exitCode = 1\nimport { a } from '../service.ts'"],
  ['main.ts', "process.exit(1)\nimport { a } from './storage/sqlite/open.ts'"],
  [
    'http/x.ts',
    '// process.env is not read here, and fetch() not called\nconst a = { fetch(url) {} }\negress.fetch(url)',
  ],
]

test('correct files pass', () => {
  for (const [path, text] of RIGHT) assert.deepEqual(judgeFile({ path, text }), [])
})

test('there are no import cycles, including type imports', () => {
  const importsOf = new Map(
    FILES.filter(({ path }) => !path.endsWith('.test.ts')).map(({ path, text }) => [path, ownImports(path, text)]),
  )
  assert.deepEqual(findCircles(importsOf), [])
  assert.deepEqual(
    findCircles(
      new Map([
        ['a.ts', ['b.ts']],
        ['b.ts', ['c.ts', 'd.ts']],
        ['c.ts', ['a.ts']],
        ['d.ts', []],
      ]),
    ),
    [['a.ts', 'b.ts', 'c.ts']],
  )
  assert.deepEqual(ownImports('a/one.ts', "import type { B } from '../b/two.ts'\nimport 'node:fs'"), ['b/two.ts'])
})
