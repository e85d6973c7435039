// TypeScript modules for browsers: their types are stripped when one is first requested, and the result is kept. They
// need no build.

import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { memoize } from '../../runtime/event-loop/memoize.ts'
import { type StaticFile, toStaticFile } from './static-file.ts'
import type { StrippedFile } from './strip-types.ts'

/** Rejects if they cannot be read. */
const strip = (folder: string, paths: readonly string[]): Promise<readonly StrippedFile[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./strip-types.ts', import.meta.url), {
      workerData: { folder, paths },
      // Node marks stripTypeScriptTypes as experimental; the tests would notice a change.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

export type ModuleFiles = () => Promise<ReadonlyMap<string, StaticFile>>

/** The modules of a folder that `isServed` accepts, without tests, by their paths in it. Paths are written with `/`. */
export const createModuleFiles = (location: URL, isServed: (path: string) => boolean = () => true): ModuleFiles =>
  memoize(async () => {
    const folder = fileURLToPath(location)
    const names = await readdir(folder, { recursive: true })
    const paths = names
      .map((name) => name.split(sep).join('/'))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && isServed(path))
    const files = await strip(folder, paths)
    return new Map(files.map(({ path, text }) => [path, toStaticFile(path, '.js', Buffer.from(text))]))
  })
