import { setTimeout as sleep } from 'node:timers/promises'

/** Lets time pass, or rejects when the signal says that nobody waits. */
export const waitFor = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal })
}
