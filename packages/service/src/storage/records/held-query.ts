// Statements that are asked with every request: their text is made once, and only the values are put in anew.

import { type Compilable, type RawBuilder, sql } from 'kysely'

/** A statement as a backend is asked it. */
export type Query = { readonly sql: string; readonly parameters: readonly unknown[] }

/** Where in a statement a value goes. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Makes the text when it is first asked for. `build` gets what stands for each value; the text must not depend on any. */
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
