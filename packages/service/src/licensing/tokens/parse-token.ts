// Parses the text of a token before anything in it is trusted. All checks on the text come before any decoding.

import { isBase64url } from '../../crypto/base64url.ts'
import { ApiError } from '../../errors.ts'
import { KID, MAX_TOKEN_CHARACTERS, TOKEN_HEADER } from './token-form.ts'

type Fields = Readonly<Record<string, unknown>>

export type ParsedToken = { readonly kid: string }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a JSON object that serializes to the same text again. This excludes duplicate names, about which parsers
 * disagree. */
const parseFields = (segment: string): Fields => {
  const json = Buffer.from(segment, 'base64url').toString()
  try {
    const value: unknown = JSON.parse(json)
    if (isFields(value) && JSON.stringify(value) === json) return value
  } catch {
    // Rejected below, without the parser's message.
  }
  throw new ApiError('token_malformed')
}

/** Returns the key id. Any other member is refused, including `jku`, `jwk`, `x5u`, `x5c` and `crit`. */
const readHeader = ({ alg, typ, kid, ...others }: Fields): string => {
  const isOurs = alg === TOKEN_HEADER.alg && typ === TOKEN_HEADER.typ && Object.keys(others).length === 0
  if (!isOurs || typeof kid !== 'string' || !KID.test(kid)) throw new ApiError('token_invalid')
  return kid
}

/** Throws `token_malformed` for text that is not a token, `token_invalid` for a header that this service never writes.
 */
export const parseToken = (token: string): ParsedToken => {
  if (token.length > MAX_TOKEN_CHARACTERS) throw new ApiError('token_malformed')
  const segments = token.split('.')
  const [header = '', payload = ''] = segments
  if (segments.length !== 3 || !segments.every(isBase64url)) throw new ApiError('token_malformed')
  // Checks the form only: the fields are read after the signature is verified.
  parseFields(payload)
  return { kid: readHeader(parseFields(header)) }
}
