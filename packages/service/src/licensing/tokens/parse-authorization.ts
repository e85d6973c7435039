// The bearer token of an Authorization header (RFC 6750, section 2.1). What the header holds is never put into an error.

import { ApiError } from '../../errors.ts'

const SCHEME = 'bearer'

/** What follows the scheme, whatever it is: that it is one token is for its reader to check. Throws `token_missing`
 * without the scheme, `token_malformed` where nothing follows. */
export const parseAuthorization = (header = ''): string => {
  const isBearer = header.slice(0, SCHEME.length).toLowerCase() === SCHEME
  const rest = header.slice(SCHEME.length)
  if (!isBearer || (rest !== '' && !rest.startsWith(' '))) throw new ApiError('token_missing')
  const token = rest.trim()
  if (token === '') throw new ApiError('token_malformed')
  return token
}
