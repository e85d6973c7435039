// What an export of a shop looks like: which of its columns are what here, and what its words mean. Data alone; one reader
// serves all of them.

/** What a license can be given. */
export type ImportedField =
  | 'id'
  | 'externalId'
  | 'key'
  | 'mode'
  | 'name'
  | 'email'
  | 'notes'
  | 'status'
  | 'expiresAt'
  | 'createdAt'

/** `expired`: its end has passed, also where the shop does not tell when that was. */
export type ImportedStatus = 'active' | 'suspended' | 'revoked' | 'expired'

/** Columns of a CSV file, or paths in a JSON record (`attributes.key`), in small letters. The first that is there counts. */
export type Columns = readonly string[]

export type Source = {
  readonly id: string
  readonly name: string
  readonly columns: Readonly<Partial<Record<ImportedField, Columns>>>
  /** What tells the plan, the most telling first: columns whose values belong together are joined with `#`. */
  readonly plan: readonly Columns[]
  /** Words, in small letters. One that is not here is refused. */
  readonly statuses: Readonly<Record<string, ImportedStatus>>
  /** Whether a license without a word of its state is an active one. Of a shop that always tells it, nobody knows. */
  readonly isActiveWithoutWord?: true
  /** Columns that are true, and what they mean then, whatever the word says. */
  readonly flags?: Readonly<Record<string, ImportedStatus>>
  /** Columns that are true for a test license. */
  readonly isTest?: Columns
  /** What stands for an end that never comes, besides nothing. */
  readonly never: readonly string[]
  /** Entries of the metadata, by the columns that they come from. */
  readonly metadata: Readonly<Record<string, Columns>>
  /** A column that holds metadata as one JSON object. */
  readonly metadataJson?: string
  /** Columns that begin so are metadata under the rest of their names. */
  readonly metadataPrefix?: string
  /** Columns that the shop is known to write, and that no license here needs. */
  readonly leftBehind?: Columns
  /** Where the records of a JSON page stand. */
  readonly records?: string
  /** What JSON:API says of the type of a license. */
  readonly recordType?: string
  /** Whether cells were defused, as our own export does it. */
  readonly isDefused?: true
}
