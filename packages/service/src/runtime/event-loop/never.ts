// What waits for it waits for good. A new one each time: whoever awaits a promise hangs on it, with all that it holds, so that
// one for all would keep everything that ever waited.

/** Never settles. */
export const never = (): Promise<never> => new Promise(() => {})
