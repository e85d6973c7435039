// The id of a request: the caller's own if it may be logged and returned, else a generated one.

import type { IncomingMessage } from 'node:http'

const SAFE = /^[A-Za-z0-9._-]{1,128}$/

/** Ids of one process: a prefix of its own, so that no two processes generate the same, and a counter. */
export const createRequestIds = (prefix: string) => {
  let count = 0
  return ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const own = headers['x-request-id']
    if (typeof own === 'string' && SAFE.test(own)) return own
    count += 1
    return `${prefix}${count.toString(36)}`
  }
}
