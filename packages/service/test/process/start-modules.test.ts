// What a start costs, told by counts: most of it is loading modules, of which each takes a third of a millisecond of processor
// time, and one in TypeScript twice that.

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeFolder, prepareStore, startProcess } from './start-process.ts'

const SOURCES = new URL('../../src/', import.meta.url)
const TELL_MODULES = new URL('report-modules.ts', import.meta.url).href

/** 1,363 when this was written. Whoever needs more at every start says so here. */
const MOST_MODULES = 1_400

/** What makes schemas, what reads HTML, what only the store's own thread needs, and an API that is not switched on. */
const NEEDLESS =
  /\/node_modules\/(?:typebox|better-sqlite3)\/|\/post\/markup\/parse-html\.ts$|\/http\/admin\/admin-routes\.ts$/

/** Those of a start that nobody asks anything of, Node's own left out. */
const modulesOfStart = async (context: TestContext): Promise<readonly string[]> => {
  const { environment } = await prepareStore(context)
  const file = join(await makeFolder(context), 'modules.json')
  const watched = { NODE_OPTIONS: `--import=${TELL_MODULES}`, MODULES_FILE: file }
  const service = await startProcess(context, { ...environment, ...watched })
  service.signal('SIGINT')
  assert.equal((await service.exited).code, 0)
  const loaded: readonly string[] = JSON.parse(await readFile(file, 'utf8'))
  return loaded.filter((url) => url.startsWith('file:'))
}

/** Files of platforms that are to be loaded when somebody asks for the platform. */
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

test('a start loads nothing that is needed later or never: TypeBox, what reads platforms and HTML, an API that is not there', async (context) => {
  const loaded = await modulesOfStart(context)
  assert.ok(loaded.some((url) => url.endsWith('/src/platforms/all.ts')))
  const late = await lateFiles()
  assert.ok(late.length > 40)
  const needless = loaded.filter((url) => late.includes(url) || NEEDLESS.test(url))
  assert.deepEqual(needless, [])
  assert.ok(loaded.length <= MOST_MODULES, `${loaded.length} modules, and ${MOST_MODULES} at most`)
})
