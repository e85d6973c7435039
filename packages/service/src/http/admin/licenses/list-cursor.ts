// An opaque cursor for the next page of a license list: the order, and the position of the last license that was
// returned. It stays valid when that license is deleted.

import { ApiError } from '../../../errors.ts'
import { parseJson } from '../../../parsing/parse-json.ts'
import type { LicenseOrder, LicensePosition } from '../../../storage/store.ts'

export const writeListCursor = (order: LicenseOrder, { key, id }: LicensePosition): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url')

/** Throws `invalid_request`. */
export const readListCursor = (text: string, order: LicenseOrder): LicensePosition => {
  const [written, key, id] = readList(text)
  const isKey = order === 'name' ? typeof key === 'string' : Number.isSafeInteger(key)
  if (typeof id !== 'string' || !isKey) throw wrong('is not a cursor of this list')
  if (written !== order) throw wrong('belongs to another order')
  return { key: key as string | number, id }
}

const readList = (text: string): readonly unknown[] => {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const wrong = (message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field: 'cursor', message }] })
