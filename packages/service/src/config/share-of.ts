// The share of each worker in a limit that applies to all workers together.

/** Rounds up, so that every worker gets at least 1. */
export const shareOf = (whole: number, workers: number): number => Math.ceil(whole / workers)
