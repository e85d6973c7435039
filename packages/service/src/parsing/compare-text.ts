/** For sorting, by characters and in no language. Times of one form and zone are in the order of their characters. */
export const compareText = (one: string, other: string): number => Number(one > other) - Number(one < other)
