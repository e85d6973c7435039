// Base64 text (RFC 4648), with white space as in mail.

import { isUtf8 } from 'node:buffer'

const BASE64 = /^[a-z\d+/]*={0,2}$/i

/** undefined if it is not base64, or not text. */
export const decodeBase64 = (text: string): string | undefined => {
  const plain = text.replace(/\s+/g, '')
  if (!BASE64.test(plain) || plain.replaceAll('=', '').length % 4 === 1) return undefined
  const bytes = Buffer.from(plain, 'base64')
  return isUtf8(bytes) ? bytes.toString() : undefined
}
