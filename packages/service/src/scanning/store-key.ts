// Keys of rows in the store of pages. All keys of a connection have the same prefix, so that everything that was read
// through it can be deleted together.

import { hash } from 'node:crypto'
import type { ConnectionReach, Reach } from '../upstream/contract/reach.ts'

const PREFIX_BYTES = 16

/** The start of all keys of a connection. Public keys begin with it only by the chance of 1 in 2^128. */
export const storePrefix = (reach: ConnectionReach): Buffer =>
  hash('sha256', `reach\n${reach}`, 'buffer').subarray(0, PREFIX_BYTES)

/** `name`: already within its reach. */
export const storeKey = (reach: Reach, name: string): Buffer => {
  const key = hash('sha256', name, 'buffer')
  return reach === 'public' ? key : Buffer.concat([storePrefix(reach), key])
}
