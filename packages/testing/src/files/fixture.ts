// Simulates a disk that fills up: writes through a FileHandle use up the remaining bytes partially, as write(2) does,
// and then fail.

import { open } from 'node:fs/promises'
import type { TestContext } from 'node:test'

type Write = (bytes: Buffer, offset: number, length: number) => Promise<{ readonly bytesWritten: number }>

export const fullDisk = (code = 'ENOSPC'): Error =>
  Object.assign(new Error(`${code}: no space left on device, write`), { code })

export type FillingDisk = {
  /** Remaining bytes. */
  left: number
}

/** Until the test ends, or `left` is set again. */
export const fillUp = async (context: Pick<TestContext, 'mock'>, left: number): Promise<FillingDisk> => {
  const disk = { left }
  const handle = await open('/dev/null', 'w')
  const prototype = Object.getPrototypeOf(handle) as { write: Write }
  await handle.close()
  const { write } = prototype
  context.mock.method(
    prototype,
    'write',
    async function (this: unknown, bytes: Buffer, offset: number, length: number) {
      if (disk.left === 0 && length > 0) throw fullDisk()
      const taken = Math.min(length, disk.left)
      disk.left -= taken
      return write.call(this, bytes, offset, taken)
    },
  )
  return disk
}
