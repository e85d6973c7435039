// A new promise each time: one for all would keep everything that ever waited for it
// (https://github.com/nodejs/node/issues/17469).

/** Never settles. */
export const never = (): Promise<never> => new Promise(() => {})
