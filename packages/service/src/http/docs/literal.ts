// A JSON value as the literal of a language: on one line where it is short, a line for each part where it is not.

export type LiteralSyntax = {
  readonly text: (value: string) => string
  readonly object: readonly [open: string, close: string]
  /** What stands for an object without a field. */
  readonly emptyObject: string
  readonly field: (name: string, value: string) => string
  /** How far what is inside stands from what is around it. */
  readonly step: string
}

/** Most characters of what stands on one line. */
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
  // In single quotes PHP knows no line feed.
  text: (value) => (value.includes('\n') ? JSON.stringify(value).replaceAll('$', '\\$') : quoted(value)),
  object: ['[', ']'],
  // `[]` would be sent as a list.
  emptyObject: 'new stdClass()',
  field: (name, value) => `${quoted(name)} => ${value}`,
  step: '    ',
}

/** Parts in brackets; `indent` is that of the line that the first bracket stands on. */
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
