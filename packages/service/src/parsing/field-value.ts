// A field of a query, as it was before a program appended to it what belongs to a query of its own.

/** The field up to a further `?`, `&` or `#`; empty when it is not there. */
export const fieldValue = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').split(/[?&#]/, 1)[0] ?? ''
