// The selector's modules for the playground: their types are stripped when they are first requested, and the result is
// kept. They need no build.

import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { memoize } from '../../runtime/event-loop/memoize.ts'
import { type StaticFile, toStaticFile } from '../assets/static-file.ts'
import type { StrippedFile } from './strip-types.ts'

const FOLDER = fileURLToPath(new URL('../../../../selector/src', import.meta.url))

/** Rejects if they cannot be read. */
const strip = (): Promise<readonly StrippedFile[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./strip-types.ts', import.meta.url), {
      workerData: { folder: FOLDER },
      // Node marks stripTypeScriptTypes as experimental; the tests would notice a change.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** By path in the package's `src`. */
export const createSelectorFiles = (): (() => Promise<ReadonlyMap<string, StaticFile>>) =>
  memoize(async () => {
    const files = await strip()
    return new Map(files.map(({ path, text }) => [path, toStaticFile(path, '.js', Buffer.from(text))]))
  })
