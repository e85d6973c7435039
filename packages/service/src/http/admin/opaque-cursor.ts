// Opaque cursors of the admin API: a few values as JSON in base64url. What they mean belongs to the list that writes them.

import type { ApiError } from '../../errors.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { wrongField } from './wrong-field.ts'

export const writeCursor = (values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The values in a cursor; none if the text is not a cursor. The caller checks each of them. */
export const readCursor = (text: string): readonly unknown[] => {
  try {
    const values = parseJson(Buffer.from(text, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}

/** A cursor that another list wrote, or nobody. */
export const strayCursor = (): ApiError => wrongField('cursor', 'is not a cursor of this list')
