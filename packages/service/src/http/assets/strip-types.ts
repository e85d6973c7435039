// A worker thread that strips the types from TypeScript, as Node does for the service itself. On a thread, since
// loading the stripper blocks the event loop for a tenth of a second.

import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

export type StrippedFile = { readonly path: string; readonly text: string }

const { folder, paths } = workerData as { readonly folder: string; readonly paths: readonly string[] }
const files: StrippedFile[] = paths.map((path) => ({
  path,
  text: stripTypeScriptTypes(readFileSync(join(folder, path), 'utf8')),
}))
parentPort?.postMessage(files)
