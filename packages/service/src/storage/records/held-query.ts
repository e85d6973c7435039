// Queries that run with every request: compiled once, then reused with other values.

import { type Compilable, type RawBuilder, sql } from 'kysely'

/** A compiled statement with its parameters. */
export type Query = { readonly sql: string; readonly parameters: readonly unknown[] }

/** A placeholder for a value. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Compiles the query on first use. `build` gets a placeholder for each value; the SQL text must not depend on the
 * values. */
export const holdQuery = <Values extends Readonly<Record<string, unknown>>>(
  build: (value: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>) => Compilable,
): ((values: Values) => Query) => {
  let held: Query | undefined
  return (values) => {
    held ??= build((name) => sql`${new Place(name)}`).compile()
    const parameters = held.parameters.map((value) => (value instanceof Place ? values[value.name] : value))
    return { sql: held.sql, parameters }
  }
}
