// An opaque cursor for the next page of a license list: the order, and the position of the last license that was
// returned. It stays valid when that license is deleted.

import type { LicenseOrder, LicensePosition } from '../../../storage/store.ts'
import { readCursor, strayCursor, writeCursor } from '../opaque-cursor.ts'
import { wrongField } from '../wrong-field.ts'

export const writeListCursor = (order: LicenseOrder, { key, id }: LicensePosition): string =>
  writeCursor([order, key, id])

/** Throws `invalid_request`. */
export const readListCursor = (text: string, order: LicenseOrder): LicensePosition => {
  const [written, key, id] = readCursor(text)
  const isKey = order === 'name' ? typeof key === 'string' : Number.isSafeInteger(key)
  if (typeof id !== 'string' || !isKey) throw strayCursor()
  if (written !== order) throw wrongField('cursor', 'belongs to another order')
  return { key: key as string | number, id }
}
