// A body that nobody wants. Servers notice when a connection ends before they have written what they have to, and some stop what
// they are doing: so a bounded part is read for a bounded time, and thrown away.

import type { Readable } from 'node:stream'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { Limits } from './limits.ts'

/** Never rejects: that it breaks off, or ends for another reason, is as good as its end. */
export const passOverBody = async (
  wire: Readable,
  setTimer: SetTimer,
  { unwantedBytes, unwantedMs }: Pick<Limits, 'unwantedBytes' | 'unwantedMs'>,
): Promise<void> => {
  const callOff = setTimer(() => wire.destroy(), unwantedMs)
  try {
    let length = 0
    for await (const chunk of wire) {
      length += chunk.length
      if (length >= unwantedBytes) break
    }
  } catch {
    // Its header was whole, and says all that was asked.
  } finally {
    callOff()
  }
}
