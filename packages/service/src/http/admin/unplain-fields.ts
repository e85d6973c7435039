// Texts of a request that no store keeps, or that would be looked for otherwise than they are written.

import { isPlainLines, isPlainText } from '../../parsing/plain-text.ts'

/** Fields in which lines may break; `request` is what a license would send, whose fields the API itself checks. */
const OF_LINES: ReadonlySet<string> = new Set(['notes', 'metadata', 'request'])
const MESSAGE = 'must be plain text, without control characters'

export type UnplainField = { readonly field: string; readonly message: string }

/** Every text in the value, by its path; the name of a field is a text, too. */
export const findUnplainFields = (value: unknown, path: readonly string[] = []): readonly UnplainField[] => {
  const isPlain = OF_LINES.has(path[0] ?? '') ? isPlainLines : isPlainText
  if (typeof value === 'string') return isPlain(value) ? [] : [{ field: path.join('.'), message: MESSAGE }]
  if (typeof value !== 'object' || value === null) return []
  const field = path.join('.') || 'body'
  return Object.entries(value).flatMap(([name, inner]) =>
    isPlainText(name) ? findUnplainFields(inner, [...path, name]) : [{ field, message: MESSAGE }],
  )
}
