import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { reasonFor } from '@central-api/testing/platforms/suite/platform-fixture.ts'
import { traceFixtures } from '@central-api/testing/platforms/suite/trace-fixture.ts'
import { addToList, makePlatform, refuseName } from '../../../scripts/new-platform.ts'
import { findCircles, ownImports } from './source-files.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PLATFORMS = 'packages/service/src/platforms'
const TESTING = 'packages/testing/src/platforms'
const TESTS = 'packages/service/test'
const SINGLE_POSTS = 'single-posts.test.ts'

const run = promisify(execFile)

/** A repository beside the real one: everything in it is a link, but for the lists of platforms and the packages' names. */
const linkRepository = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'central-api-'))
  for (const folder of [PLATFORMS, TESTING, TESTS, 'node_modules/@central-api'])
    mkdirSync(join(root, folder), { recursive: true })
  const link = (path: string) => symlinkSync(join(ROOT, path), join(root, path))
  const linkAllOf = (folder: string, ...own: readonly string[]) => {
    for (const entry of readdirSync(join(ROOT, folder))) if (!own.includes(entry)) link(join(folder, entry))
  }
  for (const path of ['package.json', 'packages/service/package.json', 'packages/testing/package.json']) link(path)
  linkAllOf('node_modules', '@central-api')
  for (const name of ['service', 'testing'])
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@central-api', name))
  linkAllOf('packages/service/src', 'platforms')
  linkAllOf(PLATFORMS, 'all.ts')
  linkAllOf('packages/testing/src', 'platforms')
  linkAllOf(TESTING, 'suite')
  linkAllOf(TESTS, SINGLE_POSTS)
  copyFileSync(join(ROOT, TESTS, SINGLE_POSTS), join(root, TESTS, SINGLE_POSTS))
  copyFileSync(join(ROOT, PLATFORMS, 'all.ts'), join(root, PLATFORMS, 'all.ts'))
  cpSync(join(ROOT, TESTING, 'suite'), join(root, TESTING, 'suite'), { recursive: true })
  return root
}

describe('a new platform as it is made', () => {
  let root = ''
  let made: readonly string[] = []
  before(() => {
    root = linkRepository()
    made = makePlatform(root, 'tidepool')
  })
  after(() => rmSync(root, { recursive: true }))

  test('is named throughout as it was asked for, without a trace of the template', () => {
    const files = made.map((path) => relative(root, path)).sort()
    assert.deepEqual(files, [
      `${PLATFORMS}/all.ts`,
      ...[
        'api.ts',
        'key.ts',
        'map-note.ts',
        'map-user.ts',
        'read-tidepool.ts',
        'refusals.ts',
        'tidepool.test.ts',
        'tidepool.ts',
        'urls.ts',
      ].map((file) => `${PLATFORMS}/tidepool/${file}`),
      `${TESTS}/${SINGLE_POSTS}`,
      `${TESTING}/suite/all-fixtures.cases.ts`,
      `${TESTING}/suite/simulated-platforms.ts`,
      ...['fixtures.cases.ts', 'fixtures/notes.json', 'fixtures/user.json', 'simulator.ts'].map(
        (file) => `${TESTING}/tidepool/${file}`,
      ),
    ])
    for (const path of made.filter((each) => each.includes('/tidepool/')))
      assert.doesNotMatch(readFileSync(path, 'utf8'), /acme|packages\/service/i, path)
  })

  test('passes the suite of all platforms and its own tests', async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const test = join(root, PLATFORMS, 'tidepool/tidepool.test.ts')
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', test], { env })
    assert.match(stdout, /^# fail 0$/m)
    assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) >= 20, stdout)
  })

  test('has no circle of imports', () => {
    const folder = join(root, PLATFORMS, 'tidepool')
    const imports = new Map(
      made
        .filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.ts'))
        .map((path) => {
          const name = relative(folder, path)
          return [name, ownImports(name, readFileSync(path, 'utf8'))] as const
        }),
    )
    assert.ok(imports.get('api.ts')?.includes('read-tidepool.ts'))
    assert.deepEqual(findCircles(imports), [])
  })

  test('compiles under the rules of the repository, together with the list', async () => {
    const tsconfig = join(root, 'tsconfig.json')
    writeFileSync(
      tsconfig,
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions: { typeRoots: ['node_modules/@types'] },
        include: made.filter((path) => path.startsWith(join(root, PLATFORMS)) && path.endsWith('.ts')),
      }),
    )
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', tsconfig])
  })

  test('has fixtures that tell where everything goes, and a simulator that anybody can start', async () => {
    const load = (file: string) => import(pathToFileURL(join(root, TESTING, file)).href)
    const { ALL_FIXTURES }: typeof import('@central-api/testing/platforms/suite/all-fixtures.cases.ts') =
      await load('suite/all-fixtures.cases.ts')
    const fixtures = ALL_FIXTURES.find(({ platform }) => platform === 'tidepool') ?? assert.fail()
    const { unread } = traceFixtures(fixtures)
    assert.deepEqual(
      unread.filter((place) => reasonFor(fixtures.unmapped, place) === undefined),
      [],
    )
    const { SIMULATED_PLATFORMS }: typeof import('@central-api/testing/platforms/suite/simulated-platforms.ts') =
      await load('suite/simulated-platforms.ts')
    for (const list of [ALL_FIXTURES.map(({ platform }) => platform), SIMULATED_PLATFORMS.map(({ id }) => id)]) {
      assert.ok(list.includes('tidepool'))
      assert.deepEqual(list, list.toSorted())
    }
    const { environment } = SIMULATED_PLATFORMS.find(({ id }) => id === 'tidepool') ?? assert.fail()
    assert.deepEqual(environment, { TIDEPOOL_API_KEYS: 'key-of-the-garden' })
  })

  test('is in the list, and cannot be made a second time', () => {
    const list = readFileSync(join(root, PLATFORMS, 'all.ts'), 'utf8')
    assert.match(list, /^import \{ tidepool \} from '\.\/tidepool\/tidepool\.ts'$/m)
    assert.match(list, /^ {2}tidepool,$/m)
    assert.match(refuseName(root, 'tidepool') ?? '', /platforms\/tidepool already exists; nothing was changed/)
    assert.match(readFileSync(join(root, TESTS, SINGLE_POSTS), 'utf8'), /^ {2}tidepool: \{/m)
    assert.throws(() => makePlatform(root, 'tidepool'), /EEXIST/)
  })
})

