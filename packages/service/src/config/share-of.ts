// A limit that holds for all workers together, as each of them has to keep it.

/** Rounded up, so that nobody is left with nothing. */
export const shareOf = (whole: number, workers: number): number => Math.ceil(whole / workers)
