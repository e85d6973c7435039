// Times as responses have them: RFC 3339 in UTC with milliseconds.

/** `time`: milliseconds since the epoch. */
export const isoTime = (time: number): string => new Date(time).toISOString()

export const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time))
