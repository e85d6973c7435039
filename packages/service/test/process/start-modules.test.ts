// The cost of a start, by counts. Most of it is loading modules: each takes a third of a millisecond of CPU time, and
// twice that in TypeScript.

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeFolder, prepareStore, startProcess } from './start-process.ts'

const SOURCES = new URL('../../src/', import.meta.url)
const REPORT_MODULES = new URL('report-modules.ts', import.meta.url).href

/** The maximum number of modules. Raise it only for modules that every start needs. */
const MAX_MODULES = 1_640

/** The schema builder, HTML parsing, modules of the store's thread, and the admin API, which is disabled. */
const NEEDLESS =
  /\/node_modules\/(?:typebox|better-sqlite3)\/|\/post\/markup\/parse-html\.ts$|\/http\/admin\/admin-routes\.ts$/

/** The modules of a start without requests, except Node's own. */
const modulesOfStart = async (context: TestContext): Promise<readonly string[]> => {
  const { environment } = await prepareStore(context)
  const file = join(await makeFolder(context), 'modules.json')
  const watched = { NODE_OPTIONS: `--import=${REPORT_MODULES}`, MODULES_FILE: file }
  const service = await startProcess(context, { ...environment, ...watched })
  service.signal('SIGINT')
  assert.equal((await service.exited).code, 0)
  const loaded: readonly string[] = JSON.parse(await readFile(file, 'utf8'))
  return loaded.filter((url) => url.startsWith('file:'))
}

/** Files of platforms that must load only on demand. */
const lateFiles = async (): Promise<readonly string[]> => {
  const files = globSync('platforms/*/*.ts', { cwd: SOURCES })
  const named = await Promise.all(
    files.map(async (file) => {
      const url = new URL(file, SOURCES)
      const text = await readFile(url, 'utf8')
      return [...text.matchAll(/\blate(?:FeedSource)?\(\(\) => import\('(\.\/[^']+)'\)/g)].map(
        ([, name = '']) => new URL(name, url).href,
      )
    }),
  )
  return named.flat()
}

test('a start loads no module that is needed later or never: TypeBox, platform and HTML parsing, the disabled admin API', async (context) => {
  const loaded = await modulesOfStart(context)
  assert.ok(loaded.some((url) => url.endsWith('/src/platforms/all.ts')))
  const late = await lateFiles()
  assert.ok(late.length > 40)
  const needless = loaded.filter((url) => late.includes(url) || NEEDLESS.test(url))
  assert.deepEqual(needless, [])
  assert.ok(loaded.length <= MAX_MODULES, `${loaded.length} modules, and ${MAX_MODULES} at most`)
})
