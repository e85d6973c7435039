// The bearer token of an Authorization header (RFC 6750, section 2.1). The header's content is never put into an error.

import { ApiError } from '../../errors.ts'

const SCHEME = 'bearer'

/** Returns everything after the scheme; the caller checks that it is a token. Throws `token_missing` without the
 * scheme, and `token_malformed` when nothing follows it. */
export const parseAuthorization = (header = ''): string => {
  const isBearer = header.slice(0, SCHEME.length).toLowerCase() === SCHEME
  const rest = header.slice(SCHEME.length)
  if (!isBearer || (rest !== '' && !rest.startsWith(' '))) throw new ApiError('token_missing')
  const token = rest.trim()
  if (token === '') throw new ApiError('token_malformed')
  return token
}
