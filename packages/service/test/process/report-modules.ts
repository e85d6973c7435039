// Loaded before the command. When the process exits, it writes the modules that its main thread had loaded before it listened
// to the file in MODULES_FILE.

import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Server } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const { MODULES_FILE = '' } = process.env

if (isMainThread) {
  const loaded: string[] = []
  let atListening: readonly string[] = loaded
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...given: unknown[]) {
    atListening = [...loaded]
    return Reflect.apply(listen, this, given)
  }
  process.on('exit', () => writeFileSync(MODULES_FILE, JSON.stringify(atListening)))
}
