// The modules of the selector's package, for the playground: made for a browser when they are first asked for, and held. There
// is no build of them.

import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { memoize } from '../../runtime/event-loop/memoize.ts'
import { type PageFile, toPageFile } from './read-pages.ts'
import type { StrippedFile } from './strip-types.ts'

const FOLDER = fileURLToPath(new URL('../../../../selector/src', import.meta.url))

/** Rejects where they cannot be read. */
const strip = (): Promise<readonly StrippedFile[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./strip-types.ts', import.meta.url), {
      workerData: { folder: FOLDER },
      // Node says of the function that it may change yet; the tests would tell.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** By their paths in the package's `src`. */
export const createSelectorFiles = (): (() => Promise<ReadonlyMap<string, PageFile>>) =>
  memoize(async () => {
    const files = await strip()
    return new Map(files.map(({ path, text }) => [path, toPageFile(path, '.js', Buffer.from(text))]))
  })
