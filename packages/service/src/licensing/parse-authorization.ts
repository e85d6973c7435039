// The bearer token of an Authorization header (RFC 6750, section 2.1). What the header holds is never put into an error.

import { ApiError } from '../errors.ts'

const SCHEME = /^bearer(?: +|$)/i

/** Throws `token_missing` without a bearer token, `token_malformed` where there is more or less than one. */
export const parseAuthorization = (header: string | undefined): string => {
  const scheme = header === undefined ? null : SCHEME.exec(header)
  if (header === undefined || scheme === null) throw new ApiError('token_missing')
  const token = header.slice(scheme[0].length).trimEnd()
  if (token === '' || /[\s,]/.test(token)) throw new ApiError('token_malformed')
  return token
}
