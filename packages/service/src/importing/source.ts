// Describes the export of a shop: its columns and the meaning of its words. Data only; one reader serves all shops.

/** The fields that a record can set. */
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

/** `expired`: the license has ended, even if the shop does not say when. */
export type ImportedStatus = 'active' | 'suspended' | 'revoked' | 'expired'

/** Lowercase columns of a CSV file, or paths in a JSON record (`attributes.key`). The first one with a value is used.
 */
export type Columns = readonly string[]

export type Source = {
  readonly id: string
  readonly name: string
  readonly columns: Readonly<Partial<Record<ImportedField, Columns>>>
  /** The columns that determine the plan, most specific first; the values of several columns are joined with `#`. */
  readonly plan: readonly Columns[]
  /** Lowercase status words. Any other word is refused. */
  readonly statuses: Readonly<Record<string, ImportedStatus>>
  /** Whether a license without a status word is active. Not set for shops that always write one. */
  readonly isActiveWithoutWord?: true
  /** Boolean columns, and the status that a true value means, regardless of the word. */
  readonly flags?: Readonly<Record<string, ImportedStatus>>
  /** Boolean columns that are true for a test license. */
  readonly isTest?: Columns
  /** Values that mean "never expires", besides an empty one. */
  readonly never: readonly string[]
  /** Metadata entries, and the columns that they come from. */
  readonly metadata: Readonly<Record<string, Columns>>
  /** A column with metadata as one JSON object. */
  readonly metadataJson?: string
  /** Columns with this prefix are metadata, named by the rest of the column name. */
  readonly metadataPrefix?: string
  /** Known columns of the shop that are not imported. */
  readonly ignoredColumns?: Columns
  /** The property of a JSON page that contains the records. */
  readonly records?: string
  /** The JSON:API `type` of a license. */
  readonly recordType?: string
  /** Whether cells may have the apostrophes of our own export. */
  readonly isFormulaEscaped?: true
}
