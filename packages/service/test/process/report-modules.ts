// Loaded before the command: when the process ends, it leaves a list of the modules that its event loop's thread had loaded
// by the time that it listened in the file that MODULES_FILE names.

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
