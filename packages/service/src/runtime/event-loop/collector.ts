// The collector of garbage, for the moments at which little is alive, so that it has little to do.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type Collect = (options: { readonly type: 'minor' | 'major' }) => void

/** The way to it that needs no flag on the command line (https://nodejs.org/api/v8.html#v8setflagsfromstringflags). */
export const exposeCollector = (): Collect => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

const ANY = /^/

/** V8 keeps the text that a pattern has matched last, and what that was cut out of, until the next match. */
export const forgetLastMatch = (): void => void ANY.test('')
