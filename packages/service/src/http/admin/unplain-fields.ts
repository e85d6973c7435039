// Finds texts with control characters, which stores refuse or search differently.

import { isPlainLines, isPlainText } from '../../parsing/plain-text.ts'

/** Fields with line breaks. `request` is a tried request, whose fields the API itself checks. */
const OF_LINES: ReadonlySet<string> = new Set(['notes', 'metadata', 'request'])
const MESSAGE = 'must be plain text, without control characters'

export type UnplainField = { readonly field: string; readonly message: string }

/** All texts in the value, by path. Names of fields are texts, too. */
export const findUnplainFields = (value: unknown, path: readonly string[] = []): readonly UnplainField[] => {
  const isPlain = OF_LINES.has(path[0] ?? '') ? isPlainLines : isPlainText
  if (typeof value === 'string') return isPlain(value) ? [] : [{ field: path.join('.'), message: MESSAGE }]
  if (typeof value !== 'object' || value === null) return []
  const field = path.join('.') || 'body'
  return Object.entries(value).flatMap(([name, inner]) =>
    isPlainText(name) ? findUnplainFields(inner, [...path, name]) : [{ field, message: MESSAGE }],
  )
}
