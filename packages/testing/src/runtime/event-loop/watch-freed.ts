// For tests: records the memory that is freed.

import type { TestContext } from 'node:test'

/** The sizes of buffers that are freed from now on; the list grows as the test goes on. */
export const watchFreed = ({ mock }: TestContext): readonly number[] => {
  const { transfer } = ArrayBuffer.prototype
  const freed: number[] = []
  mock.method(ArrayBuffer.prototype, 'transfer', function (this: ArrayBuffer, length?: number) {
    if (length === 0) freed.push(this.byteLength)
    return transfer.call(this, length)
  })
  return freed
}
