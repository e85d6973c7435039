// A query parameter without another query that a program appended to its value.

/** The value up to a further `?`, `&` or `#`; empty if the parameter is missing. */
export const fieldValue = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').split(/[?&#]/, 1)[0] ?? ''
