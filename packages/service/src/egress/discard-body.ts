// Discards a body that is not needed. Servers notice when a connection ends before they have written everything, and
// some then stop their work. So a bounded part is read, for a bounded time.

import type { Readable } from 'node:stream'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { Limits } from './limits.ts'

/** Never rejects: it does not matter how the body ends. */
export const discardBody = async (
  wire: Readable,
  setTimer: SetTimer,
  { unwantedBytes, unwantedMs }: Pick<Limits, 'unwantedBytes' | 'unwantedMs'>,
): Promise<void> => {
  const cancel = setTimer(() => wire.destroy(), unwantedMs)
  try {
    let length = 0
    for await (const chunk of wire) {
      length += chunk.length
      if (length >= unwantedBytes) break
    }
  } catch {
    // The header was complete, and only that was needed.
  } finally {
    cancel()
  }
}
