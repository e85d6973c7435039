// A worker thread that strips the types from TypeScript, as Node does for the service itself. On a thread, since
// loading the stripper blocks the event loop for a tenth of a second.

import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, sep } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

export type StrippedFile = { readonly path: string; readonly text: string }

const { folder } = workerData as { readonly folder: string }
const files: StrippedFile[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({
    path: name.split(sep).join('/'),
    text: stripTypeScriptTypes(readFileSync(join(folder, name), 'utf8')),
  }))
parentPort?.postMessage(files)
