// V8's garbage collector, called at moments when little is alive.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type Collect = (options: { readonly type: 'minor' | 'major' }) => void

/** Needs no flag on the command line (https://nodejs.org/api/v8.html#v8setflagsfromstringflags). */
export const exposeCollector = (): Collect => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

const ANY = /^/

/** V8 keeps the last text that a regular expression matched, and the string it was cut out of, until the next match. */
export const forgetLastMatch = (): void => void ANY.test('')
