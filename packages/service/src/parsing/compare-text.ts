/** For sorting by code units. Times of one form and zone are in chronological order. */
export const compareText = (one: string, other: string): number => Number(one > other) - Number(one < other)
