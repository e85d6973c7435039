// The id of a request: the caller's own where it is fit to be logged and sent back, else one of ours.

import type { IncomingMessage } from 'node:http'

const FIT = /^[A-Za-z0-9._-]{1,128}$/

/** Ids of one process: its own prefix, so that two never give the same, and a count. */
export const createRequestIds = (prefix: string) => {
  let count = 0
  return ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const own = headers['x-request-id']
    if (typeof own === 'string' && FIT.test(own)) return own
    count += 1
    return `${prefix}${count.toString(36)}`
  }
}
