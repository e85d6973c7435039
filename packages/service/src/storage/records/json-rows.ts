import type { RawBuilder } from 'kysely'

/** A table with the elements of a JSON array in the column `value`. One parameter for any number of rows: databases
 * limit the number of parameters. */
export type JsonRows = (json: string) => RawBuilder<unknown>
