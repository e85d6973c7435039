// Loaded before the command: when the process ends, it leaves a list of the modules that its event loop's thread had loaded
// in the file that MODULES_FILE names.

import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { MODULES_FILE = '' } = process.env

if (isMainThread) {
  const loaded: string[] = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  process.on('exit', () => writeFileSync(MODULES_FILE, JSON.stringify(loaded)))
}
