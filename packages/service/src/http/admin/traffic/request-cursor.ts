// An opaque cursor for the next page of the request log: the position of the last request that was returned. It stays
// valid when that request is deleted.

import { isPlainText } from '../../../parsing/plain-text.ts'
import type { RequestPosition } from '../../../storage/store.ts'
import { readCursor, strayCursor, writeCursor } from '../opaque-cursor.ts'

export const writeRequestCursor = ({ at, id }: RequestPosition): string => writeCursor([at, id])

/** Throws `invalid_request`. */
export const readRequestCursor = (text: string): RequestPosition => {
  const [at, id] = readCursor(text)
  if (typeof at === 'number' && Number.isSafeInteger(at) && typeof id === 'string' && isPlainText(id)) return { at, id }
  throw strayCursor()
}
