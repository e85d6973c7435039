// Tables that are asked for a name from outside: `constructor` and `__proto__` are in none of them.

/** What stands under the name in the table itself. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
