// Values and rows as both dialects of SQL write them.

export type BytesLiteral = (hex: string) => string

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const literal = (value: unknown, bytes: BytesLiteral): string => {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) return bytes(Buffer.from(value).toString('hex'))
  if (value instanceof Date) return `'${value.toISOString()}'`
  // Of PostgreSQL alone, and of numbers.
  if (Array.isArray(value)) return `'{${value.join()}}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** A statement for each row. */
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

/** A store with a table that was left empty would guard nothing of it. */
export const requireRows = (table: string, rows: readonly unknown[]): void => {
  if (rows.length === 0) throw new Error(`There is no row in ${table}`)
}
