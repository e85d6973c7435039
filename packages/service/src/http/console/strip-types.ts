// A thread that takes the types out of TypeScript, as Node does with the service's own: what is left is JavaScript of the same
// lines. On a thread of its own, since loading what does it holds the event loop for a tenth of a second.

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
