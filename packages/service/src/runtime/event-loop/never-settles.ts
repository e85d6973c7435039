// A new promise at each call: a shared one would keep every reaction that was ever added to it
// (https://github.com/nodejs/node/issues/17469).

export const neverSettles = (): Promise<never> => new Promise(() => {})
