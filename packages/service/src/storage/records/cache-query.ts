// Queries that run with every request: compiled once, then reused with other values.

import { type Compilable, type RawBuilder, sql } from 'kysely'

/** A compiled statement with its parameters. */
export type Query = { readonly sql: string; readonly parameters: readonly unknown[] }

/** A placeholder for a value. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Compiles the query on first use. `build` gets a placeholder for each value; the SQL text must not depend on the
 * values. */
export const cacheQuery = <Values extends Readonly<Record<string, unknown>>>(
  build: (value: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>) => Compilable,
): ((values: Values) => Query) => {
  let cached: Query | undefined
  return (values) => {
    cached ??= build((name) => sql`${new Placeholder(name)}`).compile()
    const parameters = cached.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value))
    return { sql: cached.sql, parameters }
  }
}
