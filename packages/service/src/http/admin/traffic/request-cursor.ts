// An opaque cursor for the next page of the request log: the position of the last request that was returned. It stays
// valid when that request is deleted.

import { ApiError } from '../../../errors.ts'
import { parseJson } from '../../../parsing/parse-json.ts'
import { isPlainText } from '../../../parsing/plain-text.ts'
import type { RequestPosition } from '../../../storage/store.ts'

export const writeRequestCursor = ({ at, id }: RequestPosition): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** Throws `invalid_request`. */
export const readRequestCursor = (text: string): RequestPosition => {
  const [at, id] = readList(text)
  if (typeof at === 'number' && Number.isSafeInteger(at) && typeof id === 'string' && isPlainText(id)) return { at, id }
  throw new ApiError('invalid_request', { details: [{ field: 'cursor', message: 'is not a cursor of this list' }] })
}

const readList = (text: string): readonly unknown[] => {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
