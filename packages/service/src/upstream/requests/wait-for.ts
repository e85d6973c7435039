import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, or rejects when the signal aborts. */
export const waitFor = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal })
}
