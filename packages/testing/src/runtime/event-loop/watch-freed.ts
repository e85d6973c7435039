// For tests: what memory is given back while they run.

import type { TestContext } from 'node:test'

/** The bytes of each piece of memory that is given back from now on, as the test goes on. */
export const watchFreed = ({ mock }: TestContext): readonly number[] => {
  const { transfer } = ArrayBuffer.prototype
  const freed: number[] = []
  mock.method(ArrayBuffer.prototype, 'transfer', function (this: ArrayBuffer, length?: number) {
    if (length === 0) freed.push(this.byteLength)
    return transfer.call(this, length)
  })
  return freed
}
