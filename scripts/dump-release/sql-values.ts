// SQL literals and INSERT statements for both dialects.

export type BytesLiteral = (hex: string) => string

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const literal = (value: unknown, bytes: BytesLiteral): string => {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) return bytes(Buffer.from(value).toString('hex'))
  if (value instanceof Date) return `'${value.toISOString()}'`
  // Only in PostgreSQL, and only of numbers.
  if (Array.isArray(value)) return `'{${value.join()}}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** An INSERT statement for each row. */
export const insertRows = (
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  bytes: BytesLiteral,
  overriding = '',
): string =>
  rows
    .map((row) => {
      const values = Object.values(row).map((value) => literal(value, bytes))
      return `insert into ${table} (${Object.keys(row).map(quoted).join(', ')}) ${overriding}values (${values.join(', ')});\n`
    })
    .join('')

/** Throws for an empty table, because tests of the dump would not cover it. */
export const requireRows = (table: string, rows: readonly unknown[]): void => {
  if (rows.length === 0) throw new Error(`Table ${table} has no rows`)
}