test('names that cannot be, or are taken, are refused in clear words', () => {
  const refusals: readonly (readonly [string | undefined, RegExp])[] = [
    [undefined, /^Usage: npm run new:platform NAME/],
    ['', /^Usage/],
    ...['Tide', '1tide', 'tide-pool', 'tide_pool', '../tide', 'tide pool', 'é', 'a'.repeat(32)].map(
      (name) => [name, /cannot be the id of a platform/] as const,
    ),
    ...['mastodon', 'meta', 'all', 'kit', 'x'].map((name) => [name, /already exists/] as const),
    ...['class', 'enum', 'limit', 'user', 'note'].map((name) => [name, /already has a meaning/] as const),
  ]
  for (const [name, message] of refusals) assert.match(refuseName(ROOT, name) ?? 'not refused', message, String(name))
  const ofOneLetter = [...'abcdefghijklmnopqrstuvwyz']
  for (const name of ['tidepool', ...ofOneLetter]) assert.equal(refuseName(ROOT, name), undefined, name)
})

test('the line and the import go where they sort, wherever that is', () => {
  const list = (...names: readonly string[]) =>
    [
      ...names.map((name) => `import { ${name} } from './${name}/${name}.ts'`),
      'export const ALL = [',
      ...names.map((name) => `  ${name},`),
      ']',
    ].join('\n')
  for (const name of ['a', 'c', 'e'])
    assert.equal(addToList(list('b', 'd'), `${PLATFORMS}/all.ts`, name), list(...['b', 'd', name].sort()))
  assert.throws(() => addToList('export {}', `${PLATFORMS}/all.ts`, 'a'), /has no line like/)
})

test('a line goes before the whole of an entry that takes several', () => {
  const simulators = "import { startC } from '../c/simulator.ts'\n  {\n    id: 'c',\n    start: startC,\n  },"
  assert.equal(
    addToList(simulators, `${TESTING}/suite/simulated-platforms.ts`, 'b'),
    "import { KEYS as B_KEYS, startB } from '../b/simulator.ts'\nimport { startC } from '../c/simulator.ts'\n" +
      "  { id: 'b', start: startB, environment: { B_API_KEYS: B_KEYS[0] }, hosts: ['b.example'] },\n  {\n    id: 'c',\n    start: startC,\n  },",
  )
})

test('a line goes before the comment about the entry behind it', () => {
  assert.equal(
    addToList('  a: { x },\n  // About c.\n  c: { x },', `${TESTS}/${SINGLE_POSTS}`, 'b'),
    "  a: { x },\n  b: { there: ['official_api', 'page'], others: { 'https://b.example/@garden/1': GONE } },\n" +
      '  // About c.\n  c: { x },',
  )
})

test('the command refuses with status 2 and a line on standard error', async () => {
  const script = join(ROOT, 'scripts/new-platform.ts')
  await assert.rejects(run(process.execPath, [script, 'mastodon']), {
    code: 2,
    stderr: /^packages\/service\/src\/platforms\/mastodon already exists/,
  })
})
