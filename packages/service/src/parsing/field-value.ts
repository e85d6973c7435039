// A query parameter without another query that a program appended to its value.

/** The value up to a further `?`, `&` or `#`; empty if the parameter is missing. The sign of a hashtag is left out. */
export const fieldValue = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').replace(/^#+/, '').split(/[?&#]/, 1)[0] ?? ''
