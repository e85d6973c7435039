// Looks up untrusted names: `constructor` and `__proto__` are in no table.

/** The table's own value of the name. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
