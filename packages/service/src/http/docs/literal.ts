// Writes a JSON value as a literal of a programming language. A short value is written on one line.

export type LiteralSyntax = {
  readonly text: (value: string) => string
  readonly object: readonly [open: string, close: string]
  /** An object without fields. */
  readonly emptyObject: string
  readonly field: (name: string, value: string) => string
  /** The indentation of one level. */
  readonly step: string
}

/** The maximum length of a value on one line. */
const MAX_LINE = 72

const quoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

export const JAVASCRIPT: LiteralSyntax = {
  text: quoted,
  object: ['{ ', ' }'],
  emptyObject: '{}',
  field: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${value}`,
  step: '  ',
}

export const PHP: LiteralSyntax = {
  // PHP has no escape for a line feed in single quotes.
  text: (value) => (value.includes('\n') ? JSON.stringify(value).replaceAll('$', '\\$') : quoted(value)),
  object: ['[', ']'],
  // PHP would encode `[]` as a JSON array.
  emptyObject: 'new stdClass()',
  field: (name, value) => `${quoted(name)} => ${value}`,
  step: '    ',
}

/** Writes parts in brackets. `indent` is the indentation of the line with the opening bracket. */
export const enclose = (
  [open, close]: readonly [open: string, close: string],
  parts: readonly string[],
  { step }: Pick<LiteralSyntax, 'step'>,
  indent: string,
): string => {
  const line = `${open}${parts.join(', ')}${close}`
  if (indent.length + line.length <= MAX_LINE && !line.includes('\n')) return line
  const lines = parts.map((part) => `${indent}${step}${part},\n`).join('')
  return `${open.trim()}\n${lines}${indent}${close.trim()}`
}

export const literal = (value: unknown, syntax: LiteralSyntax, indent = ''): string => {
  const part = (inner: unknown) => literal(inner, syntax, indent + syntax.step)
  if (typeof value === 'string') return syntax.text(value)
  if (Array.isArray(value)) return enclose(['[', ']'], value.map(part), syntax, indent)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => syntax.field(name, part(inner)))
  return fields.length === 0 ? syntax.emptyObject : enclose(syntax.object, fields, syntax, indent)
}
