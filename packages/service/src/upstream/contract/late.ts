// Loads the code that reads a source when it is first called. What a source declares is needed at every start; its
// mapping only when a client requests that platform.

import { memoize } from '../../runtime/event-loop/memoize.ts'

type Reader = (request: never) => Promise<unknown>

type ReadersOf<M> = { [N in keyof M]: M[N] extends Reader ? N : never }[keyof M]

/** `late(() => import('./read-x.ts'))('readPosts')` is the `readPosts` of that file. */
export const late = <M extends object>(load: () => Promise<M>) => {
  const loaded = memoize(load)
  return <N extends ReadersOf<M>>(name: N): M[N] => {
    const read: Reader = async (request) => ((await loaded())[name] as Reader)(request)
    return read as M[N]
  }
}
